"""Arguments and options that several commands share, so that they mean the same everywhere."""

from typing import Annotated, Literal

import typer

Encoding = Literal["sgn", "json", "jsonl", "msgpack"]
Colour = Literal["auto", "always", "never"]

Paths = Annotated[
    list[str],
    typer.Argument(
        metavar="PATH...", help="Files, folders, globs, URLs, or - for standard input.", show_default=False
    ),
]
File = Annotated[str, typer.Argument(metavar="FILE", help="A file with a record.", show_default=False)]
Record = Annotated[
    int | None,
    typer.Option(
        "--record", metavar="N", min=1, help="Which record of the file (from 1), if it has several."
    ),
]
At = Annotated[
    int | None,
    typer.Option("--at", metavar="N", help="After N plies: 0 is the start, -1 one ply before the last."),
]
InputFormat = Annotated[
    Encoding | None,
    typer.Option(
        "--input-format", help="How the input is encoded, whatever its name says; for standard input."
    ),
]
MaxRecord = Annotated[
    int,
    typer.Option("--max-record", metavar="BYTES", min=1, max=1 << 40, help="The largest size of one record."),
]
Jobs = Annotated[
    int | None,
    typer.Option("--jobs", "-j", min=1, metavar="N", help="Processes.", show_default="as many as cores"),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for scripts.")]
ColourOption = Annotated[
    Colour | None,
    typer.Option("--color", help="Colour; beats NO_COLOR and FORCE_COLOR.", show_default="auto"),
]
Style = Annotated[
    Literal["ascii", "unicode"] | None,
    typer.Option("--style", help="Characters to draw with; unicode on a terminal that can, else ascii."),
]
Seat = Annotated[str | None, typer.Option("--as", metavar="SEAT", help="The seat that looks on.")]
AllowEmpty = Annotated[
    bool, typer.Option("--allow-empty", help="Finding nothing to check is success (0), not 2.")
]
Force = Annotated[bool, typer.Option("--force", help="Replace a file that exists.")]
PictureStyle = Annotated[
    Literal["ascii", "unicode", "svg", "png", "gif"] | None,
    typer.Option("--style", help="Characters (unicode on a terminal that can, else ascii), or a picture."),
]
Theme = Annotated[
    Literal["auto", "light", "dark"],
    typer.Option("--theme", help="Colours of a picture; auto: in SVG as the reader's system, else light."),
]
SecretsFiles = Annotated[
    list[str],
    typer.Option("--secrets", metavar="FILE", help="A secrets file of the viewer's; may be given again."),
]
RecordsOut = Annotated[
    str | None,
    typer.Option("-o", "--output", metavar="OUT", help="The file to write; left out: standard output."),
]
To = Annotated[
    Encoding | None,
    typer.Option("--to", help="The encoding; left out: by OUT's suffix, or that of the first record."),
]
