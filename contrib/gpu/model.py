"""The nets of tengen in PyTorch: residual and pooling blocks with ReLU and fixed norms.

Shapes: N positions, C channels, S the side of the planes, A = S*S. Everything is as the
player to move sees it. A board may be smaller than the planes; plane 0 is its mask.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import Iterator, List, Optional, Sequence, Tuple

import torch
from torch import Tensor, nn
from torch.nn import functional

PLANES, GLOBALS, SCORES = 22, 19, 4  # of version 8
OFF_BOARD = -1e9  # the logit of a move that there is not


@dataclass(frozen=True)
class Architecture:
    """The shape of a net: every third block is a pooling block."""

    blocks: int
    channels: int

    def __post_init__(self) -> None:
        c = self.channels
        if not (1 <= self.blocks <= 100 and 16 <= c <= 1024 and c % 16 == 0):
            raise ValueError(f"architecture {self}: it must have 1 to 100 blocks, and 16 to 1024 channels in steps of 16")

    @staticmethod
    def parse(text: str) -> Architecture:
        """Read such as b6c96: 6 blocks, 96 channels."""
        found = re.fullmatch(r"b([1-9]\d{0,3})c([1-9]\d{0,4})", text)
        if not found:
            raise ValueError(f"{text!r} is no architecture: write the blocks and the channels, such as b6c96")
        return Architecture(int(found[1]), int(found[2]))

    def __str__(self) -> str:
        return f"b{self.blocks}c{self.channels}"

    @property
    def pooled(self) -> int:
        """Channels of a pooling block that are pooled."""
        return max(8, self.channels // 3 // 16 * 16)

    @property
    def side(self) -> int:
        """Channels of the heads."""
        return max(16, self.channels // 3 // 16 * 16)

    @property
    def hidden(self) -> int:
        """Channels of the value head behind its pooling."""
        return max(32, self.channels // 2)


def draw(shape: Tuple[int, ...], fan_in: int, gain: float) -> nn.Parameter:
    """Weights that make of numbers of a size others of gain times that size, behind ReLU (He et al. 2015)."""
    return nn.Parameter(torch.randn(shape) * (gain * math.sqrt(2 / fan_in)))


class Layer(nn.Module):
    """Something with a name and one parameter, which knows how a file orders its numbers."""

    product = True  # inputs are multiplied with the parameter, so that it decays
    hidden = False  # a matrix between hidden layers
    weight: nn.Parameter

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def to_file(self, t: Tensor) -> Tensor:
        """The numbers of a tensor shaped like the weight, in the order of the file."""
        return t

    def from_file(self, flat: Tensor) -> Tensor:
        """A tensor shaped like the weight, of numbers in the order of the file."""
        return flat.reshape(self.weight.shape)


class Conv(Layer):
    """A convolution without bias, [N, in, S, S] to [N, out, S, S]; beside the planes is 0."""

    def __init__(self, name: str, side: int, inputs: int, outputs: int, gain: float = 1) -> None:
        super().__init__(name)
        self.side, self.inputs, self.outputs = side, inputs, outputs
        self.hidden = side == 3
        self.weight = draw((outputs, inputs, side, side), side * side * inputs, gain)

    def forward(self, x: Tensor) -> Tensor:
        return functional.conv2d(x, self.weight, padding=self.side // 2)

    def to_file(self, t: Tensor) -> Tensor:
        return t.permute(2, 3, 1, 0)

    def from_file(self, flat: Tensor) -> Tensor:
        return flat.reshape(self.side, self.side, self.inputs, self.outputs).permute(3, 2, 0, 1)


class MatMul(Layer):
    """A matrix without bias, [N, in] to [N, out]."""

    def __init__(self, name: str, inputs: int, outputs: int, gain: float = 1) -> None:
        super().__init__(name)
        self.inputs, self.outputs = inputs, outputs
        self.weight = draw((inputs, outputs), inputs, gain)

    def forward(self, x: Tensor) -> Tensor:
        return x @ self.weight


class Bias(Layer):
    """Adds a number to each channel, [N, C]."""

    product = False

    def __init__(self, name: str, channels: int) -> None:
        super().__init__(name)
        self.weight = nn.Parameter(torch.zeros(channels))

    def forward(self, x: Tensor) -> Tensor:
        return x + self.weight


# The points of the planes that are on the board, [N, 1, S, S], or None where all boards fill the planes.
Mask = Optional[Tensor]


class Norm(Layer):
    """A bias behind a fixed scale, ReLU, and 0 beside the board, [N, C, S, S]."""

    product = False
    variance: Tensor

    def __init__(self, name: str, activation: str, channels: int) -> None:
        super().__init__(name)
        self.activation, self.epsilon = activation, 1e-20
        self.weight = nn.Parameter(torch.zeros(channels))
        self.set_variance(torch.ones(channels))

    def set_variance(self, variance: Tensor) -> None:
        """Set the variances, and note whether one of them is not 1."""
        self.register_buffer("variance", variance)
        self.scaled = bool((variance != 1).any())

    def forward(self, x: Tensor, mask: Mask) -> Tensor:
        bias = self.weight.to(x.dtype)[:, None, None]
        if self.scaled:
            scale = 1 / torch.sqrt(self.variance + self.epsilon)
            x = torch.addcmul(bias, x, scale.to(x.dtype)[:, None, None])
        else:
            x = x + bias
        x = functional.relu(x)
        return x if mask is None else x * mask.to(x.dtype)


def pool(x: Tensor, mask: Mask, value: bool = False) -> Tensor:
    """What a board has in all: [N, C, S, S], 0 or more on the board and 0 beside it, to [N, 3C].

    The mean m over the points of the board, m*(sqrt(area)-14)/10, and the maximum; with
    value m*((sqrt(area)-14)^2/100-0.1) in place of the maximum.
    """
    x = x.float()
    area = float(x.shape[2] * x.shape[3]) * x.new_ones(1) if mask is None else mask.sum(dim=(2, 3))
    mean, size = x.sum(dim=(2, 3)) / area, torch.sqrt(area) - 14
    if value:
        third = mean * (size * size * 0.01 - 0.1)
    else:
        third = (x if mask is None else x + (mask - 1)).flatten(2).max(dim=2).values
    return torch.cat([mean, mean * size * 0.1, third], dim=1)


def spread(bias: Tensor) -> Tensor:
    """[N, C] for every point: [N, C, 1, 1]."""
    return bias[:, :, None, None]


class ResidualBlock(nn.Module):
    """Two convolutions, each behind a norm. What it adds is nothing to begin with."""

    word = "ordinary_block"

    def __init__(self, name: str, a: Architecture) -> None:
        super().__init__()
        c, self.name = a.channels, name
        self.before = Norm(name + "/norm1", name + "/actv1", c)
        self.first = Conv(name + "/w1", 3, c, c)
        self.mid = Norm(name + "/norm2", name + "/actv2", c)
        self.second = Conv(name + "/w2", 3, c, c, 0)

    def layers(self) -> List[Layer]:
        """In the order of the file."""
        return [self.before, self.first, self.mid, self.second]

    def forward(self, x: Tensor, mask: Mask) -> Tensor:
        return x + self.second(self.mid(self.first(self.before(x, mask)), mask))


class PoolingBlock(nn.Module):
    """A residual block whose middle learns of the whole board."""

    word = "gpool_block"

    def __init__(self, name: str, a: Architecture) -> None:
        super().__init__()
        c, pooled, self.name = a.channels, a.pooled, name
        self.before = Norm(name + "/norm1", name + "/actv1", c)
        self.first = Conv(name + "/w1a", 3, c, c - pooled)
        self.side = Conv(name + "/w1b", 3, c, pooled)
        self.pooled = Norm(name + "/norm1b", name + "/actv1b", pooled)
        self.bias = MatMul(name + "/w1r", 3 * pooled, c - pooled, 0.5)
        self.mid = Norm(name + "/norm2", name + "/actv2", c - pooled)
        self.second = Conv(name + "/w2", 3, c - pooled, c, 0)

    def layers(self) -> List[Layer]:
        """In the order of the file."""
        return [self.before, self.first, self.side, self.pooled, self.bias, self.mid, self.second]

    def forward(self, x: Tensor, mask: Mask) -> Tensor:
        a = self.before(x, mask)
        bias = self.bias(pool(self.pooled(self.side(a), mask), mask))
        return x + self.second(self.mid(self.first(a) + spread(bias), mask))


class PolicyHead(nn.Module):
    """The policies of the player to move, and of the opponent's answer, which no file has."""

    def __init__(self, a: Architecture) -> None:
        super().__init__()
        c, side, self.name = a.channels, a.side, "policyhead"
        self.p1 = Conv("p1/w", 1, c, side)
        self.g1 = Conv("g1/w", 1, c, side)
        self.g_norm = Norm("g1/norm", "g1/actv", side)
        self.bias = MatMul("matmulg2w", 3 * side, side, 0.5)
        self.p_norm = Norm("p1/norm", "p1/actv", side)
        self.p2 = Conv("p2/w", 1, side, 1, 0.3)
        self.to_pass = MatMul("matmulpass", 3 * side, 1, 0.3)
        self.answer = Conv("answer", 1, side, 1, 0)
        self.answer_pass = MatMul("answer/pass", 3 * side, 1, 0)

    def layers(self) -> List[Layer]:
        """In the order of the file."""
        return [self.p1, self.g1, self.g_norm, self.bias, self.p_norm, self.p2, self.to_pass]

    def forward(self, tip: Tensor, mask: Mask) -> Tensor:
        """Logits [N, 2, A+1], the pass last."""
        pooled = pool(self.g_norm(self.g1(tip), mask), mask)
        p = self.p_norm(self.p1(tip) + spread(self.bias(pooled)), mask)
        points = torch.cat([self.p2(p), self.answer(p)], dim=1).float()
        if mask is not None:
            points = points.masked_fill(mask == 0, OFF_BOARD)
        passes = torch.stack([self.to_pass(pooled), self.answer_pass(pooled)], dim=1).float()
        return torch.cat([points.flatten(2), passes], dim=2)


