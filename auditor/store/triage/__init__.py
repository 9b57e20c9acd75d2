"""Acts of people about findings: decisions, second reviews, selections of findings, and undo."""
