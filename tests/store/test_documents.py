import pytest

from auditor.formats.log import encode
from auditor.store.hands import documents
from auditor.store.hands.documents import Packer, Unpacker
from auditor.store.postgres.database import Database
from tests.store.dictionary import hands

pytestmark = pytest.mark.database
SAMPLES = [encode(hand, keep_lines=False) for hand in hands(100_000, 60)]


def test_documents_come_back(database: Database) -> None:
    with database.begin() as connection:
        packer, unpacker = Packer(connection), Unpacker()
        for document in (*SAMPLES, b"", b"\0" * 100_000):
            assert unpacker.unpack(connection, packer.pack(document)) == document


def test_shipped_dictionary_nearly_halves_hands_that_it_was_not_trained_on(owners_database: Database) -> None:
    with owners_database.begin() as connection:
        with_it = sum(len(Packer(connection).pack(document)) for document in SAMPLES)
        connection.exec_driver_sql("DELETE FROM dictionary")
        without = sum(len(Packer(connection).pack(document)) for document in SAMPLES)
    assert with_it * 19 < without * 10


def test_newer_dictionary_leaves_older_documents_readable(database: Database, owners_database: Database) -> None:
    with database.begin() as connection:
        old = Packer(connection).pack(SAMPLES[0])
    with owners_database.begin() as connection:
        documents.register(connection, documents.trained_on(SAMPLES * 10), len(SAMPLES))
    with database.begin() as connection:
        new = Packer(connection).pack(SAMPLES[0])
        assert new != old
        assert [Unpacker().unpack(connection, packed) for packed in (old, new)] == [SAMPLES[0]] * 2
