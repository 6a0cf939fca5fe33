"""The game of Go as an environment for learning programs, played by `tengen env`.

    env = GoEnv(size=9, rules="chinese")          # one game, in the style of PettingZoo's AEC API
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        env.step(None if termination or truncation else choose(observation, info["action_mask"]))

    games = GoGames(256, size=9)                  # many games at a time, as arrays
    games.reset()
    games.step(actions)                           # games.stones, games.mask, games.over, ...

Needs Python 3.9, numpy, and the program tengen. The protocol is in docs/env.md.
"""

from __future__ import annotations

import json
import struct
import subprocess
from typing import Any, Dict, Iterator, List, Optional, Sequence

import numpy as np

MAGIC = b"TGENV\x00\x00\x01"
RESET, STEP, RANDOM, OBSERVE, UNDO, ERROR = 1, 2, 3, 4, 5, 255
OVER, TRUNCATED, WHITE, REFUSED = 1, 2, 4, 8
PASS = -1


class GoGames:
    """Many games on one board, as arrays over the games.

    After each call: stones [N, points], 1 black, -1 white, 0 empty; mask [N, points + 1], whether the turn is
    legal, a pass last; over, truncated, refused, white_to_play [N]; turns [N]; difference and halves [N], Black's reward in both
    forms, 0 while a game goes on; last [N, 5], the latest moves first, -1 a pass, -2 none.
    """

    def __init__(self, games: int = 1, *, size: int = 9, board: str = "", rules: str = "", komi: Optional[float] = None,
                 seed: int = 0, max_turns: int = 0, tengen: str = "tengen") -> None:
        command = [tengen, "env", "--binary", "--games", str(games), "--seed", str(seed)]
        command += ["--board", board] if board else ["--size", str(size)]
        command += ["--rules", rules] if rules else []
        command += ["--komi", str(komi)] if komi is not None else []
        command += ["--max-turns", str(max_turns)] if max_turns else []
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        if self._read(8) != MAGIC:
            raise RuntimeError("this tengen does not speak version 1 of the protocol")
        self.row, length = struct.unpack("<II", self._read(8))
        self.info: Dict[str, Any] = json.loads(self._read(length))
        self.count, self.points = games, int(self.info["points"])
        self.data = np.zeros((games, self.row), np.uint8)
        self._everything = np.arange(games, dtype=np.uint16)
        self._ask(OBSERVE, 0, None, None)

    def reset(self, games: Optional[Sequence[int]] = None, random: int = 0) -> None:
        """Begin again, with so many random moves."""
        self._ask(RESET, random, games, None)

    def step(self, actions: Sequence[int], games: Optional[Sequence[int]] = None) -> None:
        """A turn in each game: the number of a point, or `points` or -1 for a pass. What is refused changes nothing."""
        moves = np.asarray(actions, np.int32)
        self._ask(STEP, 0, games, np.where(moves == self.points, PASS, moves).astype(np.int16))

    def random(self, games: Optional[Sequence[int]] = None) -> None:
        """A random legal turn in each game."""
        self._ask(RANDOM, 0, games, None)

    def undo(self, turns: int = 1, games: Optional[Sequence[int]] = None) -> None:
        """Take turns back."""
        self._ask(UNDO, turns, games, None)

    @property
    def status(self) -> np.ndarray:
        return self.data[:, 0]

    over = property(lambda self: (self.status & OVER) != 0)
    truncated = property(lambda self: (self.status & TRUNCATED) != 0)
    white_to_play = property(lambda self: (self.status & WHITE) != 0)
    refused = property(lambda self: (self.status & REFUSED) != 0)
    turns = property(lambda self: self.data[:, 4:8].copy().view("<u4")[:, 0])
    difference = property(lambda self: self.data[:, 8:12].copy().view("<f4")[:, 0])
    halves = property(lambda self: self.data[:, 12:16].copy().view("<f4")[:, 0])
    last = property(lambda self: self.data[:, 16:26].copy().view("<i2"))
    stones = property(lambda self: self.data[:, 26:26 + self.points].view(np.int8))

    @property
    def mask(self) -> np.ndarray:
        bits = np.unpackbits(self.data[:, 26 + self.points:], axis=1, bitorder="little")
        return bits[:, :self.points + 1].astype(bool)

    def close(self) -> None:
        """End the program."""
        if self.process.stdin and self.process.stdout:
            self.process.stdin.close()
            self.process.stdout.close()
        self.process.wait()

    def _read(self, count: int) -> bytes:
        assert self.process.stdout is not None
        data = self.process.stdout.read(count)
        if len(data) < count:
            raise RuntimeError(f"tengen env ended with status {self.process.wait()}; what it said is above")
        return data

    def _ask(self, operation: int, argument: int, games: Optional[Sequence[int]], moves: Optional[np.ndarray]) -> None:
        assert self.process.stdin is not None
        numbers = self._everything if games is None else np.asarray(games, np.uint16)
        items = np.empty((len(numbers), 2), "<u2")
        items[:, 0] = numbers
        items[:, 1] = 0 if moves is None else moves.view(np.uint16)
        body = struct.pack("<BH", operation, argument) + items.tobytes()
        self.process.stdin.write(struct.pack("<I", len(body)) + body)
        self.process.stdin.flush()
        length, answered = struct.unpack("<IB", self._read(5))
        data = self._read(length - 1)
        if answered == ERROR:
            raise ValueError(data.decode())
        self.data[numbers] = np.frombuffer(data, np.uint8).reshape(len(numbers), self.row)


