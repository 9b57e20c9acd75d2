"""Houses: sets of rules, such as the rules of one card room. This package has the house files, the registry of houses,
the questions that each house answers (parameters), and the differences between houses. A `House` has an answer to every
question, for one game and betting structure.
"""

from auditor.engine.house.files import Setting, Status
from auditor.engine.house.house import House
from auditor.engine.house.parameter_types import HouseRefused

__all__ = ["House", "HouseRefused", "Setting", "Status"]
