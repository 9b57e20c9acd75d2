"""Documents of hands, compressed one by one: zstd with a dictionary of text that hands have in common.

A frame names its dictionary by number, so documents stay readable when a newer dictionary is trained.
"""

from collections.abc import Sequence
from importlib import resources
from typing import Final

import zstandard
from sqlalchemy import text

from auditor.store.postgres.database import Connection

LEVEL: Final = 3
DICTIONARY_BYTES: Final = 16 * 1024
# Trained on hands of our own dealer, so that it holds nobody's name.
SHIPPED: Final = "hands.zstd-dictionary"
SHIPPED_SAMPLES: Final = 4000
# No document is longer: a file of one hand may have 256 KiB, and its document is longer than that.
LONGEST: Final = 4 * 1024 * 1024


class Packer:
    """Compresses with the newest dictionary of the database, and without one while there is none."""

    def __init__(self, connection: Connection) -> None:
        row = connection.execute(text("SELECT content FROM dictionary ORDER BY made_at DESC, id DESC LIMIT 1")).first()
        words = zstandard.ZstdCompressionDict(bytes(row.content)) if row is not None else None
        self._compressor = zstandard.ZstdCompressor(level=LEVEL, dict_data=words)

    def pack(self, document: bytes) -> bytes:
        """The compressed document."""
        return self._compressor.compress(document)


class Unpacker:
    """Decompresses documents with whatever dictionary they have; each dictionary is fetched once."""

    def __init__(self) -> None:
        self._by_number: dict[int, zstandard.ZstdDecompressor] = {0: zstandard.ZstdDecompressor()}

    def unpack(self, connection: Connection, packed: bytes) -> bytes:
        """The document that `Packer.pack` compressed."""
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
    """A dictionary for documents like these, which must be made-up hands: parts of them stay readable in it."""
    samples: list[bytes | bytearray | memoryview[int]] = [*documents]
    return zstandard.train_dictionary(DICTIONARY_BYTES, samples, level=LEVEL).as_bytes()


def register(connection: Connection, content: bytes, samples: int) -> None:
    """Stores a dictionary in the database; new documents are compressed with it from then on."""
    connection.execute(
        text("""INSERT INTO dictionary (id, content, trained_on) VALUES (:id, :content, :samples)
                ON CONFLICT (id) DO NOTHING"""),
        {"id": zstandard.ZstdCompressionDict(content).dict_id(), "content": content, "samples": samples},
    )


def register_shipped(connection: Connection) -> None:
    """Stores the dictionary that comes with the auditor, where the database does not have it yet."""
    shipped = resources.files("auditor.store") / SHIPPED
    if shipped.is_file():
        register(connection, shipped.read_bytes(), SHIPPED_SAMPLES)
