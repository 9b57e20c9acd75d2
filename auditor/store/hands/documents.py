"""Compresses documents, the stored JSON texts of hands, one by one. Uses zstd with a dictionary of text that hands have
in common.

Each compressed document contains the number of its dictionary. So old documents stay readable after a newer dictionary
is added.
"""

from collections.abc import Sequence
from importlib import resources
from typing import Final

import zstandard
from sqlalchemy import text

from auditor.store.postgres.database import Connection

LEVEL: Final = 3
DICTIONARY_BYTES: Final = 16 * 1024
# The file of the dictionary that is installed with the auditor. It was trained on hands that our own program dealt. A
# dictionary contains parts of such hands, so it must not be trained on hands with names of real players.
SHIPPED: Final = "hands.zstd-dictionary"
SHIPPED_SAMPLES: Final = 4000
# The largest size of a document (a hand as JSON) in bytes. A hand in a log file may have 256 KiB, and its document is
# longer.
LONGEST: Final = 4 * 1024 * 1024


class Packer:
    """Compresses documents (hands as JSON) with the newest dictionary in the database, or with no dictionary if there
    is none.
    """

    def __init__(self, connection: Connection) -> None:
        row = connection.execute(text("SELECT content FROM dictionary ORDER BY made_at DESC, id DESC LIMIT 1")).first()
        words = zstandard.ZstdCompressionDict(bytes(row.content)) if row is not None else None
        self._compressor = zstandard.ZstdCompressor(level=LEVEL, dict_data=words)

    def pack(self, document: bytes) -> bytes:
        """Returns the document, a hand as JSON, compressed."""
        return self._compressor.compress(document)


class Unpacker:
    """Decompresses documents (hands as JSON).

    Each compressed document has the number of its dictionary. A dictionary is read from the database only once.
    """

    def __init__(self) -> None:
        self._by_number: dict[int, zstandard.ZstdDecompressor] = {0: zstandard.ZstdDecompressor()}

    def unpack(self, connection: Connection, packed: bytes) -> bytes:
        """Returns the document that `Packer.pack` compressed."""
        number = zstandard.get_frame_parameters(packed).dict_id
        reader = self._by_number.get(number)
        if reader is None:
            content = connection.execute(
                text("SELECT content FROM dictionary WHERE id = :number"), {"number": number}
            ).scalar_one()
            reader = zstandard.ZstdDecompressor(dict_data=zstandard.ZstdCompressionDict(bytes(content)))
            self._by_number[number] = reader
        return reader.decompress(packed, max_output_size=LONGEST)


def trained_on(documents: Sequence[bytes]) -> bytes:
    """Returns a new compression dictionary, made from sample documents (hands as JSON).

    The sample hands must be invented, because parts of them remain readable in the dictionary.
    """
    samples: list[bytes | bytearray | memoryview[int]] = [*documents]
    return zstandard.train_dictionary(DICTIONARY_BYTES, samples, level=LEVEL).as_bytes()


def register(connection: Connection, content: bytes, samples: int) -> None:
    """Stores a compression dictionary in the database. From then on, new documents (hands as JSON) are compressed with
    it.

    `samples` is the number of documents from which the dictionary was made.
    """
    connection.execute(
        text("""INSERT INTO dictionary (id, content, trained_on) VALUES (:id, :content, :samples)
                ON CONFLICT (id) DO NOTHING"""),
        {"id": zstandard.ZstdCompressionDict(content).dict_id(), "content": content, "samples": samples},
    )


def register_shipped(connection: Connection) -> None:
    """Stores the dictionary that is shipped with the auditor, if the database does not have it yet."""
    shipped = resources.files("auditor.store") / SHIPPED
    if shipped.is_file():
        register(connection, shipped.read_bytes(), SHIPPED_SAMPLES)
