"""The parts of the pages about uploads: the stages of the audit, the counts of hands, and the lines of
rejected hands.
"""
