"""Compares two records of the same hand line by line, and lists their differences for a finding. A record is one logged
copy of a hand.
"""

from typing import Any, Final

from auditor.engine.copies import Pair, Verdict, compare, compare_tops
from auditor.engine.history.codes import CONTRADICTION
from auditor.store.queries.findings import FindingRow
from auditor.web.hands.dossier import Dossier, dossier_of
from auditor.web.hands.event_sentences import plain_text, sentence_of

MOST_DIFFERENCES: Final = 5


def line_document(pair: Pair, first: Dossier, second: Dossier) -> dict[str, Any]:
    """Returns as a dict one event of the first record and the matching event of the second record: the sentences, the
    line numbers, and the result of the comparison.
    """
    return {
        "verdict": pair.verdict.value,
        "first_line": line_at(pair.one, first),
        "first": _words(pair.one, first),
        "second_line": line_at(pair.other, second),
        "second": _words(pair.other, second),
    }


def line_at(at: int | None, side: Dossier) -> int | None:
    """Returns the line number of an event in the file of the record `side`. `at` is the index of the event. Returns
    `None` if `at` is `None`, or if the line of the event is unknown.
    """
    return None if at is None or at >= len(side.lines) else side.lines[at] or None


def differing(row: FindingRow, dossier: Dossier) -> dict[str, Any] | None:
    """Returns the differences of two records of the same hand, if the finding says that the two records contradict each
    other. The dict has the first differences, their line numbers, and the number of further differences.

    Returns `None` if the finding is about something else, or if the other record was deleted.
    """
    if row.code != CONTRADICTION.code:
        return None
    named = [each for each in dossier.record.rivals if each.digest[:12] in row.lawful]
    if not named:
        return None
    first = dossier_of(named[0].hand_id, row.house, source=False)
    tops = [
        {"what": name, "first_line": None, "first": one, "second_line": None, "second": other}
        for name, one, other in compare_tops(first.hand, dossier.hand)
    ]
    lines = [
        {**line_document(pair, first, dossier), "what": None}
        for pair in compare(first.hand, dossier.hand)
        if pair.verdict is Verdict.DIFFERS
    ]
    differences = tops + [{name: line[name] for name in _DIFFERENCE} for line in lines]
    return {
        "with": named[0].hand_id,
        "address": f"/hands/{named[0].hand_id}/beside/{row.hand_id}",
        "differences": differences[:MOST_DIFFERENCES],
        "more": max(len(differences) - MOST_DIFFERENCES, 0),
    }


_DIFFERENCE: Final = ("what", "first_line", "first", "second_line", "second")


def _words(at: int | None, side: Dossier) -> str:
    return "" if at is None else plain_text(sentence_of(side.hand, side.hand.events[at]))
