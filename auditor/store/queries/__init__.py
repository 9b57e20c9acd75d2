"""The queries for pages, for the API and for the command line. Each result is a frozen dataclass."""
