"""The law: pure questions about a table under the rules of a house. A question raises `Unseen` if its answer depends on
a card or fact that the log does not show.

If several seats may be the answer, the question returns a set of seats. `among` then decides whether one seat is the
answer: yes, no, or `Unseen`.
"""
