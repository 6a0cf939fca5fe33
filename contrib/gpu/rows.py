"""Rows of games as batches: the stream of `tengen data planes`, and what is learnt of it.

N positions, S the side of the planes, A = S*S points, the pass behind them. All is as the
player to move sees it.
"""

from __future__ import annotations

import functools
import json
import queue
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from typing import BinaryIO, Callable, Dict, Iterator, List, Optional, Sequence, Union

import numpy as np
import torch
from torch import Tensor

MAGIC, HEADER = b"TGplanes", 32
TEACHER_POLICY, TEACHER_VALUE, TEACHER_OWNERSHIP, RESULT, LEAD, FINAL = (1 << i for i in range(6))
NO_MOVE = 65535
DOUBT, DOUBT_MOST = 16, 255  # where in the flags the doubt begins, and the doubt of moves that are not learnt


@dataclass
class Batch:
    """Inputs and targets; float32 but for played. A target that is not known is all 0."""

    planes: Tensor  # [N, 22, S, S]
    globals: Tensor  # [N, 19]
    policy: Tensor  # [N, A+1]: shares of the moves
    answer: Tensor  # [N, A+1]: of the opponent behind that
    value: Tensor  # [N, 3]: chances of win, loss, no result
    lead: Tensor  # [N]: points by which the player leads
    score: Tensor  # [N]: mean of the player's final score in points
    has_lead: Tensor  # [N]: 1 where lead and score are known
    stdev: Tensor  # [N]: standard deviation of the final score, according to the teacher
    end: Tensor  # [N]: the final score
    end_share: Tensor  # [N]: share of the distance from end in the target of the spread; the rest is stdev
    has_spread: Tensor  # [N]: 1 where the spread has a target
    ownership: Tensor  # [N, S, S]: 1 the player's, -1 the opponent's
    has_ownership: Tensor  # [N]
    played: Tensor  # [N], int64: the move that was played, -1 for none, or one that was not played to win
    weight: Tensor  # [N]: how much the position counts
    full: bool = False  # all boards fill the planes


# A judge makes the teacher's parts of rows: "policy", "value" and "ownership", as in the rows. It is told planes, globals,
# and whether all boards fill the planes.
Judge = Callable[[Tensor, Tensor, bool], Dict[str, Tensor]]


@dataclass(frozen=True)
class Mix:
    """The share of the teacher where both a teacher and the game say something."""

    policy: float = 0.5
    value: float = 0.8


def layout(tengen: str, size: int) -> np.dtype:
    """How a row is laid out, as the program says."""
    command = [tengen, "data", "planes", ".", "--describe", "--size", str(size)]
    d = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    return np.dtype({"names": [p["name"] for p in d["parts"]], "formats": [(p["type"], tuple(p["shape"])) for p in d["parts"]],
                     "offsets": [p["offset"] for p in d["parts"]], "itemsize": d["rowBytes"]})


def check_header(head: bytes, size: int, row: np.dtype) -> None:
    """Raise where a stream is not of such rows."""
    numbers = np.frombuffer(head[8:], "<u4").tolist() if len(head) == HEADER else []
    if head[:8] != MAGIC or numbers[:2] != [1, size] or numbers[4] != row.itemsize:
        raise ValueError(f"this is no stream of rows of size {size}: it begins with {head!r}")


def fields_of(data: Tensor, row: np.dtype) -> Dict[str, Tensor]:
    """The parts of rows [N, bytes], uint8, on the device of the rows; whole numbers as int64, but for planes and owners."""
    out = {}
    for name in row.names or ():
        kind, offset = row.fields[name][:2]  # type: ignore[index]
        part = data[:, offset:offset + kind.itemsize].contiguous()
        if kind.base == np.dtype("<u4"):
            part = part.view(torch.int32).long() & 0xFFFFFFFF
        elif kind.base == np.dtype("<u2"):
            part = part.view(torch.int16).long() & 0xFFFF
        elif kind.base == np.dtype("<f4"):
            part = part.view(torch.float32)
        elif kind.base == np.dtype("i1"):
            part = part.view(torch.int8)
        out[name] = part.reshape(len(data), *kind.shape)
    return out


