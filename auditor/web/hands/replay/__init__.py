"""The replayer: it shows the poker table after one step of a hand. A step is one event.

The picture, the HTML table, the JSON and the CSV are all made from the same `Step`.
"""
