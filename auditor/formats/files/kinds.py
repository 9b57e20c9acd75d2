"""Names the kind of a file that is no log, such as an archive, a picture or a program, from its first bytes."""

from typing import Final

# The first bytes of each kind of archive. The bytes of a cabinet archive include four NULs, because a text may begin
# with the letters `MSCF`.
_ARCHIVES: Final = (
    (b"PK\x03\x04", "a zip archive"),
    (b"PK\x05\x06", "an empty zip archive"),
    (b"PK\x06\x06", "an empty zip archive"),
    (b"PK\x07\x08", "a zip archive in several parts"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7-Zip archive"),
    (b"Rar!\x1a", "a RAR archive"),
    (b"\xfd7zXZ\x00", "an xz archive"),
    (b"\x28\xb5\x2f\xfd", "a zstd archive"),
    (b"MSCF\x00\x00\x00\x00", "a cabinet archive"),
    (b"\x1f\x9d", "an archive of compress"),
)
_OTHERS: Final = (
    (b"%PDF-", "a PDF"),
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"SQLite format 3\x00", "a SQLite database"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Word or Excel document"),
    (b"\x7fELF", "a program"),
    (b"{\\rtf", "a rich text document; save it as plain text"),
)
# A tar archive has one of these marks at byte 257. The mark includes a NUL, because a log may have the word `ustar` at
# that place.
_TAR: Final = 257
_TAR_MARKS: Final = (b"ustar\x00", b"ustar  \x00")


def archive_kind(head: bytes) -> str:
    """Returns the kind of archive that begins with these bytes, such as `a zip archive`; empty for other files."""
    for magic, kind in _ARCHIVES:
        if head.startswith(magic):
            return kind
    if head[:3] == b"BZh" and head[4:10] in (b"1AY&SY", b"\x17\x72\x45\x38\x50\x90"):
        return "a bzip2 archive"
    return "a tar archive" if head.startswith(_TAR_MARKS, _TAR) else ""


def looks_like(head: bytes) -> str:
    """Returns the kind of file that begins with these bytes, such as `a PDF`. The text may add what to do: `a zip
    archive; unpack it first`. Empty if the file may be a log.
    """
    kind = archive_kind(head)
    if kind:
        return kind if kind.startswith("an empty") else f"{kind}; unpack it first"
    for magic, other in _OTHERS:
        if head.startswith(magic):
            return other
    return "a program" if head.startswith(b"MZ") and b"\0" in head else ""
