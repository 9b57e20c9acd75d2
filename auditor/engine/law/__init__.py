"""The law: pure questions about a table under a house. Where the answer needs something that nobody saw, it is
`Unseen`.

A question that may have several seats as its answer returns a set; `among` turns the set into yes, no or `Unseen`.
"""
