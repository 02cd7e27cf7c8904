"""A Castle position as text: `#` or a block for walls, men readable on either terrain without colour."""

from struckle_cli.core.picture import Picture, Span, View
from struckle_cli.games.castle.board import COLUMNS, EMPTY, SIZE, SQUARE, WHITE
from struckle_cli.games.castle.state import State

_ASCII = {"wall": "##", "ground": " .", "on wall": "#", "on ground": " ", "on castle": "=", "men": "?WB"}
_UNICODE = {"wall": "▒▒", "ground": " ·", "on wall": "▒", "on ground": " ", "on castle": "◇", "men": "?○●"}
_CASTLES = "?wb"
BROAD = 44
"""Columns that the board takes; where there are fewer, a square is one character."""


def render(state: State, view: View) -> Picture:
    """The board, its legend and who is to move; `view.lower` (default white) sits at the lower edge.

    A square is two characters wide: the terrain, then the man. White's castle is `=w` and Black's `=b`
    while empty (in Unicode with a diamond). Where there is less room it is one: terrain, or a man, with a
    capital on wall and a small letter elsewhere.
    """
    art = _UNICODE if view.style == "unicode" else _ASCII
    narrow = view.width < BROAD
    turned = view.lower == "black"
    columns = COLUMNS[::-1] if turned else COLUMNS
    rows = range(1, SIZE + 1) if turned else range(SIZE, 0, -1)
    last = last_squares(view.last)
    heads = f"   {columns}   " if narrow else f"    {' '.join(columns)}   "
    header = (Span(heads, "label"),)
    lines: list[tuple[Span, ...]] = [header]
    for row in rows:
        spans = [Span(f"{row:2} ", "label")]
        cells = [_cell(state, SQUARE[f"{column}{row}"], art, last) for column in columns]
        spans += [Span(_narrowed(cell.text), cell.role) for cell in cells] if narrow else cells
        spans.append(Span(f" {row:<2}", "label"))
        lines.append(tuple(spans))
    lines.append(header)
    men = art["men"]
    legend = (
        f"{men[1]} White  {men[2]} Black  {art['wall']} wall  {art['on castle']}w {art['on castle']}b castles"
    )
    if narrow:
        wall, castle = art["wall"][0], art["on castle"]
        legend = f"wb men  WB men on wall  {wall} wall  {castle} castle"
    lines.append((Span(legend, "label"),))
    return Picture(tuple(lines), legend=1)


def _narrowed(cell: str) -> str:
    """A square of two characters in one."""
    man = {"○": "w", "●": "b"}.get(cell[1], cell[1].lower())
    if cell[1] in "WB○●":
        return man.upper() if cell[0] in "#▒" else man
    return cell[0] if cell[0] != " " else cell[1]


def last_squares(token: str | None) -> set[int]:
    """The squares that a token names."""
    if not token:
        return set()
    return {SQUARE[part] for part in token.upper().replace("X", "-").split("-") if part in SQUARE}


def _cell(state: State, square: int, art: dict[str, str], last: set[int]) -> Span:
    man = state.cells[square]
    castle = square in state.board.castles
    under = "on castle" if castle else "on wall" if state.board.walls[square] else "on ground"
    if man != EMPTY:
        role = "last" if square in last else "seat1" if man == WHITE else "seat2"
        return Span(art[under] + art["men"][man], role)
    if castle:
        owner = state.board.castles.index(square) + 1
        return Span(art[under] + _CASTLES[owner], "castle")
    if square in last:
        return Span(art["wall" if under == "on wall" else "ground"], "last")
    return Span(art["wall"], "wall") if under == "on wall" else Span(art["ground"], "ground")
