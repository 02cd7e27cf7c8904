"""`struckle dedup`."""

from typing import Annotated

import typer

from struckle_cli.cli import console
from struckle_cli.cli.collected import Teller, check_written, records_out, stopped, tell_nothing
from struckle_cli.cli.options import AllowEmpty, InputFormat, Json, MaxRecord, Paths, RecordsOut, To
from struckle_cli.cli.output import to_standard_output
from struckle_cli.core.errors import AccessError, RecordError, UsageError, counted
from struckle_cli.replay.document import MAX_RECORD
from struckle_cli.report.twins import TwinList
from struckle_cli.services.copying import Copy, is_file
from struckle_cli.services.dedup import By, Deduplication, Kept, Twin
from struckle_cli.services.events import Foreign

app = typer.Typer(rich_markup_mode=None, add_completion=False)


@app.command("dedup")
def dedup_command(
    paths: Paths,
    output: RecordsOut = None,
    to: To = None,
    by: Annotated[
        By, typer.Option("--by", help="What has to be equal: all of a record, or only what was played.")
    ] = "all",
    listed: Annotated[bool, typer.Option("--list", help="Print which record is a copy of which.")] = False,
    check: Annotated[
        bool, typer.Option("--check", help="As --list; write nothing; 1 if there is a copy.")
    ] = False,
    as_json: Json = False,
    allow_empty: AllowEmpty = False,
    input_format: InputFormat = None,
    max_record: MaxRecord = MAX_RECORD,
) -> int:
    """Leave out copies: of equal records the first is kept, in the order of the input.

    Records are compared by their canonical form (what fmt writes), across files and encodings; the order
    of tags does not count. --by game compares game, rules, set-up, moves, openings and result, and leaves
    tags, players, notes and id aside. What is hidden is compared as it stands. A broken record is kept,
    unless its bytes came before, and told (exit code 1).

    OUT may be one of the files that are read. About 150 bytes of memory a record are needed.

    \b
    Examples:
      struckle dedup games/ -o all.jsonl.zst
      struckle dedup games.sgn -o games.sgn
      struckle dedup mine.sgn theirs.jsonl --by game --list
    """
    listed = listed or check or as_json
    if check and output is not None:
        raise UsageError("--check writes nothing, so there is nothing for -o", code="usage.dedup")
    if listed and output is not None and to_standard_output(output):
        raise UsageError("standard output has the list: name a file for -o", code="usage.dedup")
    records = Deduplication(paths, by, encoding=input_format, limit=max_record)
    twins = TwinList(console.write_bytes, as_json) if listed else None
    if listed and output is None:
        _go_through(records, twins, None, None)
        tell_nothing(records.seen)
    else:
        with records_out(output, to, whole=True) as copy:
            _go_through(records, twins, copy, output)
            check_written(copy, records.seen, output, allow_empty)
    if twins is not None:
        twins.close(records)
    if listed or not to_standard_output(output):
        console.complain(f"struckle: {counted(records.seen.records, 'record')}, {_copies(records)}")
    code = records.seen.exit_code(allow_empty)
    return 1 if code == 0 and check and records.copies else code


def _copies(records: Deduplication) -> str:
    return counted(records.copies, "copy", "copies")


def _go_through(
    records: Deduplication, twins: TwinList | None, copy: Copy | None, output: str | None
) -> None:
    """List copies and write the other records, as far as each is asked for.

    Raises `RecordError` or `AccessError` for a record that cannot be written, `UsageError` where the file
    that is to be written holds what is no record: it would be lost.
    """
    teller = Teller()
    for item in records:
        if isinstance(item, Twin):
            if twins is not None:
                twins.add(item)
        elif isinstance(item, Kept):
            if item.broken is not None:
                teller.add(item.broken)
            if copy is not None:
                _write(copy, item)
        else:
            teller.add(item)
            if isinstance(item, Foreign) and is_file(item.path, output):
                why = f"{item.path} holds JSON objects that are no records, and they would be lost"
                raise UsageError(why, code="usage.same-file")
    teller.close(records.seen, "kept" if copy is not None else "met")


def _write(copy: Copy, kept: Kept) -> None:
    reading = kept.item.reading
    try:
        copy.add(reading, broken=kept.broken is not None)
    except (RecordError, AccessError) as error:
        raise stopped(error, kept.item.path, reading.number) from None
