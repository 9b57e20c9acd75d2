"""Chapter P: the payout. Who is paid, how much, and what the house takes."""

from typing import Final

from auditor.engine import ending
from auditor.engine.events import LogEnd
from auditor.engine.findings import Finding, Unseen
from auditor.engine.hand import Game, Records
from auditor.engine.house import House
from auditor.engine.house.choices import OddTied
from auditor.engine.law.payout import may_go_to_any
from auditor.engine.law_cache import Offence
from auditor.engine.phases import IRREGULAR
from auditor.engine.rule import Rule, rule
from auditor.engine.settlement.faults import Wrong, offences, wrong_rake, wrong_returns
from auditor.engine.settlement.settle import settle
from auditor.engine.table import Table
from auditor.engine.words import chips, seat


def _lays_down_no_payout(house: House) -> bool:
    return not house.pots_rule


def _finding(table: Table, house: House, offence: Offence, cites: tuple[str, ...] | None = None) -> Finding:
    several = len(settle(table, house).pots) > 1 or len([paid for paid in table.paid if paid.seat == offence.seat]) > 1
    in_all = " in all" if several else ""  # no line of the log need say so much
    return Finding(
        f"{seat(offence.seat)} is paid {chips(table, offence.logged)}{in_all}",
        f"{seat(offence.seat)} is due {chips(table, offence.lawful)}{in_all}",
        amount=offence.logged - offence.lawful,
        cites=cites,
        seat=offence.seat,
        at=offence.event,
    )


def _findings(table: Table, event: LogEnd, house: House, wrong: int) -> tuple[Finding, ...]:
    found = offences(table, house) if ending.is_judged(table, event) else []
    return tuple([_finding(table, house, each) for each in found if each.wrong == wrong]) if found else ()


@rule(
    "P601",
    LogEnd,
    cites=("hand.best",),
    why="It is the whole point of the hand: the best hand gets the pot.",
    law="The best hand at the showdown wins.",
    at=IRREGULAR,
    needs_every_line=True,
)
def wrong_winner(table: Table, event: LogEnd, house: House) -> tuple[Finding, ...]:
    return _findings(table, event, house, Wrong.WINNER)


@rule(
    "P602",
    LogEnd,
    cites=("pots.rule",),
    why="What one winner gets too much another seat lacks.",
    law="A winner is paid its share, no more and no less.",
    at=IRREGULAR,
    moot=_lays_down_no_payout,
    needs_every_line=True,
)
def wrong_amount(table: Table, event: LogEnd, house: House) -> tuple[Finding, ...]:
    return _findings(table, event, house, Wrong.AMOUNT)


@rule(
    "P603",
    LogEnd,
    cites=("pots.rule",),
    why="A seat that is all-in has matched only part of the chips; the rest is between the others.",
    law="A seat wins only pots it has put chips in.",
    at=IRREGULAR,
    moot=_lays_down_no_payout,
    needs_every_line=True,
)
def paid_from_a_pot_it_has_no_right_to(table: Table, event: LogEnd, house: House) -> tuple[Finding, ...]:
    return _findings(table, event, house, Wrong.NO_RIGHT)


@rule(
    "P604",
    LogEnd,
    cites=("pots.rule",),
    why="Chips that nobody matched were never at risk: they are the bettor's.",
    law="Chips that nobody matched go back to their seat.",
    moot=_lays_down_no_payout,
    needs_every_line=True,
)
def uncalled_bet_or_ante_not_returned_or_wrongly(table: Table, event: LogEnd, house: House) -> tuple[Finding, ...]:
    if not ending.is_judged(table, event):
        return ()
    found = []
    for at, owner, logged, lawful in wrong_returns(table):
        off = logged - lawful
        words = (f"{chips(table, logged)} returned", f"{chips(table, lawful)} uncalled")
        found.append(Finding(*words, amount=off, seat=owner, at=at))
    return tuple(found)


@rule(
    "P605",
    LogEnd,
    cites=("odd.tied", "odd.tied_low", "odd.cards"),
    why="One chip is little and a rule broken every night is not: somebody gets all of them.",
    law="The odd chip goes where the house says.",
    at=IRREGULAR,
    needs_every_line=True,
)
def odd_chip_to_the_wrong_seat(table: Table, event: LogEnd, house: House) -> tuple[Finding, ...]:
    found = offences(table, house) if ending.is_judged(table, event) else []
    wrong = [each for each in found if each.wrong == Wrong.ODD_CHIP_SEAT]
    return tuple([_finding(table, house, each, _odd_chip_cites(table, each, house)) for each in wrong])


def _odd_chip_cites(table: Table, offence: Offence, house: House) -> tuple[str, ...]:
    """What decides between these tied hands: which of the seats, or which of their cards."""
    if house.odd_tied is OddTied.FIRST_LEFT_OF_DEALER:
        return ("odd.tied",)
    shares = [share for pot in settle(table, house).pots for share in pot.shares if share.seat == offence.seat]
    for_low = table.hand.game is Game.RAZZ or any(share.half == "low" for share in shares)
    tied = "odd.tied_low" if for_low else "odd.tied"
    return (tied,) if may_go_to_any(house, for_low) else (tied, "odd.cards")


