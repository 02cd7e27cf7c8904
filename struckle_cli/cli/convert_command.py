"""`struckle convert`."""

from typing import Annotated

import typer

from struckle_cli.cli import console
from struckle_cli.cli.options import Encoding, InputFormat, MaxRecord, Record
from struckle_cli.core.errors import UsageError
from struckle_cli.replay.document import MAX_RECORD
from struckle_cli.replay.source import STDIN, by_suffix, named
from struckle_cli.replay.storage import only_here
from struckle_cli.services.convert import convert, write_documents

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command("convert")
def convert_command(
    source: Annotated[
        str, typer.Argument(metavar="IN", help="A file, a URL, or - for standard input.", show_default=False)
    ],
    target: Annotated[
        str, typer.Argument(metavar="OUT", help="A file, or - for standard output.", show_default=False)
    ],
    to: Annotated[Encoding | None, typer.Option("--to", help="The encoding, whatever OUT is named.")] = None,
    record: Record = None,
    input_format: InputFormat = None,
    max_record: MaxRecord = MAX_RECORD,
) -> None:
    """Convert records between text, JSON, JSON Lines and MessagePack, .gz and .zst, without loss.

    Correct syntax suffices; a broken record stops it, and nothing is written.

    \b
    Examples:
      struckle convert game.sgn game.json
      struckle convert archive.jsonl.zst archive.sgn
      struckle convert game.sgn - --to json
    """
    only_here(target)
    encoding, compression = by_suffix(target)
    encoding = to or encoding
    if encoding is None:
        why = (
            "OUT's suffix names no encoding (.sgn, .json, .jsonl, .msgpack, each with .gz or .zst): use --to"
        )
        raise UsageError(why, code="usage.suffix")
    origin = named(source, input_format)
    if target != STDIN:
        convert(origin, target, encoding, compression, only=record, limit=max_record)
        return
    import tempfile

    with tempfile.SpooledTemporaryFile(max_size=8 << 20) as spool:  # nothing is written if a record is broken
        write_documents(origin, spool, encoding, only=record, limit=max_record)  # type: ignore[arg-type]
        spool.seek(0)
        while block := spool.read(1 << 20):
            console.write_bytes(block)
