"""Compresses documents of hands one by one, by zstd with a dictionary of text that hands have in common.

Each compressed document contains the number of its dictionary. So old documents stay readable when a newer dictionary
is trained.
"""

from collections.abc import Sequence
from importlib import resources
from typing import Final

import zstandard
from sqlalchemy import text

from auditor.store.postgres.database import Connection

LEVEL: Final = 3
DICTIONARY_BYTES: Final = 16 * 1024
# This dictionary was trained on hands that our own program dealt, so that it contains nobody's name.
SHIPPED: Final = "hands.zstd-dictionary"
SHIPPED_SAMPLES: Final = 4000
# The most bytes of a document. A file of one hand may have 256 KiB, and its document is longer than the file.
LONGEST: Final = 4 * 1024 * 1024


class Packer:
    """Compresses documents with the newest dictionary in the database, or with no dictionary if there is none."""

    def __init__(self, connection: Connection) -> None:
        row = connection.execute(text("SELECT content FROM dictionary ORDER BY made_at DESC, id DESC LIMIT 1")).first()
        words = zstandard.ZstdCompressionDict(bytes(row.content)) if row is not None else None
        self._compressor = zstandard.ZstdCompressor(level=LEVEL, dict_data=words)

    def pack(self, document: bytes) -> bytes:
        """Returns the compressed document."""
        return self._compressor.compress(document)


class Unpacker:
    """Decompresses documents, each with the dictionary that it names. Reads each dictionary from the database once."""

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
    """Returns a dictionary for documents like these. Their hands must be invented: parts of them remain readable."""
    samples: list[bytes | bytearray | memoryview[int]] = [*documents]
    return zstandard.train_dictionary(DICTIONARY_BYTES, samples, level=LEVEL).as_bytes()


def register(connection: Connection, content: bytes, samples: int) -> None:
    """Stores a dictionary in the database. From then on, new documents are compressed with this dictionary."""
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
