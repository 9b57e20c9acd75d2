"""The version of the auditor."""

from importlib import metadata


def version() -> str:
    """Returns the version of the installed package. If the program runs from a source checkout, returns `of a
    checkout`.
    """
    try:
        return metadata.version("stud-auditor")
    except metadata.PackageNotFoundError:
        return "of a checkout"
