"""Zips with one thing wrong each, and what is to be said of it: in one member, or in the list of all."""

import gzip

from tests.printers.zips import DEFLATED, LINK, PIPE, Packed, deflated, extra_64, sums, zipped, zipped_64

NAME = 255  # characters, at most
GOOD = Packed(b"good.txt", b"hand 1\n" * 40, DEFLATED)
TEXT = b"hand 3\nstacks 5 5\n1 folds\n"
LIED = {"crc": 1}
BAD_MEMBERS: dict[str, tuple[Packed, str]] = {
    "encrypted": (Packed(b"bad", TEXT, flags=1), "encrypted"),
    "strongly encrypted": (Packed(b"bad", TEXT, flags=0x41), "encrypted"),
    "hidden headers": (Packed(b"bad", TEXT, flags=0x2000), "encrypted"),
    "AES": (Packed(b"bad", TEXT, method=99), "encrypted"),
    "deflate64": (Packed(b"bad", TEXT, method=9, packed=TEXT), "deflate64"),
    "a method of nobody": (Packed(b"bad", TEXT, method=77, packed=TEXT), "method 77"),
    "a link": (Packed(b"bad", b"/etc/passwd", mode=LINK), "a link"),
    "a pipe": (Packed(b"bad", b"", mode=PIPE), "marks it as a folder, a device or the like"),
    "an absolute path": (Packed(b"/etc/passwd", TEXT), "full path on a disk"),
    "a drive": (Packed(b"C:\\hands\\a.txt", TEXT), "full path on a disk"),
    "a share": (Packed(b"\\\\server\\a.txt", TEXT), "full path on a disk"),
    "a way out": (Packed(b"../a.txt", TEXT), "leads out"),
    "a way out in the middle": (Packed(b"a/../../b.txt", TEXT), "leads out"),
    "a way out by backslashes": (Packed(b"a\\..\\..\\b.txt", TEXT), "leads out"),
    "no name": (Packed(b"", TEXT), "no name"),
    "a NUL in its name": (Packed(b"a.txt\0.exe", TEXT), "control character"),
    "a line end in its name": (Packed(b"a\r\nb", TEXT), "control character"),
    "a name that is too long": (Packed(b"x" * (NAME + 1), TEXT), "256 characters; the limit is 255"),
    "a name that is no UTF-8": (Packed(b"\xff\xfe", TEXT, flags=0x800), "is not"),
    "a folder with bytes in it": (Packed(b"bad/", TEXT, mode=0o040755), "marks it as a folder, a device or the like"),
    "another name before the data": (Packed(b"bad", TEXT, local={"name": b"eve"}), "descriptions differ"),
    "another size before the data": (Packed(b"bad", TEXT, local={"size": 1}), "descriptions differ"),
    "another packed size before the data": (Packed(b"bad", TEXT, local={"packed": 1}), "descriptions differ"),
    "another sum before the data": (Packed(b"bad", TEXT, local={"crc": 1}), "descriptions differ"),
    "another method before the data": (Packed(b"bad", TEXT, local={"method": DEFLATED}), "descriptions differ"),
    "a password before the data": (Packed(b"bad", TEXT, local={"flags": 1}), "descriptions differ"),
    "sums that never come": (
        Packed(b"bad", TEXT, flags=8, local={"crc": 0, "packed": 0, "size": 0}, descriptor=bytes(24)),
        "descriptions differ",
    ),
    "other sums behind it": (
        Packed(b"bad", TEXT, flags=8, local={"crc": 0, "packed": 0, "size": 0}, descriptor=sums(TEXT, TEXT + b"x")),
        "descriptions differ",
    ),
    "a wrong sum": (Packed(b"bad", TEXT, local=LIED, central=LIED), "check sum"),
    "less than it says": (Packed(b"bad", TEXT, DEFLATED, local={"size": 99}, central={"size": 99}), "check sum"),
    "more than it says": (Packed(b"bad", TEXT, DEFLATED, local={"size": 5}, central={"size": 5}), "more than 5"),
    "two sizes and not packed": (Packed(b"bad", TEXT, local={"size": 5}, central={"size": 5}), "two different sizes"),
    "cut off": (Packed(b"bad", TEXT, DEFLATED, packed=deflated(TEXT)[:-4]), "cut off"),
    "bytes behind its end": (
        Packed(b"bad", TEXT, DEFLATED, packed=deflated(TEXT) + b"x" * 9),
        "after the end of this file",
    ),
    "damaged": (Packed(b"bad", TEXT, DEFLATED, packed=b"\xff" + deflated(TEXT)), "damaged"),
    "nowhere": (Packed(b"bad", TEXT, central={"offset": 7}), "wrong place for this file"),
    "beyond the end": (Packed(b"bad", TEXT, central={"offset": 0xFFFF_FFF0}), "wrong place for this file"),
    "no wide size": (Packed(b"bad", TEXT, central={"size": 0xFFFFFFFF}), "does not state the size"),
    "half a wide size": (
        Packed(b"bad", TEXT, central={"size": 0xFFFFFFFF, "extra": extra_64(9)[:-3]}),
        "description of this file is cut off",
    ),
    "two wide sizes": (
        Packed(b"bad", TEXT, central={"size": 0xFFFFFFFF, "extra": extra_64(len(TEXT)) + extra_64(1)}),
        "size of this file twice",
    ),
    "a zip": (Packed(b"bad", zipped(GOOD)), "is a zip archive inside an archive"),
    "an empty zip": (Packed(b"bad", zipped(), DEFLATED), "zip archive inside an archive"),
    "a gzip": (Packed(b"bad", gzip.compress(TEXT)), "is a gzip archive inside an archive"),
    "a tar": (Packed(b"bad", b"a.txt".ljust(257, b"\0") + b"ustar\x0000" + bytes(248)), "is a tar archive inside"),
    "a name that was there": (Packed(b"good.txt", TEXT), "two files of this name"),
}

PLAIN = zipped(GOOD)
BAD_ARCHIVES = {
    "only its beginning": (PLAIN[:40], "cut off"),
    "the last byte missing": (PLAIN[:-1], "cut off"),
    "a byte too many": (PLAIN + b"x", "bytes after its end"),
    "another zip behind it": (PLAIN[:-22] + b"PK\x05\x06" + PLAIN[-18:] + bytes(30), "bytes after its end"),
    "the list elsewhere": (zipped(GOOD, at=0), "in the wrong place"),
    "the list too long": (zipped(GOOD, size=9999), "in the wrong place"),
    "more members than listed": (zipped(GOOD, here=2, all=2), "damaged"),
    "fewer members than listed": (zipped(GOOD, Packed(b"b"), here=1, all=1), "damaged"),
    "no entry in the list": (zipped(Packed(b"a", central={"magic": b"PK\x03\x04"})), "damaged"),
    "a part of several": (zipped(GOOD, disk=1, first=1), "one part of several"),
    "half its entries elsewhere": (zipped(GOOD, all=2), "one part of several"),
    "a larger end that is not there": (zipped(GOOD, here=0xFFFF, all=0xFFFF), "contradict each other"),
    "a larger end that lies elsewhere": (zipped_64(GOOD, locator_at=0), "contradict each other"),
    "a larger end beyond the file": (zipped_64(GOOD, locator_at=1 << 62), "contradict each other"),
    "a larger end of another size": (zipped_64(GOOD, size=1 << 40), "in the wrong place"),
    "a billion members": (zipped_64(GOOD, here=1 << 30, all=1 << 30), "1,073,741,824 entries"),
    "something before its beginning": (b"PK\x03\x04" + bytes(500) + PLAIN, "in the wrong place"),
}
