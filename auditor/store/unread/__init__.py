"""Stores unread lines: lines of a log that the program does not understand. People can mark such lines as having no
effect on the play: no act, no card and no amount.
"""
