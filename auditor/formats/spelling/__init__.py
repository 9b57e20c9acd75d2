"""Spelling: how logs write amounts, cards, clocks and hands, in text to numbers."""
