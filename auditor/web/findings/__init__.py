"""The parts of the pages about findings: filters, lists, decisions, and the reasons for a finding. A finding is a
difference between a logged hand and the house rules.
"""
