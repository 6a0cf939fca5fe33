#!/usr/bin/env python3
"""A player that learns 2x2 by playing it: a table of what each turn is worth, filled along the games that it plays."""

from __future__ import annotations

import argparse
import random
from typing import Dict, List, Tuple

from tengen_env import GoGames

Key = Tuple[Tuple[int, ...], ...]


def key(game: GoGames, boards: List[bytes]) -> Key:
    """What the future depends on: the board, whose turn it is, whether the last turn was a pass, and under superko all boards so far."""
    return (tuple(game.stones[0].tolist()), (int(game.white_to_play[0]), int(game.last[0, 0] == -1)),
            *sorted(set(tuple(b) for b in boards)))  # type: ignore[arg-type]


def learn(game: GoGames, most: float, quiet: int, episodes: int) -> Tuple[float, int]:
    """Play until the value of the beginning has not changed for so many games. What was never tried is hoped to be worth most;
    one turn in five is drawn."""
    random.seed(1)
    table: Dict[Key, Dict[int, float]] = {}
    value, since = most, 0
    for episode in range(1, episodes + 1):
        game.reset()
        boards, path = [game.stones[0].tobytes()], []
        while not game.over[0]:
            k = key(game, boards)
            turns = table.setdefault(k, {a: most for a, legal in enumerate(game.mask[0]) if legal})
            action = random.choice(list(turns)) if random.random() < 0.2 else max(turns, key=turns.__getitem__)
            path.append((k, action))
            game.step([action])
            boards.append(game.stones[0].tobytes())
        worth = float(game.difference[0]) * (1 if len(path) % 2 == 0 else -1)  # of who would be next
        for k, action in reversed(path):
            table[k][action] = -worth
            worth = max(table[k].values())
        value, since = worth, since + 1 if worth == value else 0
        if since >= quiet:
            return value, episode
    return value, episodes


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--tengen", default="tengen", help="the program (%(default)s)")
    p.add_argument("--episodes", type=int, default=200_000, help="games at most (%(default)s)")
    p.add_argument("--quiet", type=int, default=5000, help="games without a change that end it (%(default)s)")
    o = p.parse_args()
    game = GoGames(size=2, rules="tromp-taylor-000", komi=0, max_turns=2000, tengen=o.tengen)
    value, episodes = learn(game, game.points, o.quiet, o.episodes)
    game.close()
    print(f"2x2 is worth {value:g} to Black, after {episodes} games")


if __name__ == "__main__":
    main()
