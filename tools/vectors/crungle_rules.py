"""Valid vectors for each movement rule of Crungle: what it leads to stands in the expected legal tokens."""

from collections.abc import Iterator

from tools.vectors.crungle import record
from tools.vectors.make import Record, Valid
from tools.vectors.valid import one_line

SETS: dict[str, tuple[str, tuple[tuple[str, str, str], ...]]] = {
    "m1-m2-m13-m26": (
        "M1 M2 M13 M26",
        (
            ("1", "9", "M26:9 M1:5 M13:2 M2:6 M2:1 M13:7 M1:5"),
            ("7", "7", "M26:3 M1:5 M13:4 M2:6 M26:6 M13:7 M2:5"),
            ("4", "6", "M1:8 M26:4 M26:2 M2:5 M13:9 M1:3 M1:5"),
        ),
    ),
    "m3-to-m6": (
        "M3 M4 M5 M6",
        (
            ("1", "9", "M4:4/9 M3:6/1 M5:1/5 M6:6/2 M3:2/3 M4:6/5 M6:6/6"),
            ("7", "7", "M5:7/7 M5:7/7 M6:8/8 M4:8/8 M3:5/5 M6:6/6 M4:9/9"),
            ("4", "6", "M5:4/5 M3:2/1 M4:4/5 M5:4/4 M3:1/1 M6:2/2 M4:5/5"),
        ),
    ),
    "m7-to-m10": (
        "M7 M8 M9 M10",
        (
            ("1", "9", "M8:4/6 M10:6/4 M7:1/9 M9:8/2 M8:5/5 M7:2/8 M9:7/3"),
            ("7", "7", "M10:8/7 M10:8/7 M9:7/9 M7:6/7 M8:7/3 M8:6/4 M10:5/5"),
            ("4", "6", "M9:4/6 M7:3/7 M10:8/2 M8:5/5 M7:2/8 M9:7/3 M8:6/4"),
        ),
    ),
    "m11-m12-m14-m15": (
        "M11 M12 M14 M15",
        (
            ("1", "9", "M14:1 M11:8/2 M15:8/2 M12:1/9 M12:6/4 M15:6/4 M11:1/9"),
            ("7", "7", "M14:7 M12:8/8 M11:7/7 M15:7/7 M14:7 M11:4/4 M12:7/7"),
            ("4", "6", "M15:6/4 M14:4 M14:6 M12:7/3 M15:7/3 M11:6/4 M11:1/9"),
        ),
    ),
    "m16-m17-m29-m30": (
        "M16 M17 M29 M30",
        (
            ("1", "9", "M29:3 M17:3 M30:5 M16:9 M17:1 M30:5 M16:5"),
            ("7", "7", "M29:3 M29:9 M30:5 M17:3 M16:3 M30:5 M17:1"),
            ("4", "6", "M29:5 M17:4 M16:4 M16:6 M30:6 M29:5 M16:4"),
        ),
    ),
    "m18-to-m21": (
        "M18 M19 M20 M21",
        (
            ("1", "9", "M21:8 M18:3 M19:7 M20:4 M18:1 M19:5 M20:5"),
            ("7", "7", "M21:9 M20:6 M18:3 M21:2 M19:2 M20:5 M21:5"),
            ("4", "6", "M18:7 M19:5 M19:8 M20:2 M21:2 M18:8 M20:5"),
        ),
    ),
    "m22-to-m25": (
        "M22 M23 M24 M25",
        (
            ("1", "9", "M23:5 M24:6 M22:9 M25:5 M23:1 M24:4 M22:8"),
            ("7", "7", "M25:5 M24:4 M22:9 M25:5 M23:1 M24:2 M22:6"),
            ("4", "6", "M23:5 M25:1 M22:7 M23:2 M25:6 M24:5 M23:4"),
        ),
    ),
    "m27-m28-m1-m2": (
        "M27 M28 M1 M2",
        (
            ("1", "9", "M27:9 M28:7 M2:8 M1:5 M28:7 M27:7 M1:5"),
            ("7", "7", "M2:8 M28:1 M27:5 M1:5 M2:2 M28:9 M27:5"),
            ("4", "6", "M2:5 M1:2 M28:8 M27:9 M2:9 M1:5 M27:8"),
        ),
    ),
    "i1-bans-for-one-turn-cr11": (
        "M1 M2 I1 M15",
        (
            ("1", "9", "M15:9/1 I1(M2):2 M1:5 M2:5 I1(M1):3 I1(M15):3/5 M1:7"),
            ("7", "7", "M2:4 I1(M1):5 I1(M2):1 M15:1/5 M2:6 I1(M15):6/1 I1(M1):5"),
            ("4", "6", "I1(M15):6/4 I1(M2):5 M1:2 M15:2/5 I1(M1):9 I1(M2):1 M1:5"),
        ),
    ),
    "i1-over-m16": (
        "M16 M29 I1 M20",
        (
            ("1", "9", "I1(M20):9 M29:7 M16:1 M20:4 I1(M16):9 I1(M29):5 M20:5"),
            ("7", "7", "I1(M29):3 I1(M20):6 M16:7 M29:5 I1(M16):3 I1(M20):3 M29:1"),
            ("4", "6", "I1(M29):5 M20:5 M16:4 I1(M16):6 M20:3 M29:5 I1(M20):2"),
        ),
    ),
    "i2-states-the-end-cr10": (
        "M2 M3 I2 M16",
        (
            ("1", "9", "I2(M3,M2):4/6 M2:5 M3:1/2 I2(M2,M3):1/1 I2(M16,M2):5 M16:2 M2:8"),
            ("7", "7", "I2(M2,M3):5/4 M3:1/2 M16:7 I2(M3,M16):4/4 I2(M2,M16):2 M2:5 M16:4"),
            ("4", "6", "I2(M3,M2):2/3 I2(M3,M2):2/2 M3:2/2 M16:3 I2(M16,M3):2/3 I2(M16,M2):5 M2:5"),
        ),
    ),
    "i2-second-rule-after-the-first": (
        "M13 M2 I2 M27",
        (
            ("1", "9", "M27:3 I2(M27,M2):5 I2(M27,M13):9 M2:4 M13:4 I2(M2,M13):2 I2(M2,M27):5"),
            ("7", "7", "I2(M13,M27):5 I2(M13,M2):5 M2:2 M27:2 I2(M13,M27):1 I2(M2,M13):8 M13:6"),
            ("4", "6", "I2(M27,M2):9 I2(M27,M13):2 M13:4 M27:5 I2(M2,M27):2 I2(M27,M2):1 M2:5"),
        ),
    ),
    "i3-off-the-board-to-5-cr7": (
        "M3 M10 I3 M11",
        (
            ("1", "9", "M10:2/8 M3:5/2 I3(M11):3/5 M11:5/6 M3:3/2 I3(M10):3/2 I3(M3):5/3"),
            ("7", "7", "I3(M3):4/4 I3(M10):5/4 M10:5/4 M11:1/5 I3(M11):5/2 I3(M10):3/4 M3:1/3"),
            ("4", "6", "M11:1/9 I3(M11):8/2 I3(M3):5/5 M10:6/4 M3:1/3 I3(M3):5/1 M10:2/4"),
        ),
    ),
    "i3-over-other-rules": (
        "M8 M5 I3 M13",
        (
            ("1", "9", "I3(M13):8 I3(M8):5/5 M8:8/2 M5:1/7 M13:2 I3(M5):5/1 I3(M5):5/4"),
            ("7", "7", "I3(M13):6 M13:2 M8:9/2 M5:1/8 I3(M8):5/1 I3(M5):5/4 M8:7/2"),
            ("4", "6", "I3(M13):9 M13:7 M5:8/7 I3(M8):5/5 I3(M5):4/4 M13:3 M8:7/3"),
        ),
    ),
    "i4-exchanges-the-roles-cr3": (
        "M2 M3 I4 M16",
        (
            ("1", "9", "I4(M2):1/8 M3:5/1 M2:2 M16:8 I4(M3):2/5 I4(M16):5/2 M2:5"),
            ("7", "7", "I4(M2):7/8 I4(M3):5/4 M16:7 M3:2/4 I4(M16):4/5 I4(M2):5/5 M3:2/2"),
            ("4", "6", "M2:5 I4(M16):6/4 I4(M3):1/3 M16:6 M16:4 M2:5 I4(M2):4/8"),
        ),
    ),
    "i4-over-pushes": (
        "M9 M15 I4 M21",
        (
            ("1", "9", "I4(M15):9/1 M15:9/1 M21:8 I4(M9):9/7 I4(M21):7/8 M9:7/8 M21:7"),
            ("7", "7", "I4(M21):7/7 M9:7/8 M15:7/8 I4(M9):9/7 I4(M15):9/7 M21:9 M9:8/9"),
            ("4", "6", "I4(M9):5/5 I4(M21):5/6 M15:5/6 M21:4 I4(M15):4/5 I4(M9):6/4 M15:6/4"),
        ),
    ),
}  # fmt: skip
"""By name: four rules, and games as start of purple, start of orange, moves."""


def rules() -> Iterator[Valid]:
    """A file a rule set: after each prefix of each game a record, with the legal tokens there."""
    for name, (picked, games) in SETS.items():
        records: list[Record] = []
        for purple, orange, moves in games:
            setup = {
                "goals": ["G9", "G2"], "rules": picked.split(),
                "start": {"orange": int(orange), "purple": int(purple)},
            }  # fmt: skip
            tokens = moves.split()
            records += [record(" ".join(tokens[:count]), None, setup) for count in range(len(tokens) + 1)]
        yield Valid(f"rules-{name}.jsonl", b"".join(map(one_line, records)), records)
