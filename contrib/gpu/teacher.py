"""A teacher that judges rows while a net learns from them, instead of during their import."""

from __future__ import annotations

from typing import Dict

import torch
from torch import Tensor
from torch.nn import functional

import export
from losses import POINTS
from model import Output

# Planes: the points, the stones of both players, the chains with one liberty, the points that a ko forbids.
BOARD, OWN, OTHER, ATARI, KO = 0, 1, 2, 3, 6
SUPERKO, SUICIDE, TERRITORY = 6, 8, 9  # numbers that are not 0 if the rules have them
OWNER = 127  # the number of a certain owner in a row


def turned(x: Tensor, symmetry: int) -> Tensor:
    """The last two dimensions turned by one of the eight symmetries of a square, 0 to 7."""
    x = torch.rot90(x, symmetry % 4, (-2, -1))
    return x.transpose(-2, -1) if symmetry >= 4 else x


def turned_back(x: Tensor, symmetry: int) -> Tensor:
    """Undo turned."""
    x = x.transpose(-2, -1) if symmetry >= 4 else x
    return torch.rot90(x, -(symmetry % 4), (-2, -1))


class Teacher:
    """A residual net of version 8, such as KataGo's g170 nets, which judges positions.

    Every batch is judged under a symmetry that is drawn at random. A net that learns from many batches therefore learns
    the mean over all symmetries, which is a better judgement than that of one.
    """

    def __init__(self, path: str, device: torch.device, bf16: bool) -> None:
        self.net = export.read(path, any_net=True).to(device).requires_grad_(False)
        self.bf16 = bf16 and device.type == "cuda"
        if device.type == "cuda":
            self.net = self.net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]

    @torch.no_grad()
    def output(self, planes: Tensor, globals_: Tensor, symmetry: int, full: bool = False) -> Output:
        """What the net says under a symmetry, of the positions as they are."""
        turn = turned(planes, symmetry)
        if planes.is_cuda:
            turn = turn.contiguous(memory_format=torch.channels_last)
        with torch.autocast(planes.device.type, dtype=torch.bfloat16, enabled=self.bf16):
            out = self.net(turn, globals_, full)
        n, kinds, size = len(planes), out.policy.shape[1], planes.shape[-1]
        points = turned_back(out.policy[..., :-1].reshape(n, kinds, size, size), symmetry).flatten(2)
        return Output(torch.cat([points, out.policy[..., -1:]], dim=2), out.value, out.score, turned_back(out.ownership, symmetry))

    @torch.no_grad()
    def __call__(self, planes: Tensor, globals_: Tensor, full: bool) -> Dict[str, Tensor]:
        """The parts "policy", "value" and "ownership" of rows: rows.Judge."""
        return judgement(planes, globals_, self.output(planes, globals_, int(torch.randint(8, ())), full))


def forbidden(planes: Tensor, globals_: Tensor) -> Tensor:
    """The points [N, S, S] at which the player may not play: stones, kos, and suicide unless the rules allow it."""
    own, other, atari = planes[:, OWN], planes[:, OTHER], planes[:, ATARI]
    empty = planes[:, BOARD] - own - other
    # A move next to one of these points is not suicide: an empty point, a chain with another liberty, or a capture.
    free = functional.pad(empty + own * (1 - atari) + other * atari, (1, 1, 1, 1))
    suicide = free[:, :-2, 1:-1] + free[:, 2:, 1:-1] + free[:, 1:-1, :-2] + free[:, 1:-1, 2:] == 0
    return (empty == 0) | (planes[:, KO] > 0) | suicide & (globals_[:, SUICIDE] == 0)[:, None, None]


def judgement(planes: Tensor, globals_: Tensor, out: Output) -> Dict[str, Tensor]:
    """What a net says as the parts of rows, as docs/training.md describes them."""
    points = out.policy[:, 0, :-1].masked_fill(forbidden(planes, globals_).flatten(1), -torch.inf)
    policy = torch.softmax(torch.cat([points, out.policy[:, 0, -1:]], dim=1), dim=1)
    # Under superko and area scoring every game has a result, as in an import.
    decided = (globals_[:, SUPERKO] != 0) & (globals_[:, TERRITORY] == 0)
    chances = torch.softmax(torch.cat([out.value[:, :2], out.value[:, 2:].masked_fill(decided[:, None], -torch.inf)], dim=1), dim=1)
    win, none = chances[:, 0] + chances[:, 2] / 2, chances[:, 2]
    mean, spread, lead = out.score[:, 0] * POINTS, functional.softplus(out.score[:, 1]) * POINTS, out.score[:, 2] * POINTS
    # A game without a result counts as one with a score of 0, as in KataGo.
    square = (mean ** 2 + spread ** 2) * (1 - none)
    mean, lead = mean * (1 - none), lead * (1 - none)
    spread = torch.sqrt((square - mean ** 2).clamp_min(0))
    return {
        "policy": policy,
        "value": torch.stack([win, none, lead, mean, spread], dim=1),
        "ownership": torch.tanh(out.ownership) * OWNER,
    }
