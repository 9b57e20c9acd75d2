"""The catalogue of all rules. They are sorted by chapter, which is the letter of the code, and then by number. The
chapters follow the course of a hand.
"""

from typing import Final

from auditor.engine.rule import Rule
from auditor.engine.rules import betting, clock, conduct, deal, log, opening, payout, showdown

RULES: Final[tuple[Rule, ...]] = tuple(
    sorted(
        (
            *log.RULES,
            *deal.RULES,
            *opening.RULES,
            *betting.RULES,
            *showdown.RULES,
            *payout.RULES,
            *clock.RULES,
            *conduct.RULES,
        ),
        key=lambda each: ("LDOBSPCK".index(each.code[0]), each.code),
    )
)
BY_CODE: Final[dict[str, Rule]] = {each.code: each for each in RULES}
# The codes of the rules whose findings say that the log contradicts itself about money.
CONTRADICTIONS: Final = tuple([each.code for each in RULES if each.contradicts_money])