def one_hot(moves: Tensor, count: int) -> Tensor:
    """[N], 65535 for none, to [N, count]."""
    return moves[:, None] == torch.arange(count, device=moves.device)


def fill(data: Tensor, row: np.dtype) -> bool:
    """Whether the boards of all rows [N, bytes] fill the planes."""
    shape, offset = row.fields["planes"][0].shape, row.fields["planes"][1]  # type: ignore[index]
    size = row.fields["final"][0].shape[-1]  # type: ignore[index]
    whole = np.packbits(np.ones(size * size, np.uint8))
    return bool((data[:, offset:offset + shape[-1]] == torch.from_numpy(whole).to(data.device)).all())


def batch_of(data: Tensor, row: np.dtype, mix: Mix, judge: Optional[Judge] = None, full: bool = False) -> Batch:
    """Inputs and targets of rows [N, bytes], uint8, as room train of tengen makes them, on the device of the rows.

    With a judge, its judgements take the place of those of the rows.
    """
    rows = fields_of(data, row)
    size = rows["final"].shape[-1]
    area = size * size

    bits = torch.arange(7, -1, -1, device=data.device, dtype=torch.uint8)
    planes = (rows["planes"][..., None] >> bits & 1).flatten(2)[..., :area].reshape(len(data), -1, size, size).float()
    if judge:
        rows.update(judge(planes, rows["globals"], full))
        rows["flags"] |= TEACHER_POLICY | TEACHER_VALUE | TEACHER_OWNERSHIP
    flags = rows["flags"]

    def has(flag: int) -> Tensor:
        return (flags & flag) != 0

    move, answer = rows["moves"][:, 0], rows["moves"][:, 1]
    doubt = (flags >> DOUBT) & DOUBT_MOST
    believed = doubt < DOUBT_MOST
    played = (move != NO_MOVE) & believed
    share = 1 - (1 - mix.policy) * (1 - doubt / DOUBT_MOST)
    teacher = (has(TEACHER_POLICY) * torch.where(played, share, torch.ones_like(share)))[:, None]
    shares = rows["policy"].float()
    shares = shares / shares.sum(dim=1, keepdim=True).clamp_min(1e-9)
    policy = teacher * shares + (1 - teacher) * one_hot(move, area + 1) * played[:, None]

    win, none, points, mean, stdev = rows["value"].unbind(dim=1)
    won, counted = rows["result"][:, 0], rows["result"][:, 1]
    judged = has(TEACHER_VALUE)

    def taught(known: Tensor) -> Tensor:
        return judged * torch.where(known, mix.value, 1.0)

    share = taught(has(RESULT))
    # No result counts half in the chance to win.
    wins = share * torch.minimum((win - none / 2).clamp_min(0), 1 - none) + (1 - share) * won
    nones = share * none
    value = torch.stack([wins, 1 - nones - wins, nones], dim=1) * (judged | has(RESULT))[:, None]

    share = taught(has(LEAD))
    end = counted * has(LEAD)
    lead = share * points + (1 - share) * end
    scores = stdev > 0  # otherwise the teacher does not know scores
    score = share * torch.where(scores, mean, points) + (1 - share) * end
    # A record that says more than twice the points of its board says nonsense.
    limit = 2 * planes[:, 0].sum(dim=(1, 2))
    has_lead = (judged | has(LEAD)) & (end.abs() <= limit) & (points.abs() <= limit)
    has_spread = has_lead & (scores | has(LEAD))
    end_share = torch.where(scores, 1 - share, torch.ones_like(stdev))

    by_teacher = has(TEACHER_OWNERSHIP)[:, None, None]
    has_ownership = has(TEACHER_OWNERSHIP) | has(FINAL)
    ownership = torch.where(by_teacher, rows["ownership"].float() / 127, rows["final"].float()) * has_ownership[:, None, None]

    return Batch(planes, rows["globals"], policy.float(), (one_hot(answer, area + 1) & believed[:, None]).float(), value.float(),
                 lead * has_lead, score * has_lead, has_lead.float(), stdev * has_spread, end * has_spread, end_share * has_spread,
                 has_spread.float(), ownership.float(), has_ownership.float(),
                 torch.where(played, move, torch.full_like(move, -1)), rows["weight"], full)


