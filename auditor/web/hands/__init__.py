"""The parts of the pages about hands: sentences about events, source lines, the settlement (lawful payouts), and the
replayer, which shows the table step by step.
"""
