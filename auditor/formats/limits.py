"""How much a file may ask of us, and the sentence for what asks for more."""

from typing import Final

from auditor.engine.hand import Hand

HAND_BYTES: Final = 256 * 1024
HAND_LINES: Final = 5_000
LINE_BYTES: Final = 16 * 1024
FILE_HANDS: Final = 1_000_000
LINES_SEARCHED: Final = 500_000  # for the first hand of a file
SEATS: Final = 11
NAME: Final = 64


def too_much(hand: Hand) -> str:
    """Why a hand that was read is more than the table can hold; empty where it is not."""
    numbers = [seat.number for seat in hand.seats]
    if len(numbers) > SEATS:
        return f"The hand has {len(numbers)} seats; at most {SEATS} can be audited."
    for number in numbers:
        if not 1 <= number <= SEATS:
            return f"There is a seat {number}; seats are numbered 1 to {SEATS}."
    if len(set(numbers)) < len(numbers):
        twice = next(number for number in numbers if numbers.count(number) > 1)
        return f"Seat {twice} is listed twice; each seat may be listed once."
    for seat in hand.seats:
        if len(seat.player) > NAME:
            return f"The name of seat {seat.number} has {len(seat.player)} characters; at most {NAME} are kept."
    return ""


def not_text(line: str) -> str:
    """Why a line is not text: the NUL or lone surrogate in it and where; empty where it is."""
    if line.isascii() and "\0" not in line:
        return ""
    for column, letter in enumerate(line, 1):
        if letter == "\0":
            return f"There is a NUL character at column {column}; a log is text. Export the file again."
        if "\ud800" <= letter <= "\udfff":
            return f"There is half a character (U+{ord(letter):04X}) at column {column}. Export the file again."
    return ""
