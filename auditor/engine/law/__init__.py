"""The law: pure questions about a table under a house. Where an answer needs what nobody saw, it is `Unseen`.

Questions whose answer may be one of several seats answer with a set; `among` turns it into yes, no or `Unseen`.
"""
