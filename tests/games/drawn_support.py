"""What the tests of drawings ask of shapes, whatever the game."""

from struckle_cli.core.drawing import Drawing, Shape


def abouts(drawing: Drawing, *roles: str) -> list[str]:
    """What the shapes of some roles say, in bytewise order."""
    return sorted(shape.about for shape in drawing.shapes if shape.role in roles and shape.about)


def middle(shape: Shape) -> tuple[int, int]:
    """The middle of a shape, in units."""
    if shape.kind == "box":
        x, y, width, height, _ = shape.at
        return x + width // 2, y + height // 2
    if shape.kind in ("disc", "label"):
        return shape.at[0], shape.at[1]
    return (min(shape.at[::2]) + max(shape.at[::2])) // 2, (min(shape.at[1::2]) + max(shape.at[1::2])) // 2
