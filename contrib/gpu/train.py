#!/usr/bin/env python3
"""Teach a net from rows of games, on a GPU if there is one: see README.md."""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import asdict
from datetime import datetime, timezone
from typing import Any, Dict, Iterator, List, Optional

import torch

import export
from losses import Weights, first_choice, known, parts, total
from model import Architecture, Net
from optimizer import METHODS, Optimizer, Params
from rows import Batch, Mix, Source, batch_of, endless

LOSSES = ("policy", "answer", "value", "ownership", "score", "spread", "lead")


def flags() -> argparse.ArgumentParser:
    """The command line."""
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--data", action="append", required=True, metavar="DIR", help="folder of rows (tengen data import); again for more")
    p.add_argument("--out", required=True, metavar="FILE", help="the net, .bin.gz, written with every checkpoint")
    p.add_argument("--arch", default="b6c96", help="blocks and channels (%(default)s)")
    p.add_argument("--from", dest="begin", metavar="FILE", help="begin with this net, which tengen or this program made")
    p.add_argument("--steps", type=int, default=10000, help="steps to make in all (%(default)s)")
    p.add_argument("--batch", type=int, default=256, help="positions a step (%(default)s)")
    p.add_argument("--rate", type=float, default=2e-3, help="largest rate of learning (%(default)s)")
    p.add_argument("--method", choices=METHODS, default="muon", help="(%(default)s)")
    p.add_argument("--decay", type=float, default=0.05, help="weight decay (%(default)s)")
    p.add_argument("--teacher", type=float, default=0.5, help="share of a teacher in what is learnt of moves (%(default)s)")
    p.add_argument("--value", type=float, default=0.8, help="share of a teacher in what is learnt of values (%(default)s)")
    p.add_argument("--size", type=int, default=19, help="side of the planes; larger boards are left out (%(default)s)")
    p.add_argument("--hold-out", type=int, default=100, metavar="N", help="hold out one game in N to test with (%(default)s)")
    p.add_argument("--seed", type=int, default=1, help="of the weights and of the order of rows (%(default)s)")
    p.add_argument("--checkpoint", metavar="FILE", help="where to go on from; the net's name with .checkpoint when not given")
    p.add_argument("--resume", action="store_true", help="go on from the checkpoint, if there is one")
    p.add_argument("--save-every", type=float, default=300, metavar="S", help="seconds between checkpoints (%(default)s)")
    p.add_argument("--log-every", type=int, default=50, metavar="N", help="steps between lines of metrics (%(default)s)")
    p.add_argument("--test-every", type=int, default=1000, metavar="N", help="steps between tests (%(default)s)")
    p.add_argument("--test-batches", type=int, default=16, metavar="N", help="batches of a test (%(default)s)")
    p.add_argument("--tengen", default="tengen", metavar="PATH", help="the program that makes the rows (%(default)s)")
    p.add_argument("--workers", type=int, default=1, metavar="N", help="how many of it run at once (%(default)s)")
    p.add_argument("--threads", type=int, default=0, metavar="N", help="threads of each; one per processor when not given")
    p.add_argument("--bf16", action="store_true", help="compute with bfloat16 on a GPU")
    p.add_argument("--compile", action="store_true", help="compile the net first, which takes a minute and makes steps shorter (PyTorch 2)")
    return p


def check(o: argparse.Namespace) -> None:
    """Raise where a number makes no sense."""
    if not o.out.endswith(".bin.gz"):
        raise ValueError(f"{o.out}: KataGo knows such a file by its name, which has to end in .bin.gz")
    for name in ("steps", "batch", "rate", "size", "save_every", "log_every", "test_every", "workers"):
        if not getattr(o, name) > 0:
            raise ValueError(f"--{name.replace('_', '-')} is {getattr(o, name)}, and has to be more than 0")
    for name in ("decay", "hold_out", "seed", "test_batches", "threads"):
        if not getattr(o, name) >= 0:
            raise ValueError(f"--{name.replace('_', '-')} is {getattr(o, name)}, and has to be 0 or more")
    if not (0 <= o.teacher <= 1 and 0 <= o.value <= 1):
        raise ValueError("--teacher and --value are shares, from 0 to 1")


