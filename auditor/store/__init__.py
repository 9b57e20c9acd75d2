"""PostgreSQL: tables, every query, the embedded server. The only package that knows SQL."""
