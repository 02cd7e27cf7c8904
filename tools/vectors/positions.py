"""Position strings and boards for the vectors, made without the program."""

COLUMNS = "ABCDEFGHJKLMNOPQRST"


def position(men: str, side: str = "w", turn: int = 1) -> str:
    """The position string of men given as `wK14 bA19`."""
    cells = {man[1:]: man[0] for man in men.split()}
    rows = []
    for number in range(19, 0, -1):
        row, run = "", 0
        for column in COLUMNS:
            man = cells.get(f"{column}{number}")
            if man is None:
                run += 1
                continue
            row += (str(run) if run else "") + man
            run = 0
        rows.append(row + (str(run) if run else ""))
    return f"{'/'.join(rows)} {side} {turn}"


def plain_board(white: str, black: str, walls: str = "") -> list[str]:
    """A board of ground with the two castles and a few walls, as rows from 19 down."""
    rows = []
    for number in range(19, 0, -1):
        names = [f"{column}{number}" for column in COLUMNS]
        rows.append(
            "".join(
                "w" if n == white else "b" if n == black else "#" if n in walls.split() else "."
                for n in names
            )
        )
    return rows
