"""What is fuzzed: plain functions of bytes, which return where all holds, and samples to start from."""

import json
import os
import random
import tempfile
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import msgpack

from struckle_cli.core.errors import NotationError, Reason
from struckle_cli.core.game import AnyGame
from struckle_cli.core.picture import View
from struckle_cli.engine.binding import bind
from struckle_cli.engine.replayer import faults_from, judge_token, play, step_through
from struckle_cli.registry import lookup
from struckle_cli.services.validate import Options, validate
from tests.contract.cases import SETUPS
from tests.fuzz.mutator import json_changed, msgpack_changed, mutated
from tests.fuzz.oracle import check, check_neighbours, check_suggestion, judged, known_codes
from tests.fuzz.samples import GAMES, of_game, records
from tests.replay.support import packed

LARGEST = 4096
"""Bytes of an input: what is longer shows nothing more, and takes longer."""


class Target(NamedTuple):
    """One thing to fuzz. `samples` are valid inputs, `words` what changes put in."""

    run: Callable[[bytes], None]
    samples: Callable[[], list[bytes]]
    words: Callable[[], list[str]]
    changed: Callable[[bytes, random.Random, list[str]], bytes | None] | None = None

    def mutate(self, data: bytes, chance: random.Random) -> bytes:
        """A changed input, a little or (one in two, where the target has it) inside of its values."""
        words = _words_of(self)
        if self.changed is not None and chance.random() < 0.6:
            made = self.changed(data, chance, words)
            if made is not None:
                return made[:LARGEST]
        return mutated(data, chance, _encoded(self), samples_of(self))[:LARGEST]


@cache
def _words_of(target: Target) -> list[str]:
    return target.words()


@cache
def _encoded(target: Target) -> list[bytes]:
    return [word.encode() for word in _words_of(target)]


@cache
def samples_of(target: Target) -> list[bytes]:
    return target.samples()


# Encodings.


@cache
def _good(encoding: str) -> bytes:
    return of_game("castle")[0].encoded(encoding)


def _run_encoding(data: bytes, *, encoding: str) -> None:
    check(data, encoding)
    check_neighbours(data, encoding, _good(encoding))


def _encoding_samples(encoding: str) -> list[bytes]:
    return [record.encoded(encoding) for game in GAMES for record in of_game(game, 700)]


@cache
def _all_words() -> tuple[str, ...]:
    """Words of the formats: fields, tags, results, reasons, and some tokens of each game."""
    found = {
        "format", "game", "rules", "id", "tags", "players", "setup", "moves", "notes", "result", "reveals",
        "ply", "text", "winners", "reason", "scores", "seat", "what", "nonce", "value", "null", "resign",
        "agreement", '[Game "castle"]\n', '[Result "*"]\n', '[Reason "resign"]\n', '[Format "1"]', '[Id "',
        "{note}", "; note\n",
        "1.", "2.", "*", "draw", "\\x00", "\\s", "\\}", "\\", "#" + "0" * 64, "F[#" + "a" * 64 + "]",
    }  # fmt: skip
    for name in GAMES:
        game = _game(name)
        found |= {name, *game.seats, *game.end_reasons, *(f"win:{seat}" for seat in game.seats)}
        found |= {field.name for field in game.setup_fields} | {
            f'[{field.tag} "' for field in game.setup_fields
        }
        found |= {token for record in of_game(name, 700)[::5] for token in record.document.moves[:2]}
    return tuple(sorted(found))


def _run_compressed(data: bytes, *, suffix: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, f"x.jsonl.{suffix}")
        Path(path).write_bytes(data)
        events = list(validate([path], Options(debug=True)))
    assert len(events) >= 1
    for event in events:
        for fault in getattr(event, "problems", ()):
            assert fault.code in known_codes()


def _compressed_samples(suffix: str) -> list[bytes]:
    lines = [record.encoded("jsonl") for record in of_game("castle", 300)[:6]]
    return [packed(lines[0], suffix), packed(b"".join(lines), suffix), packed(lines[0], suffix) * 2]


# Notation.


def _game(name: str) -> AnyGame:
    game = lookup(name)
    assert game is not None
    return game


