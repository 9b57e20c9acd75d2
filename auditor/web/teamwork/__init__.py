"""Work in a team: comments on findings, the people to whom a finding can be assigned, and the inbox of the visitor."""
