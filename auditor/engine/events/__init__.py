"""Events: the lines of a log in order, with one class for each kind of line. An event only records what the log states,
lawful or not.

Chips are integers in the hand's smallest unit. `to` is the amount in front of the seat after its act, with the bring-in
but without the ante. `seat` is 0 if the event belongs to no seat. It is `STRANGER` if the log names somebody who has no
seat in the hand. `line` is the line number in the decoded log file, counted from 1; 0 if there is no file. `line` is
not part of the hand's digest.

`words()` returns the canonical form of an event: one line of text, such as `bringin 3 5`, from which the digest is
computed. An optional field is included only if the log has it. The `Clock` of an event has its own line.
"""

from auditor.engine.events.betting import ACTS, BringIn, Call, Check, Clocked, Dropped, Fold, Opens, Return, Wager
from auditor.engine.events.conduct import HIDEABLE, Borrowed, Changed, Elsewhere, Hidden, Motion, Removed, TopUp
from auditor.engine.events.dealing import Ante, Burn, Community, Deal, Misdeal, Street
from auditor.engine.events.event import ANY_POT, CAUSES, SEATS, STRANGER, Cards, Clock, Event
from auditor.engine.events.notes import Illegible, LogEnd, Remark, Unread
from auditor.engine.events.payout import Added, Collect, PotTotal, Rake, StackAfter, Void, Won
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
    "Added",
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
    "Unread",
    "Void",
    "Wager",
    "Won",
]
