"""Reads JSON and XML tags strictly and within limits. Every JSON object and every tag has the number of its line."""
