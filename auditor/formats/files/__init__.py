"""Turns the bytes of a file into lines, and the lines into pieces. A piece has the lines of one hand."""
