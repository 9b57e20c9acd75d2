"""The version of the auditor."""

from importlib import metadata


def version() -> str:
    """The installed version; a checkout has none."""
    try:
        return metadata.version("stud-auditor")
    except metadata.PackageNotFoundError:
        return "of a checkout"
