"""What a bot is given: a record as one seat may see it, and nothing else."""

from collections.abc import Sequence

from struckle_cli.core.bots import Scene
from struckle_cli.core.errors import RecordError
from struckle_cli.core.game import AnyGame
from struckle_cli.core.secret import Opening
from struckle_cli.engine.replayer import judge_token, play
from struckle_cli.replay.document import Document
from struckle_cli.replay.reading import Reading
from struckle_cli.services.loading import seen_by


def scene_of(
    document: Document, game: AnyGame, seat: str, openings: Sequence[Opening] = (), rolls: str = ""
) -> Scene:
    """The end of a record as `seat` sees it who holds some openings; those of other seats are left out.

    Raises `RecordError` for a record that is broken.
    """
    reading = Reading.of(document)
    if game.secrets is not None:
        reading = seen_by(reading, seat, openings)
    if not reading.sound or reading.bound is None:
        raise RecordError("the record is broken", code=reading.faults[0].code, faults=reading.faults)
    start, tokens = reading.bound.start, reading.moves
    state, plies = play(game, start, tokens)
    if plies < len(tokens):
        fault = judge_token(game, state, tokens[plies], plies + 1)
        raise RecordError("the record is broken, so it cannot be played", code=fault.code, faults=[fault])
    return Scene(game=game, setup=reading.bound.setup, start=start, state=state, tokens=tokens, rolls=rolls)
