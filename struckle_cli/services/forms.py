"""Shapes apart from where they stand: the same piece on another square is the same form at another place."""

from collections.abc import Sequence
from typing import NamedTuple

from struckle_cli.core.drawing import Kind, Shape
from struckle_cli.services.splices import Pool, parts


class Form(NamedTuple):
    """What shapes of a kind have in common: kind, role, text, and what `at` says beside the place.

    That is the corners behind the first for `line` and `area`, as steps from it, and for the others what
    stands behind x and y.
    """

    kind: Kind
    role: str
    text: str
    rest: tuple[int, ...]


Placed = tuple[int, ...]
"""A shape in numbers: of its form, x and y, and of the texts that its words are made of."""


def placed(shape: Shape, forms: Pool[Form], texts: Pool[str]) -> Placed:
    """A shape in numbers; its form and texts go into the pools."""
    x, y, *rest = shape.at
    if shape.kind in ("line", "area"):
        rest = [place - (y if odd % 2 else x) for odd, place in enumerate(rest)]
    form = forms.number(Form(shape.kind, shape.role, shape.text, tuple(rest)))
    return (form, x, y, *map(texts.number, parts(shape.about)))


def shape_of(numbers: Placed, forms: Sequence[Form], texts: Sequence[str]) -> Shape:
    """The shape that some numbers stand for."""
    form, (_, x, y, *about) = forms[numbers[0]], numbers
    rest = list(form.rest)
    if form.kind in ("line", "area"):
        rest = [step + (y if odd % 2 else x) for odd, step in enumerate(rest)]
    return Shape(form.kind, form.role, (x, y, *rest), form.text, "".join(texts[number] for number in about))
