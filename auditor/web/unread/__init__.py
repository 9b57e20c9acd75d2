"""Unread lines are lines of logs that our software does not understand. This package makes their JSON documents, and
exports their shapes: their texts without names, cards and numbers.
"""
