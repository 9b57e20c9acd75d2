"""Triage: the decisions of people about findings, and the changes that a run makes to findings.

A finding is a difference between a logged hand and the house rules. A run audits many hands. The functions of this
package do not use the database.
"""
