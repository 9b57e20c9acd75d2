"""Audits logged hands of seven-card stud: for each event, ask what was due, note the difference, go on as logged."""
