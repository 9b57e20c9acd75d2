"""Decisions of people about findings: decisions, second reviews, selections and undo."""
