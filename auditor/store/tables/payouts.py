"""The SQL conditions that a finding may be about a payout, and that it is for a player. All lists and counts use them,
so that a number always matches the list behind it.
"""

from typing import Final

from auditor.engine.rules import PAYOUT_CHAPTERS

_CHAPTERS: Final = ", ".join([f"'{chapter}'" for chapter in PAYOUT_CHAPTERS])


def about_payout(found: str = "finding") -> str:
    """Returns the condition that a finding may be about a payout: its rule is in a chapter with rules about payouts,
    and it has an amount. `found` is the name that the table `finding` has in the statement.
    """
    return f"left({found}.code, 1) IN ({_CHAPTERS}) AND {found}.amount IS NOT NULL"


def for_player(player: str, found: str = "finding") -> str:
    """Returns the condition that a finding is for a player: it may be about a payout, and the player is owed chips in
    the hand. A player may sit in two seats of one hand; then one of these seats is owed chips.

    `player` is the SQL expression for the number of the player.
    """
    return f"""({about_payout(found)} AND EXISTS (
    SELECT FROM owed WHERE owed.hand_id = {found}.hand_id AND owed.player_id = {player} AND owed.amount < 0))"""


# The condition that a person confirmed a finding, and that the finding may be about a payout.
CONFIRMED_PAYOUT: Final = f"finding.triage = 'confirmed' AND finding.detection <> 'gone' AND {about_payout()}"
