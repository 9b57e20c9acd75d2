"""Reports and findings: how they are inserted, and how a new audit changes stored ones."""
