"""Chapter P: the payout. Its rules check which seats are paid, how much they are paid, and how many chips the house
takes.
"""

from collections.abc import Callable
from typing import Final, NamedTuple

from auditor.engine import ending
from auditor.engine.events import LogEnd
from auditor.engine.findings import Finding, Severity, Unseen
from auditor.engine.hand import Game, Records
from auditor.engine.house import House
from auditor.engine.house.choices import OddTied
from auditor.engine.law_cache import Fault
from auditor.engine.rule import Moot, Rule, rule
from auditor.engine.settlement.faults import Wrong, payout_faults, wrong_rake, wrong_returns
from auditor.engine.settlement.settle import settle
from auditor.engine.table import Table
from auditor.engine.words import chips, seat


def _has_no_payout_rule(house: House) -> bool:
    return not house.pots_rule


def _has_no_side_pots(house: House) -> bool:
    return not house.pots_side


def _finding(table: Table, house: House, fault: Fault, cites: tuple[str, ...] | None = None) -> Finding:
    several = len(settle(table, house).pots) > 1 or len([paid for paid in table.paid if paid.seat == fault.seat]) > 1
    in_all = " in all" if several else ""  # the amount may be the sum of several payment lines
    return Finding(
        f"{seat(fault.seat)} is paid {chips(table, fault.logged)}{in_all}",
        f"{seat(fault.seat)} is due {chips(table, fault.lawful)}{in_all}",
        amount=fault.logged - fault.lawful,
        cites=cites,
        seat=fault.seat,
        at=fault.event,
    )


def _odd_chip_cites(table: Table, fault: Fault, house: House) -> tuple[str, ...]:
    """Returns the keys of those house parameters that decide which of several tied hands gets the odd chip (a chip that
    cannot be divided evenly). Some houses decide by seat; other houses decide by the cards of the hands.
    """
    if house.odd_tied is OddTied.FIRST_LEFT_OF_DEALER:
        return ("odd.tied",)
    shares = [share for pot in settle(table, house).pots for share in pot.shares if share.seat == fault.seat]
    for_low = table.hand.game is Game.RAZZ or any(share.half == "low" for share in shares)
    return ("odd.tied_low" if for_low else "odd.tied", "odd.cards")


Cites = Callable[[Table, Fault, House], tuple[str, ...]]


class _PaidTooMuch(NamedTuple):
    """A reason why a seat is paid too much. Each reason becomes one rule, and most fields are fields of `Rule`.

    `wrong` is the number of the reason, a constant of `Wrong`. `used` is a function that returns the keys of the house
    parameters on which one finding depends. It is `None` if every finding of the rule depends on all keys in `cites`.
    """

    code: str
    wrong: int
    title: str
    why: str
    law: str
    cites: tuple[str, ...]
    moot: Moot | None = None
    used: Cites | None = None


_WAYS: Final = (
    _PaidTooMuch(
        "P601",
        Wrong.WINNER,
        "Wrong winner",
        "The best hand must get the pot; that is the purpose of the game.",
        "The best hand at the showdown wins.",
        ("hand.best",),
    ),
    _PaidTooMuch(
        "P602",
        Wrong.AMOUNT,
        "Wrong amount",
        "If one winner gets too much, another seat gets too little.",
        "A winner is paid exactly its share.",
        ("pots.rule",),
        _has_no_payout_rule,
    ),
    _PaidTooMuch(
        "P603",
        Wrong.NO_RIGHT,
        "Paid from a pot that the seat cannot win",
        "A seat that is all-in matched only a part of the chips. Only the seats that matched the other part can win"
        " it.",
        "A seat can win only a pot that it put chips into.",
        ("pots.side",),
        _has_no_side_pots,
    ),
    _PaidTooMuch(
        "P605",
        Wrong.ODD_CHIP_SEAT,
        "Odd chip to the wrong seat",
        "One chip is a small amount. But if the same mistake happens every night, the chips add up.",
        "The odd chip goes to the seat that the house names.",
        ("odd.tied", "odd.tied_low", "odd.cards"),
        used=_odd_chip_cites,
    ),
    _PaidTooMuch(
        "P606",
        Wrong.ODD_CHIP_HALF,
        "Odd chip to the wrong half",
        "The odd chip of a split pot belongs to one half only. Over many hands, these chips add up.",
        "If a pot cannot be halved evenly, the odd chip goes to the half that the house names.",
        ("odd.halves",),
    ),
    _PaidTooMuch(
        "P607",
        Wrong.LOW,
        "Low half paid wrongly or not paid",
        "In eight-or-better, a low that qualifies wins half of the pot. A mistake pays this half to the wrong seat.",
        "If a low hand qualifies, half of the pot goes to the best low hand.",
        ("low.qualifier",),
    ),
    _PaidTooMuch(
        "P611",
        Wrong.RAKED_POT,
        "Rake from the wrong pot",
        "If the rake comes from the wrong pot, the wrong winners pay it.",
        "The rake comes out of the pots that the house names.",
        ("rake.from",),
    ),
)


