// page.js: requests that are repeated.
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.localStorage = { getItem: () => null };
const { insist, once, state } = await import("../page/page.js");

const refused = (status) => Object.assign(new Error(`status ${status}`), { status });
const wanted = () => true;

/** Runs insist with a task that fails with these statuses and then succeeds. Returns its answer or error, the tries and the seconds. */
async function outcome(t, statuses) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  let [tries, seconds, answer] = [0, 0, ""];
  const task = async () => {
    if (tries++ < statuses.length) throw refused(statuses[tries - 1]);
    return "done";
  };
  insist(task, wanted).then((done) => (answer = done), (error) => (answer = error.message));
  for (; !answer && seconds < 1000; seconds++) {
    await new Promise(setImmediate);
    if (!answer) t.mock.timers.tick(1000);
  }
  t.mock.timers.reset();
  return [answer, tries, seconds - 1];
}

test("insist waits for a server that is away, longer and longer", async (t) => {
  assert.deepEqual(await outcome(t, [0, 503, 429, 0, 0, 0]), ["done", 7, 2 + 4 + 8 + 16 + 30 + 30]);
  assert.equal(state.message, "");
});

test("insist gives up after some errors of the server, and after any other error at once", async (t) => {
  assert.deepEqual(await outcome(t, [500, 500, 500, 500, 500]), ["status 500", 4, 2 + 4 + 8]);
  assert.deepEqual(await outcome(t, [404]), ["status 404", 1, 0]);
});

test("a task runs once at a time", async () => {
  let [runs, end] = [0, () => {}];
  const task = once(() => new Promise((resolve) => (runs++, (end = resolve))));
  const first = task();
  await task();
  end();
  await first;
  void task();
  assert.equal(runs, 2);
});
