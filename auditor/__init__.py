"""Audits logged hands of seven-card stud. For each event the auditor computes the lawful action, notes any difference,
and then applies the event as logged.
"""
