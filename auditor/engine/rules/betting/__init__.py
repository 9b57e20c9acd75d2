"""Chapter B: betting. Whose turn it is, and how much may be wagered or must be called."""

from typing import Final

from auditor.engine.rules.betting import amounts, order

RULES: Final = (*order.RULES, *amounts.RULES)
