"""Makes the texts about rules, houses (sets of rules), words of the glossary and keyboard shortcuts, for pages and the
API.
"""
