"""A page in the rows and columns that there are: what gives way, and what never does."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from struckle_cli.cli.arranging import arranged, bare, table_of, taken
from struckle_cli.core.picture import View
from tests.cli.test_fitting import start

TOLD = st.lists(st.sampled_from(["SG plays Pc7b8", "a word " * 9, "x" * 41, ""]), max_size=20)
GAMES = st.sampled_from(["castle", "struckle", "struggle", "crungle", "stricken"])


def numbered(told: list[str]) -> list[str]:
    return [f"<{number}> {line}" for number, line in enumerate(told)]


@settings(max_examples=60, deadline=None)
@given(GAMES, TOLD, st.integers(25, 140), st.integers(1, 45), st.booleans())
def test_a_page_has_its_board_and_the_last_of_what_is_told(name, told, columns, room, recalled):
    game, state = start(name)
    table = table_of(game.render(state, View(width=columns, style="unicode")), columns, False)
    told = numbered(told)
    recall = "history" if recalled else ""
    page = None if table is None else arranged(table, told, columns, [room], recall)
    if page is None:
        least = table and bare(table.without_legend(), room)
        assert table is None or not recalled or (not least and len(table.slim) > room)
        return
    assert taken(page, columns) <= room
    text = "\n".join(page)
    for row, slim in zip(table.board, table.slim, strict=False):
        assert row.text in text or slim.text in text
    shown = [int(number) for number in re.findall(r"<(\d+)>", text)]
    assert shown == list(range(len(told)))[len(told) - len(shown) :], "the last, in their order"
    if not recalled:
        assert len(shown) == len(told)
    count = re.search(r"\.\.\. (\d+) more \(history\)", text)
    if count is not None:
        assert int(count[1]) == len(told) - len(shown)


def test_text_flows_in_the_columns_that_it_gets():
    """It is not wrapped twice: below the board it has them all, beside it what is left."""
    game, state = start("castle")
    table = table_of(game.render(state, View(width=80)), 80, False)
    asked = []

    def flow(columns: int) -> list[str]:
        asked.append(columns)
        return ["word " * 6, "", "end"]

    page = arranged(table, [flow], 80, [22], "")
    assert len(page) == 22
    assert (asked[-1], page[0].rstrip().endswith("word word"), page[2].split()[-1]) == (33, True, "end")


def test_a_legend_goes_before_a_page_without_a_word():
    game, state = start("castle")
    table = table_of(game.render(state, View(width=40)), 40, False)
    legend = table.legend[0].text
    assert arranged(table, ["black plays L12-K12"], 40, [22], "history")[-1] == "black plays L12-K12"
    assert arranged(table, ["a b " * 20], 40, [22], "history")[-1] == legend
    assert arranged(table, ["black plays L12-K12"], 40, [24], "history")[-3:] == [
        legend, "", "black plays L12-K12",
    ]  # fmt: skip
