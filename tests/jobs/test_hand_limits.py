"""The limit of memory is one for each hand: what the worker keeps of the hands before does not count."""

import pytest

from auditor.jobs.hand_limits import MEMORY_BYTES, HandLimits, OverLimit

HELD = 48 * 1024 * 1024


def test_memory_that_is_kept_of_the_hands_before_is_free() -> None:
    kept: list[bytearray] = []
    with HandLimits() as limits:
        for place in range(2 * MEMORY_BYTES // HELD):
            kept.append(limits.run(place, lambda: bytearray(HELD)))
        kept.append(bytearray(MEMORY_BYTES))  # between two hands there is no limit
    assert sum(map(len, kept)) > 2 * MEMORY_BYTES


def test_each_hand_has_the_limit() -> None:
    with HandLimits() as limits:
        for place in range(3):
            with pytest.raises(OverLimit, match="took more than 256 MiB of memory"):
                limits.run(place, lambda: bytearray(MEMORY_BYTES + HELD))
