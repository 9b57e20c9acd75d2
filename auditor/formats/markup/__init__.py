"""Markup: JSON and tags, read strictly and within limits. Every value and tag keeps the line where it stands."""
