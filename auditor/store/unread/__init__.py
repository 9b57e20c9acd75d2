"""Stores unread lines: lines of a log that no reader of its format knows. People can mark lines that carry no play."""
