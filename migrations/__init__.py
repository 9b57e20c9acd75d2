"""The steps that migrate a database to the schema of this version. `auditor db upgrade` runs them."""
