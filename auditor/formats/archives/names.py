"""The paths of the members of an archive: their encoding, and the rules for a valid path. For us, such a path is only a
text: the auditor writes no file to it.
"""

from auditor.formats.archives.budget import NAME


def decoded(raw: bytes, *, utf8: bool) -> str:
    """Returns the path as text. The path is read as UTF-8 if the archive states that or if the bytes are valid UTF-8.
    Other paths are read in the encoding of old zips (code page 437).
    """
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("utf-8", "backslashreplace") if utf8 else raw.decode("cp437")


def why_not(raw: bytes, name: str, *, utf8: bool) -> str:
    """Returns the reason why a member of an archive is refused because of its name. For example, the name is too long
    or leads out of the archive (`..`). Returns an empty text for a valid name. `raw` are the bytes of `name`.
    """
    if utf8 and raw != name.encode("utf-8", "surrogatepass"):
        return (
            "The archive marks the name of this file as UTF-8, but it is not UTF-8. Rename the file and pack it again."
        )
    if not name.strip("/\\ "):
        return "This file has no name. Name the file and pack it again."
    if any(letter < " " or letter == "\x7f" for letter in name):
        return "The name of this file contains an invisible control character. Rename the file and pack it again."
    if len(name) > NAME:
        return (
            f"The name of this file has {len(name):,} characters; the limit is {NAME}. Shorten the name and pack the"
            " file again."
        )
    path = name.replace("\\", "/")
    if path.startswith("/") or (len(path) > 1 and path[1] == ":" and path[0].isascii() and path[0].isalpha()):
        return "The archive stores this file under a full path on a disk. Pack the file again from within its folder."
    if ".." in path.split("/"):
        return 'The path of this file contains ".." and leads out of the archive. Pack it again from within its folder.'
    return ""


def keeper_of(name: str) -> str:
    """Returns `the Mac` or `Windows` if this operating system adds files of this name to archives or folders by itself,
    such as `.DS_Store` or `thumbs.db`. Returns an empty text for other names.
    """
    *folders, last = name.replace("\\", "/").split("/")
    if "__MACOSX" in folders or last == ".DS_Store" or (last.startswith("._") and len(last) > 2):
        return "the Mac"
    return "Windows" if last.lower() in ("thumbs.db", "desktop.ini") else ""


def kept_by(name: str, keeper: str) -> str:
    """Returns a note for the user: the file `name` is no log and was not read, because the operating system `keeper`
    adds such files by itself.
    """
    return f'The file "{name}" was not read, because {keeper} made it. Such a file contains no hands.'
