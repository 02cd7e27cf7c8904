"""What a half-typed line can become in a game in progress."""

from abc import ABC, abstractmethod
from collections.abc import Iterator

from struckle_cli.core.errors import counted
from struckle_cli.engine.replayer import play
from struckle_cli.services.citing import rulings
from struckle_cli.services.commands import COMMANDS, WITH_TOKENS
from struckle_cli.services.listing import effect
from struckle_cli.services.looking import Looking
from struckle_cli.services.replies import Completion
from struckle_cli.services.words import begun, heads

_TOLD = 12
"""Ways to play the dice that are told with what they lead to."""


class Offering(Looking, ABC):
    """A game in progress that says how what is typed can go on."""

    @abstractmethod
    def _is_of_use(self, command: str) -> bool:
        """Whether the game knows what a command asks for."""

    def _chosen_rules(self) -> list[str]:
        """The names of the rules that the set-up has chosen; none where all are always in play."""
        return [] if self.game.in_play is None else [*self.game.in_play(self._setup)]

    def _rule_names(self) -> list[str]:
        """The names of the rules that can be quoted: those that are chosen, and the page's rulings."""
        return [*self._chosen_rules(), *rulings(self.game.rules_text())]

    def completions(self, text: str) -> list[Completion]:
        """What the last word of a half-typed line can become: commands, and tokens by their next part.

        Empty while the screen is covered, and where only an answer is waited for.
        """
        if self.covered or self.to_move in self.bots:
            return []
        words = text.split()
        last = "" if not words or text[-1].isspace() else words.pop()
        start = len(text) - len(last)
        if self._offer is not None:
            found = [] if words else [Completion(word, start) for word in ("yes", "no")]
            return [item for item in found if item.text.startswith(last.lower())]
        if not words:
            tokens = [] if self.looking_back else self.legal_tokens()  # what is typed there is not played
            return [*self._half_tokens(last, start, tokens), *self._half_commands(last, start)]
        return self._behind(words, last, start)

    def _behind(self, words: list[str], last: str, start: int) -> list[Completion]:
        """What a word can become that stands behind others: behind a command, or in a row of tokens."""
        command = words[0].lower()
        if command not in COMMANDS or self._is_legal(words[0]):
            return list(self._half_tokens(last, start, self._tokens_behind(words)))
        if len(words) > 1:
            return []
        if command in WITH_TOKENS:
            return list(self._half_tokens(last, start, self._tokens_shown()))
        if command == "rules":
            return [Completion(name, start) for name in begun(self._rule_names(), last)]
        if command == "help":
            return list(self._half_commands(last, start))
        if command == "flip":
            seats = [seat for seat in self.game.viewers if len(self.game.viewers) > 1]
            return [Completion(seat, start) for seat in begun(seats, last)]
        return []

    def _tokens_shown(self) -> list[str]:
        """The legal tokens of the board that is seen."""
        state = self.shown().state
        if not self.looking_back:
            return self.legal_tokens()
        if self._rolling is not None or self.game.to_move(state) is None:
            return []
        return sorted(map(self.game.format_move, self.game.legal_moves(state)))

    def _is_legal(self, word: str) -> bool:
        """Whether a word is a token that can be played now, letter for letter."""
        return word in self.legal_tokens()

    def _tokens_behind(self, words: list[str]) -> list[str]:
        """The legal tokens behind a row of tokens that are not played yet; none where nobody knows."""
        known = self._rolling is None and self.game.secrets is None and not self.bots
        if not known or self.to_move is None or self.looking_back:
            return []
        state, played = play(self.game, self.state, words)
        if played < len(words):
            return []
        return sorted(map(self.game.format_move, self.game.legal_moves(state)))

    def _half_tokens(self, start: str, column: int, tokens: list[str]) -> Iterator[Completion]:
        found = begun(tokens, start)
        told = self._effects() if self._rolling is not None and len(found) <= _TOLD else {}
        for head, count in heads(start, found).items():
            about = told.get(head, "") if count == 1 else counted(count, "way")
            yield Completion(head, column, about)

    def _effects(self) -> dict[str, str]:
        """What each way to play the dice leads to."""
        assert self._rolling is not None
        parts = self._rolling.parts(self.state, self._rolling.rolls(self.document))
        return {part: "; ".join(effect(self.game, self.state, move)) for part, move in parts}

    def _half_commands(self, start: str, column: int) -> Iterator[Completion]:
        for word, line in COMMANDS.items():
            if word.startswith(start.lower()) and self._is_of_use(word):
                yield Completion(word, column, line.partition(": ")[2])
