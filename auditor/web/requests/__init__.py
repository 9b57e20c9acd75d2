"""Checks of every request: limits, parameters, and refusals."""
