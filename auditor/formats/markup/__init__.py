"""Markup: reads JSON and tags strictly and within limits. Every value and every tag has the number of its line."""
