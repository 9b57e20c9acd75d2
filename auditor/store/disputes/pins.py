"""Pins a hand to a case: the record, the house, the findings and the settlement as they are now."""

from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import text

from auditor.disputes.transitions import ActRefused
from auditor.engine.house.house import House
from auditor.engine.house.registry import shipped
from auditor.engine.settlement import Settlement
from auditor.store.disputes.acts import refusals
from auditor.store.findings.settlements import settlement_from_text
from auditor.store.postgres.database import Connection


@dataclass(frozen=True, slots=True)
class Pin:
    """A hand as it was when it became part of the case. Later audits do not change it.

    `document` is the record as compressed JSON; `hands.documents.Unpacker` reads it. `house_lines` is the text of the
    house. `findings` has a dictionary for each finding: fingerprint, code, logged, lawful, amount and further fields.
    Digests are in hex. Amounts are in the smallest unit: 10 ** -`minor` of `currency`.
    """

    id: int
    case_id: int
    hand_id: int
    record_digest: str
    document: bytes
    house: str
    house_digest: str
    house_lines: str
    rules_version: int
    report_digest: str
    settlement_text: str
    findings: tuple[dict[str, Any], ...]
    currency: str
    minor: int

    def settlement(self) -> Settlement:
        """Returns the settlement of the engine at that time."""
        return settlement_from_text(self.settlement_text)

    def house_then(self) -> House:
        """Returns the house as it was at that time. Raises `HouseRefused` if the stored text is not valid any more."""
        return shipped().kept(self.house_lines)


def pin_hand(connection: Connection, case_id: int, hand_id: int, house: str = "") -> int:
    """Pins a hand to a case under a house, and returns the number of the pin. Without `house`, the latest report is
    used.

    Raises `ActRefused` if the hand has no report under this house, or if people are deciding about the case.
    """
    values = {"case": case_id, "hand": hand_id, "house": house}
    with refusals(connection):
        made: int | None = connection.execute(text(_PIN), values).scalar()
        if made is not None:
            connection.execute(text(_FINDINGS), {"pin": made})
    if made is None:
        under = f" under the house {house}" if house else ""
        raise ActRefused(f"The hand {hand_id} has no report{under}. Audit the hand first.")
    return made


def pins_of(connection: Connection, case_id: int) -> tuple[Pin, ...]:
    """Returns the pinned hands of a case, the first pin first."""
    rows = connection.execute(text(_PINS), {"case": case_id}).mappings()
    return tuple(
        [Pin(**{**row, "document": bytes(row["document"]), "findings": tuple(row["findings"])}) for row in rows]
    )


# The fields of a pinned finding.
_FIELDS: Final = (
    *("fingerprint", "code", "grade", "severity", "certainty", "street", "seat", "event", "logged", "lawful"),
    *("amount", "clause", "status", "readings", "triage"),
)
_OBJECT: Final = ", ".join([f"'{name}', f.{name}" for name in _FIELDS])
_PIN: Final = f"""
INSERT INTO dispute_pin (dispute_id, hand_id, record_digest, document, house, house_digest, house_lines, rules_version,
                         report_digest, settlement, findings, currency, minor)
SELECT d.id, r.hand_id, h.digest, h.document, r.house, r.house_digest, coalesce(lines.lines, ''), r.rules_version,
       r.digest, r.settlement, coalesce(found.findings, '[]'), h.currency, h.minor
FROM dispute AS d
JOIN report AS r ON r.hand_id = :hand AND r.current AND (r.house = :house OR :house = '')
JOIN hand AS h ON h.id = r.hand_id AND h.month = r.month AND h.venue_id = d.venue_id
LEFT JOIN house AS lines ON lines.digest = r.house_digest
LEFT JOIN LATERAL (
    SELECT jsonb_agg(jsonb_build_object({_OBJECT}) ORDER BY f.event, f.code, f.id) AS findings FROM finding AS f
    WHERE f.hand_id = r.hand_id AND f.house = r.house AND f.detection <> 'gone') AS found ON true
WHERE d.id = :case
ORDER BY r.audited_at DESC, r.house LIMIT 1 RETURNING id
"""
_FINDINGS: Final = """
INSERT INTO dispute_finding (dispute_id, fingerprint, code)
SELECT DISTINCT p.dispute_id, each->>'fingerprint', each->>'code'
FROM dispute_pin AS p, jsonb_array_elements(p.findings) AS each WHERE p.id = :pin
ON CONFLICT DO NOTHING
"""
_PINS: Final = """
SELECT id, dispute_id AS case_id, hand_id, encode(record_digest, 'hex') AS record_digest, document, house,
       encode(house_digest, 'hex') AS house_digest, house_lines, rules_version,
       encode(report_digest, 'hex') AS report_digest, settlement AS settlement_text, findings, currency, minor
FROM dispute_pin WHERE dispute_id = :case ORDER BY id
"""
