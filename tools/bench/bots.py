"""A match for tuning: `python -m tools.bench.bots castle search greedy --games 40 --nodes 500`."""

import argparse
import sys
import time
from collections.abc import Sequence

from struckle_cli import registry
from struckle_cli.core.bots import DEFAULT_NODES, Budget
from struckle_cli.services.match import Match, arranged, entrants, play_game


def main(arguments: Sequence[str] | None = None) -> int:
    """Play a match and print its score."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench.bots")
    parser.add_argument("game")
    parser.add_argument("bots", nargs="+")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--nodes", type=int, default=DEFAULT_NODES)
    parser.add_argument("--max-plies", type=int, default=1000)
    parser.add_argument("--opening", type=int, default=0)
    parser.add_argument("--winnable", action="store_true")
    options = parser.parse_args(arguments)
    game = registry.lookup(options.game)
    assert game is not None, options.game
    match = arranged(Match(
        game=game, entrants=entrants(options.bots, Budget(nodes=options.nodes)),
        seed=options.seed, max_plies=options.max_plies, opening=options.opening, winnable=options.winnable,
    ))  # fmt: skip
    points = [0.0] * len(match.entrants)
    answers, seconds = [0] * len(points), [0.0] * len(points)
    unfinished = plies = 0
    begun = time.perf_counter()
    for number in range(options.first, options.first + options.games):
        played = play_game(match, number)
        result = played.document.result
        plies += len(played.document.moves)
        unfinished += result is None
        winners = {played.seating[seat] for seat in result.winners} if result is not None else set()
        for index in range(len(points)):
            if len(winners) == 1:
                points[index] += index in winners
            elif not winners or index in winners:
                points[index] += 0.5
            answers[index] += played.answers[index]
            seconds[index] += played.seconds[index]
        print(number, played.seating, result, len(played.document.moves), file=sys.stderr)
    for index, entrant in enumerate(match.entrants):
        each = 1000 * seconds[index] / max(1, answers[index])
        print(f"{entrant.name:8} {points[index]:6} of {options.games}  {each:.2f} ms an answer")
    spent = time.perf_counter() - begun
    print(f"{unfinished} unfinished, {plies / options.games:.1f} plies a game, {spent:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
