"""The rules engine: a pure function from a logged hand and a house to a report. Standard library only."""
