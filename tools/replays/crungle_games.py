"""Which games of Crungle are recorded: set-ups, players, scripts."""

from typing import Any, NamedTuple

from struckle_cli.core.outcome import Outcome
from tools.replays.crungle_table import (
    Step,
    declined,
    demonstrated,
    ended,
    entries,
    false_pass,
    false_win,
    note,
    overruled,
    overruled_win,
    passes,
    slip,
    to_goal,
    turns,
)


class Plan(NamedTuple):
    """A game to be played: its set-up and script; `given` is the result that the players give, if they do."""

    event: str
    date: str
    purple: str
    orange: str
    setup: dict[str, Any]
    script: tuple[Step, ...]
    given: Outcome | None = None
    tags: tuple[tuple[str, str], ...] = ()


AGREED = Outcome(winners=(), reason="agreement")


def given(goals: str, rules: str, orange: int, purple: int, draft: str = "given") -> dict[str, Any]:
    """A set-up."""
    return {
        "goals": goals.split(), "rules": rules.split(), "start": {"orange": orange, "purple": purple},
        "draft": draft,
    }  # fmt: skip


HOPELESS = given("G7 G6", "M3 M10 I1 M19", 3, 1)
"""No win is possible: `struckle solve` proves it."""
NARROW = given("G2 G10", "M21 M16 M27 I1", 9, 1)
FAR = given("G2 G7", "M5 M11 M14 M15", 4, 4)
"""The shortest win has 23 plies."""

