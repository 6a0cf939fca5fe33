"""Talks to an analysis engine as people's scripts in Python do: one process, JSON by lines.

Arguments: the program, its configuration, its model. What is not as it should be ends the
script with a sentence.
"""

import json
import subprocess
import sys
import threading

READY = "Started, ready to begin handling requests"
COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"


class Engine:
    def __init__(self, program, config, model):
        self.process = subprocess.Popen(
            [program, "analysis", "-config", config, "-model", model, "-override-config", "maxVisits=12"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )
        self.log = []
        self.ready = threading.Event()
        self.reader = threading.Thread(target=self._listen, daemon=True)
        self.reader.start()

    def _listen(self):
        for line in self.process.stderr:
            self.log.append(line)
            if READY in line:
                self.ready.set()
        self.ready.set()

    def send(self, query):
        self.process.stdin.write(json.dumps(query) + "\n")
        self.process.stdin.flush()

    def receive(self):
        line = self.process.stdout.readline()
        check(line, "the engine has ended: " + "".join(self.log))
        return json.loads(line)

    def close(self):
        self.process.stdin.close()
        rest = self.process.stdout.read()
        self.reader.join()
        return self.process.wait(), rest


def check(holds, otherwise):
    if not holds:
        sys.exit(otherwise)


def vertex(x, y):
    return COLUMNS[x] + str(y + 1)


def query(name, side, moves, **more):
    """A position by its moves, in coordinates from the lower left corner."""
    return {
        "id": name, "moves": [(color, vertex(x, y)) for color, x, y in moves], "initialStones": [],
        "rules": "Chinese", "komi": 6.5, "boardXSize": side, "boardYSize": side, "includePolicy": True, **more,
    }


def check_answer(answer, side, visits, taken):
    check("error" not in answer, answer)
    infos, root, policy = answer["moveInfos"], answer["rootInfo"], answer["policy"]
    check(not answer["isDuringSearch"] and root["visits"] == visits, root)
    check(len(policy) == side * side + 1, f"{len(policy)} points of policy")
    check(abs(sum(p for p in policy if p >= 0) - 1) < 1e-3, "the policy adds up to something else than 1")
    # Rows of the policy begin at the top, and -1 marks what nobody may play.
    for x, y in taken:
        check(policy[(side - 1 - y) * side + x] == -1, f"the policy would play on {vertex(x, y)}")
    check([info["order"] for info in infos] == list(range(len(infos))), infos)
    for info in infos:
        check(info["pv"][0] == info["move"] and 0 <= info["winrate"] <= 1, info)
        check(info["move"] == "pass" or info["move"] not in [vertex(x, y) for x, y in taken], info)


engine = Engine(*sys.argv[1:])
engine.ready.wait(60)
check(any(READY in line for line in engine.log), "it does not say that it is ready: " + "".join(engine.log))

# One question, one answer.
engine.send(query("0", 19, [("b", 3, 3)]))
first = engine.receive()
check(first["id"] == "0" and first["turnNumber"] == 1, first)
check_answer(first, 19, 12, [(3, 3)])
check(first["rootInfo"]["currentPlayer"] == "W", first["rootInfo"])

# Stones to begin with, and fewer visits.
engine.send({**query("stones", 9, [("w", 4, 4)], maxVisits=3), "initialStones": [("b", vertex(2, 2)), ("b", vertex(6, 6))]})
check_answer(engine.receive(), 9, 3, [(4, 4), (2, 2), (6, 6)])

# Many at once, which are answered in any order.
game = [("b", 2, 2), ("w", 6, 6), ("b", 6, 2), ("w", 2, 6), ("b", 4, 4)]
engine.send(query("game", 9, game, analyzeTurns=list(range(len(game) + 1)), maxVisits=4))
engine.send(query("other", 5, [], maxVisits=2))
waiting = {("game", n) for n in range(len(game) + 1)} | {("other", 0)}
while waiting:
    answer = engine.receive()
    turn = answer["id"], answer["turnNumber"]
    check(turn in waiting, f"nobody waits for {turn}")
    waiting.remove(turn)
    if turn[0] == "game":
        check_answer(answer, 9, 4, [(x, y) for _, x, y in game[: turn[1]]])
    else:
        check_answer(answer, 5, 2, [])

# A mistake is an answer too.
engine.send({**query("wrong", 9, []), "rules": "chess"})
wrong = engine.receive()
check(wrong["id"] == "wrong" and wrong["field"] == "rules" and wrong["error"], wrong)

# What was asked before the end is answered.
engine.send(query("last", 9, game, maxVisits=5))
status, rest = engine.close()
check(status == 0, f"status {status}: " + "".join(engine.log))
check(rest.count("\n") == 1, f"one question was open at the end, and the answer is {rest!r}")
check_answer(json.loads(rest), 9, 5, [(x, y) for _, x, y in game])
