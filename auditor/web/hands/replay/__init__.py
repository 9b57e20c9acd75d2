"""The replayer: it shows a hand step by step. A step is the poker table after one event of the hand.

The picture, the HTML table, the JSON and the CSV of a step are all made from the same `Step` object.
"""
