"""The PostgreSQL server: the embedded one, connections, roles, rights, migrations and failures."""
