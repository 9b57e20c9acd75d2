"""The replayer: one step of a hand as the table stood after it, one model for the drawing, the table, JSON and CSV."""
