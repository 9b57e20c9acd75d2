"""The replayer: the table after one step of a hand. One model serves the drawing, the table, JSON and CSV."""
