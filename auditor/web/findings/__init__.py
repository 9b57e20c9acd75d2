"""Parts of the pages of findings: filters, lists, decisions, and the reasons of a finding."""
