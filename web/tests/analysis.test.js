// Tests of the live analysis: what is written into a candidate, and how good it is.
import assert from "node:assert/strict";
import test from "node:test";

globalThis.localStorage = /** @type {any} */ ({ getItem: () => null, setItem: () => undefined });
globalThis.document = /** @type {any} */ ({ addEventListener: () => undefined });
const { lossOf, quality, short, textOf, winOf } = await import("../page/candidates.js");

/** @returns {any} */
const analysis = (player) => ({ player, moves: [{ vertex: "A1", win: 0.4, lead: -1.5 }, { vertex: "B1", win: 0.3, lead: -4 }, { vertex: "C1", win: 0.6, lead: 2 }] });

test("a candidate's loss is that of its player", () => {
  assert.deepEqual(analysis("black").moves.map((m) => lossOf(analysis("black"), m)), [0, 2.5, 0]);
  assert.deepEqual(analysis("white").moves.map((m) => lossOf(analysis("white"), m)), [0, 0, 3.5]);
});

test("a candidate shows the win rate or the lead of its player", () => {
  const [black, white] = [analysis("black"), analysis("white")];
  assert.equal(winOf(white, white.moves[0]), 60);
  assert.equal(textOf(black, black.moves[0], "win"), "40");
  assert.equal(textOf(white, white.moves[0], "win"), "60");
  assert.equal(textOf(black, black.moves[0], "lead"), "−1.5");
  assert.equal(textOf(white, white.moves[0], "lead"), "1.5");
});

test("the quality has six steps", () => {
  assert.deepEqual([0, 0.19, 0.2, 1, 3, 9, 10, 50].map(quality), [0, 0, 1, 2, 3, 4, 5, 5]);
});

test("visits are short", () => {
  assert.deepEqual([0, 999, 1000, 1049, 9949, 9950, 12_345, 999_499, 1_500_000].map(short), ["0", "999", "1.0k", "1.0k", "9.9k", "10k", "12k", "999k", "1.5M"]);
});

globalThis.requestAnimationFrame = () => 0;
Object.assign(globalThis, { location: { hash: "", pathname: "/" } });
const live = await import("../page/analysis.js");
const page = await import("../page/page.js");

/** @param {string} key @param {string} line */
const subject = (key, line) => ({ key, line, node: 1, request: {}, toPlay: /** @type {const} */ ("black") });
/** Waits until a condition holds. @param {() => boolean} holds */
const until = async (holds) => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 1));
};

/** The answers of the judges, by their index: a result with some visits, or null for no answer. @type {(number|null)[]} */
let visits = [];
globalThis.fetch = /** @type {any} */ (async (_, { body }) => {
  const n = visits[JSON.parse(body).judge] ?? null;
  if (n === null) throw new TypeError("no connection");
  return new Response(`${JSON.stringify({ visits: n, win: n / 10_000, lead: 0, player: "black", doing: "done", moves: [] })}\n`);
});

test("a search that begins again does not replace what a longer one has found", async (t) => {
  page.state.config = /** @type {any} */ ({ judges: ["one", "two"] });
  t.after(() => live.leave());
  visits = [5000];
  live.toggle();
  live.follow(subject("a", "game"));
  await until(() => live.courseOf("game").get(1)?.visits === 5000);
  visits = [2];
  live.follow(subject("b", "other game"));
  live.follow(subject("a", "game"));
  await until(() => live.state.result?.visits === 2);
  assert.equal(live.courseOf("game").get(1)?.visits, 5000);
  live.toggle();
});

test("the region of interest stays while another position of the game is fetched", (t) => {
  t.after(() => live.leave());
  live.follow(subject("a", "game"));
  live.pick("only");
  live.touch("C3");
  live.follow(null);
  live.follow(subject("b", "game"));
  assert.deepEqual(live.state.only, ["C3"]);
  live.follow(subject("c", "other game"));
  assert.deepEqual(live.state.only, []);
});

test("the connection is lost only as long as a judge does not answer", async (t) => {
  page.state.config = /** @type {any} */ ({ judges: ["one", "two"] });
  t.after(() => (live.toggle(), live.leave(), live.askSecond("")));
  visits = [100, null];
  live.toggle();
  live.askSecond("two");
  live.follow(subject("d", "game"));
  await until(() => live.state.result?.visits === 100 && live.state.lost);
  visits = [100, 100]; // the page connects again after two seconds
  await until(() => live.state.other?.visits === 100);
  assert.equal(live.state.lost, false);
});
