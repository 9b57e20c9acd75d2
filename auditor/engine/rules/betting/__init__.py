"""Chapter B: betting. Whose turn it is, and how much may be wagered or must be called."""

from typing import Final

from auditor.engine.rule import Rule
from auditor.engine.rules.betting import amounts, declared, order, stakes

RULES: Final[tuple[Rule, ...]] = (*order.RULES, *amounts.RULES, *stakes.RULES, *declared.RULES)
