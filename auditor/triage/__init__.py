"""Triage: how runs and people change a finding. Pure functions, without a database."""