@rule(
    "P606",
    LogEnd,
    cites=("odd.halves",),
    why="In a split pot the odd chip has one right place, and over many hands it adds up.",
    law="The odd chip of the halves goes to the half the house says.",
    at=IRREGULAR,
    needs_every_line=True,
)
def odd_chip_to_the_wrong_half(table: Table, event: LogEnd, house: House) -> tuple[Finding, ...]:
    return _findings(table, event, house, Wrong.ODD_CHIP_HALF)


@rule(
    "P607",
    LogEnd,
    cites=("low.qualifier",),
    why="In eight or better half of the pot hangs on whether a low qualifies.",
    law="Half the pot goes to the best low, if one qualifies.",
    at=IRREGULAR,
    needs_every_line=True,
)
def low_paid_without_a_qualifier_or_not_paid(table: Table, event: LogEnd, house: House) -> tuple[Finding, ...]:
    return _findings(table, event, house, Wrong.LOW)


@rule(
    "P608",
    LogEnd,
    cites=("rake.schedule",),
    why="Every chip too much is taken from the winner, every hand.",
    law="The house takes what its schedule says.",
    needs_every_line=True,
)
def rake_outside_the_schedule(table: Table, event: LogEnd, house: House) -> Finding | None:
    if not ending.is_judged(table, event):
        return None
    wrong = wrong_rake(table, house)
    if wrong is None:
        return None
    rake, lawful = wrong
    words = (f"{chips(table, rake)} rake", f"{chips(table, lawful)} rake")
    return Finding(*words, amount=rake - lawful, at=table.rake_event or table.event)


@rule(
    "P609",
    LogEnd,
    cites=("pots.rule",),
    why="What stays in the middle belongs to somebody at the table.",
    law="Every pot is paid out.",
    at=IRREGULAR,
    moot=_lays_down_no_payout,
    needs_every_line=True,
)
def pot_not_paid_out(table: Table, event: LogEnd, house: House) -> tuple[Finding, ...]:
    if not ending.is_judged(table, event):
        return ()
    if table.live and not table.live & ~table.mucked and not table.paid and table.live.bit_count() > 1:
        pot = sum([each.amount for each in settle(table, house).pots])
        return (Finding("all hands mucked", f"{chips(table, pot)} to the last not mucked", amount=-pot),)
    if settle(table, house).seats and settle(table, house).seats[0].logged is None:
        raise Unseen
    missing = ending.unpaid_shares(table, house)
    return tuple(
        [Finding("unpaid", f"{chips(table, due)} to {seat(who)}", amount=-due, seat=who) for who, due in missing]
    )


@rule(
    "P610",
    LogEnd,
    cites=("pots.rule",),
    why="A hand that does not count must cost nobody anything.",
    law="In a void hand everybody gets back what was put in.",
    at=IRREGULAR,
    moot=_lays_down_no_payout,
    needs_every_line=True,
)
def void_hand_refund_wrong_or_missing(table: Table, event: LogEnd, house: House) -> tuple[Finding, ...]:
    if not table.void or not event.complete or (table.misdealt and table.paid):
        return ()  # a pot that was won after a misdeal is the end of what should not have gone on (D214)
    if not table.hand.records & Records.UNCALLED and not any(table.returned):
        raise Unseen  # a log without lines for chips that come back
    found = []
    for account in settle(table, house).seats:
        if account.difference is None:
            raise Unseen
        if account.difference:
            words = (f"{chips(table, account.logged or 0)} back", f"{chips(table, account.put_in)} put in")
            found.append(Finding(*words, amount=account.difference, seat=account.seat))
    return tuple(found)


@rule(
    "P611",
    LogEnd,
    cites=("rake.from",),
    why="Rake from the wrong pot is paid by winners who did not owe it.",
    law="The rake comes out of the pots as the house says.",
    at=IRREGULAR,
    needs_every_line=True,
)
def rake_from_the_wrong_pot(table: Table, event: LogEnd, house: House) -> tuple[Finding, ...]:
    return _findings(table, event, house, Wrong.RAKED_POT)


RULES: Final[tuple[Rule, ...]] = (
    wrong_winner,
    wrong_amount,
    paid_from_a_pot_it_has_no_right_to,
    uncalled_bet_or_ante_not_returned_or_wrongly,
    odd_chip_to_the_wrong_seat,
    odd_chip_to_the_wrong_half,
    low_paid_without_a_qualifier_or_not_paid,
    rake_outside_the_schedule,
    pot_not_paid_out,
    void_hand_refund_wrong_or_missing,
    rake_from_the_wrong_pot,
)
