"""The parts of a room, and how to write one.

A room is a folder with a header, a table of lines, and the few functions that only this room needs. `room.py` has the
frame in which every hand is read; `winamax/` is the shortest example.

**The header** is a function: from the first line of a hand to a `Header` (number, game, stakes as text, time). What the
first line leaves open, rows of the chapter `top` fill in: they take the header in place of the hand. `settle` then
decides currency and decimals, once the stacks are known.

**The table** is data, a `Grammar` of chapters: `top` (above the play), `play`, and `summary` where the room has one.
A row is `Line(words, meaning)`:

    Line("NAME raises CHIPS to TO ALL_IN", acts.raises)
    Line("Dealt to NAME [{BEFORE] [}CARDS]", acts.dealt)
    Line("NAME has left the table...", Noise("leaves"))

- Words stand for themselves. Braces hold words that may be missing. `...` is any text, at the end of a row too.
- Capitals are parts: `parts.py` has the parts that rooms share. A room that writes a part in its own way gives its
  `Part` (argument, pattern, value) to its `Grammar`. Patterns must be bounded, or have nothing behind them that can
  fail twice: `tests/formats/test_patterns.py` counts their work.
- `NAME` is a name at the table; the words before it are an opening (`Player NAME`, `Seat SEAT: NAME`). A name that ends
  the line, or that no list has yet, is `PLAYER`.
- The play begins with the first ante, a row with the word `ante` in it, or with the first street.
- Case, doubled blanks, blanks around the line, and a full stop at its end make no difference; no row mentions them.

**A meaning** takes `(hand, seat, line, **parts)` and adds events to the hand: `acts.py` has those that rooms share,
`shared_lines.py` rows of them. It returns `False` where the line has another meaning after all; other rows are then
tried, and the line is kept as illegible where none fits. `acts.summary` begins the chapter `summary`. A `Noise` moves
no chips and no cards; `NOTHING` is for lines that repeat another line. The first row that fits counts, among rows with
the same first word; rows whose first word is a part come last.

**The room** is a `Room(...)`, and its `FORMAT` stands in the list of `auditor/formats/__init__.py`. A room whose lines
depend on more of the earlier lines has a class built on `HandSoFar`. A room whose lines mean different things in
different hands looks at all lines of a hand in `prepare`. Samples with their transcripts go to
`fixtures/formats/NAME/`.
"""
