#!/usr/bin/env python3
"""What this port makes of one net and one batch, for the test that compares it with tengen.

    check.py NET ROWS TENGEN SIZE ANSWER OUT
    check.py --teacher NET ROWS TENGEN SIZE

ROWS is a stream of `tengen data planes`, ANSWER the float32 weights of the policy of the
answer. Into the folder OUT go again.bin, the net written again; result.json, the outputs,
losses and gradients, numbers in the order of the file; and the nets after three steps with
gradients that the test knows, one file for each method.

With --teacher, NET has judged the ROWS. For each row, the distance between its judgement and
that of teacher.py is printed as JSON, as the least over the eight symmetries.
"""

from __future__ import annotations

import json
import os
import sys

import numpy as np
import torch

import export
from losses import Weights, first_choice, parts, total
from model import Layer
from optimizer import METHODS, Optimizer, Params
from rows import HEADER, Mix, batch_of, check_header, fields_of, fill, layout
from teacher import OWNER, Teacher, judgement


def known(name: str, step: int, n: int) -> np.ndarray:
    """The gradient of a parameter at a step: n numbers without meaning."""
    return np.sin(np.arange(n) * 0.1 + sum(name.encode()) % 7 + step).astype(np.float32)


def gradient(layer: Layer) -> torch.Tensor:
    """What the loss makes of a layer, shaped like its weight."""
    assert layer.weight.grad is not None, layer.name
    return layer.weight.grad


def read_rows(path: str, tengen: str, size: str) -> tuple[torch.Tensor, np.dtype]:
    """The rows of a file, as bytes, and their layout."""
    with open(path, "rb") as f:
        data = f.read()
    row = layout(tengen, int(size))
    check_header(data[:HEADER], int(size), row)
    return torch.frombuffer(bytearray(data[HEADER:]), dtype=torch.uint8).reshape(-1, row.itemsize), row


def teacher(net_path: str, rows_path: str, tengen: str, size: str) -> None:
    """Print the distances of the judgements."""
    data, row = read_rows(rows_path, tengen, size)
    batch, fields, judge = batch_of(data, row, Mix()), fields_of(data, row), Teacher(net_path, torch.device("cpu"), False)
    shares = fields["policy"].float()
    fields["policy"] = shares / shares.sum(dim=1, keepdim=True)
    fields["ownership"] = fields["ownership"].float() / OWNER
    off = []
    for symmetry in range(8):
        said = judgement(batch.planes, batch.globals, judge.output(batch.planes, batch.globals, symmetry, fill(data, row)))
        # A row has only the largest shares. A share that it does not have is not larger than these.
        most, least = (said["policy"] * (shares == 0)).amax(dim=1), said["policy"].where(shares > 0, torch.ones(())).amin(dim=1)
        extra = (most - least).clamp_min(0)
        said["policy"] = said["policy"] * (shares > 0)
        said["policy"] /= said["policy"].sum(dim=1, keepdim=True)
        said["ownership"] = said["ownership"] / OWNER * batch.planes[:, 0]
        off.append(torch.stack([(said[name] - fields[name]).flatten(1).abs().max(dim=1).values for name in said] + [extra]).max(dim=0).values)
    print(json.dumps(torch.stack(off).min(dim=0).values.tolist()))


def main(net_path: str, rows_path: str, tengen: str, size: str, answer_path: str, out_dir: str) -> None:
    """Write all of it."""
    torch.set_num_threads(1)
    net = export.read(net_path)
    with open(os.path.join(out_dir, "again.bin"), "wb") as f:
        f.write(export.encode(net))
    answers, used = torch.from_numpy(np.fromfile(answer_path, "<f4")), 0
    for layer in (net.policy.answer, net.policy.answer_pass):
        n = layer.weight.numel()
        layer.weight.data.copy_(layer.from_file(answers[used:used + n]))
        used += n
    batch = batch_of(*read_rows(rows_path, tengen, size), Mix())
    out = net(batch.planes, batch.globals)
    losses = parts(out, batch)
    total(losses, batch.weight, Weights()).backward()
    with open(os.path.join(out_dir, "result.json"), "w", encoding="utf-8") as f:
        json.dump({
            "policy": out.policy.tolist(), "value": out.value.tolist(), "score": out.score.tolist(), "ownership": out.ownership.tolist(),
            "losses": {name: v.tolist() for name, v in losses.items()}, "first": first_choice(out, batch).tolist(),
            "gradients": {layer.name: layer.to_file(gradient(layer)).flatten().tolist() for layer in net.layers()},
        }, f)
    for method in METHODS:
        learner = export.read(net_path)
        optimizer = Optimizer(Params(20, method), list(learner.layers()))
        for step in range(3):
            if step == 2:  # another one goes on from what a checkpoint keeps
                state, optimizer = optimizer.state(), Optimizer(optimizer.params, optimizer.layers)
                optimizer.load(state)
            for layer in optimizer.layers:
                layer.weight.grad = layer.from_file(torch.from_numpy(known(layer.name, step, layer.weight.numel()))).contiguous()
            optimizer.step()
        with optimizer.averaged():
            export.write(learner, os.path.join(out_dir, method + ".bin.gz"))


if __name__ == "__main__":
    if sys.argv[1] == "--teacher":
        teacher(*sys.argv[2:])
    else:
        main(*sys.argv[1:])
