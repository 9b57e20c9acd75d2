"""Writes a page as HTML, JSON, CSV or PDF, and has the filters of the HTML templates."""
