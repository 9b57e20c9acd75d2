"""Makes fingerprints. A fingerprint identifies a finding in every audit of its hand, by every rules version.

A fingerprint is a digest of the venue, the name of the house, the hand, the rule, the place in the play, the seat and
the subject (the pot or card that the finding is about, if any). Amounts, lines, wording, grades, versions and row
numbers are not part of a fingerprint. So a decision about a finding remains valid when the hand is audited again.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from typing import Final

from auditor.engine import events as e
from auditor.engine.findings import Finding
from auditor.engine.hand import Hand
from auditor.store.postgres.pg_values import text

# The kinds of events that are numbered. For example, `act:4:2:0` is the place of the first act of seat 2 on street 4,
# because numbers begin at 0. Events of each kind are numbered separately. So a place stays the same when a parser
# learns to read more lines of another kind.
_KINDS: Final[dict[type[e.Event], str]] = {
    e.Ante: "ante",
    e.Deal: "deal",
    e.BringIn: "act",
    e.Fold: "act",
    e.Check: "act",
    e.Clocked: "act",
    e.Dropped: "act",
    e.Call: "act",
    e.Wager: "act",
    e.Show: "show",
    e.Muck: "show",
    e.Reveal: "show",
}
LONGEST_NUMBER: Final = 100
_MONEY: Final = (e.Added, e.Collect, e.Won, e.Return, e.StackAfter, e.Rake, e.PotTotal)


def key_of(hand: Hand, digest: str) -> str:
    """Returns the key of a hand within its room and game: its hand number, or its digest if it has no number."""
    if not hand.number:
        return f"h:{digest}"
    # An index limits the length of its values, but a log may contain a hand number of any length.
    return text(hand.number) if len(hand.number) <= LONGEST_NUMBER else _hashed([hand.number])


def fingerprints(venue: str, house: str, hand: Hand, digest: str, findings: Sequence[Finding]) -> list[str]:
    """Returns the fingerprint of each finding, in the same order. If findings have the same rule, place, seat and
    subject, a counter makes their fingerprints different.
    """
    places = _places(hand) if findings else []
    seen: Counter[str] = Counter()
    prints: list[str] = []
    for finding in findings:
        place = places[finding.event] if 0 <= finding.event < len(places) else "hand"
        about = [venue, house, text(hand.room), str(hand.game), key_of(hand, digest), finding.code, place]
        about += [str(finding.seat), text(finding.subject)]
        body = _canonical(["finding/v1", *about])
        prints.append(_hashed([body, str(seen[body])]))
        seen[body] += 1
    return prints


def fingerprint_across(venue: str, hand: Hand, digest: str, other: str, code: str, seat: int) -> str:
    """Returns the fingerprint of a finding between two records (logs) of a hand, which have the digests `digest` and
    `other`.

    The fingerprint does not depend on the house. `seat` is 0 if the finding is about no seat. For example, H803 (two
    records contradict each other) is about no seat.
    """
    return fingerprint_of_deal(
        (venue, text(hand.room), str(hand.game), key_of(hand, digest)), digest, other, code, seat
    )


def fingerprint_of_deal(deal: tuple[str, str, str, str], digest: str, other: str, code: str, seat: int) -> str:
    """Returns the same fingerprint as `fingerprint_across`, for callers that have no `Hand`. `deal` has the venue, the
    room, the game and the key of the hand (see `key_of`).
    """
    about = [*deal, code, digest, other]
    if seat:
        about.append(str(seat))
    return _hashed([_canonical(["finding/v1", *about]), "0"])


def _places(hand: Hand) -> list[str]:
    """Returns for each event of the hand its place in the play, as a text.

    The texts are:

    - `street:3` for the beginning of street 3;
    - `act:3:2:0` for the first act of seat 2 on street 3, and similar texts for antes, cards and showdowns;
    - `settle:2` for an amount of seat 2 in the settlement;
    - `hand` for the end of the log;
    - `line:3:` and a hash of the event for every other event on street 3.
    """
    counted: Counter[str] = Counter()
    street = 0
    places: list[str] = []
    for event in hand.events:
        if isinstance(event, e.Street):
            street = event.street
            places.append(f"street:{street}")
        elif isinstance(event, _MONEY):
            places.append(f"settle:{event.seat}")
        elif type(event) in _KINDS:
            place = f"{_KINDS[type(event)]}:{street}:{event.seat}"
            places.append(f"{place}:{counted[place]}")
            counted[place] += 1
        elif isinstance(event, e.LogEnd):
            places.append("hand")
        else:
            places.append(f"line:{street}:{_hashed([event.words()])}")
    return places


def _canonical(parts: list[str]) -> str:
    return json.dumps(parts, ensure_ascii=False, separators=(",", ":"))


def _hashed(parts: list[str]) -> str:
    return "v1:" + hashlib.sha256(_canonical(parts).encode("utf-8", "surrogatepass")).hexdigest()[:40]
