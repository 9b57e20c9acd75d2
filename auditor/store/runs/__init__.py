"""Runs and their shards: what is audited, in which order, and how far it is."""
