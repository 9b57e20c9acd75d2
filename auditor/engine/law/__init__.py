"""The law: each function answers one question about a table under the rules of a house, such as whose turn it is. A
function raises `Unseen` if the answer depends on a card or fact that the log does not show.

If the log leaves open which of several seats is the answer, the function returns the set of these seats. `seats.among`
then decides whether a seat is the right one: yes, no, or `Unseen`.
"""
