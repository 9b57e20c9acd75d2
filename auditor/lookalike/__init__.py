"""Finds names that look alike, mix scripts or have invisible characters. Such a name gets a note, and a note is not a
finding.
"""
