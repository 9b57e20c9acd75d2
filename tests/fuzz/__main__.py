"""Every reader under atheris for a while: `./run fuzz [SECONDS] [READER...]`, 60 seconds each where nothing is said.

It exits with 0 where every promise was kept, 1 where one was broken (the bytes that did it are kept, and named), 2
where the command was wrong.
"""

import re
import subprocess
import sys
import tempfile
from hashlib import sha256
from pathlib import Path
from typing import Final

from tests.fuzz.promises import opened_as
from tests.fuzz.samples import READERS, samples, words

SECONDS: Final = 60
# One input: so long on instrumented code, which is some ten times slower than ours, and so much memory in all.
LONGEST_SECONDS: Final = 20
MOST_MEBIBYTES: Final = 512
FOUND: Final = Path(tempfile.gettempdir()) / "stud-auditor-fuzz"
USAGE: Final = f"usage: ./run fuzz [SECONDS] [READER...]\nreaders: {', '.join(READERS)}\n"


def main(arguments: list[str]) -> int:
    """Fuzzes the readers one by one."""
    seconds = SECONDS
    if arguments and re.fullmatch("[1-9][0-9]{0,5}", arguments[0], re.ASCII):
        seconds = int(arguments[0])
        arguments = arguments[1:]
    if set(arguments) - set(READERS):
        sys.stderr.write(USAGE)
        return 2
    broken = [name for name in arguments or READERS if not fuzzed(name, seconds)]
    sys.stdout.write(f"broken: {', '.join(broken)}\n" if broken else "every promise was kept\n")
    return 1 if broken else 0


def fuzzed(name: str, seconds: int) -> bool:
    """Fuzzes a reader, and tells how it went; whether it kept its promises."""
    kept = FOUND / name
    kept.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="stud-auditor-fuzz-") as folder:
        corpus = Path(folder) / "corpus"
        corpus.mkdir()
        for seed in seeds(name):
            (corpus / sha256(seed).hexdigest()[:16]).write_bytes(seed)
        vocabulary = Path(folder) / "words"
        vocabulary.write_text("".join([f'"{escaped(word)}"\n' for word in words(name) if 0 < len(word) <= 30]))
        command = [
            sys.executable, "-P", "-m", "tests.fuzz.target", name, str(corpus), f"-dict={vocabulary}",
            f"-max_total_time={seconds}", f"-timeout={LONGEST_SECONDS}", f"-rss_limit_mb={MOST_MEBIBYTES}",
            f"-artifact_prefix={kept}/", "-print_final_stats=1",
        ]  # fmt: skip
        ended = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    runs = re.findall(r"^stat::number_of_executed_units:\s*([0-9]+)", ended.stderr, re.MULTILINE)
    peak = re.findall(r"^stat::peak_rss_mb:\s*([0-9]+)", ended.stderr, re.MULTILINE)
    sys.stdout.write(f"{name:12} {(runs or ['?'])[-1]:>9} inputs, {(peak or ['?'])[-1]} MiB: ")
    if ended.returncode == 0:
        sys.stdout.write("kept\n")
    else:
        sys.stdout.write(f"BROKEN, what did it is in {kept}\n{indented(ended.stdout)}{indented(ended.stderr)}")
    sys.stdout.flush()
    return ended.returncode == 0


def indented(output: str) -> str:
    """The end of what libFuzzer and Python say of a broken promise."""
    lines = [line for line in output.splitlines() if line and not line.startswith(("INFO: ", "#"))]
    return "".join([f"    {line[:500]}\n" for line in lines[-40:]])


def seeds(name: str) -> list[bytes]:
    """The samples of a format, and each hand of them alone, with what stands above it."""
    found = list(samples(name))
    for sample in samples(name):
        log = opened_as(READERS[name], sample)
        for piece in log.pieces():
            found.append(sample[slice(*piece.lead_at)] + sample[piece.offset : piece.offset + piece.length])
    return found


def escaped(word: str) -> str:
    """A word as libFuzzer's dictionaries have it."""
    data = word.encode("utf-8", "surrogatepass")
    return "".join([chr(byte) if 32 < byte < 127 and byte not in b'"\\' else f"\\x{byte:02x}" for byte in data])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
