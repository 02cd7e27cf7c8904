"""How far two short texts are apart, for naming the token that was probably meant."""


def edit_distance(one: str, other: str) -> int:
    """The least number of single-character insertions, deletions and changes between two texts."""
    one, other = one[:64], other[:64]
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, 1):
        previous, row[0] = row[0], i
        for j, b in enumerate(other, 1):
            previous, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, previous + (a != b))
    return row[-1]
