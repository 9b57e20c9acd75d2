"""The fixed hands of the replayer: what other replayers are complained about, each as a dealer would call it."""

# A raise over a bring-in that is raised again: on fourth street the pot has all of it, once.
RAISED = """\
stakes 10/20 bring-in 3 ante 1
seat 1 "Ann" 500
seat 2 "Bob" 500
seat 3 "Cat" 500
antes
1 [xx xx] Kd
2 [xx xx] 2c
3 [xx xx] Jh
2 brings in 3
3 completes to 10
1 raises to 20
2 folds
3 calls 20
4th
1 Qs
3 9d
1 bets 10
3 folds
1 gets back 10
1 collects 46
end
"""

# The seventh card is dealt down and last; hole cards stay hidden until they are shown, the mucked ones for good.
HIDDEN = """\
stakes 10/20 bring-in 3 ante 1
seat 1 "Ann" 500
seat 2 "Bob" 500
antes
1 [Kc 7s] Kd
2 [xx xx] 2c
2 brings in 3
1 calls 3
4th
1 Qs
2 9d
1 checks
2 checks
5th
1 8h
2 4s
1 checks
2 checks
6th
1 5c
2 6d
1 checks
2 checks
7th
1 [2d]
2 [xx]
1 checks
2 checks
1 shows Kd Qs 8h 5c Kc 7s 2d
2 mucks
2 held 2c 9d 4s 6d Jc Ts 3h
1 collects 8
end
"""

# All-in on fourth: the streets are run out, and nobody is to act any more.
RUN_OUT = """\
stakes 10/20 bring-in 3 ante 1
seat 1 "Ann" 500
seat 2 "Bob" 17
antes
1 [xx xx] Kd
2 [xx xx] 2c
2 brings in 3
1 completes to 10
2 calls 10
4th
1 Qs
2 9d
1 bets 10
2 calls 6 all-in
1 gets back 4
5th
1 8h
2 4s
6th
1 5c
2 6d
7th
1 [xx]
2 [xx]
1 shows Kd Qs 8h 5c Kh 7s 2d
2 shows 2c 9d 4s 6d 3c Ts 3h
1 collects 34
end
"""

# High and low share a main pot that does not halve, and a side pot.
SPLIT = """\
game stud8
stakes 10/20 bring-in 3 ante 1
seat 1 "Ann" 500
seat 2 "Bob" 500
seat 3 "Cat" 8
seat 4 "Dot" 500
antes
1 [xx xx] Kd
2 [xx xx] 2c
3 [xx xx] Jh
4 [xx xx] 9h
2 brings in 3
3 calls 3
4 folds
1 completes to 10
2 calls 10
3 calls 7 all-in
4th
1 Qs
2 4d
3 9d
1 checks
2 checks
5th
1 Kh
2 5s
3 Ts
1 bets 20
2 calls 20
6th
1 7c
2 6d
3 8c
1 checks
2 checks
7th
1 [xx]
2 [xx]
3 [xx]
1 checks
2 checks
1 shows Kd Qs Kh 7c Qc 9s Th
2 shows 2c 4d 5s 6d 8h Jc Jd
3 shows Jh 9d Ts 8c Js 2h 3d
1 collects 13 from main high
2 collects 12 from main low
1 collects 23 from side 1 high
2 collects 23 from side 1 low
end
"""

# An ante larger than a stack: all-in before a card is dealt.
SHORT_ANTE = """\
stakes 20/40 bring-in 5 ante 4
seat 1 "Ann" 500
seat 2 "Bob" 500
seat 3 "Cat" 3
antes
1 [xx xx] Kd
2 [xx xx] 2c
3 [xx xx] Jh
2 brings in 5
1 folds
2 gets back 5
4th
2 9d
3 Ts
5th
2 4s
3 6c
6th
2 6d
3 7d
7th
2 [xx]
3 [xx]
3 shows Jh Ts 6c 7d Jc 2h 3d
2 shows 2c 9d 4s 6d 9c 9s 3h
2 collects 9 from main
2 collects 2 from side 1
end
"""

# Razz: the highest card brings it in, the lowest board opens.
RAZZ = """\
game razz
stakes 10/20 bring-in 3 ante 1
seat 1 "Ann" 500
seat 2 "Bob" 500
antes
1 [xx xx] Kd
2 [xx xx] 2c
1 brings in 3
2 completes to 10
1 calls 10
4th
1 3s
2 4d
2 bets 10
1 folds
2 gets back 10
2 collects 22
end
"""

NAMES = ("Ann", "Bob", "Cat", "Dot", "Eve", "Fay", "Gus", "Hal")
# Eight players see seventh street, and the deck has one card left for all of them.
EIGHT = "\n".join(
    [
        "stakes 10/20 bring-in 3 ante 1",
        *[f'seat {seat} "{name}" 100' for seat, name in enumerate(NAMES, 1)],
        "antes",
        *[f"{seat} [xx xx] {card}" for seat, card in enumerate(("Kd", "2c", "Jh", "9h", "8h", "7h", "6h", "5h"), 1)],
        "2 brings in 3",
        *[f"{seat} calls 3" for seat in (3, 4, 5, 6, 7, 8, 1)],
        "4th",
        "burn xx",
        *[f"{seat} {card}" for seat, card in enumerate(("Kc", "3c", "Jd", "9d", "8d", "7d", "6d", "5d"), 1)],
        *[f"{seat} checks" for seat in range(1, 9)],
        "5th",
        "burn xx",
        *[f"{seat} {card}" for seat, card in enumerate(("Qd", "3d", "Tc", "4h", "4d", "4c", "4s", "Ac"), 1)],
        *[f"{seat} checks" for seat in range(1, 9)],
        "6th",
        "burn xx",
        *[f"{seat} {card}" for seat, card in enumerate(("Qc", "2d", "Th", "Ts", "8c", "7c", "6c", "5c"), 1)],
        *[f"{seat} checks" for seat in range(1, 9)],
        "7th",
        "burn xx",
        "community Ad",
        *[f"{seat} checks" for seat in range(1, 9)],
        "",
    ]
)  # fmt: skip


def long_hand(raises: int) -> bytes:
    """A hand of two players who raise each other so many times on third street; the log stops there."""
    seats = "\n".join([f'seat {number} "P{number}" 100000' for number in (1, 2)])
    deal = "antes\n1 [xx xx] Kd\n2 [xx xx] 2c\n2 brings in 3"
    acts = "\n".join([f"{1 + turn % 2} raises to {10 * turn + 10}" for turn in range(raises)])
    return f"stakes 10/20 bring-in 3 ante 1\n{seats}\n{deal}\n{acts}\n".encode()
