"""Rows of games as batches: the stream of `tengen data planes`, and what is learnt of it.

N positions, S the side of the planes, A = S*S points, the pass behind them. All is as the
player to move sees it.
"""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, fields
from typing import BinaryIO, Callable, Iterator, List, Optional, Sequence, Union

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
    lead: Tensor  # [N]: points by which the player leads in the end
    has_lead: Tensor  # [N]: 1 where it is known
    ownership: Tensor  # [N, S, S]: 1 the player's, -1 the opponent's
    has_ownership: Tensor  # [N]
    played: Tensor  # [N], int64: the move that was played, -1 for none, or one that was not played to win
    weight: Tensor  # [N]: how much the position counts

    def to(self, device: torch.device) -> Batch:
        """The same on another device."""
        return Batch(*(getattr(self, f.name).to(device, non_blocking=True) for f in fields(self)))


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


def one_hot(moves: np.ndarray, moves_count: int) -> np.ndarray:
    """[N], 65535 for none, to [N, moves_count]."""
    return (moves[:, None] == np.arange(moves_count)).astype(np.float32)


def batch_of(rows: np.ndarray, mix: Mix) -> Batch:
    """Inputs and targets of N rows, as room train of tengen makes them."""
    size = rows["final"].shape[-1]
    area, flags = size * size, rows["flags"]

    def has(flag: int) -> np.ndarray:
        return (flags & flag) != 0

    planes = np.unpackbits(rows["planes"], axis=-1)[..., :area].reshape(-1, rows["planes"].shape[1], size, size)

    move, answer = rows["moves"][:, 0], rows["moves"][:, 1]
    doubt = (flags >> DOUBT) & DOUBT_MOST
    believed = doubt < DOUBT_MOST
    played = (move != NO_MOVE) & believed
    share = 1 - (1 - mix.policy) * (1 - doubt / DOUBT_MOST)
    teacher = np.where(has(TEACHER_POLICY), np.where(played, share, 1.0), 0.0)[:, None]
    shares = rows["policy"].astype(np.float64)
    shares /= np.maximum(shares.sum(axis=1, keepdims=True), 1)
    policy = teacher * shares + (1 - teacher) * one_hot(move, area + 1) * played[:, None]

    win, none = rows["value"][:, 0].astype(np.float64), rows["value"][:, 1].astype(np.float64)
    won, counted = rows["result"][:, 0].astype(np.float64), rows["result"][:, 1].astype(np.float64)
    judged = has(TEACHER_VALUE)
    share = np.where(judged, np.where(has(RESULT), mix.value, 1.0), 0.0)
    won_by_teacher = np.clip(win - none / 2, 0, 1 - none)  # no result counts half in the chance to win
    wins, nones = share * won_by_teacher + (1 - share) * won, share * none
    value = np.stack([wins, 1 - nones - wins, nones], axis=1) * (judged | has(RESULT))[:, None]

    share = np.where(judged, np.where(has(LEAD), mix.value, 1.0), 0.0)
    lead = share * rows["value"][:, 2] + (1 - share) * counted
    # A record that says more than twice the points of its board says nonsense.
    has_lead = (judged | has(LEAD)) & (np.abs(lead) <= 2 * planes[:, 0].sum(axis=(1, 2), dtype=np.int64))

    taught = has(TEACHER_OWNERSHIP)[:, None, None]
    has_ownership = has(TEACHER_OWNERSHIP) | has(FINAL)
    ownership = np.where(taught, rows["ownership"].astype(np.float32) / 127, rows["final"]) * has_ownership[:, None, None]

    def tensor(a: np.ndarray) -> Tensor:
        return torch.from_numpy(np.array(a, dtype=np.float32))

    return Batch(tensor(planes), tensor(rows["globals"]), tensor(policy), tensor(one_hot(answer, area + 1) * believed[:, None]), tensor(value),
                 tensor(lead * has_lead), tensor(has_lead), tensor(ownership), tensor(has_ownership),
                 torch.from_numpy(np.where(played, move, -1).astype(np.int64)), tensor(rows["weight"]))


@dataclass(frozen=True)
class Source:
    """Where rows come from."""

    tengen: str
    folders: Sequence[str]
    size: int = 19
    hold_out: int = 100
    threads: int = 0  # of each subprocess; 0: one per processor

    def command(self, seed: int, *more: str) -> List[str]:
        """The command line that writes the stream."""
        line = [self.tengen, "data", "planes", *self.folders, "--size", str(self.size), "--seed", str(seed),
                "--hold-out", str(self.hold_out), *more]
        return line + (["--threads", str(self.threads)] if self.threads else [])

    def batches(self, command: Sequence[str], count: int, mix: Mix, running: Optional[List[subprocess.Popen[bytes]]] = None) -> Iterator[Batch]:
        """The full batches of a stream; its process, which is added to those running, ends with the iterator."""
        row = layout(self.tengen, self.size)
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
                yield batch_of(np.frombuffer(data, row), mix)
            if process.wait() != 0:
                raise RuntimeError(f"it ended with status {process.returncode}: {' '.join(command)}")
        finally:
            process.kill()
            stream.close()
            process.wait()


def endless(source: Source, workers: int, seed: int, count: int, mix: Mix, stopped: Callable[[], bool]) -> Iterator[Batch]:
    """Batches of count rows until stopped says so, from as many subprocesses, each with an order of its own."""
    processes: List[subprocess.Popen[bytes]] = []
    ready: queue.Queue[Union[Batch, BaseException]] = queue.Queue(maxsize=2 * workers)
    stop = threading.Event()

    def put(item: Union[Batch, BaseException]) -> None:
        while not stop.is_set():
            try:
                return ready.put(item, timeout=0.5)
            except queue.Full:
                continue

    def work(worker: int) -> None:
        batches = source.batches(source.command(seed + worker, "--epochs", "0"), count, mix, processes)
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
