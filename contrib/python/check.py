#!/usr/bin/env python3
"""Plays random games through both classes of tengen_env and raises where they break a promise. usage: check.py TENGEN"""

import random
import sys

import numpy as np

from tengen_env import GoEnv, GoGames


def aec(tengen: str) -> str:
    """Random games through GoEnv: masks, views of both players, rewards that sum to zero, ends."""
    results = []
    for reward in ("win", "difference", "halves"):
        env = GoEnv(reward=reward, size=3, rules="tromp-taylor-000", komi=0.5, max_turns=200, tengen=tengen)
        for seed in (1, 2):
            env.reset(seed=seed, options={"random_moves": 3})
            first = env.games.stones.copy()
            env.reset(seed=seed, options={"random_moves": 3})
            assert (env.games.stones == first).all(), "the same seed gave other moves"
            draw, totals = random.Random(seed), {"black_0": 0.0, "white_0": 0.0}
            for agent in env.agent_iter():
                seen, earned, ended, cut, info = env.last()
                assert seen is not None and seen.shape == env.observation_space(agent).shape
                other = "white_0" if agent == "black_0" else "black_0"
                assert (seen == -env.observe(other)).all()
                if ended or cut:
                    totals[agent] += earned
                    env.step(None)
                    continue
                legal = np.flatnonzero(info["action_mask"])
                assert 9 in legal and env.action_space(agent).n == 10
                bad = np.flatnonzero(info["action_mask"] == 0)
                if len(bad):
                    try:
                        env.step(int(bad[0]))
                    except ValueError:
                        pass
                    else:
                        raise AssertionError("an illegal turn was made")
                env.step(int(draw.choice(list(legal))))
            assert not env.agents and totals["black_0"] == -totals["white_0"], totals
            results.append(f"{totals['black_0']:g}")
        env.close()
    return " ".join(results)


def arrays(tengen: str) -> None:
    """Random games through GoGames: undo, resets, refusals, seeds."""
    a, b = (GoGames(8, board="torus 4x4", rules="chinese", seed=3, tengen=tengen) for _ in range(2))
    for _ in range(60):
        for g in (a, b):
            g.random()
        assert (a.data == b.data).all()
        done = np.flatnonzero(a.over | a.truncated)
        for g in (a, b):
            if len(done):
                g.reset(done)
    before, turns = a.stones.copy(), a.turns.copy()
    a.step([a.points] * 8)
    assert (a.turns == turns + 1).all() and (a.last[:, 0] == -1).all()
    a.undo()
    assert (a.stones == before).all() and (a.turns == turns).all()
    taken = [int(np.flatnonzero(s)[0]) if s.any() else a.points for s in a.stones]
    a.step(taken)
    assert (a.refused == (np.array(taken) < a.points)).all()
    for g in (a, b):
        g.close()


if __name__ == "__main__":
    arrays(sys.argv[1])
    print("checked:", aec(sys.argv[1]))
