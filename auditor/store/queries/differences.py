"""Counts the findings that changed in some runs, by rule and by the cause of the change.

In this module, "these runs" are the runs after number `after` up to and including number `until`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import select, text, union

from auditor.store.postgres.database import Connection
from auditor.store.queries.changes_since_review import NEWS, news
from auditor.store.queries.filtering import conditions
from auditor.store.queries.findings import ALL, new_by_rule
from auditor.store.tables import finding

# The causes of a change of a finding:
#
# - `record`: other hands, or another record (log) of the hand, were added or withdrawn.
# - `engine`: a new version of our program.
# - `rules`: another version of the house.
# - `either`: program and house are both new, and no audit separated the two causes.
# - `selection`: record, program and house are as before, but a run chose the hand for another audit. For example, the
#   acceptance of a finding had expired.
CAUSES: Final = ("record", "engine", "rules", "either", "selection")
# The causes are looked up for at most this many gone findings, and for at most this many findings with other changes.
MOST_LAID: Final = 10_000


@dataclass(slots=True)
class RuleRow:
    """The number of changed findings of one rule.

    `news` has the number by kind of news, such as `{"new": 3, "gone": 1, ...}`, and `causes` the number by cause of the
    change, such as `{"rules": 2, ...}`. If there are very many changes, not all of them are counted in `causes`.
    """

    code: str
    news: dict[str, int] = field(default_factory=lambda: dict.fromkeys(NEWS, 0))
    causes: dict[str, int] = field(default_factory=lambda: dict.fromkeys(CAUSES, 0))


def by_rule(connection: Connection, after: int, until: int) -> tuple[RuleRow, ...]:
    """Returns a row for each rule whose findings changed in the runs after `after` up to and including `until`, sorted
    by rule code.

    If a hand has very many findings of a rule, only the first ones are stored and shown in lists. The counts include
    all of them.
    """
    rows: dict[str, RuleRow] = {}
    for kind in NEWS:
        for code, count in _counted(connection, kind, after, until).items():
            rows.setdefault(code, RuleRow(code)).news[kind] = count
    _add_causes(connection, rows.values(), after, until)
    return tuple(rows[code] for code in sorted(rows))


def _counted(connection: Connection, kind: str, after: int, until: int) -> dict[str, int]:
    """Returns the number of findings with this kind of news from these runs, such as `gone`, by rule code."""
    if kind == "new":
        return new_by_rule(connection, after, until)
    passing = conditions({"news": kind, "runs": f"{after}..{until}"})
    query = select(finding.c.code, ALL).where(*passing).group_by(finding.c.code)
    return {code: int(count) for code, count in connection.execute(query)}


def _add_causes(connection: Connection, rows: Iterable[RuleRow], after: int, until: int) -> None:
    there = _with_news(connection, ("new", "changed", "reopened"), after, until)
    gone = _with_news(connection, ("gone",), after, until)
    acts = {"coming": [*NEWS["changed"], *NEWS["reopened"]], "going": list(NEWS["gone"])}
    values = {"after": after, "until": until, "there": there, "gone": gone, **acts}
    counts = connection.execute(text(_CAUSES), values).all()
    for row in rows:
        for each in counts:
            if each.code == row.code:
                row.causes[each.cause] += int(each.findings)


def _with_news(connection: Connection, kinds: Iterable[str], after: int, until: int) -> list[int]:
    # Each kind of news has a query with its own limit. If only the union of the queries had a limit, the server would
    # first read all rows of every query.
    parts = [select(select(finding.c.id).where(news(kind, after, until)).limit(MOST_LAID).subquery()) for kind in kinds]
    return list(connection.execute(union(*parts).limit(MOST_LAID)).scalars())


# Selects the cause of each change. For most gone findings, the cause is stored in `gone_by`. For all other changes, the
# last report before the change is compared with the report after the change:
#
# - There is no report before the change: `record`.
# - The rules version and the house both differ: the cause in the table `laid`, or `either` if the table has no cause.
# - Only the rules version differs: `engine`. Only the house differs: `rules`.
# - Neither differs: `selection`, but `record` for a gone finding.
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
