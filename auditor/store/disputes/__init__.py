"""Stores cases: claims, the acts of people, evidence, rulings and the ledger of owed chips.

The rules of the procedure are in `auditor.disputes`. The triggers of the database check the same rules again, so that
two people who act at the same moment cannot break them.
"""