class Box:
    """A space of arrays, as far as learning libraries look at it."""

    def __init__(self, low: float, high: float, shape: Sequence[int], dtype: type) -> None:
        self.low, self.high, self.shape, self.dtype = low, high, tuple(shape), dtype


class Discrete:
    """The numbers 0 to n-1."""

    def __init__(self, n: int) -> None:
        self.n = n


class GoEnv:
    """One game in the style of PettingZoo's AEC API. Observations are stones [points], 1 the own ones."""

    metadata = {"name": "go_tengen", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, reward: str = "win", **options: Any) -> None:
        """reward: "win" (1, 0, -1), "difference" or "halves", the two forms of the specification; options as of GoGames."""
        if reward not in ("win", "difference", "halves"):
            raise ValueError(f"{reward!r} is not a reward: write win, difference or halves")
        self.possible_agents = ["black_0", "white_0"]
        self.reward_form, self.options = reward, options
        self.games = GoGames(1, **options)
        self.agents: List[str] = []

    def observation_space(self, _: str) -> Box:
        return Box(-1, 1, (self.games.points,), np.int8)

    def action_space(self, _: str) -> Discrete:
        return Discrete(self.games.points + 1)

    def reset(self, seed: Optional[int] = None, options: Optional[Dict[str, Any]] = None) -> None:
        """Begin again; options may have random_moves. A seed starts another program: the same seed gives the same moves."""
        if seed is not None:
            self.games.close()
            self.games = GoGames(1, **{**self.options, "seed": seed})
        self.games.reset(random=int((options or {}).get("random_moves", 0)))
        self.agents = list(self.possible_agents)
        self.rewards = {a: 0.0 for a in self.agents}
        self._cumulative_rewards = dict(self.rewards)
        self.terminations = {a: False for a in self.agents}
        self.truncations = {a: False for a in self.agents}
        self.infos: Dict[str, Dict[str, Any]] = {a: {} for a in self.agents}
        self._look()

    def observe(self, agent: str) -> np.ndarray:
        """The stones, 1 the agent's."""
        return (self.games.stones[0] * (1 if agent == "black_0" else -1)).astype(np.int8)

    def last(self, observe: bool = True) -> tuple[Optional[np.ndarray], float, bool, bool, Dict[str, Any]]:
        """Of the agent whose turn it is: observation, reward since its last turn, termination, truncation, info."""
        a = self.agent_selection
        return (self.observe(a) if observe else None, self._cumulative_rewards[a], self.terminations[a], self.truncations[a], self.infos[a])

    def step(self, action: Optional[int]) -> None:
        """A turn of agent_selection; None for an agent whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise ValueError("the game is over: the action has to be None")
            self.agents.remove(agent)
            if self.agents:
                self.agent_selection = self.agents[0]
            return
        if action is None or not 0 <= action <= self.games.points:
            raise ValueError(f"{action!r} is not an action: 0 to {self.games.points}, the last a pass")
        self._cumulative_rewards[agent] = 0.0
        self.games.step([action])
        if self.games.refused[0]:
            raise ValueError(f"{self.games.info['vertices'][action]} is illegal: infos[agent]['action_mask'] has the legal actions")
        self._look()

    def _look(self) -> None:
        g = self.games
        self.agent_selection = self.possible_agents[int(g.white_to_play[0])]
        over, cut = bool(g.over[0]), bool(g.truncated[0])
        black = 0.0
        if over:
            black = float(g.halves[0] if self.reward_form == "halves" else g.difference[0])
            if self.reward_form == "win":
                black = float(np.sign(black))
        for a, reward in zip(self.possible_agents, (black, -black)):
            self.rewards[a] = reward
            self._cumulative_rewards[a] += reward
            self.terminations[a], self.truncations[a] = over, cut
            self.infos[a] = {"action_mask": g.mask[0].astype(np.int8) if a == self.agent_selection else np.zeros(g.points + 1, np.int8)}

    def agent_iter(self, most: int = 1 << 62) -> Iterator[str]:
        """The agents as it is their turn, until both are out of the game."""
        while self.agents and most > 0:
            most -= 1
            yield self.agent_selection

    def render(self) -> str:
        """The board as text."""
        width = self.games.info.get("width") or self.games.points
        row = "".join(".XO"[s] for s in self.games.stones[0].tolist())
        return "\n".join(row[i:i + width] for i in range(0, len(row), width))

    def close(self) -> None:
        """End the program."""
        self.games.close()
