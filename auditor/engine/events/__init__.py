"""Events: the lines of a log, one plain class each, in the order of the log. The table applies every event and judges
none.

Chips are integers in the hand's smallest unit. `to` is the amount in front of the seat after it acted; it includes the
bring-in, not the ante. `seat` is 0 where the event belongs to no seat, and `STRANGER` where the log names somebody who
has no seat in the hand. `line` is the 1-based line of the decoded source, 0 where there is none; the hand's digest
leaves it out. `words()` is the canonical form of an event: a word and its fields, one line, never empty. An optional
field is in it only where the log has it. The `Clock` of an event has a line of its own.
"""

from auditor.engine.events.betting import ACTS, BringIn, Call, Check, Clocked, Dropped, Fold, Opens, Return, Wager
from auditor.engine.events.conduct import HIDEABLE, Borrowed, Changed, Elsewhere, Hidden, Motion, Removed, TopUp
from auditor.engine.events.dealing import Ante, Burn, Community, Deal, Misdeal, Street
from auditor.engine.events.event import ANY_POT, CAUSES, SEATS, STRANGER, Cards, Clock, Event
from auditor.engine.events.notes import Illegible, LogEnd, Remark
from auditor.engine.events.payout import Collect, PotTotal, Rake, StackAfter, Void, Won
from auditor.engine.events.procedure import DECLARABLE, Announced, Cut, Declared, Exposed, Shuffle
from auditor.engine.events.showdown import Muck, Reveal, Show

__all__ = [
    "ACTS",
    "ANY_POT",
    "CAUSES",
    "DECLARABLE",
    "HIDEABLE",
    "SEATS",
    "STRANGER",
    "Announced",
    "Ante",
    "Borrowed",
    "BringIn",
    "Burn",
    "Call",
    "Cards",
    "Changed",
    "Check",
    "Clock",
    "Clocked",
    "Collect",
    "Community",
    "Cut",
    "Deal",
    "Declared",
    "Dropped",
    "Elsewhere",
    "Event",
    "Exposed",
    "Fold",
    "Hidden",
    "Illegible",
    "LogEnd",
    "Misdeal",
    "Motion",
    "Muck",
    "Opens",
    "PotTotal",
    "Rake",
    "Remark",
    "Removed",
    "Return",
    "Reveal",
    "Show",
    "Shuffle",
    "StackAfter",
    "Street",
    "TopUp",
    "Void",
    "Wager",
    "Won",
]
