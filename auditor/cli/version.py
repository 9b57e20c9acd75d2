"""The version of the auditor."""

from importlib import metadata


def version() -> str:
    """Returns the installed version, or the word for a checkout if the auditor is not installed."""
    try:
        return metadata.version("stud-auditor")
    except metadata.PackageNotFoundError:
        return "of a checkout"
