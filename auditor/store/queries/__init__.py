"""The queries of pages, the API and the command. Each result is a plain frozen record."""
