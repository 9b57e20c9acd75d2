"""Turns the bytes of a file into lines, and groups the lines into pieces. A piece has the lines of one hand, or a text
that belongs to no hand.
"""
