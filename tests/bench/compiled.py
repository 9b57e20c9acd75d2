"""The same rows with the engine compiled by mypyc: what a wheel that was built with a C compiler gives."""

import json
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.bench.rows import Row
from tests.engine.compiling import compiled, run_in

# Goals of the compiled engine, by how the names of their rows begin.
GOALS = {
    "full audit": 150,
    "PokerStars text": 60,
    "bytes of our own log": 0.4,
    "ingest": 0.15,
}


def rows() -> Iterator[Row]:
    """Nothing where there is no C compiler."""
    if shutil.which("cc") is None:
        return
    with tempfile.TemporaryDirectory() as folder:
        copy = compiled(Path(folder), optimised=True)
        for line in run_in(copy, "tests.bench", "--json", "--interpreted"):
            row = json.loads(line)
            goal = next((goal for begins, goal in GOALS.items() if row["name"].startswith(begins)), row["goal"])
            yield Row(f"compiled: {row['name']}", row["ratio"], goal, row["figures"])