class ValueHead(nn.Module):
    """Win, score and owners."""

    def __init__(self, a: Architecture) -> None:
        super().__init__()
        c, side, hidden, self.name = a.channels, a.side, a.hidden, "valuehead"
        self.v1 = Conv("v1/w", 1, c, side)
        self.v_norm = Norm("v1/norm", "v1/actv", side)
        self.v2, self.v2_bias, self.activation = MatMul("v2/w", 3 * side, hidden), Bias("v2/b", hidden), "v2/actv"
        self.v3, self.v3_bias = MatMul("v3/w", hidden, 3, 0.3), Bias("v3/b", 3)
        self.score, self.score_bias = MatMul("sv3/w", hidden, SCORES, 0.3), Bias("sv3/b", SCORES)
        self.ownership = Conv("vownership/w", 1, side, 1, 0.3)

    def layers(self) -> List[Layer]:
        """In the order of the file; the second activation stands behind the fourth."""
        return [self.v1, self.v_norm, self.v2, self.v2_bias, self.v3, self.v3_bias, self.score, self.score_bias, self.ownership]

    def forward(self, tip: Tensor, mask: Mask) -> Tuple[Tensor, Tensor, Tensor]:
        """[N, 3], [N, SCORES] and [N, S, S], see Output."""
        v = self.v_norm(self.v1(tip), mask)
        hidden = functional.relu(self.v2_bias(self.v2(pool(v, mask, value=True))))
        return self.v3_bias(self.v3(hidden)).float(), self.score_bias(self.score(hidden)).float(), self.ownership(v)[:, 0].float()


