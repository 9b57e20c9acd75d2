"""Telling: what the readers of rooms share while they turn lines into events."""
