// tournaments.js: the answers to several requests.
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.localStorage = { getItem: () => null };
const tournaments = await import("../page/tournaments.js");

test("an answer that comes late does not replace a later one", async () => {
  /** @type {((answer: object) => void)[]} */
  const answers = [];
  globalThis.fetch = () => new Promise((resolve) => answers.push((answer) => resolve(Response.json(answer))));
  const state = (/** @type {string[]} */ ...players) => ({ id: "t", you: -1, rounds: [], players });
  const shown = () => tournaments.state.open?.players;
  const first = tournaments.load("t");
  answers[0](state("A"));
  await first;

  const poll = tournaments.load("t");
  const change = tournaments.add("B");
  const during = tournaments.load("t");
  answers[2](state("A", "B"));
  await change;
  answers[1](state("A"));
  answers[3](state("A"));
  await Promise.all([poll, during]);
  assert.deepEqual(shown(), ["A", "B"]);

  const [before, after] = [tournaments.load("t"), tournaments.load("t")];
  answers[5](state("A", "B", "C"));
  await after;
  answers[4](state("A", "B"));
  await before;
  assert.deepEqual(shown(), ["A", "B", "C"]);

  const [slow, quick] = [tournaments.add("D"), tournaments.load("t")]; // the poll is answered first
  answers[7](state("A", "B", "C"));
  await quick;
  answers[6](state("A", "B", "C", "D"));
  await slow;
  assert.deepEqual(shown(), ["A", "B", "C", "D"]);
});
