"""Markup: JSON and tags, read strictly and within limits, each thing with the place where it stands."""
