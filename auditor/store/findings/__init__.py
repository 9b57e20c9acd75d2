"""Inserts reports and findings, and changes stored findings after a new audit."""
