"""The limit of memory is one for each hand: what the worker keeps of the hands before does not count."""

import signal

import pytest

from auditor.jobs.hand_limits import CPU_SECONDS_AT_MOST, MEMORY_BYTES, HandLimits, OverLimit

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


def test_only_the_time_inside_a_step_counts() -> None:
    with HandLimits() as limits:
        inside = limits.run(0, lambda: signal.getitimer(signal.ITIMER_VIRTUAL)[0])
        assert 0 < inside < 2 * CPU_SECONDS_AT_MOST
        assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0.0, 0.0)
