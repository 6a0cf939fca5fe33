"""Model files: version 8 of KataGo's format, as tengen writes it, read and written."""

from __future__ import annotations

import gzip
import os
import re
import zlib
from typing import Union

import numpy as np
import torch
from torch import nn

from model import GLOBALS, PLANES, Architecture, Bias, Conv, Layer, MatMul, Net, Norm, PoolingBlock, ResidualBlock

VERSION = 8
MARK = b"@BIN@"


class Writer:
    """Writes what it is told of."""

    def __init__(self) -> None:
        self.parts: list[bytes] = []

    def word(self, word: Union[str, int], what: str = "") -> None:
        """A line."""
        self.parts.append(f"{word}\n".encode())

    def name(self, of: object, attribute: str = "name") -> None:
        """A line that is the name of something."""
        self.word(getattr(of, attribute))

    def floats(self, t: torch.Tensor) -> torch.Tensor:
        """The numbers of a tensor."""
        self.parts.append(MARK + t.detach().cpu().contiguous().numpy().astype("<f4").tobytes() + b"\n")
        return t


class Reader:
    """Compares what it is told of with a file, and takes names and numbers from it."""

    def __init__(self, data: bytes, any_net: bool = False) -> None:
        self.data, self.any_net, self.at = data, any_net, 0

    def number(self, what: str) -> int:
        """A line with a whole number."""
        at, got = self.at, self.line()
        if not re.fullmatch(r"\d{1,6}", got):
            raise ValueError(f"the model file has {got[:40]!r} at byte {at}, where a number belongs ({what})")
        return int(got)

    def line(self) -> str:
        """The next line."""
        end = self.data.find(b"\n", self.at, self.at + 1000)
        if end < 0:
            raise ValueError(f"the model file has no line of text at byte {self.at}")
        line, self.at = self.data[self.at:end].decode("ascii", "replace"), end + 1
        return line

    def word(self, word: Union[str, int], what: str = "") -> None:
        """A line that has to be that."""
        at, got = self.at, self.line()
        if got != str(word):
            raise ValueError(f"the model file has {got[:40]!r} at byte {at}, where a net that can be trained here has {word} ({what})")

    def name(self, of: object, attribute: str = "name") -> None:
        """A line that is the name of something."""
        setattr(of, attribute, self.line())

    def floats(self, t: torch.Tensor) -> torch.Tensor:
        """As many numbers as a tensor has, flat."""
        begin, size = self.at + len(MARK), 4 * t.numel()
        if self.data[self.at:begin] != MARK or self.data[begin + size:begin + size + 1] != b"\n":
            raise ValueError(f"the model file has not {t.numel()} numbers in binary at byte {self.at}")
        self.at = begin + size + 1
        return torch.from_numpy(np.frombuffer(self.data, "<f4", t.numel(), begin).astype(np.float32))


Codec = Union[Writer, Reader]


def weights(x: Codec, layer: Layer) -> None:
    """The parameter of a layer."""
    flat = x.floats(layer.to_file(layer.weight))
    if isinstance(x, Reader):
        with torch.no_grad():
            layer.weight.copy_(layer.from_file(flat))


def code(x: Codec, layer: Layer) -> None:
    """A layer, with the activation behind a norm."""
    x.name(layer)
    if isinstance(x, Reader) and x.any_net:
        read_any(x, layer)
    elif isinstance(layer, Conv):
        for number in (layer.side, layer.side, layer.inputs, layer.outputs, 1, 1):
            x.word(number, "the shape of " + layer.name)
        weights(x, layer)
    elif isinstance(layer, MatMul):
        x.word(layer.inputs, "the inputs of " + layer.name)
        x.word(layer.outputs, "the outputs of " + layer.name)
        weights(x, layer)
    elif isinstance(layer, Bias):
        x.word(layer.weight.numel(), "the channels of " + layer.name)
        weights(x, layer)
    elif isinstance(layer, Norm):
        x.word(layer.weight.numel(), "the channels of " + layer.name)
        x.word(repr(layer.epsilon), "epsilon of " + layer.name)
        x.word(0, "no scale in " + layer.name)
        x.word(1, "a bias in " + layer.name)
        if x.floats(torch.zeros_like(layer.weight)).any():
            raise ValueError(f"{layer.name} has a mean, so it cannot be trained here")
        layer.set_variance(x.floats(layer.variance))
        weights(x, layer)
        x.name(layer, "activation")


