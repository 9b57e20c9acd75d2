"""What a house says of order at the table: the clock, and how players behave."""

from typing import Final

from auditor.engine.house import choices as c


class TableOrder:
    """That part of a `House`: seconds, choices and flags as in `auditor.engine.house.parameters.order`."""

    __slots__ = (
        "clock_ante_counts",
        "clock_countdown",
        "clock_disconnect_needs_money",
        "clock_out_of_time",
        "clock_pot",
        "clock_reconnection",
        "clock_reconnections",
        "clock_runs",
        "clock_time",
        "clock_tolerance",
        "conduct_hole_cards",
        "conduct_in_sight",
        "conduct_short_stack_plays",
    )

    def __init__(self, text: dict[str, str]) -> None:
        self.clock_time: Final = int(text["clock.time"])
        self.clock_countdown: Final = int(text["clock.countdown"])
        self.clock_runs: Final = c.ClockRuns(text["clock.runs"])
        self.clock_tolerance: Final = int(text["clock.tolerance"])
        self.clock_out_of_time: Final = c.ClockOutOfTime(text["clock.out_of_time"])
        self.clock_ante_counts: Final = text["clock.ante_counts"] == "true"
        self.clock_reconnection: Final = c.ClockReconnection(text["clock.reconnection"])
        self.clock_reconnections: Final = c.ClockReconnections(text["clock.reconnections"])
        self.clock_disconnect_needs_money: Final = text["clock.disconnect_needs_money"] == "true"
        self.clock_pot: Final = c.ClockPot(text["clock.pot"])
        self.conduct_in_sight: Final = text["conduct.in_sight"] == "true"
        self.conduct_hole_cards: Final = text["conduct.hole_cards"] == "true"
        self.conduct_short_stack_plays: Final = text["conduct.short_stack_plays"] == "true"
