"""The registry of parameters: what each one asks of a house, and what every choice means in card-room words.

A house (`auditor.engine.house.house`) answers all of them; `auditor house` prints these sentences.
"""

from typing import Final

from auditor.engine.house.parameter_types import HouseRefused, Parameter, in_words, nearest
from auditor.engine.house.parameters.betting import BETTING, TURN
from auditor.engine.house.parameters.ending import PAYOUT, SHOWDOWN
from auditor.engine.house.parameters.opening import DEAL, FORCED, TABLE
from auditor.engine.house.parameters.order import CLOCK, CONDUCT

# In the order of the rulebook, which is the order in which `auditor house` prints them.
PARAMETERS: Final[dict[str, Parameter]] = {
    parameter.key: parameter
    for parameter in (*TABLE, *DEAL, *FORCED, *BETTING, *TURN, *SHOWDOWN, *PAYOUT, *CLOCK, *CONDUCT)
}
HEADINGS: Final = tuple(dict.fromkeys([key.split(".")[0] for key in PARAMETERS]))


def parameter_of(key: str) -> Parameter:
    """The parameter of this key; raises `HouseRefused` for a key that is none, with those that stand nearest."""
    found = PARAMETERS.get(key)
    if found is not None:
        return found
    heading = key.split(".", maxsplit=1)[0]
    kin = [name for name in PARAMETERS if name.startswith(f"{heading}.")]
    near = (
        f"{heading} has {in_words([name.split('.')[1] for name in kin], 'and')}"
        if kin
        else f"the headings are {in_words(HEADINGS, 'and')}"
    )
    raise HouseRefused(f'there is no parameter "{key[:80]}"{nearest(key, PARAMETERS)} {near}')
