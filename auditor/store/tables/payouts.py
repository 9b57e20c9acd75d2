"""The SQL conditions that a finding is about a payout, and that it is for a player. All lists and counts use them,
so that a number always matches the list behind it.
"""

from typing import Final

from auditor.engine.findings import Severity


def is_about_payout(severity: str, amount: int | None) -> bool:
    """Whether a finding is about a payout: it is as serious as a wrong payment, and it has an amount."""
    return severity == Severity.MONEY and amount is not None


def about_payout(found: str = "finding") -> str:
    """Returns `is_about_payout` as a condition. `found` is the name that the table `finding` has in the statement."""
    return f"{found}.severity = '{Severity.MONEY}' AND {found}.amount IS NOT NULL"


def about_payout_of(player: str, found: str = "finding", sums: str = "true") -> str:
    """Returns the condition that a finding may be about the payout to a player: it is about a payout, and the player is
    owed chips or owes chips in the hand. `sums` is a condition for the wrong amount of the player, as
    `owed.amount < 0`. `player` is the SQL expression for the number of the player.
    """
    return f"""({about_payout(found)} AND EXISTS (
    SELECT FROM owed WHERE owed.hand_id = {found}.hand_id AND owed.player_id = {player} AND {sums}))"""


def for_player(player: str, found: str = "finding") -> str:
    """Returns the condition that a finding is for a player: it is about a payout, and the player is owed chips in the
    hand. A player may sit in two seats of one hand; then one of these seats is owed chips.
    """
    return about_payout_of(player, found, "owed.amount < 0")


# The condition that a person confirmed a finding, and that the finding is about a payout.
CONFIRMED_PAYOUT: Final = f"finding.triage = 'confirmed' AND finding.detection <> 'gone' AND {about_payout()}"
