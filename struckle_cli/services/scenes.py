"""What a bot is given: a record as one seat may see it, and nothing else."""

from collections.abc import Sequence

from msgspec.structs import replace

from struckle_cli.core.bots import Scene
from struckle_cli.core.game import AnyGame
from struckle_cli.core.secret import Opening
from struckle_cli.engine.replayer import play
from struckle_cli.replay.commitments import masked
from struckle_cli.replay.document import Document
from struckle_cli.replay.reading import Reading
from struckle_cli.services.loading import bound_of, seen_by, unplayable


def scene_of(
    document: Document, game: AnyGame, seat: str, openings: Sequence[Opening] = (), rolls: str = ""
) -> Scene:
    """The end of a record as `seat` sees it who holds some openings; those of other seats are left out.

    Raises `RecordError` for a record that is broken.
    """
    reading = Reading.of(document)
    if game.secrets is not None:
        reading = seen_by(reading, seat, openings)
    bound, tokens = bound_of(reading), reading.moves
    state, plies = play(game, bound.start, tokens)
    if plies < len(tokens):
        raise unplayable(game, state, tokens[plies], plies + 1)
    return Scene(game=game, setup=bound.setup, start=bound.start, state=state, tokens=tokens, rolls=rolls)


class Scenes:
    """The scenes of a record that is being played, for all of its seats: `scene_of`, without playing again
    what a seat has seen before.

    For records in the open (no openings). A seat's scene goes on from its last one only if what the seat
    may see now begins with all that it has seen then; else the record is played from its start.
    """

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._seen: dict[str, tuple[Document, Scene]] = {}

    def scene(self, document: Document, seat: str, rolls: str = "") -> Scene:
        """The end of the record as `seat` sees it. Raises `RecordError` for a record that is broken."""
        view, seen = document, self._seen.get(seat)
        if document.result is None:  # else there may be more to see
            view = masked(document, self._game, seat, ended=False)
        scene = None if seen is None else _went_on(self._game, *seen, view)
        if scene is None:
            scene = scene_of(document, self._game, seat)
        self._seen[seat] = replace(view, moves=list(view.moves)), scene  # a copy: the game goes on
        return replace(scene, tokens=list(scene.tokens), rolls=rolls)


def _went_on(game: AnyGame, before: Document, scene: Scene, view: Document) -> Scene | None:
    """The scene that follows another one; None if the view is not that one's with more plies."""
    known = len(before.moves)
    same = view.id == before.id and view.setup == before.setup and view.reveals == before.reveals
    if not same or view.reveals or view.result is not None or view.moves[:known] != before.moves:
        return None
    state, plies = play(game, scene.state, view.moves[known:])
    return replace(scene, state=state, tokens=list(view.moves)) if known + plies == len(view.moves) else None