class Sums:
    """Means of what was measured since the line of metrics before, over the positions of which something is known."""

    def __init__(self) -> None:
        self.steps, self.positions, self.length, self.began = 0, 0, 0.0, time.monotonic()
        self.sums: Optional[torch.Tensor] = None  # of the losses and the first choices, and of how many positions

    def add(self, batch: Batch, losses: Dict[str, torch.Tensor], first: torch.Tensor, length: float = 0) -> None:
        """Add a batch, everything [N]. It stays on the device."""
        of = known(batch)
        sums = torch.stack([torch.stack([losses[name].detach().sum() for name in LOSSES] + [first.sum()]),
                            torch.stack([of[name].sum() for name in LOSSES + ("top1",)])])
        self.sums = sums if self.sums is None else self.sums + sums
        self.steps, self.positions, self.length = self.steps + 1, self.positions + len(first), self.length + length

    def line(self, kind: str, run: Run, **more: Any) -> Dict[str, Any]:
        """A line, with the fields of train.Metrics. What nothing is known of is not in it."""
        assert self.sums is not None
        means = {name: whole / of for name, whole, of in zip(LOSSES + ("top1",), *self.sums.tolist()) if of > 0}
        loss = sum(part * means.get(name, 0) for name, part in asdict(run.weights).items())
        return {"kind": kind, "step": run.optimizer.made, "steps": run.optimizer.params.steps, "epoch": run.epoch(), **means,
                "positions": self.positions, "loss": loss, **more,
                "time": datetime.now(timezone.utc).isoformat().replace("+00:00", "Z")}


