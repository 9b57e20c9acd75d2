"""The replayer: it shows the poker table after one event of a hand, which is a step.

The picture, the HTML table, the JSON and the CSV of a step are all made from the same `Step` object.
"""
