"""The rules engine. Its main function takes a logged hand and a house (a set of rules), and returns a report. The
engine has no side effects and imports only the standard library.
"""
