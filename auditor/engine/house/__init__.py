"""House rules: the files of houses, their registry, the questions that each house answers (parameters), and the
differences between houses. A `House` is a complete set of answers for one game and betting structure.
"""

from auditor.engine.house.files import Setting, Status
from auditor.engine.house.house import House
from auditor.engine.house.parameter_types import HouseRefused

__all__ = ["House", "HouseRefused", "Setting", "Status"]