class Run:
    """Training, from its beginning or a checkpoint to its end."""

    def __init__(self, o: argparse.Namespace) -> None:
        check(o)
        self.o, self.weights, self.mix = o, Weights(), Mix(o.teacher, o.value)
        self.path = o.checkpoint or o.out[:-len(".bin.gz")] + ".checkpoint"
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        torch.manual_seed(o.seed)
        if o.begin:
            net = export.read(o.begin)
            o.arch = str(net.architecture)
        else:
            name = os.path.basename(o.out)[:-len(".bin.gz")]
            net = Net(Architecture.parse(o.arch), re.sub(r"[^A-Za-z0-9_-]", "-", name)[:96])
        self.net = net.to(self.device)
        if self.device.type == "cuda":
            self.net = self.net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self.forward = torch.compile(self.net) if o.compile else self.net
        self.optimizer = Optimizer(Params(o.steps, o.method, o.rate, o.decay), list(self.net.layers()))
        self.source = Source(o.tengen, o.data, o.size, o.hold_out, o.threads)
        self.stopped = False  # by a signal: between two steps, so that what is saved is whole
        self.rows = 0  # of the folders, those held out included
        for folder in o.data:
            with open(os.path.join(folder, "manifest.json"), encoding="utf-8") as f:
                self.rows += json.load(f)["samples"]
        self.settings = {name: getattr(o, name) for name in
                         ("arch", "steps", "batch", "rate", "method", "decay", "teacher", "value", "size", "hold_out", "seed")}
        if o.resume and os.path.exists(self.path):
            self.load()

    def stop(self, number: int, _: Any) -> None:
        """End after this step; a second signal ends it at once."""
        self.stopped = True
        signal.signal(number, signal.SIG_DFL)

    def load(self) -> None:
        """Go on from the checkpoint."""
        try:
            kept = torch.load(self.path, map_location="cpu", weights_only=True)
            settings = json.loads(kept["settings"])
        except Exception as e:  # of many kinds, by what is damaged
            raise ValueError(f"{self.path} is no sound checkpoint: {e}") from e
        if settings != self.settings:
            raise ValueError(f"{self.path} was begun with other settings, {kept['settings']}: give the same, or another file")
        self.net.load_state_dict(kept["net"])
        self.optimizer.load(kept["optimizer"])

    def save(self) -> None:
        """Write the checkpoint and the net, each whole or as it was before."""
        data = io.BytesIO()
        # The settings are text, because torch 1.13 reads no fractions in files of weights alone.
        torch.save({"settings": json.dumps(self.settings), "net": self.net.state_dict(), "optimizer": self.optimizer.state()}, data)
        export.replace(self.path, data.getvalue())
        with self.optimizer.averaged():
            export.write(self.net, self.o.out)

    def epoch(self) -> int:
        """How many times as many positions were learnt from as there are rows."""
        return self.optimizer.made * self.o.batch // max(1, self.rows)

    def decode(self, data: torch.Tensor) -> Batch:
        """A batch on the device, of rows as bytes."""
        return batch_of(data.to(self.device, non_blocking=True), self.source.layout, self.mix)

    def judge(self, batch: Batch) -> tuple[Dict[str, torch.Tensor], torch.Tensor]:
        """The losses and the first choices of a batch, each [N]."""
        with torch.autocast(self.device.type, dtype=torch.bfloat16, enabled=self.o.bf16 and self.device.type == "cuda"):
            out = self.forward(batch.planes, batch.globals)
        return parts(out, batch), first_choice(out, batch)

    def test(self) -> Iterator[Dict[str, Any]]:
        """A line of what the averaged weights know of rows that are held out, or none where there are too few."""
        sums, o = Sums(), self.o
        command = self.source.command(o.seed, "--part", "validation", "--no-symmetry", "--epochs", "1", "--rows", str(o.test_batches * o.batch))
        with self.optimizer.averaged(), torch.no_grad():
            for data in self.source.batches(command, o.batch):
                batch = self.decode(data)
                sums.add(batch, *self.judge(batch))
        if sums.steps:
            yield sums.line("test", self)

    def lines(self) -> Iterator[Dict[str, Any]]:
        """Train, and give the metrics as they come."""
        o, opt = self.o, self.optimizer
        if opt.made >= o.steps:
            return
        # A run that goes on has an order of its own, so that it does not meet the same rows again.
        batches = endless(self.source, o.workers, o.seed + 1024 * opt.made, o.batch, lambda: self.stopped)
        sums, saved = Sums(), time.monotonic()
        try:
            while opt.made < o.steps and not self.stopped:
                data = next(batches, None)
                if data is None:  # stopped
                    break
                batch = self.decode(data)
                losses, first = self.judge(batch)
                total(losses, batch.weight, self.weights).backward()
                sums.add(batch, losses, first, opt.step())
                if opt.made % o.log_every == 0 or opt.made == o.steps:
                    rate = sums.positions / max(1e-9, time.monotonic() - sums.began)
                    yield sums.line("train", self, length=sums.length / sums.steps, rate=opt.params.rate_at(opt.made - 1), perSecond=rate)
                    sums = Sums()
                if o.test_batches and not self.stopped and (opt.made % o.test_every == 0 or opt.made == o.steps):
                    began = time.monotonic()
                    yield from self.test()
                    sums.began += time.monotonic() - began
                if time.monotonic() - saved > o.save_every:
                    self.save()
                    saved = time.monotonic()
        finally:
            batches.close()  # type: ignore[attr-defined]
        self.save()


def main(arguments: Optional[List[str]] = None) -> int:
    """Train; 0, 130 when a signal ended it, 2 for a wrong command line, or 1 with a line that says why."""
    try:
        run = Run(flags().parse_args(arguments))
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, run.stop)
        for line in run.lines():
            print(json.dumps(line), flush=True)
    except (ValueError, OSError, ArithmeticError, RuntimeError, subprocess.SubprocessError) as e:
        print(f"train.py: {e}", file=sys.stderr)
        return 1
    return 130 if run.stopped else 0


if __name__ == "__main__":
    sys.exit(main())
