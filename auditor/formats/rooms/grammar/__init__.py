"""The shared parts of all text rooms, and a guide to writing a reader for a new room.

A room is a package with a header, a table of lines, and the few functions that only this room needs. `room.py` has the
code that reads every hand. `winamax/` is the shortest example. `kingsclub/` is an example of a room that must remember
more facts of a hand than the shared code does.

**1. The header** (`NAME/header.py`) reads the lines above the play. The play of a hand begins with the first ante. A
room has three functions for the header:

- `number_of(line)` returns the number of the hand if the line is the first line of a hand, else an empty text.
- `header_of(line)` makes a `Header` from this first line, or returns `None` if the line cannot be read. It sets the
  number, the game (`None` for a game that is not audited), `named` (the name of the game in the log), the limit, the
  stakes as text (`amounts`), and the time.
- `settle(header, lines)` runs after all lines above the play were read. It may be in `NAME/__init__.py`. It calls
  `header.read_stakes(currency, decimals)`. A room does not need `settle` if its `header_of` already calls this method.

Rows of the table (see 2) read the other lines above the play, such as the name of the table and the seats (`SEATS` in
`shared_lines.py`). If the room does not know the name of the game, `stud_games.py` looks for a stud game in the words
of this name.

**2. The table** (`GRAMMAR` in `NAME/__init__.py`) is a `Grammar` with two dictionaries. The first has the chapters:
`top` (the lines above the play), `play`, and `summary` if the room has one. The second has the parts of lines, such as
amounts, that the room writes in its own way. A chapter is a list of rows, each a `Line(words, meaning)`:

    Line("NAME raises CHIPS to TO ALL_IN", acts.raises)
    Line("Dealt to NAME [{BEFORE] [}CARDS]", acts.dealt)
    Line("NAME has left the table...", Noise("leaves"))

- Words in small letters match themselves. Words in braces may be missing. `...` is any text, also at the end of a row.
- Words in capitals are parts, such as an amount or cards. `parts.py` has the shared parts. A room's own `Part` has a
  pattern, and a function that turns the matched text into a value. The function also gets the number of decimals of
  amounts. The name of the `Part` is the argument under which the meaning gets the value.
- A pattern must not contain a group such as `(red|blue)`: write `(?:red|blue)`. A pattern must match only texts of
  limited length, or come last in the row: `tests/formats/test_patterns.py` fails if a long line makes a pattern slow.
- `NAME` is a player who is listed at the table. The words before `NAME` are the opening of the row (`Dealt to `). Use
  `PLAYER` for a name in the chapter `top`, where no player is known yet, and for a name at the end of a line.
- Write no row for other spellings: upper and lower case, repeated blanks, blanks around the line and a full stop at its
  end make no difference.
- Among rows with the same first word (after `NAME`, if the row has one), the first row that fits is used. Rows that
  begin with a part, such as `CHIPS`, are tried last.
- The play begins with the first line of one of three kinds. Rows with the meaning `Noise` do not count here.
  - A line that posts an ante: it fits a row with the word `ante` after `NAME`.
  - A line that starts with an opening of the chapter `play`.
  - A line that fits a row of `play` without `NAME`, such as a street. Rows with `...` at the end do not count here.

**3. The meanings.** A meaning is a function `(hand, seat, line, **parts)` that adds events to the `HandSoFar`. `line`
is the number of the line, and each part is an argument under its name. `seat` is 0 in a row without `NAME`. In the
chapter `top` the first argument is the `Header`.

- `acts.py` has the shared meanings, and `shared_lines.py` has rows that use them.
- `pays` makes a meaning from a method that adds an act with chips: `pays(HandSoFar.bet)`.
- `acts.summary` begins the chapter `summary`.
- A `Noise` makes a remark, which moves no chips and no cards. `NOTHING` is for lines that repeat other lines.

A meaning returns `False` if the line means something else. Then the reader tries other rows, and may call the same
meaning for this line again. So a meaning must add nothing to the hand before it returns `False`. A line that no row
fits is kept as an `Unread` event. But if the line is a spoilt act, whose amount or cards cannot be read, it is kept as
an `Illegible` event (`spoilt_acts.py`).

**4. The room** is `ROOM = Room(...)`. `Room` lists its properties. `NAME/__init__.py` also sets `FORMAT = ROOM.format`
and the names `begins, sniff, read` that tests use. These properties need a decision:

- `records` says which kinds of lines the room always logs, as bits of `engine.hand.Records`.
- `hand=` is a subclass of `HandSoFar`. Write one if a line depends on facts that `HandSoFar` does not keep.
- `prepare=` is a function that looks at all lines of the hand before they are read. Write one if lines mean different
  things in different hands.
- `is_whole=` is a function that decides whether the log is complete. Without this function, the log is complete if a
  meaning has set `hand.complete`, as `acts.total` does.
- `unproven=` is a text. Write it if nobody has seen a real hand of the room: everybody who sends a file of the room
  then reads this text. `mavens/` is such a room. It sets few `records`, and deals a card only if it is certain whether
  the card is face up or face down.

**5. Register the room** in these places, and list its format in `README.md`:

- `auditor/formats/__init__.py`: the import, and `NAME.FORMAT` in `FORMATS`. The first format whose `sniff` accepts a
  file reads the file, so the formats with the strictest `sniff` come first.
- `auditor/formats/ohh/hands.py`: the names of its site in `_ROOMS`.
- `auditor/engine/houses/NAME.toml`: the house, with `rooms = ["NAME"]`. Without this file, the audit uses
  `roberts.toml`, the base of all houses.

**6. Samples and tests.** Put made-up hands into `fixtures/formats/NAME/SAMPLE.txt`. `tests/formats/test_golden.py`
reads each sample and, with `UPDATE_GOLDEN=1`, writes `SAMPLE.transcript` beside the sample. Check every line of this
transcript. Write a printer `tests/printers/NAME.py` whose `print_hand(hand)` returns the text of a hand as the room
would write it; `named.py` and `summed_up.py` beside it do most of this work. Then list the room in these tests:

- `ROOMS` of `tests/formats/test_nasty_names.py`: the module and its printer.
- `TABLES` of `tests/formats/test_grammar.py`: the `ROOM`.
- `ROOMS` of one of the modules `tests/formats/test_dealt_*.py`: the house, each game, the module and its printer.
- `ROOMS` of `tests/make_demo.py`: the printer. `python -m tests.make_demo` then writes a sample for `./run demo`.

The tests deal lawful hands of the house and print them. The reader must return the same hands, and the audit of these
hands must have no finding.
"""
