"""How weights follow gradients: AdamW, momentum or Muon, warm-up, cosine, clipping, averaging."""

from __future__ import annotations

import contextlib
import math
from dataclasses import dataclass
from typing import Any, Dict, Iterator, List

import torch
from torch import Tensor

from model import Layer

METHODS = ("adamw", "momentum", "muon")
MUON_KEEP = 0.95
WARM_PART = 0.05  # of a run whose time is limited: the most that the warm-up takes


@dataclass(frozen=True)
class Params:
    """What an optimiser is told, as tengen's; see train/optimizer.go."""

    steps: int
    method: str = "muon"
    rate: float = 2e-3  # the largest, after the warm-up
    decay: float = 0.05  # this part, times the rate, of weights that inputs are multiplied with
    clip: float = 5.0  # longer gradients are shortened to it; 0: no bound
    final: float = 0.02  # the last rate, as a part of the largest
    beta1: float = 0.9
    beta2: float = 0.98
    average: float = 0.999  # kept of the average of the weights; 0: no average

    @property
    def warmup(self) -> int:
        """For how many steps the rate grows."""
        return min(1000, self.steps // 10)

    def rate_at(self, step: int, done: float = 0) -> float:
        """The rate of a step, from 0. The run is at least the part done of its way, from 0 to 1.

        The warm-up takes at most a twentieth of the way.
        """
        if step < self.warmup and done < WARM_PART:
            return self.rate * max((step + 1) / self.warmup, done / WARM_PART)
        part = 1.0
        if self.steps > self.warmup:
            part = min(1.0, max(done, (step - self.warmup) / (self.steps - self.warmup)))
        return self.rate * (self.final + (1 - self.final) * (1 + math.cos(math.pi * part)) / 2)


def orthogonal(matrix: Tensor) -> Tensor:
    """Matrices [..., R, C] with the same directions, of which all have about the same length: nn/orthogonal.go."""
    x = matrix / matrix.norm(dim=(-2, -1), keepdim=True).clamp_min(1e-30)
    for _ in range(5):
        gram = x @ x.mT
        x = 3.4445 * x + (-4.7750 * gram + 2.0315 * gram @ gram) @ x
    return x


class Muon(torch.optim.Optimizer):
    """Steps along the mean gradients of filters, made orthogonal, as far as AdamW does on the whole."""

    def __init__(self, weights: List[Tensor], lr: float) -> None:
        super().__init__(weights, {"lr": lr})

    @torch.no_grad()
    def step(self, closure: Any = None) -> None:
        """Change the weights."""
        for group in self.param_groups:
            same: Dict[torch.Size, List[Tensor]] = {}  # matrices of one shape are made orthogonal together
            for w in group["params"]:
                same.setdefault(w.shape, []).append(w)
            for weights in same.values():
                grads = [w.grad for w in weights]
                means = [self.state[w].setdefault("mean", torch.zeros_like(w)) for w in weights]
                torch._foreach_mul_(means, MUON_KEEP)
                torch._foreach_add_(means, grads)
                matrices = torch.stack(grads).add_(torch.stack(means), alpha=MUON_KEEP).flatten(2)
                scale = -group["lr"] * 0.2 * math.sqrt(max(matrices.shape[1:]))
                torch._foreach_add_(weights, [m.view_as(w) for w, m in zip(weights, orthogonal(matrices))], alpha=scale)


class Optimizer:
    """Changes the weights of layers by the gradients that they have."""

    def __init__(self, params: Params, layers: List[Layer]) -> None:
        if params.method not in METHODS or params.steps < 1 or not params.rate > 0:
            raise ValueError(f"{params} make no sense: the method is one of {METHODS}, steps and rate are more than 0")
        self.params, self.layers, self.made = params, layers, 0
        self.weights = [layer.weight for layer in layers]
        hidden = [layer.weight for layer in layers if layer.hidden and params.method == "muon"]
        others = [layer.weight for layer in layers if not (layer.hidden and params.method == "muon")]
        self.inner: List[torch.optim.Optimizer] = []
        if params.method == "momentum":
            self.inner.append(torch.optim.SGD(others, lr=params.rate, momentum=params.beta1))
        else:  # the decay is ours, so that it leaves biases alone
            self.inner.append(torch.optim.Adam(others, lr=params.rate, betas=(params.beta1, params.beta2), eps=1e-8))
        if hidden:
            self.inner.append(Muon(hidden, params.rate))
        self.average: List[Tensor] = [w.detach().clone() for w in self.weights] if params.average > 0 else []

    @torch.no_grad()
    def step(self, done: float = 0) -> float:
        """Change the weights, and return how long the gradient was. One that is not finite changes nothing and raises.

        The rate is that of a run that is at least the part done of its way.
        """
        for w in self.weights:
            if w.grad is None:
                w.grad = torch.zeros_like(w)
        gradients = [w.grad for w in self.weights if w.grad is not None]
        length = float(torch.stack(list(torch._foreach_norm(gradients))).norm())
        if not math.isfinite(length):
            raise ArithmeticError(f"step {self.made}: the gradient is not finite")
        p = self.params
        if 0 < p.clip < length:
            torch._foreach_mul_(gradients, p.clip / length)
        rate = p.rate_at(self.made, done)
        for inner in self.inner:
            for group in inner.param_groups:
                group["lr"] = rate
        torch._foreach_mul_([layer.weight for layer in self.layers if layer.product], 1 - rate * p.decay)
        for inner in self.inner:
            inner.step()
            inner.zero_grad()
        self.made += 1
        keep = min(p.average, self.made / (self.made + 9))  # it looks back over the last ninth of the steps, if that is not further
        if self.average:
            torch._foreach_mul_(self.average, keep)
            torch._foreach_add_(self.average, self.weights, alpha=1 - keep)
        return length

    @contextlib.contextmanager
    def averaged(self) -> Iterator[None]:
        """While it lasts the weights are their average."""
        self._swap()
        try:
            yield
        finally:
            self._swap()

    @torch.no_grad()
    def _swap(self) -> None:
        for average, w in zip(self.average, self.weights):
            kept = w.clone()
            w.copy_(average)
            average.copy_(kept)

    def state(self) -> Dict[str, Any]:
        """All that a step depends on besides the weights: tensors and whole numbers."""
        return {"made": self.made, "inner": [inner.state_dict()["state"] for inner in self.inner], "average": self.average}

    def load(self, state: Dict[str, Any]) -> None:
        """Go on from what state gave."""
        self.made = state["made"]
        for inner, kept in zip(self.inner, state["inner"]):
            inner.load_state_dict({**inner.state_dict(), "state": kept})
        for average, kept in zip(self.average, state["average"]):
            average.copy_(kept)
