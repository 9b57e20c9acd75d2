"""Runs every row and prints it: `python -m tests.bench [--json] [--interpreted]`.

Each comes twice: with the engine as it stands here, and compiled; `--interpreted` leaves the second out.
"""

import json
import sys
from collections.abc import Iterator
from itertools import chain

from auditor.jobs import gc_tuning
from tests.bench import compiled, engine, ingest, steps, texts
from tests.bench.rows import Row


def rows() -> Iterator[Row]:
    """All rows, the quick ones first."""
    yield from engine.rows()
    yield from texts.rows()
    yield from steps.rows()
    yield from ingest.rows()


def main(arguments: list[str]) -> int:
    """Prints the rows; 2 for a word it does not know."""
    if set(arguments) - {"--json", "--interpreted"}:
        sys.stderr.write("usage: ./run bench [--json] [--interpreted]\n")
        return 2
    gc_tuning.collect_less_often()  # as our workers and commands have it, for both sides
    for row in rows() if "--interpreted" in arguments else chain(rows(), compiled.rows()):
        if "--json" in arguments:
            sys.stdout.write(json.dumps({**row._asdict(), "ratio": round(row.ratio, 4)}) + "\n")
        else:
            reached = "reached" if row.ratio >= row.goal else "missed"
            figures = ", ".join(f"{name.replace('_', ' ')} {value}" for name, value in row.figures.items())
            sys.stdout.write(f"{row.ratio:8.3f}  goal {row.goal} {reached}: {row.name} ({figures})\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
