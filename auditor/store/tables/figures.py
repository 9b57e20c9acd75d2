"""Tables of the figures: findings and audited hands by place, day and hour of play, and the rake of hands."""

from typing import Any, Final

from sqlalchemy import BigInteger, Column, Date, Index, Numeric, PrimaryKeyConstraint, SmallInteger, Table, Text

from auditor.store.tables.columns import METADATA, counter, night_of_table, words


def _number(name: str) -> Column[int]:
    return Column(name, BigInteger, nullable=False, autoincrement=False)


# The places of play. `id` identifies one poker table under one house. `general_id` identifies the group of all poker
# tables of the same venue, room and house. Both ids are hashes of the other columns. If two transactions insert the
# first count of a place at the same time, the place has two equal rows. The table `figure_kind` has the kinds of
# findings. Its `id` is a hash too, and a kind can have two equal rows too.
figure_place: Final = Table(
    "figure_place",
    METADATA,
    _number("id"),
    _number("general_id"),
    Column("venue_id", SmallInteger, nullable=False),
    words("room"),
    words("house"),
    words("table_name"),
    Index(None, "id"),
)
figure_kind: Final = Table(
    "figure_kind",
    METADATA,
    _number("id"),
    Column("code", Text, nullable=False),
    Column("severity", Text, nullable=False),
    Column("triage", Text, nullable=False),
    words("currency"),
    Column("minor", SmallInteger, nullable=False, autoincrement=False),
    Index(None, "id"),
)


def _of_findings() -> tuple[Column[Any], ...]:
    """Makes the columns of the counts of findings. Gone findings do not count.

    `day` is the day of play in UTC, or 0001-01-01 if the log has no date. `found` also counts findings without a row,
    as `tally` does. `amounts` counts the findings with an amount. `at_stake` adds up the amounts without their sign.
    """
    return (
        Column("day", Date, nullable=False, autoincrement=False),
        _number("kind"),
        _number("found"),
        _number("amounts"),
        Column("at_stake", Numeric, nullable=False),
    )


def _of_hours() -> tuple[Column[Any], ...]:
    """Makes the columns of the counts by hour. `hour` is the hour of play in UTC, or -1 if the log has no date.

    `measure` is `hands`, or the severity of the counted findings. A hand counts once for each house with a current
    report on the hand, because its findings under each house count too.
    """
    return (
        Column("day", Date, nullable=False, autoincrement=False),
        Column("hour", SmallInteger, nullable=False, autoincrement=False),
        Column("measure", Text, nullable=False),
        _number("number"),
    )


# The counts. Each count is stored in two tables, for example `figure_found` and `figure_found_change`. The first table
# has the sums, and the second table has the newest changes, which are not in the sums yet. So a count is the sum of
# both tables. In the first table, `place` is an `id` or a `general_id` of `figure_place`. In the second table, `place`
# is an `id`, and `general_id` has a column of its own. Triggers on `finding` and `report` write the changes, and
# `findings.figures.fold` adds them to the sums.
figure_found: Final = Table(
    "figure_found", METADATA, _number("place"), *_of_findings(), PrimaryKeyConstraint("place", "day", "kind")
)
figure_found_change: Final = Table(
    "figure_found_change", METADATA, _number("place"), _number("general_id"), *_of_findings()
)
figure_hour: Final = Table(
    "figure_hour", METADATA, _number("place"), *_of_hours(), PrimaryKeyConstraint("place", "day", "hour", "measure")
)
figure_hour_change: Final = Table("figure_hour_change", METADATA, _number("place"), _number("general_id"), *_of_hours())

# The sums of `figure_hour` for each day, only for single poker tables (`place` is an `id` of `figure_place`). With
# these sums, the page of figures sorts the poker tables by their rates of findings.
figure_night: Final = Table(
    "figure_night",
    METADATA,
    _number("place"),
    Column("day", Date, nullable=False, autoincrement=False),
    Column("measure", Text, nullable=False, autoincrement=False),
    _number("number"),
    PrimaryKeyConstraint("place", "day", "measure"),
)

# The rake of each hand in which chips were taken or due as rake: the rake in the log, and the rake that the schedule of
# the house gives. Each deal counts once, as in `owed`: of its records (logs) that are not superseded, only the record
# that was stored first has a row, by its latest audit. A hand with an unknown payout has no row.
hand_rake: Final = Table(
    "hand_rake",
    METADATA,
    _number("hand_id"),
    Column("house", Text, nullable=False),
    _number("taken"),
    _number("due"),
    PrimaryKeyConstraint("hand_id"),
)
# The sums of `hand_rake` for each night of a table, house and unit (a currency and its number of decimals). `differ`
# counts the hands whose rake is not the rake of the schedule.
rake_night: Final = Table(
    "rake_night",
    METADATA,
    *night_of_table(),
    counter("taken"),
    counter("due"),
    counter("hands"),
    counter("differ"),
)
