"""The words of the house and of the audit, a line each: how firm a rule is, what a finding is, what becomes of it."""

from typing import Final

from auditor.web.rulebook.glossary.word import Word

HOUSE: Final = (
    Word("house", "A set of rules that hands are played and judged under.", ("houses",)),
    Word("clause", "What a house says to one question, in our words.", ("clauses",)),
    Word("parameter", "One question that every house answers, such as who brings it in.", ("parameters",)),
    Word("stated", "The house says so itself."),
    Word("assumed", "The house is silent; what its base says fills the gap."),
    Word("hedged", 'The house says "usually", "in most games" or "might".'),
    Word("reading", "Another way in which a clause can be understood.", ("readings",)),
    Word("base", "The house whose answers fill the silences of another."),
    Word("room", "A card room or site whose records are read; its hands are judged under its own house.", ("rooms",)),
    Word("venue", "Whose hands these are; hands of one venue are never mixed with another's."),
)

FINDINGS: Final = (
    Word("finding", "One difference between what a record says and what the rules give.", ("findings",)),
    Word("logged", "What the record says."),
    Word("lawful", "What the rules give."),
    Word("fault", "The record cannot be true: a card seen twice, chips from nowhere.", ("faults",)),
    Word("violation", "A rule was broken that the house states.", ("violations",)),
    Word("irregular", "The rule that was broken is assumed or hedged, or the house has discretion."),
    Word("contested", "The finding hangs on how a clause is read: under another reading it is not there."),
    Word("house-sensitive", "Another house says something else of the same hand."),
    Word("not verifiable", "The record does not show what the rule needs; nothing is claimed.", ("unverifiable",)),
    Word("at stake", "How much moved wrongly: logged less lawful.", ("amount at stake",)),
    Word("fingerprint", "What stays the same about a finding however often its hand is audited; decisions hang on it."),
)

DECISIONS: Final = (
    Word("open", "Nobody has decided on the finding yet."),
    Word("confirmed", "A person looked and agrees that it is so."),
    Word("dismissed", "A person looked and says it is none: our mistake, a misread record, or no violation."),
    Word("put forward", "Somebody would dismiss it; above the amount that the venue set that takes two people."),
    Word("second person", "Another reviewer, who agrees to a dismissal or not; never the one who put it forward."),
    Word("accepted", "The house tolerates it, until a day or until its rules change."),
    Word("closed", "A later run tested the hand again and found it no more."),
    Word("reopened", "It was closed or decided, and is open again."),
    Word("flagged", "Decided, but what it rests on has changed since: worth a second look.", ("re-review",)),
    Word("present", "The last run that tested it found it, on the same evidence."),
    Word("changed", "The last run that tested it found it, on other evidence than before."),
    Word("gone", "The last run that tested it did not find it."),
    Word("unassessed", "The last run could not test it.", ("not assessed",)),
)

RECORDS: Final = (
    Word("record", "One telling of a hand as a file has it; a hand may have several that differ.", ("records",)),
    Word("event", "One thing that happened in a hand: an ante, a card, an act, a payment.", ("events",)),
    Word("step", "The table as it stands after an event of a street."),
    Word("settlement", "What every seat should have been paid, pot by pot, and the house's rake."),
    Word("restitution", "The fewest payments that put a wrong payout right.", ("put right",)),
    Word("run", "One replay of many hands with one version of the rules.", ("runs",)),
    Word("receipt", "The promise that a file is kept as it was sent.", ("receipts",)),
    Word("digest", "A short number made from the whole content: another content has another digest."),
    Word("rules version", "Which version of our rules judged; it is raised when any outcome changes."),
)  # fmt: skip
