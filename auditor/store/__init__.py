"""The database: its tables, all queries, and the embedded PostgreSQL server. No other package contains SQL."""