@dataclass(frozen=True)
class Source:
    """Where rows come from."""

    tengen: str
    folders: Sequence[str]
    size: int = 19
    hold_out: int = 100
    threads: int = 0  # of each subprocess; 0: one per processor

    @functools.cached_property
    def layout(self) -> np.dtype:
        """How a row is laid out."""
        return layout(self.tengen, self.size)

    def command(self, seed: int, *more: str) -> List[str]:
        """The command line that writes the stream."""
        line = [self.tengen, "data", "planes", *self.folders, "--size", str(self.size), "--seed", str(seed),
                "--hold-out", str(self.hold_out), *more]
        return line + (["--threads", str(self.threads)] if self.threads else [])

    def batches(self, command: Sequence[str], count: int, running: Optional[List[subprocess.Popen[bytes]]] = None) -> Iterator[Tensor]:
        """The full batches of a stream, rows as bytes; its process, which is added to those running, ends with the iterator."""
        row = self.layout
        # In a session of its own, so that Ctrl-C reaches only the trainer, which saves.
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, start_new_session=True)
        if running is not None:
            running.append(process)
        stream: Optional[BinaryIO] = process.stdout  # type: ignore[assignment]
        assert stream is not None
        try:
            head = stream.read(HEADER)
            if head or process.wait() == 0:
                check_header(head, self.size, row)
            while len(data := stream.read(count * row.itemsize)) == count * row.itemsize:
                yield torch.frombuffer(bytearray(data), dtype=torch.uint8).reshape(count, row.itemsize)
            if process.wait() != 0:
                raise RuntimeError(f"it ended with status {process.returncode}: {' '.join(command)}")
        finally:
            process.kill()
            stream.close()
            process.wait()


def endless(source: Source, workers: int, seed: int, count: int, stopped: Callable[[], bool]) -> Iterator[Tensor]:
    """Batches of count rows as bytes until stopped says so, from as many subprocesses, each with an order of its own."""
    processes: List[subprocess.Popen[bytes]] = []
    ready: queue.Queue[Union[Tensor, BaseException]] = queue.Queue(maxsize=2 * workers)
    stop = threading.Event()

    def put(item: Union[Tensor, BaseException]) -> None:
        while not stop.is_set():
            try:
                return ready.put(item, timeout=0.5)
            except queue.Full:
                continue

    def work(worker: int) -> None:
        batches = source.batches(source.command(seed + worker, "--epochs", "0"), count, processes)
        try:
            for batch in batches:
                put(batch)
                if stop.is_set():
                    return
            raise RuntimeError("there are no rows to learn from")
        except Exception as e:  # told by the thread that reads
            put(e)
        finally:
            batches.close()  # type: ignore[attr-defined]

    threads = [threading.Thread(target=work, args=(w,), daemon=True) for w in range(workers)]
    for t in threads:
        t.start()
    try:
        began, told = time.monotonic(), False
        while not stopped():
            try:
                item = ready.get(timeout=0.5)
            except queue.Empty:
                if not told and time.monotonic() - began > 60:
                    told = True
                    print(f"for a minute there have been no rows: are all boards larger than {source.size}x{source.size}?", file=sys.stderr)
                continue
            began = time.monotonic()
            if isinstance(item, BaseException):
                raise item
            yield item
    finally:
        stop.set()
        for p in processes:  # those that wait for rows see the end of their stream
            p.kill()
        for t in threads:
            t.join(timeout=10)
