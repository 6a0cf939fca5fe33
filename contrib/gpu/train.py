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
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Sequence

import torch

import export
from losses import Weights, first_choice, known, parts, total
from model import Architecture, Net, Norm
from optimizer import METHODS, Optimizer, Params
from rows import Batch, Mix, Source, batch_of, endless, fill
from teacher import Teacher

class Also(NamedTuple):
    """Rows of another size of planes."""

    size: int
    batch: int
    folders: List[str]

    @staticmethod
    def parse(text: str) -> Also:
        """Read such as 9:512:rows9,more9."""
        found = re.fullmatch(r"([1-9]\d?):([1-9]\d{0,5}):(.+)", text)
        if not found:
            raise argparse.ArgumentTypeError(f"{text!r} is not the size of the planes, the positions a step and folders, such as 9:512:rows9")
        return Also(int(found[1]), int(found[2]), found[3].split(","))


LOSSES = ("policy", "answer", "value", "ownership", "score", "spread", "lead")


def flags() -> argparse.ArgumentParser:
    """The command line."""
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--data", action="append", required=True, metavar="DIR", help="folder of rows (tengen data import); again for more")
    p.add_argument("--also", action="append", default=[], metavar="S:N:DIR,...", type=Also.parse,
                   help="also learn in each step from N positions of these folders, in planes of SxS; again for more sizes")
    p.add_argument("--judge", metavar="FILE", help="teacher that judges the rows during training: a residual net of version 8 of KataGo's format")
    p.add_argument("--out", required=True, metavar="FILE", help="the net, .bin.gz, written with every checkpoint")
    p.add_argument("--arch", metavar="ARCH", help="blocks and channels (b6c96, or those of --from); with --from it may have more blocks")
    p.add_argument("--from", dest="begin", metavar="FILE", help="begin with this net, which tengen or this program made")
    p.add_argument("--steps", type=int, default=10000, help="steps to make in all (%(default)s)")
    p.add_argument("--minutes", type=float, default=0, metavar="M", help="end after M minutes, if the steps are not made before; the rate falls in that time")
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
    for name in ("decay", "hold_out", "minutes", "seed", "test_batches", "threads"):
        if not getattr(o, name) >= 0:
            raise ValueError(f"--{name.replace('_', '-')} is {getattr(o, name)}, and has to be 0 or more")
    if not (0 <= o.teacher <= 1 and 0 <= o.value <= 1):
        raise ValueError("--teacher and --value are shares, from 0 to 1")


class Sums:
    """Means of what was measured since the line of metrics before, over the positions of which something is known."""

    def __init__(self) -> None:
        self.steps, self.positions, self.length, self.began = 0, 0, 0.0, time.monotonic()
        self.sums: Optional[torch.Tensor] = None  # of the losses and the first choices, and of how many positions

    def add(self, batch: Batch, losses: Dict[str, torch.Tensor], first: torch.Tensor) -> None:
        """Add a batch, everything [N]. It stays on the device."""
        of = known(batch)
        sums = torch.stack([torch.stack([losses[name].detach().sum() for name in LOSSES] + [first.sum()]),
                            torch.stack([of[name].sum() for name in LOSSES + ("top1",)])])
        self.sums = sums if self.sums is None else self.sums + sums
        self.positions += len(first)

    def step(self, length: float) -> None:
        """Add a step, by a gradient of that length."""
        self.steps, self.length = self.steps + 1, self.length + length

    def line(self, kind: str, run: Run, **more: Any) -> Dict[str, Any]:
        """A line, with the fields of train.Metrics. What nothing is known of is not in it."""
        assert self.sums is not None
        means = {name: whole / of for name, whole, of in zip(LOSSES + ("top1",), *self.sums.tolist()) if of > 0}
        loss = sum(part * means.get(name, 0) for name, part in asdict(run.weights).items())
        return {"kind": kind, "step": run.optimizer.made, "steps": run.optimizer.params.steps, "epoch": run.epoch(), **means,
                "positions": self.positions, "loss": loss, **more,
                "time": datetime.now(timezone.utc).isoformat().replace("+00:00", "Z")}


