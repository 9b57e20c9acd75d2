"""Copies: several records of one deal. Players and the house each save their own record."""

from auditor.engine.copies.comparing import compare, compare_tops, contradict
from auditor.engine.copies.merging import merged
from auditor.engine.copies.pairs import Pair, Verdict, of_one_deal

__all__ = ["Pair", "Verdict", "compare", "compare_tops", "contradict", "merged", "of_one_deal"]
