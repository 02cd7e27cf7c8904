"""Laws of lists that are kept as edits, and of shapes that are kept as forms at places."""

from hypothesis import example, given
from hypothesis import strategies as st

from struckle_cli.core.drawing import Shape
from struckle_cli.services.forms import Form, placed, shape_of
from struckle_cli.services.splices import Pool, Track, applied, edit, parts

LISTS = st.lists(st.integers(0, 12), max_size=14)
COORDINATES = st.integers(-50, 2000)
SHAPES = st.one_of(
    st.builds(
        Shape, st.sampled_from(("line", "area")), st.sampled_from(("last", "wall")),
        st.lists(st.tuples(COORDINATES, COORDINATES), min_size=1, max_size=5).map(
            lambda corners: tuple(place for corner in corners for place in corner)
        ), st.just(""), st.text(max_size=20),
    ),
    st.builds(
        Shape, st.sampled_from(("box", "disc", "label", "words")), st.sampled_from(("seat1", "text")),
        st.lists(COORDINATES, min_size=3, max_size=5).map(tuple), st.text(max_size=3), st.text(max_size=20),
    ),
)  # fmt: skip


@given(LISTS, LISTS)
@example([1, 2, 3], [3, 2, 1])
@example([1, 1, 2], [1, 2, 2])
@example([], [5])
@example([5], [])
def test_an_edit_makes_the_new_list_of_the_old_one(old: list[int], new: list[int]) -> None:
    assert applied(old, edit(old, new)) == new
    assert not edit(old, old)


@given(st.permutations(range(9)), st.data())
def test_what_stays_in_its_order_is_not_said_again(order: list[int], data: st.DataObject) -> None:
    """Where pieces come and go, an edit holds just those that come."""
    new = [number for number in order if data.draw(st.booleans())]
    for number in range(20, 23):
        new.insert(data.draw(st.integers(0, len(new))), number)
    change, added, place = edit(order, new), [], 0
    while place < len(change):
        added += change[place + 3 : place + 3 + change[place + 2]]
        place += 3 + change[place + 2]
    assert added == [number for number in new if number >= 20]


@given(st.lists(LISTS, max_size=6))
def test_a_track_has_every_list(lists: list[list[int]]) -> None:
    pool: Pool[tuple[int, ...]] = Pool([()])
    track, found = Track(pool), []
    for numbers in lists:
        track.add(numbers)
    before: list[int] = []
    for number in track.edits:
        before = applied(before, pool.items[number])
        found.append(before)
    assert found == lists


@given(st.text())
@example("19/5b7b5//19 w 1")
@example("  two  blanks, and a comma ")
def test_a_text_is_its_parts(text: str) -> None:
    assert "".join(parts(text)) == text
    assert "" not in parts(text)


def test_a_pool_numbers_things_as_they_come() -> None:
    pool = Pool(["a"])
    assert [pool.number(item) for item in ("b", "a", "c", "b")] == [1, 0, 2, 1]
    assert pool.items == ["a", "b", "c"]


@given(st.lists(SHAPES, max_size=6))
def test_shapes_come_back_from_forms_and_places(shapes: list[Shape]) -> None:
    forms: Pool[Form] = Pool()
    texts = Pool([""])
    numbers = [placed(shape, forms, texts) for shape in shapes]
    assert [shape_of(shape, forms.items, texts.items) for shape in numbers] == shapes


def test_a_piece_that_moves_keeps_its_form() -> None:
    forms: Pool[Form] = Pool()
    texts = Pool([""])
    one, two = (Shape("area", "seat1", (x, 9, x + 5, 9, x, 14)) for x in (10, 50))
    assert placed(one, forms, texts)[0] == placed(two, forms, texts)[0]
    assert len(forms.items) == 1
