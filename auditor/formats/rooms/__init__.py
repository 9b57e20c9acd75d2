"""Readers of the logs of card rooms, one package for each room. No room imports another room; `grammar` has the code
that rooms share.
"""
