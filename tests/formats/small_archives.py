"""Small archives: opens them and unpacks their members."""

import io

from auditor.formats.archives import Archive, BadMember, Budget, open_archive

GIB = 1024 * 1024 * 1024


def opened(data: bytes, budget: Budget | None = None) -> Archive:
    archive = open_archive(io.BytesIO(data), budget or Budget(GIB))
    assert archive is not None
    return archive


def unpacked_members(data: bytes, budget: Budget | None = None) -> dict[str, bytes | str]:
    """The bytes of every member by name, or the reason why it was refused."""
    found: dict[str, bytes | str] = {}
    for member in opened(data, budget):
        try:
            found[member.name] = b"".join(member.chunks())
        except BadMember as reason:
            found[member.name] = str(reason)
    return found