@torch.no_grad()
def read_any(x: Reader, layer: Layer) -> None:
    """Read a layer of any size. The mean of a norm becomes part of its bias, and its scale part of its variance."""
    if isinstance(layer, Conv):
        layer.side, _, layer.inputs, layer.outputs, *dilation = (x.number("the shape of " + layer.name) for _ in range(6))
        if dilation != [1, 1]:
            raise ValueError(f"{layer.name} is dilated, which is not supported")
        layer.weight = nn.Parameter(torch.empty(layer.outputs, layer.inputs, layer.side, layer.side))
        weights(x, layer)
    elif isinstance(layer, MatMul):
        layer.inputs, layer.outputs = x.number("the inputs of " + layer.name), x.number("the outputs of " + layer.name)
        layer.weight = nn.Parameter(torch.empty(layer.inputs, layer.outputs))
        weights(x, layer)
    elif isinstance(layer, Bias):
        layer.weight = nn.Parameter(torch.empty(x.number("the channels of " + layer.name)))
        weights(x, layer)
    elif isinstance(layer, Norm):
        empty = torch.empty(x.number("the channels of " + layer.name))
        epsilon = float(x.line())
        scaled, biased = x.number("whether there is a scale"), x.number("whether there is a bias")
        mean, variance = x.floats(empty), x.floats(empty)
        scale = x.floats(empty) if scaled else torch.ones_like(mean)
        bias = x.floats(empty) if biased else torch.zeros_like(mean)
        if (scale <= 0).any():
            raise ValueError(f"{layer.name} has a scale that is not positive, which is not supported")
        layer.epsilon = 0.0
        layer.set_variance((variance + epsilon) / scale ** 2)
        layer.weight = nn.Parameter(bias - mean / torch.sqrt(layer.variance))
        x.name(layer, "activation")


def walk(x: Codec, net: Net) -> None:
    """The whole file, in its order."""
    a = net.architecture
    x.name(net)
    for number, what in ((VERSION, "the version"), (PLANES, "planes"), (GLOBALS, "globals")):
        x.word(number, what)
    x.name(net, "trunk_name")
    for number in (a.blocks, a.channels, a.channels, a.channels - a.pooled, a.pooled, a.pooled):
        if isinstance(x, Reader) and x.any_net:
            x.number("the shape of the trunk")
        else:
            x.word(number, "the shape of the trunk")
    code(x, net.stem)
    code(x, net.globals)
    for block in net.blocks:
        x.word(block.word, "the kind of a block")
        x.name(block)
        for layer in block.layers():
            code(x, layer)
    code(x, net.tip)
    for head in (net.policy, net.value):
        x.name(head)
        for layer in head.layers():  # type: ignore[operator]
            code(x, layer)
            if layer is net.value.v2_bias:
                x.name(net.value, "activation")


def encode(net: Net) -> bytes:
    """The file of a net, before compression. The policy of the answer is not in it."""
    x = Writer()
    walk(x, net)
    return b"".join(x.parts)


def decode(data: bytes, any_net: bool = False) -> Net:
    """The net of a file that encode or tengen made, compressed or not. Its answer is zero.

    With any_net it may be another residual net of version 8, such as those of KataGo's g170. Such a net can judge, but
    it cannot be trained or written.
    """
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    head = data[:4000].split(b"\n", 7)
    if len(head) < 8 or not (head[5].isdigit() and head[6].isdigit()):
        raise ValueError("this is no model file")
    architecture = Architecture(int(head[5][:6]), int(head[6][:6]))
    if any_net:
        found = re.findall(rb"\n(ordinary_block|gpool_block)\n", data)
        kinds = [PoolingBlock if word == b"gpool_block" else ResidualBlock for word in found]
        net = Net(architecture, kinds=kinds)
    else:
        net = Net(architecture)
    x = Reader(data, any_net)
    walk(x, net)
    if any_net:  # the heads may have other channels
        p = net.policy
        p.answer.weight = nn.Parameter(torch.zeros(1, p.p1.outputs, 1, 1))
        p.answer_pass.weight = nn.Parameter(torch.zeros(3 * p.g1.outputs, 1))
    if x.data[x.at:].strip():
        raise ValueError(f"something follows the model at byte {x.at}")
    return net


def read(path: str, any_net: bool = False) -> Net:
    """The net of a file: see decode."""
    with open(path, "rb") as f:
        data = f.read()
    try:
        return decode(data, any_net)
    except (ValueError, OSError, EOFError, zlib.error) as e:
        raise ValueError(f"{path}: {e}") from e


def replace(path: str, data: bytes) -> None:
    """Write a file that is whole or the one that was there before."""
    temp = path + ".part"
    with open(temp, "wb") as f:
        f.write(data)
        f.flush()
        os.fsync(f.fileno())
    os.replace(temp, path)


def write(net: Net, path: str) -> None:
    """Write a net, compressed, for tengen and KataGo."""
    replace(path, gzip.compress(encode(net), mtime=0))
