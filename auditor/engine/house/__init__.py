"""House rules: their files, registry, parameters, choices and differences. A `House` has the answers that apply to a
hand.
"""

from auditor.engine.house.files import Setting, Status
from auditor.engine.house.house import House
from auditor.engine.house.parameter_types import HouseRefused

__all__ = ["House", "HouseRefused", "Setting", "Status"]
