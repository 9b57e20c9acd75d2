"""Hands that PokerStars wrote in another language are rejected with that language, and the setting to change."""

import pytest

from auditor.formats import Read, Rejected, Unreadable, open_log, read_range
from tests.formats.test_by_turns import beginning

# The titles are those of real hands, or those that parsers of such hands look for.
TITLES = {
    "French": "Main PokerStars n°261415379202 :  Stud (0.04/0.08) - 12/07/2026 18:25:06 CET [12/07/2026 12:25:06 ET]",
    "German": "PokerStars Hand Nr. 123456789:  7 Card Stud Limit ($0.04/$0.08 USD) - 12.07.2026 18:25:06 MEZ",
    "Portuguese": "Mão PokerStars #257045862415: Torneio #3910307458, $ 0.98+$ 0.12 USD Razz Limit - Nível V (40/80)",
    "Russian": "Раздача PokerStars №260693414028:  Разз Лимит ($0.01/$0.02 USD) - 04.05.2026 21:35:18 EET",
    "Spanish": "Mano n.º 254718322088 de Zoom de PokerStars:  Razz Limit (0.02 €/0.05 €) - 05-02-2025 14:48:32 CET",
    "Swedish": "PokerStars hand nr 123456789:  7 Card Stud Limit ($0.04/$0.08 USD) - 2026-07-12 18:25:06 CET",
}
RULES = ("*********** # 1 **************", "*********** №1 **************", "*********** n. 1 **************")


def reason(language: str) -> str:
    export = "Export it again with the language English (Settings, Playing History, Hand History)."
    return f"This is a PokerStars hand in {language}; we read English. {export}"


def hand(language: str) -> bytes:
    return "\n".join([TITLES[language], "Table 'Deneb' 6-max", "1: Ann (500)", "2: Bob (500)", "***", ""]).encode()


@pytest.mark.parametrize("above", ["", "\ufeff", "\n\n", *[f"{rule}\n" for rule in RULES]])
@pytest.mark.parametrize("language", TITLES)
def test_a_file_in_another_language_is_answered_with_the_language(language: str, above: str) -> None:
    with pytest.raises(Unreadable) as refused:
        open_log(above.encode() + hand(language) + b"\n\n" + hand(language))
    assert str(refused.value) == reason(language)


@pytest.mark.parametrize("rule", ["", *RULES])
@pytest.mark.parametrize("at", [0, 1, 2])
@pytest.mark.parametrize("language", TITLES)
def test_english_hands_between_them_are_read(language: str, at: int, rule: str) -> None:
    english = [beginning("pokerstars"), beginning("fulltilt")]
    alone = [outcome.hand.digest() for each in english for outcome in open_log(each) if isinstance(outcome, Read)]
    above = f"{rule}\n".encode() if rule else b""
    data = b"\n\n".join([*english[:at], above + hand(language), *english[at:]])
    outcomes = list(open_log(data))
    assert [outcome.hand.digest() for outcome in outcomes if isinstance(outcome, Read)] == alone
    line = data[: data.index(hand(language))].count(b"\n") + 1
    others = [outcome for outcome in outcomes if not isinstance(outcome, Read)]
    assert [(each.line, each.reason) for each in others if isinstance(each, Rejected)] == [(line, reason(language))]
    assert len(others) == 1


def test_such_a_hand_is_read_again_as_it_was_first() -> None:
    data = beginning("pokerstars") + b"\n\n" + hand("Spanish") + b"\n\n" + beginning("pokerstars")
    log = open_log(data)
    piece = next(piece for piece in log.pieces() if piece.lines[0] == TITLES["Spanish"])
    part = data[piece.offset : piece.offset + piece.length]
    assert part.strip() == hand("Spanish").strip()
    [again] = read_range("pokerstars", log.encoding, part, piece.first_line)
    assert isinstance(again, Rejected)
    assert (again.line, again.reason) == (piece.first_line, reason("Spanish"))


@pytest.mark.parametrize("title", ["Main PokerStars", "PokerStars Mano", "Zed: Main PokerStars n°1 :", "Hand Nr. 1:"])
def test_other_words_name_no_language(title: str) -> None:
    with pytest.raises(Unreadable, match=r"^No hand was found in this file\. "):
        open_log(f"{title}\nSeat 1: Ann (500)\n".encode())
