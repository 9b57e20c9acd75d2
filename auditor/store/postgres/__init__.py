"""The PostgreSQL server: the embedded server, connections, roles, rights, migrations and failures."""