@dataclass
class Output:
    """What a net says, before anything is made of it; float32, as the player to move sees it."""

    policy: Tensor  # [N, 2, A+1]: logits of the move and of the answer, a pass last
    value: Tensor  # [N, 3]: logits of win, loss, no result
    score: Tensor  # [N, 4]: mean, deviation before softplus, lead, and one that does not learn
    ownership: Tensor  # [N, S, S]: before tanh, positive is the player's; nothing beside the board


class Net(nn.Module):
    """A net with random weights, as tengen makes them. Nets of KataGo may have other kinds of blocks at a place."""

    def __init__(self, a: Architecture, name: str = "net", kinds: Sequence[type] = ()) -> None:
        super().__init__()
        self.architecture, self.name, self.trunk_name = a, name, "trunk"
        self.stem = Conv("conv1", 3, PLANES, a.channels)
        self.stem.hidden = False
        self.globals = MatMul("ginputw", GLOBALS, a.channels)
        if not kinds:
            kinds = [PoolingBlock if i % 3 == 2 else ResidualBlock for i in range(a.blocks)]
        self.blocks = nn.ModuleList([kind(f"rconv{i + 1}", a) for i, kind in enumerate(kinds)])
        self.tip = Norm("trunk/norm", "trunk/actv", a.channels)
        self.policy, self.value = PolicyHead(a), ValueHead(a)

    def grow(self, blocks: int) -> None:
        """Add blocks at the end, up to that many. They add nothing at first, so the net says the same."""
        a = Architecture(blocks, self.architecture.channels)
        if blocks < self.architecture.blocks:
            raise ValueError(f"the net has {self.architecture.blocks} blocks, and cannot shrink to {blocks}")
        self.blocks.extend(list(Net(a).blocks)[len(self.blocks):])
        self.architecture = a

    def layers(self) -> Iterator[Layer]:
        """All that learns: first what a file has, in its order, and then the answer."""
        yield from (self.stem, self.globals)
        for block in self.blocks:
            yield from block.layers()
        yield self.tip
        yield from self.policy.layers()
        yield from self.value.layers()
        yield from (self.policy.answer, self.policy.answer_pass)

    def forward(self, planes: Tensor, globals_: Tensor, full: bool = False) -> Output:
        """What it says of planes [N, 22, S, S] and globals [N, 19]. With full, all boards fill the planes."""
        mask = None if full else planes[:, :1]
        x = self.stem(planes) + spread(self.globals(globals_))
        for block in self.blocks:
            x = block(x, mask)
        tip = self.tip(x, mask)
        return Output(self.policy(tip, mask), *self.value(tip, mask))