@cache
def _states(name: str) -> list[Any]:
    """Positions in which tokens are tried: where play starts, and some on the way of each sample."""
    game, found = _game(name), []
    for record in of_game(name)[::3]:
        bound = bind(game, record.document.setup)
        if bound.start is not None:
            for plies in (0, len(record.document.moves) // 2):
                found.append(play(game, bound.start, record.document.moves[:plies])[0])
    return found[:64]


def _reason(game: AnyGame, parse: Callable[[], Any]) -> Any:
    """What a parser makes of a text; None if it refuses it, which it does by a known reason."""
    try:
        return parse()
    except NotationError as error:
        refused = error.reason
    assert refused.code in known_codes(), refused
    assert refused.message
    return None


def _run_token(data: bytes, *, name: str) -> None:
    """The first byte picks the position, the rest is the token."""
    game = _game(name)
    token = data[1:].decode(errors="replace")
    state = _states(name)[(data[0] if data else 0) % len(_states(name))]
    move = _reason(game, partial(game.parse_move, token))
    if move is not None:
        text = game.format_move(move)
        assert game.parse_move(text) == move
        assert game.format_move(game.parse_move(text)) == text
        reason = game.why_illegal(state, move)
        assert reason is None or (isinstance(reason, Reason) and reason.code in known_codes())
    fast, slow = play(game, state, [token]), step_through(game, state, [token])
    assert fast == slow
    if not slow[1]:
        fault = judge_token(game, state, token, 1)
        assert fault.code in known_codes()
        if fault.suggestion is not None:
            check_suggestion(game, state, fault.suggestion)


def _token_samples(name: str) -> list[bytes]:
    tokens = {token for record in of_game(name) for token in record.document.moves}
    return [bytes([number % 64]) + token.encode() for number, token in enumerate(sorted(tokens)[::7])]


def _run_line(data: bytes, *, name: str) -> None:
    """The first byte picks the position, the rest are tokens, one a line."""
    game = _game(name)
    tokens = data[1:].decode(errors="replace").split("\n")
    state = _states(name)[(data[0] if data else 0) % len(_states(name))]
    fast, slow = play(game, state, tokens), step_through(game, state, tokens)
    assert fast == slow
    end, plies = fast
    game.outcome(end)
    game.render(end, View())
    if game.dice is None:
        assert all(game.why_illegal(end, move) is None for move in game.legal_moves(end)[:20])
    if plies < len(tokens):
        for fault in faults_from(game, end, tokens, plies):
            assert fault.code in known_codes()
            if fault.suggestion is not None and fault.ply == plies + 1:
                check_suggestion(game, end, fault.suggestion)


def _line_samples(name: str) -> list[bytes]:
    return [b"\0" + "\n".join(record.document.moves).encode() for record in of_game(name, 900)]


def _run_position(data: bytes, *, name: str) -> None:
    game = _game(name)
    assert game.parse_position is not None
    assert game.format_position is not None
    setups = SETUPS[name]
    setup = bind(game, setups[(data[0] if data else 0) % len(setups)]).setup
    text = data[1:].decode(errors="replace")
    state = _reason(game, partial(game.parse_position, setup, text))
    if state is not None:
        written = game.format_position(state)
        assert game.format_position(game.parse_position(setup, written)) == written
        game.outcome(state)
        game.render(state, View())
        game.legal_moves(state)


def _position_samples(name: str) -> list[bytes]:
    game = _game(name)
    assert game.format_position is not None
    own = [fields["position"] for fields in SETUPS[name] if "position" in fields]
    return [bytes([number % 8]) + text.encode() for number, text in enumerate(own)] + [
        bytes([number % 8]) + game.format_position(state).encode()
        for number, state in enumerate(_states(name)[:12])
    ]


def _run_setup(data: bytes, *, name: str) -> None:
    """The set-up of a record as JSON; any object whatever."""
    game = _game(name)
    try:
        fields = json.loads(data)
    except (ValueError, RecursionError):
        return
    if not isinstance(fields, dict):
        return
    value = {"format": 1, "game": name, "setup": fields, "moves": [], "result": None}
    text = json.dumps(value).encode()
    verdicts = check(text, "jsonl")
    again = judged(msgpack.packb(value), "msgpack") if _packable(value) else None
    if (
        again is not None
        and verdicts[0].problems[:1] != ()
        and verdicts[0].problems[0].code.startswith("json.")
    ):
        return
    if again is not None:
        assert [fault.code for fault in again[0].problems] == [fault.code for fault in verdicts[0].problems]
    assert game.name == verdicts[0].game or not verdicts[0].valid


def _packable(value: Any) -> bool:
    try:
        msgpack.packb(value)
    except (ValueError, OverflowError, UnicodeError):
        return False
    return True


def _setup_samples(name: str) -> list[bytes]:
    own = [record.document.setup for record in of_game(name)]
    texts = {json.dumps(fields) for fields in [*own, *SETUPS[name]]}
    return [text.encode() for text in sorted(texts) if len(text) < 900]


def _game_words(name: str) -> list[str]:
    game = _game(name)
    tokens = sorted({token for record in of_game(name) for token in record.document.moves})
    return [
        *tokens[:: max(1, len(tokens) // 40)],
        *game.seats,
        *(field.name for field in game.setup_fields),
        "\n",
    ]


# Hidden information.


def _run_hidden(data: bytes) -> None:
    """A record with secrets, any of whose fields were changed, openings among them."""
    check(data, "jsonl")


def _hidden_samples() -> list[bytes]:
    return [
        record.encoded("jsonl")
        for record in records()
        if b"#" in (text := record.encoded("jsonl")) and len(text) < 3000
    ]


def _make() -> Iterator[tuple[str, Target]]:
    for encoding in ("sgn", "json", "jsonl", "msgpack"):
        changed = {"json": json_changed, "jsonl": json_changed, "msgpack": msgpack_changed}.get(encoding)
        yield (
            encoding,
            Target(
                partial(_run_encoding, encoding=encoding),
                partial(_encoding_samples, encoding),
                lambda: list(_all_words()),
                changed,
            ),
        )
    for suffix in ("gz", "zst"):
        yield (
            suffix,
            Target(partial(_run_compressed, suffix=suffix), partial(_compressed_samples, suffix), list),
        )
    yield "hidden", Target(_run_hidden, _hidden_samples, lambda: list(_all_words()), json_changed)
    for name in GAMES:
        words = partial(_game_words, name)
        yield f"{name}-token", Target(partial(_run_token, name=name), partial(_token_samples, name), words)
        yield f"{name}-line", Target(partial(_run_line, name=name), partial(_line_samples, name), words)
        run = partial(_run_setup, name=name)
        yield f"{name}-setup", Target(run, partial(_setup_samples, name), words, json_changed)
        if _game(name).parse_position is not None:
            run = partial(_run_position, name=name)
            yield f"{name}-position", Target(run, partial(_position_samples, name), words)


TARGETS: dict[str, Target] = dict(_make())
