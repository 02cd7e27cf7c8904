"""What players ask in a game in progress: which moves there are, why one is forbidden, a hint."""

import re

from struckle_cli.core.bots import Budget
from struckle_cli.core.errors import NotationError, StruckleError, UsageError, short
from struckle_cli.core.game import AnyGame
from struckle_cli.core.hooks import Dice
from struckle_cli.engine.replayer import play, syntax_fault
from struckle_cli.services.beside import NOTHING_KEPT, OBJECTION
from struckle_cli.services.citing import is_rule, paragraph, rulings
from struckle_cli.services.company import Bot
from struckle_cli.services.endings import over as ended
from struckle_cli.services.explaining import explained, rules, worth
from struckle_cli.services.listing import effect, list_moves
from struckle_cli.services.offering import Offering
from struckle_cli.services.replies import Reply
from struckle_cli.services.words import begun, continued, naming


class Asking(Offering):
    """A game in progress that answers questions about its moves."""

    adviser = Bot("search", Budget(nodes=1_000))
    """Who gives hints: a bot whose answer takes a moment at most, and is the same each time."""

    def _do_moves(self, words: list[str], line: str) -> Reply:
        word = words[0] if words else ""
        if self._rolling is not None and self.to_move is not None:
            self._need_the_end("moves")
            return Reply(self._ways(word))
        shown = self.shown()
        called = {} if self.game.called is None else self.game.called(shown.state)
        point = called.get(word.lower(), "")
        rows = [f"{word.lower()} stands on {point}"] if point else []
        word = point or word
        over = self.to_move is None and not self.looking_back
        listing = list_moves(self.game, shown.state, shown.ply, over=over)
        if not words:
            groups = listing.groups or {"": listing.tokens}
            return Reply("\n".join(f"{name}  {' '.join(tokens)}" for name, tokens in groups.items()))
        found = begun(listing.tokens, word)
        others = naming(listing.tokens, word)
        rows += [" ".join(found)] if found else []
        rows += [f"with {short(word)}: {' '.join(others)}"] if others else []
        if not found and not others:
            rows.append(f"no legal move begins with {short(word)} or names it")
        return Reply("\n".join(rows))

    def _ways(self, word: str) -> str:
        """The ways to play the dice that begin so, or else those that name a piece."""
        rolling = self._rolling
        assert rolling is not None
        told = rolling.told(self.document, self.state, word)
        if word and not self._begun(word):
            parts = naming(self.legal_tokens(), word)
            told += f"\n  {'  '.join(parts)}" if parts else ""
        return told

    def _need_the_end(self, what: str) -> None:
        if self.looking_back:
            raise UsageError(f"{what} is about the end of the game: goto returns there", code="usage.goto")

    def _do_rules(self, words: list[str], line: str) -> Reply:
        page, title = self.game.rules_text(), self.game.title
        chosen, numbered = self._chosen_rules(), rulings(page)
        if words:
            found = paragraph(page, words[0].upper()) if is_rule(words[0].upper()) else None
            if found is None:
                known = ", ".join([*chosen, *numbered]) or "none with a name"
                why = f"the rules of {title} have no {short(words[0])!r}; they have {known}"
                raise UsageError(why, code="usage.rules")
            return Reply(found)
        told = [found for name in chosen if (found := paragraph(page, name)) is not None]
        told.append(f"struckle rules {self.game.name} prints all rules of {title}")
        if numbered:
            told.append(f"its rulings are {numbered[0]} to {numbered[-1]}: rules {numbered[0]} quotes one")
        return Reply("\n".join(told))

    def _do_why(self, words: list[str], line: str) -> Reply:
        if not words:
            raise UsageError("why TOKEN: which token?", code="usage.why")
        if self._rolling is not None:
            self._need_the_end("why")
            return Reply("\n".join(self._why_dice("".join(words))))
        if len(words) > 1:
            raise UsageError("why TOKEN: one token at a time", code="usage.why")
        word = self._shorthands().get(words[0].lower(), words[0])
        return Reply("\n".join(self._why(word)))

    def _why(self, word: str) -> list[str]:
        shown = self.shown()
        if self.document.result is not None and not self.looking_back and not self._is_mark(word):
            return [f"{short(word)}: {ended(self.document.result)}"]
        if self._is_mark(word):
            found = self.game.mark(self.document.moves, word) if self.game.mark is not None else None
            return [f"{word} can be said of {self.document.moves[-1]}" if isinstance(found, list)
                    else f"{word}: {getattr(found, 'message', 'it cannot stand here')}"]  # fmt: skip
        if syntax_fault(self.game, word) is not None:
            half = begun(self._tokens_shown(), word)
            if half:
                return [continued(short(word), half)]
        return explained(self.game, shown.state, word, shown.ply + 1)

    def _why_dice(self, word: str) -> list[str]:
        """Why dice can be kept or not, or how a hand can be played or not."""
        rolling = self._rolling
        assert rolling is not None
        if self.to_move is None:
            return [ended(self.document.result)]
        rolls = rolling.rolls(self.document)
        if not rolls:
            return ["a roll is due: Enter throws the five dice"]
        kept = rolling.kept(word)
        if kept is not None:
            return _why_kept(self.game, rolling.dice, rolls, kept)
        half = self._begun(word) if "=" not in word else []
        if len(half) > 1 and word.upper() not in half:
            return [continued(short(word), half)]
        token = rolling.token(self.document, half[0] if len(half) == 1 else word)
        return explained(self.game, self.state, token, len(self._states))

    def _do_hint(self, words: list[str], line: str) -> Reply:
        seat = self.to_move
        if seat is None:
            raise UsageError("the game is over, so there is nothing to advise", code="usage.hint")
        if seat in self.bots:  # a hint would be made of what only the bot may see
            raise UsageError(f"it is the turn of {self._bot_named(seat)}", code="usage.hint")
        if self._rolling is not None and not self._rolling.rolls(self.document):
            return Reply("Enter throws the five dice; ask again then")
        scene = self.scene(seat)
        try:
            answer = self.adviser.answer(scene, seat)
            return Reply("\n".join(self._advised(answer, seat)))
        except StruckleError as error:
            return Reply(error.message)
        except Exception as error:
            return Reply(f"there is no hint here ({type(error).__name__})")

    def _advised(self, answer: str, seat: str) -> list[str]:
        """What was advised, and what it is worth in the eyes of the seat that asks."""
        scene, rolling = self.scene(seat), self._rolling
        if answer == OBJECTION and self._is_mark(answer):
            return [f"{answer}: object to the last move"]
        if rolling is not None and (answer in NOTHING_KEPT or rolling.kept(answer) is not None):
            keep = f"keep {answer}: throw the others"
            if answer in NOTHING_KEPT:
                keep = "keep (the word alone): throw all dice again"
            return [keep, *self._scaled(worth(self.game, scene.state, None, seat))]
        token = answer if rolling is None else rolling.token(self.document, answer)
        after, played = play(self.game, scene.state, [token])
        if not played:
            raise UsageError("there is no hint here", code="usage.hint")
        judged = self._scaled(worth(self.game, scene.state, after, seat))
        return [f"play {answer}", *judged, *effect(self.game, scene.state, self.game.parse_move(token))]

    def _scaled(self, judged: str) -> list[str]:
        """A judgement with what its numbers mean, if there is one."""
        even = " 0 even," if len(self.game.seated(self._setup)) == 2 else ""
        return [f"{judged} (1 is won,{even} -1 lost)" if "stands" in judged else judged] if judged else []


def _why_kept(game: AnyGame, dice: Dice, rolls: str, kept: str) -> list[str]:
    """Why some dice can be kept or not; nothing is thrown."""
    if not dice.throws_left(rolls):
        return [f"keep {kept}: the dice have been thrown three times; play them"]
    lying = re.split(r"\W", rolls)
    try:
        dice.roll(rolls, kept, lambda roll, number: lying[0][:1] * number)
    except NotationError as error:
        reason = error.reason
        return [
            f"keep {kept}: {reason.message} [{reason.code}]",
            *rules(game, reason.code, kept, reason.message),
        ]
    return [f"{kept} can be kept; the other dice are thrown again"]
