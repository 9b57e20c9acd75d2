"""The law: each function of this package answers one question about the poker table under the rules of a house, such as
whose turn it is. A function raises `Unseen` if the answer depends on a card or fact that the log does not show.

If the log leaves open which of several seats is the answer, the function returns the set of these seats. A rule then
passes this set to `seats.among`. That function tests whether the seat that acted is the right one, and raises `Unseen`
if this is not certain.
"""
