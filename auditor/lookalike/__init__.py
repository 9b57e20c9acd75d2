"""Finds names of players, accounts and files that look alike, mix scripts (such as Latin and Greek letters) or have
invisible characters. A note on the page reports such names. A note is not a finding.
"""
