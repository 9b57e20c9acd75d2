"""The strength of a hand stands beside its seat when the reader sees all its cards, in the engine's words."""

from tests.web.replay.hands import EIGHT, HIDDEN, RAZZ, SPLIT
from tests.web.replay.tables import steps_of


def strengths(text: str, address: str, *, known: bool = False) -> dict[str, list[str]]:
    """The words beside each seat that has some."""
    seats = steps_of(text)(address, known=known).seats
    return {view.name: view.strength.parts for view in seats if view.strength is not None}


def best(text: str, address: str) -> dict[str, dict[str, tuple[str, ...]]]:
    """The marked cards of each seat, with the halves that they win."""
    seats = steps_of(text)(address).seats
    marked = {view.name: {card.name: card.best for card in view.cards if card.best} for view in seats}
    return {name: cards for name, cards in marked.items() if cards}


def test_a_hand_has_words_when_all_its_cards_were_shown() -> None:
    assert strengths(SPLIT, "7.5") == {}
    assert strengths(SPLIT, "8.1") == {"1 Ann": ["★ kings and queens"]}
    assert strengths(SPLIT, "8.3") == {
        "1 Ann": ["★ kings and queens"],
        "2 Bob": ["a pair of jacks", "★ low 8-6-5-4-2"],
        "3 Cat": ["a pair of jacks"],
    }


def test_known_cards_have_words_from_the_fifth_card_on() -> None:
    assert strengths(HIDDEN, "4.3", known=True) == {}
    assert strengths(HIDDEN, "5.2", known=True) == {"1 Ann": ["a pair of kings"]}
    assert strengths(HIDDEN, "5.2") == {}


def test_a_folded_seat_has_none_and_razz_has_only_a_low() -> None:
    begun = RAZZ.replace("1 folds\n2 gets back 10\n2 collects 22\nend\n", "1 calls 10\n5th\n1 4h\n2 4s\n")
    known = begun.replace("1 [xx xx]", "1 [2d 7s]").replace("2 [xx xx]", "2 [3d 3h]")
    assert strengths(known, "5.3", known=True) == {"1 Ann": ["low K-7-4-3-2"], "2 Bob": ["low fours and threes"]}
    assert strengths(f"{known}2 bets 20\n1 folds\n", "5.5", known=True) == {"2 Bob": ["low fours and threes"]}


def test_the_five_winning_cards_are_marked_at_the_showdown_and_not_before() -> None:
    assert best(SPLIT, "7.5") == {}
    assert best(SPLIT, "9.1") == {
        "1 Ann": dict.fromkeys(("Qc", "Kd", "Qs", "Kh", "Th"), ("high",)),
        "2 Bob": dict.fromkeys(("8h", "2c", "4d", "5s", "6d"), ("low",)),
    }


def test_the_community_card_counts_for_every_seat() -> None:
    known = EIGHT.replace("8 [xx xx] 5h", "8 [Ks Js] 5h")
    assert strengths(known, "6.10", known=True) == {"8 Hal": ["three fives"]}
    assert strengths(known, "7.3", known=True) == {"8 Hal": ["fives full of aces"]}


def test_a_community_card_that_wins_is_marked() -> None:
    shows = "".join([f"{seat} mucks\n" for seat in range(1, 8)])
    text = f"{EIGHT.replace('8 [xx xx] 5h', '8 [As Ah] 5h')}8 shows As Ah 5h 5d Ac 5c\n{shows}8 collects 32\nend\n"
    step = steps_of(text)("9.1")
    assert [(card.name, card.best) for card in step.pot_area.community] == [("Ad", ("high",))]
    assert [card.name for card in step.seats[7].cards if card.best] == ["As", "Ah", "5h", "Ac"]