def _rule_of(way: _PaidTooMuch) -> Rule:
    def judge(table: Table, event: LogEnd, house: House) -> tuple[Finding, ...]:
        if not ending.is_judged(table, event):
            return ()
        found = [fault for fault in payout_faults(table, house) if fault.wrong == way.wrong]
        used = way.used
        return tuple([_finding(table, house, fault, used(table, fault, house) if used else None) for fault in found])

    made = rule(
        way.code,
        LogEnd,
        cites=way.cites,
        severity=Severity.MONEY,
        why=way.why,
        law=way.law,
        moot=way.moot,
        needs_every_line=True,
        title=way.title,
    )
    return made(judge)


@rule(
    "P604",
    LogEnd,
    cites=("pots.rule",),
    severity=Severity.MONEY,
    why="If nobody matched some chips of a bet, these chips were never at risk. They belong to the seat that bet them.",
    law="Chips that nobody matched go back to the seat that bet them. If this seat wins a pot, it may get these chips"
    " together with the pot.",
    moot=_has_no_payout_rule,
    needs_every_line=True,
    title="Uncalled chips not returned or returned wrongly",
)
def uncalled_bet_or_ante_not_returned_or_wrongly(table: Table, event: LogEnd, house: House) -> tuple[Finding, ...]:
    if not ending.is_judged(table, event):
        return ()
    found = []
    for at, owner, logged, lawful in wrong_returns(table, house):
        off = logged - lawful
        uncalled = f"{chips(table, lawful)} that nobody called" if lawful else "no chips that nobody called"
        words = (f"{chips(table, logged)} returned to {seat(owner)}", uncalled)
        found.append(Finding(*words, amount=off, seat=owner, at=at))
    return tuple(found)


@rule(
    "P608",
    LogEnd,
    cites=("rake.schedule",),
    severity=Severity.MONEY,
    why="Each extra chip of rake is taken from the winner, hand after hand.",
    law="The rake follows the schedule of the house.",
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
    severity=Severity.MONEY,
    follows=("P604",),
    why="Chips that stay in the pot belong to somebody at the table.",
    law="Every pot is paid out.",
    moot=_has_no_payout_rule,
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
    severity=Severity.MONEY,
    why="A cancelled hand must not cost any player chips.",
    law="If a hand is cancelled, every player gets back the chips that he put in.",
    moot=_has_no_payout_rule,
    needs_every_line=True,
)
def void_hand_refund_wrong_or_missing(table: Table, event: LogEnd, house: House) -> tuple[Finding, ...]:
    if not table.void or not event.complete or (table.misdealt and table.paid):
        return ()  # no finding here: rule D214 reports a pot that was won after a misdeal
    if not table.hand.records & Records.UNCALLED and not any(table.returned):
        raise Unseen  # the log never shows returned chips, so a refund cannot be checked
    found = []
    for account in settle(table, house).seats:
        if account.difference is None:
            raise Unseen
        if account.difference:
            words = (f"{chips(table, account.logged or 0)} back", f"{chips(table, account.put_in)} put in")
            found.append(Finding(*words, amount=account.difference, seat=account.seat))
    return tuple(found)


RULES: Final[tuple[Rule, ...]] = tuple(
    sorted(
        [
            *[_rule_of(way) for way in _WAYS],
            uncalled_bet_or_ante_not_returned_or_wrongly,
            rake_outside_the_schedule,
            pot_not_paid_out,
            void_hand_refund_wrong_or_missing,
        ],
        key=lambda each: each.code,
    )
)
