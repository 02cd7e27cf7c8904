"""Bots that sit at the table of a session: when one has to act, what it is shown, and what it answers."""

from struckle_cli.core.bots import Scene
from struckle_cli.core.errors import StruckleError, UsageError, short
from struckle_cli.engine.bots import value
from struckle_cli.engine.replayer import judge_token, play
from struckle_cli.services.at_dice import AtDice
from struckle_cli.services.replies import Reply

OBJECTION = "?"
"""What a bot answers where it means to object (`Game.mark`)."""
NOTHING_KEPT = ("roll", "keep")
"""What a bot answers at the dice to throw them all again."""


class Beside(AtDice):
    """A game in progress at which bots play some of the seats."""

    def scene(self, seat: str) -> Scene:
        """What a bot is given that plays `seat`, or gives a hint to it: nothing of other seats."""
        rolls = self._rolling.rolls(self.document) if self._rolling is not None else ""
        return self._views.scene(self.document, seat, rolls)

    @property
    def bot_turn(self) -> str | None:
        """The seat of a bot that has to act now; None where a person is asked, or the game is over."""
        if self._offer is not None:
            return None
        seat = self.to_move
        return seat if seat in self.bots else self._robbed()

    def _robbed(self) -> str | None:
        """The seat of a bot against which a game was won by a move that only an objection can undo."""
        if self.game.mark is None or self.game.warning is None or self.document.result is None:
            return None
        if self.game.outcome(self.state) is None or not self._tokens:
            return None
        move = self.game.parse_move(self._tokens[-1])
        if not isinstance(self.game.mark(self.document.moves, OBJECTION), list):
            return None
        mover = self._mover(len(self._tokens))
        wrong = self.game.warning(self._states[-2], move) is not None
        return next((seat for seat in self.bots if seat != mover), None) if wrong else None

    def bot_acts(self) -> Reply:
        """Let the bot act that `bot_turn` names: one ply, or one throw of the dice.

        One that fails or answers with what cannot be played is told once, and its seat is left to a person.
        Ctrl-C while it thinks leaves the game as it was.
        """
        self._settle()
        seat = self.bot_turn
        if seat is None:
            return Reply()
        if self.to_move is None:
            return self._bot_answers(seat, OBJECTION)
        told = []
        try:
            if self._rolling is not None and not self._rolling.rolls(self.document):
                rolls = self._thrown(self._views.scene(self.document, seat, "").state, "")
                told.append(f"{self._bot_named(seat)} throws {rolls}")
            scene = self.scene(seat)
        except StruckleError as error:
            return self._left_to_a_person(seat, f"cannot play: {error.message}")
        try:
            answer = self.bots[seat].answer(scene, seat)
        except Exception as error:
            return self._left_to_a_person(seat, f"has failed ({type(error).__name__})", told)
        reply = self._bot_answers(seat, answer)
        return reply._replace(text="\n".join(filter(None, [*told, reply.text])))

    def _bot_named(self, seat: str) -> str:
        return f"{seat} ({self.bots[seat].name})"

    def _left_to_a_person(self, seat: str, why: str, told: list[str] | None = None) -> Reply:
        """Take a bot from the table; `why` says nothing that is hidden."""
        lines = [*(told or []), f"the bot of {self._bot_named(seat)} {why}; a person plays {seat} now"]
        eye = self._eye
        del self.bots[seat]
        self._pass_on()
        return Reply(
            "\n".join(lines), board=True, clear=self._hiding and eye is not None and self._eye is None
        )

    def _bot_answers(self, seat: str, answer: object) -> Reply:
        """Carry out what a bot has answered."""
        eye, name = self._eye, self._bot_named(seat)
        if not isinstance(answer, str):
            return self._left_to_a_person(seat, "gave no answer")
        try:
            if self._is_mark(answer):
                return self._after_plies([f"{name} objects", *self._mark(answer)], eye)
            kept = self._bot_keeps(answer)
            if kept is not None:
                return Reply(f"{name} {kept}")
            return self._bot_plays(seat, answer)
        except StruckleError as error:
            # What it answered, and why that cannot be played, can say what is hidden.
            what = "gave an answer that cannot be played"
            if not self._hiding:
                what = f"answered {short(answer)!r}, which cannot be played: {_first(error)}"
            return self._left_to_a_person(seat, what)

    def _bot_keeps(self, answer: str) -> str | None:
        """Throw dice again for a bot that keeps some; what is told of it, None if it plays its hand."""
        rolling = self._rolling
        if rolling is None:
            return None
        kept = "" if answer in NOTHING_KEPT else rolling.kept(answer)
        if kept is None:
            return None
        return f"keeps {kept or 'nothing'}: {self._thrown(self.state, kept)}"

    def _bot_plays(self, seat: str, answer: str) -> Reply:
        """Play the token that a bot has answered with. Raises `StruckleError` if it cannot be played."""
        eye, name = self._eye, self._bot_named(seat)
        token = answer if self._rolling is None else self._rolling.token(self.document, answer)
        before = self._views.scene(self.document, seat, "").state
        state, played = play(self.game, before, [token])
        if not played:
            fault = judge_token(self.game, before, token, len(self._states))
            raise UsageError(fault.message, code=fault.code)
        self._undone.clear()
        shown = self.state
        self._push(token, state)
        self._unseen = False  # whoever sits at the keyboard has no ply of a bot to take back
        told = self._told(shown, token, state)
        return self._after_plies([f"{name} plays {plain(self._tokens[-1])}", *told], eye)

    def _agrees(self, seat: str) -> bool:
        """Whether a bot takes a draw: if it thinks that it stands worse."""
        scene = self.scene(seat)
        return value(scene.game, scene.state, seat) < 0


def plain(token: str) -> str:
    """A token as people read it: of a commitment they need no digits."""
    head, sign, tail = token.partition("#")
    return f"{head}#...{tail[64:]}" if sign else token


def _first(error: StruckleError) -> str:
    return error.faults[0].message if error.faults else error.message
