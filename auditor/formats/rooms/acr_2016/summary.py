"""The summary of a hand in the older form of Americas Cardroom: the pot, what was shown, and each seat's account."""

from collections.abc import Sequence

from auditor.engine.events import ANY_POT, Collect, Event, Muck, PotTotal, Rake, Show, StackAfter
from auditor.formats.rooms.acr_2016.words import low_in_brackets, stated
from auditor.formats.spelling.card_text import cards_in
from auditor.formats.telling.line_by_line import Telling


def read_summary(telling: Telling, lines: Sequence[str], start: int, first_line: int) -> bool:
    """Reads the summary; answers whether it tells the pot and the account of each seat that played, so that the log is
    whole. What seats have after the hand comes last: in the log a payment and its account are one line.
    """
    complete = False
    accounts: list[Event] = []
    for at in range(start, len(lines)):
        text = lines[at].strip()
        line = first_line + at
        if text.startswith("Pot: ") and _pot(telling, text[5:], line):
            complete = True
        elif text and not text.startswith(("Board: [", "Game ended at: ")) and not _seat(telling, text, line, accounts):
            telling.illegible(text, line)
    telling.events.extend(accounts)
    return complete and telling.anted <= telling.paid


def _pot(telling: Telling, text: str, line: int) -> bool:
    """`7.05. Rake 0.14. JP fee 0.06`: what was paid, and what the house took."""
    net, *fees = text.removesuffix(".").split(". ")
    amounts = [telling.chips(part.rpartition(" ")[2]) for part in (net, *fees)]
    known = [amount for amount in amounts if amount is not None]
    if len(known) < len(amounts) or not all(fee.lower().startswith(("rake ", "jp fee ")) for fee in fees):
        return False
    telling.events.append(PotTotal(sum(known), ANY_POT, line))
    telling.events.append(Rake(sum(known[1:]), ANY_POT, line))
    return True


def _seat(telling: Telling, text: str, line: int, accounts: list[Event]) -> bool:
    """`Player NAME shows: Two pairs. 8s and 3s [7 cards]. Bets: 1. Collects: 0. Loses: 1.`, with or without a star."""
    found = telling.players.before(text.removeprefix("*").removeprefix("Player "), " ")
    told, bets, account = text.rpartition("Bets: ")
    if found is None or not bets or "Player " not in text[:8]:
        return False
    seat = found[0]
    amounts = _amounts(telling, account)
    if amounts is None or not _told(telling, seat, found[1][: len(found[1]) - len(text) + len(told)].rstrip(), line):
        return False
    bet, collected, net = amounts
    telling.paid.add(seat)
    if collected:
        telling.events.append(Collect(seat, collected, line=line))
    before = telling.stacks.get(seat)
    if before is not None:
        # Two statements of one thing: where they contradict each other, both are kept.
        accounts.extend([StackAfter(seat, before + change, line) for change in dict.fromkeys((collected - bet, net))])
    return True


def _amounts(telling: Telling, account: str) -> tuple[int, int, int] | None:
    """`3.55. Collects: 3.52. Loses: 0.03.`: put in, collected, and the difference, which is below zero if it lost."""
    bets, _, rest = account.rstrip(". ").partition(". Collects: ")
    collects, dot, change = rest.partition(". ")
    verb, _, amount = change.partition(": ")
    bet, collected, net = [telling.chips(each) for each in (bets, collects, amount)]
    if bet is None or collected is None or net is None or not dot or verb not in ("Wins", "Loses"):
        return None
    return bet, collected, net if verb == "Wins" else -net


def _told(telling: Telling, seat: int, text: str, line: int) -> bool:
    """What the line says of a seat's cards, up to its account."""
    bare = text.rstrip(".")
    if bare in ("does not show cards", "doesn't show cards"):
        return True
    if bare.startswith("mucks"):
        if seat not in telling.mucked:
            telling.mucked.add(seat)
            telling.events.append(Muck(seat, line))
        return True
    words, opening, rest = bare.removeprefix("shows: ").partition(" [")
    shown, closing, low = rest.partition("]")
    cards = cards_in(shown.replace("10", "T"))
    if not bare.startswith("shows: ") or not opening or not closing or not cards:
        return False
    ranks = low_in_brackets(low.partition("(")[2].rstrip(" )"))
    telling.events.append(Show(seat, cards, stated(words), ranks, line))
    return True
