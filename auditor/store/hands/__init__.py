"""Records of hands: their compressed documents, inserting them, and comparing them with each other.

A record is a hand as one log has it.
"""
