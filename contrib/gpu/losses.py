"""What a net is judged by: the losses of tengen train, and their weights.

N positions, A points of the planes. All is as the player to move sees it.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Dict

import torch
from torch import Tensor
from torch.nn import functional

from model import Output
from rows import Batch


@dataclass(frozen=True)
class Weights:
    """How much the parts of a loss count."""

    policy: float = 1
    answer: float = 0.15
    value: float = 1.2
    ownership: float = 1.5
    score: float = 0.0015
    spread: float = 0.001
    lead: float = 0.006


POINTS = 20.0  # a unit of score and lead
SCORE_DELTA, SPREAD_DELTA, LEAD_DELTA = 12.0, 10.0, 8.0  # where losses of points begin to grow straight


def cross_entropy(logits: Tensor, shares: Tensor) -> Tensor:
    """[N, K] and shares [N, K], which are all 0 where nothing is known, to [N], in nats."""
    return -(shares * torch.log_softmax(logits, dim=1)).sum(dim=1)


def huber(x: Tensor, delta: float) -> Tensor:
    """Half the square near zero, straight beyond delta."""
    return functional.huber_loss(x, torch.zeros_like(x), reduction="none", delta=delta)


def parts(out: Output, batch: Batch) -> Dict[str, Tensor]:
    """The parts of the loss of every position, without weights, each [N]; 0 where nothing is known."""
    mean, raw, lead = out.score[:, 0] * POINTS, out.score[:, 1], out.score[:, 2] * POINTS
    # The mean distance from the mean of a normal distribution is its deviation times
    # sqrt(2/pi). The mean does not learn from the spread.
    off = (mean.detach() - batch.end).abs() * math.sqrt(math.pi / 2)
    spread = (1 - batch.end_share) * batch.stdev + batch.end_share * off
    mask = batch.planes[:, 0]
    # tanh(x) is 2*sigmoid(2x) - 1: it is the chance to own the point that learns.
    x, chance = 2 * out.ownership, (1 + batch.ownership) / 2
    owners = ((functional.softplus(x) - chance * x) * mask).sum(dim=(1, 2)) / mask.sum(dim=(1, 2))
    return {
        "policy": cross_entropy(out.policy[:, 0], batch.policy),
        "answer": cross_entropy(out.policy[:, 1], batch.answer),
        "value": cross_entropy(out.value, batch.value),
        "ownership": owners * batch.has_ownership,
        "score": huber(mean - batch.score, SCORE_DELTA) * batch.has_lead,
        "spread": huber(functional.softplus(raw) * POINTS - spread, SPREAD_DELTA) * batch.has_spread,
        "lead": huber(lead - batch.lead, LEAD_DELTA) * batch.has_lead,
    }


def known(batch: Batch) -> Dict[str, Tensor]:
    """Of which positions there is something to say in a part, and of the first choice, [N], 0 or 1."""
    return {
        "policy": (batch.policy.sum(dim=1) > 0).float(),
        "answer": (batch.answer.sum(dim=1) > 0).float(),
        "value": (batch.value.sum(dim=1) > 0).float(),
        "ownership": batch.has_ownership,
        "score": batch.has_lead,
        "spread": batch.has_spread,
        "lead": batch.has_lead,
        "top1": (batch.played >= 0).float(),
    }


def total(losses: Dict[str, Tensor], weight: Tensor, weights: Weights) -> Tensor:
    """What learns: the mean over the positions of their losses by their weights [N], a scalar."""
    each = sum(part * losses[name] for name, part in asdict(weights).items())
    return (each * weight).mean()


def first_choice(out: Output, batch: Batch) -> Tensor:
    """Whether the move that was played was what the net thinks the most of, [N], 0 or 1."""
    return (out.policy[:, 0].argmax(dim=1) == batch.played).float()
