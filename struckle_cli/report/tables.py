"""Tables for people."""

from collections.abc import Collection, Sequence


def table(headers: Sequence[str], rows: Sequence[Sequence[str]], numbers: Collection[int] = ()) -> str:
    """A plain table. Cells stay as they are: nothing that looks like a number is rewritten.

    `numbers` are the columns (from 0) that are aligned on the right.
    """
    from tabulate import tabulate

    sides = ["right" if column in numbers else "left" for column in range(len(headers))] if rows else None
    return tabulate(
        rows, headers=headers, tablefmt="simple", disable_numparse=True, colalign=sides,
        preserve_whitespace=True,  # names may differ in blanks alone
    )  # fmt: skip