GAMES: dict[str, tuple[Plan, ...]] = {
    "first-evening.sgn": (
        Plan("First evening, board 1", "2026-10-08", "Ana", "Ben",
             given("G3 G7", "M2 M11 I2 M16", 1, 9, "picked"),
             (note("Nobody has played this before."), turns(8), to_goal("purple", 7),
              note("Above and below within eight turns."))),
        Plan("First evening, board 2", "2026-10-08", "Cleo", "Dario",
             given("G5 G8", "M17 M2 M9 M30", 2, 8, "picked"), (turns(6), to_goal("orange", 5))),
        Plan("First evening, board 3", "2026-10-08", "Edda", "Falk",
             given("G4 G10", "M1 M29 M26 I3", 6, 1, "random"),
             (turns(17), note("The lamp went out {twice}.")),
             AGREED, tags=(("Remark", "rules drawn by lot"),)),
    ),
    "in-one-row.json": (
        Plan("Rows and columns", "2026-10-09", "Gita", "Hugo", given("G3 G4", "M19 M8 M24 M5", 7, 3),
             (turns(10), to_goal("orange", 3))),
    ),
    "in-one-column.sgn": (
        Plan("Rows and columns, return game", "2026-10-09", "Hugo", "Gita",
             given("G4 G3", "M18 M20 M7 M6", 3, 7), (turns(6), to_goal("purple", 4))),
    ),
    "four-edges.sgn": (
        Plan("Edges", "2026-10-12", "Ben", "Edda", given("G6 G9", "M30 M13 M23 M22", 2, 8),
             (turns(5), to_goal("purple", 6))),
    ),
    "hunt.sgn": (
        Plan("The hunt", "2026-10-13", "Falk", "Cleo", given("G1 G8", "M27 M15 M28 I4", 1, 9, "picked"),
             (turns(14), to_goal("orange", 1), note("Caught three times in a row."))),
    ),
    "all-nine-cells.json": (
        Plan("The long walk", "2026-10-15", "Dario", "Ana", given("G2 G1", "M25 M20 M10 M4", 9, 1),
             (turns(20), to_goal("purple", 2))),
    ),
    "eight-different.json": (
        Plan("Eight different", "2026-10-16", "Ana", "Gita", given("G10 G3", "M12 M17 M24 I2", 4, 6),
             (turns(15), to_goal("orange", 10))),
    ),
    "around-the-centre.sgn": (
        Plan("Around the centre", "2026-10-16", "Ben", "Hugo",
             given("G9 G8", "M11 M14 M16 M29", 9, 1, "random"),
             (turns(20), to_goal("purple", 9))),
    ),
    "three-violations.sgn": (
        Plan("Autumn cup, round 1", "2026-10-17", "Cleo", "Gita",
             given("G2 G10", "M2 M13 I1 M21", 1, 9, "picked"),
             (turns(4), slip("destination"), turns(4), slip("repeated"), note("Twice now."), turns(4),
              slip("banned"), ended("violations"), note("Banned by the move before: the third violation."))),
    ),
    "three-objections.json": (
        Plan("Autumn cup, round 2", "2026-10-18", "Dario", "Hugo",
             given("G9 G4", "M24 M6 M11 I4", 3, 7, "picked"),
             (turns(3), overruled, turns(3), overruled, turns(5), overruled,
              ended("objections"), note("It was valid again, and that was the third time."))),
    ),
    "a-win-taken-back.sgn": (
        Plan("Autumn cup, round 3", "2026-10-24", "Gita", "Dario",
             given("G5 G6", "M2 M17 M5 I2", 8, 2, "picked"),
             (turns(5), false_win, note("That would have been it, but the piece does not get there."),
              to_goal("orange", 6))),
    ),
    "objected-in-vain.sgn": (
        Plan("Autumn cup, final", "2026-10-25", "Hugo", "Cleo",
             given("G3 G10", "M19 M23 M26 M15", 1, 9, "picked"),
             (turns(9), overruled, turns(2), slip("opponent-missing"), turns(6), overruled_win,
              note("A valid winning move wins whatever is objected."))),
    ),
    "bet-of-23-plies.sgn": (
        Plan("Is it possible?", "2026-10-29", "Edda", "Ben", FAR,
             (note("There is nothing shorter."), demonstrated("orange"))),
    ),
    "bet-refuted.json": (
        Plan("Is it possible? Second try", "2026-10-29", "Ben", "Edda", FAR,
             (turns(4), demonstrated("orange", 3, "repeated"), note("The same rule twice in a row."))),
    ),
    "bet-shown-too-short.sgn": (
        Plan("Is it possible? Third try", "2026-10-30", "Ben", "Falk", given("G4 G9", "M8 M7 M12 I3", 1, 9),
             (turns(6), demonstrated("purple", 1), note("One move is missing."))),
    ),
    "bet-without-answer.sgn": (
        Plan("Nothing to show", "2026-11-02", "Falk", "Edda", HOPELESS,
             (turns(5), entries("bet:orange accept ( )"))),
    ),
    "bets-declined.json": (
        Plan("Bets for coffee", "2026-11-03", "Ana", "Hugo", given("G7 G10", "M18 M1 M9 M28", 9, 7),
             (declined("orange"), turns(6), declined("purple"), turns(4), declined("purple"),
              to_goal("purple", 10))),
    ),
    "no-win-no-game.sgn": (
        Plan("Seen through", "2026-11-04", "Gita", "Ben", HOPELESS,
             (turns(3), note("Neither finds a way, and there is none.")), AGREED),
    ),
    "forced-pass.sgn": (
        Plan("Nowhere to go", "2026-11-05", "Hugo", "Falk", NARROW,
             (entries("I1(M21):9"), passes, note("The same cell, no turn before, and the row is banned."),
              turns(3), false_pass, turns(4), to_goal("purple", 2))),
    ),
    "it-stood.sgn": (
        Plan("Nobody noticed", "2026-11-06", "Dario", "Edda", given("G6 G7", "M2 M10 M25 I1", 1, 3, "picked"),
             (turns(5), slip("destination", objected=False),
              note("Not valid, but nobody objected before the next move, so it stands."),
              turns(4), to_goal("purple", 6))),
    ),
    "thursday-club.jsonl": (
        Plan("Thursday club", "2026-11-12", "Ana", "Cleo", given("G8 G2", "M9 M10 M22 M20", 6, 4, "random"),
             (turns(4), to_goal("purple", 8))),
        Plan("Thursday club", "2026-11-12", "Cleo", "Ana", given("G9 G5", "M1 M4 M29 M27", 7, 9, "random"),
             (turns(6), slip("unusable"), turns(5), to_goal("orange", 5))),
        Plan("Thursday club", "2026-11-19", "Ben", "Dario", given("G1 G2", "M3 M12 M16 M28", 9, 1, "random"),
             (turns(26), declined("orange")), AGREED),
        Plan("Thursday club", "2026-11-19", "Dario", "Ben", given("G2 G4", "M21 M13 M6 I4", 1, 9, "random"),
             (turns(9),)),
    ),
    "by-post.msgpack.zst": (
        Plan("By post", "2026-11-20", "Falk", "Gita", given("G10 G3", "M14 M17 M24 I1", 2, 8, "picked"),
             (turns(12), overruled)),
        Plan("By post", "2026-11-20", "Gita", "Falk", given("G1 G9", "M22 M2 M15 I3", 9, 1, "picked"),
             (turns(8), to_goal("purple", 1))),
    ),
}  # fmt: skip
