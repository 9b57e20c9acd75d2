"""Makes the dictionary that documents are compressed with: `python -m tests.store.dictionary`, when their form changes.

It is trained on the lawful dealer's hands: no real player and no real game can be read out of it. Databases keep the
dictionaries that they have, so documents stay readable.
"""

from pathlib import Path

from auditor.engine.audit import GAMES
from auditor.engine.hand import Hand
from auditor.engine.house import House
from auditor.engine.house.parameter_types import HouseRefused
from auditor.engine.house.registry import load, names
from auditor.formats.log import encode
from auditor.store.hands import documents
from tests.dealer import deal


def houses() -> list[House]:
    """Every shipped house for every game it covers."""
    found: list[House] = []
    for name in names():
        for game in sorted(GAMES):
            try:
                found.append(load(name, game))
            except HouseRefused:
                continue
    return found


def hands(first: int, number: int) -> list[Hand]:
    """So many hands, from this seed on, under every house in turn."""
    shelf = houses()
    return [deal(seed, shelf[seed % len(shelf)]) for seed in range(first, first + number)]


def main() -> None:
    samples = [encode(hand, keep_lines=False) for hand in hands(0, documents.SHIPPED_SAMPLES)]
    place = Path(documents.__file__).parent / documents.SHIPPED
    place.write_bytes(documents.trained_on(samples))
    print(f"{place.name}: {place.stat().st_size:,} bytes from {len(samples):,} hands")


if __name__ == "__main__":
    main()
