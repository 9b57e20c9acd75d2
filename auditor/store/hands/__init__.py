"""Stores records of hands with their compressed documents, and compares records with each other.

A record is a hand as one log has it.
"""
