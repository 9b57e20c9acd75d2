"""Finds names of players, accounts and files that look alike, mix scripts (such as Latin and Greek letters) or have
invisible characters. Pages and `auditor check` report such names in notes. A note is not a finding.
"""