def begin(o: argparse.Namespace, name: str) -> Net:
    """The net at the beginning of a run."""
    if not o.begin:
        return Net(Architecture.parse(o.arch or "b6c96"), name)
    net = export.read(o.begin)
    net.name = name
    if o.arch:
        a = Architecture.parse(o.arch)
        if a.channels != net.architecture.channels:
            raise ValueError(f"--arch {a}: {o.begin} has {net.architecture.channels} channels, and only the number of blocks can grow")
        net.grow(a.blocks)
    return net


class Run:
    """Training, from its beginning or a checkpoint to its end."""

    def __init__(self, o: argparse.Namespace) -> None:
        check(o)
        self.o, self.weights, self.mix = o, Weights(), Mix(o.teacher, o.value)
        self.path = o.checkpoint or o.out[:-len(".bin.gz")] + ".checkpoint"
        self.device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        torch.manual_seed(o.seed)
        name = re.sub(r"[^A-Za-z0-9_-]", "-", os.path.basename(o.out)[:-len(".bin.gz")])[:96]
        net = begin(o, name)
        o.arch = str(net.architecture)
        self.net = net.to(self.device)
        if self.device.type == "cuda":
            self.net = self.net.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
            torch.set_float32_matmul_precision("high")  # of Muon: TF32
        self.forward = torch.compile(self.net) if o.compile else self.net
        self.teacher: Optional[Teacher] = Teacher(o.judge, self.device, o.bf16) if o.judge else None
        self.optimizer = Optimizer(Params(o.steps, o.method, o.rate, o.decay), list(self.net.layers()))
        self.batches = [Also(o.size, o.batch, o.data), *o.also]
        self.sources = [Source(o.tengen, b.folders, b.size, o.hold_out, o.threads) for b in self.batches]
        self.positions = sum(b.batch for b in self.batches)  # of a step
        self.seconds = 0.0  # of the run, before this process
        self.began = time.monotonic()
        self.stopped = False  # by a signal: between two steps, so that what is saved is whole
        self.rows = 0  # of the folders, those held out included
        for folder in (folder for b in self.batches for folder in b.folders):
            with open(os.path.join(folder, "manifest.json"), encoding="utf-8") as f:
                self.rows += json.load(f)["samples"]
        self.settings = {name: getattr(o, name) for name in
                         ("arch", "steps", "minutes", "batch", "rate", "method", "decay", "teacher", "value", "size", "hold_out", "seed")}
        self.settings.update(also=[[b.size, b.batch] for b in o.also], judge=os.path.basename(o.judge or ""))
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
            self.seconds = json.loads(kept["seconds"])
        except Exception as e:  # of many kinds, by what is damaged
            raise ValueError(f"{self.path} is no sound checkpoint: {e}") from e
        if settings != self.settings:
            raise ValueError(f"{self.path} was begun with other settings, {kept['settings']}: give the same, or another file")
        self.net.load_state_dict(kept["net"])
        for norm in (m for m in self.net.modules() if isinstance(m, Norm)):
            norm.set_variance(norm.variance)
        self.optimizer.load(kept["optimizer"])

    def save(self) -> None:
        """Write the checkpoint and the net, each whole or as it was before."""
        data = io.BytesIO()
        # The settings are text, because torch 1.13 reads no fractions in files of weights alone.
        torch.save({"settings": json.dumps(self.settings), "seconds": json.dumps(self.elapsed()), "net": self.net.state_dict(), "optimizer": self.optimizer.state()}, data)
        export.replace(self.path, data.getvalue())
        with self.optimizer.averaged():
            export.write(self.net, self.o.out)

    def epoch(self) -> int:
        """How many times as many positions were learnt from as there are rows."""
        return self.optimizer.made * self.positions // max(1, self.rows)

    def elapsed(self) -> float:
        """The seconds that the run has taken."""
        return self.seconds + time.monotonic() - self.began

    def done(self) -> float:
        """How much of its time the run has taken, from 0 to 1, or 0 where its time is not limited."""
        return min(1.0, self.elapsed() / 60 / self.o.minutes) if self.o.minutes else 0.0

    def ended(self) -> bool:
        """Whether the steps are made, or the time is over."""
        return self.optimizer.made >= self.o.steps or self.done() >= 1

    def decode(self, data: torch.Tensor, source: Source) -> Batch:
        """A batch on the device, of rows as bytes."""
        full = fill(data, source.layout)
        batch = batch_of(data.to(self.device, non_blocking=True), source.layout, self.mix, self.teacher, full)
        if self.device.type == "cuda":
            batch.planes = batch.planes.contiguous(memory_format=torch.channels_last)
        return batch

    def judge(self, batch: Batch) -> tuple[Dict[str, torch.Tensor], torch.Tensor]:
        """The losses and the first choices of a batch, each [N]."""
        with torch.autocast(self.device.type, dtype=torch.bfloat16, enabled=self.o.bf16 and self.device.type == "cuda"):
            out = self.forward(batch.planes, batch.globals, batch.full)
        return parts(out, batch), first_choice(out, batch)

    def test(self) -> Iterator[Dict[str, Any]]:
        """A line of what the averaged weights know of rows that are held out, or none where there are too few.

        A run with several sizes has a line for each.
        """
        o = self.o
        for b, source in zip(self.batches, self.sources):
            sums = Sums()
            command = source.command(o.seed, "--part", "validation", "--no-symmetry", "--epochs", "1", "--rows", str(o.test_batches * b.batch))
            with self.optimizer.averaged(), torch.no_grad():
                for data in source.batches(command, b.batch):
                    batch = self.decode(data, source)
                    sums.add(batch, *self.judge(batch))
            if sums.positions:
                yield sums.line("test", self, **({"size": b.size} if o.also else {}))

    def step(self, datas: Sequence[torch.Tensor], sums: Sums) -> None:
        """Make a step by a batch of rows of each source."""
        for source, data in zip(self.sources, datas):
            batch = self.decode(data, source)
            losses, first = self.judge(batch)
            (total(losses, batch.weight, self.weights) * (len(data) / self.positions)).backward()
            sums.add(batch, losses, first)
        sums.step(self.optimizer.step(self.done()))

    def lines(self) -> Iterator[Dict[str, Any]]:
        """Train, and give the metrics as they come."""
        o, opt = self.o, self.optimizer
        if self.ended():
            return
        # A run that goes on has an order of its own, so that it does not meet the same rows again.
        seed = o.seed + 1024 * opt.made
        streams = [endless(source, o.workers, seed, b.batch, lambda: self.stopped) for source, b in zip(self.sources, self.batches)]
        sums, saved = Sums(), time.monotonic()
        try:
            while not self.ended() and not self.stopped:
                datas = [data for stream in streams if (data := next(stream, None)) is not None]
                if len(datas) < len(streams):  # stopped
                    break
                self.step(datas, sums)
                if opt.made % o.log_every == 0 or self.ended():
                    rate = sums.positions / max(1e-9, time.monotonic() - sums.began)
                    yield sums.line("train", self, length=sums.length / sums.steps, rate=opt.params.rate_at(opt.made - 1, self.done()), perSecond=rate)
                    sums = Sums()
                if o.test_batches and not self.stopped and (opt.made % o.test_every == 0 or self.ended()):
                    began = time.monotonic()
                    yield from self.test()
                    sums.began += time.monotonic() - began
                if time.monotonic() - saved > o.save_every:
                    self.save()
                    saved = time.monotonic()
        finally:
            for stream in streams:
                stream.close()  # type: ignore[attr-defined]
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
