"""How hard a pattern works on the lines that are worst for it, counted in steps."""
