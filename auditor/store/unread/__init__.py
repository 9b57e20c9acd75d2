"""Stores unread lines: lines of a log that the program does not understand. People can mark the lines without an act,
a card or an amount.
"""
