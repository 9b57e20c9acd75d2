"""What the runs after one up to and with another did to findings, rule by rule, and by what cause."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import select, text, union

from auditor.store.postgres.database import Connection
from auditor.store.queries.changes_since_review import NEWS, news
from auditor.store.queries.filtering import conditions
from auditor.store.queries.findings import ALL, new_by_rule
from auditor.store.tables import finding

# What is laid to: other hands or another record of one, our rules, the house, either of these where both changed and
# nobody looked by which, or that only now they were audited again.
CAUSES: Final = ("record", "engine", "rules", "either", "selection")
MOST_LAID: Final = 10_000


@dataclass(slots=True)
class RuleRow:
    """What became of the findings of a rule: how many by each kind of news, and how many of them are laid to what.

    Where there are very many, not all are laid to a cause.
    """

    code: str
    news: dict[str, int] = field(default_factory=lambda: dict.fromkeys(NEWS, 0))
    causes: dict[str, int] = field(default_factory=lambda: dict.fromkeys(CAUSES, 0))


def by_rule(connection: Connection, after: int, until: int) -> tuple[RuleRow, ...]:
    """A row for each rule that anything changed for, by its code. What is not listed is counted too."""
    rows: dict[str, RuleRow] = {}
    for kind in NEWS:
        for code, count in _counted(connection, kind, after, until).items():
            rows.setdefault(code, RuleRow(code)).news[kind] = count
    _lay(connection, rows.values(), after, until)
    return tuple(rows[code] for code in sorted(rows))


def _counted(connection: Connection, kind: str, after: int, until: int) -> dict[str, int]:
    """How many findings of each rule these runs did that to."""
    if kind == "new":
        return new_by_rule(connection, after, until)
    passing = conditions({"news": kind, "runs": f"{after}..{until}"})
    asked = select(finding.c.code, ALL).where(*passing).group_by(finding.c.code)
    return {code: int(count) for code, count in connection.execute(asked)}


def _lay(connection: Connection, rows: Iterable[RuleRow], after: int, until: int) -> None:
    there = _some(connection, ("new", "changed", "reopened"), after, until)
    gone = _some(connection, ("gone",), after, until)
    acts = {"coming": [*NEWS["changed"], *NEWS["reopened"]], "going": list(NEWS["gone"])}
    values = {"after": after, "until": until, "there": there, "gone": gone, **acts}
    laid = connection.execute(text(_CAUSES), values).all()
    for row in rows:
        for each in laid:
            if each.code == row.code:
                row.causes[each.cause] += int(each.findings)


def _some(connection: Connection, kinds: Iterable[str], after: int, until: int) -> list[int]:
    # Each has an end of its own: the database would else put all of them together before it takes the first.
    asked = [select(select(finding.c.id).where(news(kind, after, until)).limit(MOST_LAID).subquery()) for kind in kinds]
    return list(connection.execute(union(*asked).limit(MOST_LAID)).scalars())


# A finding that is new or changed on a hand that was not judged before is the record's; else the first of rules
# version and house that differs between the two reports is laid to, or what a run found out where both do; where none
# does, the hand was chosen again. What is gone says itself by what, but for that.
#
# The two reports are those around the last run that did it: of several nights each may have changed something else. An
# acceptance that ended is told last: no report changed by that. What was done to a finding is looked up by its
# fingerprint, which OFFSET insists on: runs do very much.
_CAUSES: Final = """
WITH named AS (SELECT unnest(CAST(:there AS bigint[])) AS id, false AS goes
               UNION ALL SELECT unnest(CAST(:gone AS bigint[])), true),
did AS MATERIALIZED (
    SELECT f.id, f.hand_id, f.house, code, more, detection, gone_by, goes,
           CASE WHEN NOT goes AND f.first_run_id > :after THEN f.first_run_id ELSE (
               SELECT run_id FROM (SELECT * FROM triage_act WHERE fingerprint = f.fingerprint OFFSET 0) AS known
               WHERE finding_id = f.id AND run_id > :after AND run_id <= :until
                 AND act = ANY(CASE WHEN goes THEN CAST(:going AS text[]) ELSE :coming END)
               ORDER BY act = 'expired', run_id DESC LIMIT 1) END AS run_id
    FROM named JOIN finding AS f USING (id))
SELECT code, cause, sum(1 + more) AS findings FROM (
    SELECT code, more, CASE
             WHEN goes AND detection = 'gone' AND gone_by <> 'engine' THEN coalesce(nullif(gone_by, ''), 'record')
             WHEN NOT goes AND before.hand_id IS NULL THEN 'record'
             WHEN before.rules_version <> now.rules_version AND before.house_digest <> now.house_digest
             THEN coalesce((SELECT cause FROM laid WHERE finding_id = did.id AND laid.run_id = did.run_id), 'either')
             WHEN goes AND gone_by = 'engine' OR before.rules_version <> now.rules_version THEN 'engine'
             WHEN before.house_digest <> now.house_digest THEN 'rules'
             WHEN goes THEN 'record'
             ELSE 'selection' END AS cause
    FROM did
    LEFT JOIN LATERAL (SELECT * FROM report WHERE report.hand_id = did.hand_id AND report.house = did.house
                       AND report.run_id <= coalesce(did.run_id - 1, :after)
                       ORDER BY run_id DESC LIMIT 1) AS before ON true
    LEFT JOIN LATERAL (SELECT * FROM report WHERE report.hand_id = did.hand_id AND report.house = did.house
                       AND report.run_id <= coalesce(did.run_id, :until) ORDER BY run_id DESC LIMIT 1) AS now ON true
    ) AS because
GROUP BY code, cause
"""
