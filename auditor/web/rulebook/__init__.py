"""Describes rules, houses, words of the glossary and keyboard keys, for pages and the API."""
