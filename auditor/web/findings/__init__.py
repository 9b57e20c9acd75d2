"""Parts of pages about findings: filters, lists, decisions, and why a finding is one."""
