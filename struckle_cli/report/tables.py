"""Tables for people."""

from collections.abc import Collection, Sequence


def table(
    headers: Sequence[str], rows: Sequence[Sequence[str]], numbers: Collection[int] = (), *,
    close: bool = False,
) -> str:  # fmt: skip
    """A plain table. Cells stay as they are: nothing that looks like a number is rewritten.

    `numbers` are the columns (from 0) that are aligned on the right. In a `close` table
    no column is broader than what stands in it.
    """
    import tabulate as library

    library.MIN_PADDING = 0 if close else 2
    sides = ["right" if column in numbers else "left" for column in range(len(headers))] if rows else None
    return library.tabulate(
        rows, headers=headers, tablefmt="simple", disable_numparse=True, colalign=sides,
        preserve_whitespace=True,  # names may differ in blanks alone
    )  # fmt: skip
