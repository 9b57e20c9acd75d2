"""Copies: several records of the same deal. Each player and the house may save a log of it, and these logs differ."""

from auditor.engine.copies.comparing import compare, compare_tops, contradict
from auditor.engine.copies.merging import merged
from auditor.engine.copies.pairs import Pair, Verdict, of_one_deal

__all__ = ["Pair", "Verdict", "compare", "compare_tops", "contradict", "merged", "of_one_deal"]
