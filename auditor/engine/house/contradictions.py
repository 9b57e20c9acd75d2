"""Finds two answers of a house that cannot both be true. For example, the largest number of seats is less than the
smallest.
"""

from auditor.engine.house.choices import RakeSchedule
from auditor.engine.house.house import House


def contradiction(house: House) -> str:
    """Looks for two answers of the house that cannot both be true. Returns a sentence that names the two answers and
    says what to change. If there are several such pairs, the sentence is about the first pair that is found. Returns an
    empty text if there are none.
    """
    if house.seats_most < house.seats_least:
        return (
            f"seats.most is {house.seats_most} and seats.least is {house.seats_least}, so nobody could deal a hand; "
            "write the larger number into seats.most"
        )
    if house.rake_schedule is RakeSchedule.PERCENT:
        for key, amount in (("rake.percent", house.rake_percent), ("rake.cap", house.rake_cap)):
            if not amount:
                return (
                    f"rake.schedule is percent, but {key} is 0; write a larger number into {key}, or choose another "
                    "rake.schedule"
                )
    return ""
