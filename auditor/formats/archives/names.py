"""The paths of members: their encoding, and the rules for a valid path. A path is only text here; no file is written
there.
"""

from auditor.formats.archives.budget import NAME


def decoded(raw: bytes, *, utf8: bool) -> str:
    """Returns the path as text. The path is read as UTF-8 if the archive states that or if the bytes are valid UTF-8.
    Other paths are read in the code page of old zips.
    """
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("utf-8", "backslashreplace") if utf8 else raw.decode("cp437")


def why_not(raw: bytes, name: str, *, utf8: bool) -> str:
    """Returns the reason why the name of a member is refused, or an empty text if the name is valid."""
    if utf8 and raw != name.encode("utf-8", "surrogatepass"):
        return "Its name says that it is UTF-8 and is not. Pack it again under another name."
    if not name.strip("/\\ "):
        return "It has no name. Pack it again under one."
    if any(letter < " " or letter == "\x7f" for letter in name):
        return "Its name has a control character in it. Pack it again under another name."
    if len(name) > NAME:
        return f"Its name has {len(name):,} characters; at most {NAME} are kept. Pack it again under a shorter name."
    path = name.replace("\\", "/")
    if path.startswith("/") or (len(path) > 1 and path[1] == ":" and path[0].isascii() and path[0].isalpha()):
        return "Its name is a place on a disk and not one in the archive. Pack it again from within its folder."
    if ".." in path.split("/"):
        return "Its name leads out of the archive (`..`). Make the archive again from within the folder of that file."
    return ""


def keeper_of(name: str) -> str:
    """Returns the system that writes files of this name by itself, `the Mac` or `Windows`. Returns an empty text for
    other files.
    """
    *folders, last = name.replace("\\", "/").split("/")
    if "__MACOSX" in folders or last == ".DS_Store" or (last.startswith("._") and len(last) > 2):
        return "the Mac"
    return "Windows" if last.lower() in ("thumbs.db", "desktop.ini") else ""


def kept_by(name: str, keeper: str) -> str:
    """Returns the note about a file that a system wrote by itself."""
    return f'"{name}" is kept by {keeper} and no log; it was not read.'
