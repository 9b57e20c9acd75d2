"""How runs and people change a finding: pure functions, without a database."""
