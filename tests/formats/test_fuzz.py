"""Every reader on spoilt samples and on noise: hands, rejections or a refusal, and never an exception.

What is drawn is the same everywhere and always: a failure here is no chance. The campaign draws more.
"""

from collections.abc import Callable
from typing import Final

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from auditor.engine.hand import Hand
from auditor.formats.converting import TARGETS, converted
from tests.formats.any_hand import hands
from tests.fuzz.changes import ENCODINGS, changed, encoded, spoiled
from tests.fuzz.promises import judged, keep
from tests.fuzz.samples import READERS, lines, words

SPOILT: Final = 30
NOISE: Final = 25
ANY_HANDS: Final = 200
CAMPAIGN: Final = 160  # times as many

PLACE: Final = st.integers(0, 2**16)
STEPS: Final = st.lists(st.tuples(PLACE, PLACE, PLACE), min_size=1, max_size=8)
# Most files are UTF-8 and whole; else few hands would be left to say anything of.
ENCODING: Final = st.sampled_from((*["utf-8"] * 12, *ENCODINGS))
FLIP: Final = st.tuples(PLACE, st.integers(1, 255))
FLIPS: Final = st.one_of(st.lists(FLIP, max_size=0), st.lists(FLIP, max_size=0), st.lists(FLIP, max_size=4))
KEPT: Final = st.one_of(st.just(1000), st.just(1000), st.just(1000), st.integers(0, 1000))


@st.composite
def spoilt_samples(draw: st.DrawFn, name: str) -> bytes:
    text = changed(draw(st.sampled_from(lines(name))), draw(STEPS), words(name))
    return spoiled(encoded(text, draw(ENCODING)), draw(FLIPS), draw(KEPT))


@st.composite
def noise(draw: st.DrawFn, name: str) -> bytes:
    """Bytes; words of the format without its grammar; lines of its samples in no order."""
    kind = draw(st.integers(0, 2))
    if kind == 0:
        return draw(st.binary(max_size=400))
    if kind == 1:
        said = draw(st.lists(st.sampled_from(words(name)), max_size=60))
        return encoded(draw(st.sampled_from(["", " ", "\n"])).join(said), draw(ENCODING))
    every = [line for sample in lines(name) for line in sample]
    return encoded("".join(draw(st.lists(st.sampled_from(every), max_size=60))), draw(ENCODING))


def always_the_same(examples: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    return settings(
        max_examples=examples,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate, Phase.shrink],
    )


def on_many(name: str, examples: int, drawn: st.SearchStrategy[bytes]) -> None:
    @always_the_same(examples)
    @given(drawn)
    def keeps_its_promises(data: bytes) -> None:
        keep(READERS[name], data)

    keeps_its_promises()


TIMES: Final = [1, pytest.param(CAMPAIGN, marks=pytest.mark.campaign)]


@pytest.mark.parametrize("name", READERS)
def test_every_format_has_samples(name: str) -> None:
    assert lines(name)


@pytest.mark.parametrize("times", TIMES)
@pytest.mark.parametrize("name", READERS)
def test_a_spoilt_sample_is_read_rejected_or_refused(name: str, times: int) -> None:
    on_many(name, SPOILT * times, spoilt_samples(name))


@pytest.mark.parametrize("times", TIMES)
@pytest.mark.parametrize("name", READERS)
def test_noise_is_read_rejected_or_refused(name: str, times: int) -> None:
    on_many(name, NOISE * times, noise(name))


@pytest.mark.parametrize("times", TIMES)
def test_any_hand_whatsoever_is_judged(times: int) -> None:
    @always_the_same(ANY_HANDS * times)
    @given(hands())
    def goes_all_the_way(hand: Hand) -> None:
        judged(hand)

    goes_all_the_way()


@pytest.mark.parametrize("times", TIMES)
def test_any_hand_whatsoever_is_written_in_every_format_or_refused(times: int) -> None:
    @always_the_same(ANY_HANDS // 4 * times)
    @given(hands())
    def is_written(hand: Hand) -> None:
        for target in TARGETS.values():
            written = converted(hand, target)
            assert bool(written.text) != bool(written.refused)

    is_written()
