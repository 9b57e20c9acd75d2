"""Reads the names that one party of a case must not see, and the record of the hand that the case is about."""

from typing import Final

from sqlalchemy import text

from auditor.store.disputes.parties import PartyRow
from auditor.store.hands.documents import Unpacker
from auditor.store.postgres.database import Connection
from auditor.store.queries.case_detail import DESK


def names_hidden_from(connection: Connection, party: PartyRow) -> dict[str, str]:
    """Returns each name that the party must not see, with the word that stands in its place.

    - The name of another party becomes its label, such as `seat 5`.
    - The name of a player in a hand of the case becomes the seat of this player.
    - The name of an account that had a part in the case becomes `the desk`. The names of other accounts stay: one of
      them may be a word of the rules, such as `house`.

    The name of the party itself is not in the result. If a log has no names, the number of a seat stands for the name
    of its player; this number is not in the result either, because it hides nobody.
    """
    values = {"case": party.case_id, "party": party.id, "seat": party.seat or 0}
    rows = connection.execute(text(_NAMES), values).all()
    own = {row.name.strip() for row in rows if row.is_own}
    hidden: dict[str, str] = {}
    for row in rows:
        name = row.name.strip()
        if name and name not in own and row.word != f"seat {name}":
            hidden.setdefault(name, row.word)
    return hidden


def document_of_case(connection: Connection, case_id: int) -> bytes | None:
    """Returns the record of the hand of a case as JSON: the pinned record, or else the record that the case names.
    Returns `None` if the case has no record.
    """
    packed = connection.execute(text(_DOCUMENT), {"case": case_id}).scalar()
    return None if packed is None else Unpacker().unpack(connection, bytes(packed))


# The accounts that had a part in the case. Each decision, posting and file comes with an act of the same account.
_ACCOUNTS: Final = """
SELECT opener_id FROM dispute WHERE id = :case
UNION SELECT unnest(ARRAY[account_id, assignee_id]) FROM dispute_act WHERE dispute_id = :case
UNION SELECT account_id FROM identity_look WHERE dispute_id = :case
UNION SELECT l.made_by FROM party_link AS l JOIN dispute_party AS p ON p.id = l.party_id WHERE p.dispute_id = :case
UNION SELECT account.id FROM dispute_finding AS f JOIN triage_act AS a ON a.fingerprint = f.fingerprint
      JOIN account ON account.name = a.by WHERE f.dispute_id = :case
"""
# The rows of the parties come first, because the label of a party is better than the number of its seat.
_NAMES: Final = f"""
SELECT 1 AS rank, p.name, p.label AS word, p.id = :party AS is_own
FROM dispute_party AS p WHERE p.dispute_id = :case
UNION ALL
SELECT 2, player.name, 'seat ' || s.seat, s.seat = :seat
FROM (SELECT hand_id FROM dispute WHERE id = :case UNION SELECT hand_id FROM dispute_pin WHERE dispute_id = :case) AS h
JOIN seat AS s ON s.hand_id = h.hand_id JOIN player ON player.id = s.player_id
UNION ALL
SELECT 3, account.name, '{DESK}', false FROM account WHERE id IN ({_ACCOUNTS})
ORDER BY rank, word
"""
_DOCUMENT: Final = """
SELECT document FROM (
    SELECT 1 AS rank, p.id, p.document FROM dispute_pin AS p WHERE p.dispute_id = :case
    UNION ALL
    SELECT 2, h.id, h.document FROM hand AS h JOIN dispute AS d ON d.hand_id = h.id AND d.venue_id = h.venue_id
    WHERE d.id = :case) AS found
ORDER BY rank, id LIMIT 1
"""
