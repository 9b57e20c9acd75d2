"""The parts of the pages about findings: filters, lists, decisions, and the reasons for a finding."""
