"""What pages, the API and the command ask of the database. Each answer is a plain frozen record."""
