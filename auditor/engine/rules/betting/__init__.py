"""Chapter B: betting. Its rules check whose turn it is, the amounts of wagers and calls, the chips that a seat may bet,
and declared acts.
"""

from typing import Final

from auditor.engine.rule import Rule
from auditor.engine.rules.betting import amounts, declared, order, stakes

RULES: Final[tuple[Rule, ...]] = (*order.RULES, *amounts.RULES, *stakes.RULES, *declared.RULES)
