"""Disputes: the life of a case, from the claim of a player to the ruling and the chips that are owed.

Findings are evidence; people rule. This package has the rules of the procedure: the states of a case, the acts and who
may do them, the ruling, and the ledger. Its functions do not use a database or the clock of the machine: each time is
an argument, in UTC. Amounts are integers in the smallest unit of the currency.
"""
