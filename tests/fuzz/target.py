"""The target of one reader for atheris: `python -m tests.fuzz.target READER`, then libFuzzer's own arguments.

Half of the changes are libFuzzer's, the other half those that lines and words of a log can suffer.
"""

import random
import sys

import atheris

with atheris.instrument_imports(include=["auditor.formats"]):
    from tests.fuzz.changes import CHANGES, changed
    from tests.fuzz.promises import keep
    from tests.fuzz.samples import READERS, words


def main(arguments: list[str]) -> None:
    """Runs until a promise is broken or the time is up; libFuzzer ends the process."""
    program, name, *libfuzzer = arguments
    layout = READERS[name]
    vocabulary = words(name)

    def one(data: bytes) -> None:
        keep(layout, data)

    def mutated(data: bytes, most: int, seed: int) -> bytes:
        chance = random.Random(seed)
        if chance.random() < 0.5:
            return bytes(atheris.Mutate(data, most))
        lines = data.decode("utf-8", "surrogateescape").splitlines(keepends=True)
        steps = [
            (chance.randrange(len(CHANGES)), chance.getrandbits(20), chance.getrandbits(20))
            for _ in range(chance.randint(1, 4))
        ]
        return changed(lines, steps, vocabulary).encode("utf-8", "surrogatepass")[:most]

    atheris.Setup([program, *libfuzzer], one, custom_mutator=mutated)
    atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv)
