"""The steps that bring a database to the schema of this version. `auditor db upgrade` takes them."""
