// game.js: what a player is told about the other.
import assert from "node:assert/strict";
import { test } from "node:test";

Object.assign(globalThis, {
  localStorage: { getItem: () => null, setItem: () => {} }, document: { addEventListener: () => {} }, window: new EventTarget(),
  reportError: (error) => console.log(error), location: { hash: "#aaaaaaaaaaaa", pathname: "/" }, isSecureContext: false,
});
const game = await import("../page/game.js");
const page = await import("../page/page.js");

/** @type {ReadableStreamDefaultController} */
let stream;
const lines = new TextEncoder();
let version = 0;
/** A state of the game for Ann. @param {object} seats @param {object} [more] */
const state = (seats, more) => ({ id: "aaaaaaaaaaaa", version: ++version, number: 1, phase: "play", moves: [], stones: [], paused: false, blackName: "Ann", whiteName: "Bob", seats: { you: "black", refused: false, asked: "", asker: "", accepted: [], ...seats }, ...more });
/** @param {object} data */
const send = async (data) => {
  stream.enqueue(lines.encode(`event: state\ndata: ${JSON.stringify(data)}\n\n`));
  await new Promise((resolve) => setTimeout(resolve, 1));
};
/** Waits until a condition holds. @param {() => boolean} holds */
const until = async (holds) => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 1));
};
/** Opens the game until the end of a test. @param {import("node:test").TestContext} t */
const open = async (t) => {
  await game.open("aaaaaaaaaaaa");
  t.after(() => {
    game.close();
    stream.close();
  });
};

test("a player is told that the other says no only if the other has refused", async (t) => {
  globalThis.fetch = async (path) => {
    if (path.endsWith("/events")) return new Response(new ReadableStream({ start: (c) => void (stream = c) }));
    return path.endsWith("/refuse") ? new Promise(() => {}) : Response.json(state({}, { graph: { points: [], edges: [] } }));
  };
  await game.open("aaaaaaaaaaaa");
  t.after(() => {
    game.close();
    stream.close();
    page.say("");
  });
  const mine = { asked: "draw", asker: "black" };
  const theirs = { asked: "draw", asker: "white", refused: true };
  const again = () => state({ asked: "continue", asker: "black", refused: true }, { paused: true });
  const cases = [
    ["Bob refuses", [state(mine), state({ refused: true })], "Bob says no."],
    ["Ann refuses, after Bob has", [state(theirs), state({ refused: true })], ""],
    ["Bob agrees to go on, after he has refused", [again(), state({ refused: true })], ""],
    ["Ann asks to go on, after Bob has refused", [state({ refused: true }, { paused: true }), again(), again()], ""],
    ["Ann takes that back", [again(), state({ refused: true }, { paused: true })], "", game.refuse],
  ];
  for (const [name, states, message, act] of cases) {
    await send(state({}));
    page.say("");
    for (const [i, s] of states.entries()) {
      if (i === 1) void act?.(); // its answer comes after the state in the stream
      await send({ ...s, version: ++version });
    }
    assert.equal(page.state.message, message, name);
  }
});

test("the first state of a new connection is shown even if the clock of the server was set back", async (t) => {
  let connections = 0;
  globalThis.fetch = async (path) => {
    if (!path.endsWith("/events")) return Response.json({ ...state({}), version: 100, graph: { points: [], edges: [] } });
    connections++;
    return new Response(new ReadableStream({ start: (c) => void (stream = c) }));
  };
  await open(t);
  await until(() => connections === 1 && game.state.connected);
  stream.close();
  await until(() => !game.state.connected);
  window.dispatchEvent(new Event("online")); // the page connects at once
  await until(() => connections === 2 && game.state.connected);
  await send({ ...state({}), version: 50, number: 2 });
  assert.equal(game.state.game.number, 2);
  await send({ ...state({}), version: 49, number: 1 });
  assert.equal(game.state.game.number, 2, "an earlier state of the same connection is ignored");
});

test("a player resigns although the other side has just played", async (t) => {
  const resigned = [];
  globalThis.fetch = async (path, how) => {
    if (path.endsWith("/events")) return new Response(new ReadableStream({ start: (c) => void (stream = c) }));
    if (path.endsWith("/resign")) {
      resigned.push(JSON.parse(how.body).number);
      if (resigned.length === 1) return Response.json({ error: "the game has gone on", field: "number" }, { status: 409 });
    }
    return Response.json({ ...state({}), number: resigned.length ? 2 : 1, graph: { points: [], edges: [] } });
  };
  await open(t);
  await until(() => game.state.connected);
  await game.resign();
  assert.deepEqual(resigned, [1, 2]);
});

test("an earlier position is fetched again when the board grows", async (t) => {
  let points = 2;
  /** @param {number} n */
  const graph = (n) => ({ points: Array.from({ length: n }, (_, i) => ({ name: `p${i}`, x: i, y: 0 })), edges: [] });
  globalThis.fetch = async (path) => {
    if (path.endsWith("/events")) return new Response(new ReadableStream({ start: (c) => void (stream = c) }));
    if (path.includes("/position")) return Response.json({ after: 0, stones: Array(points).fill(0) });
    return Response.json({ ...state({}), moves: [{}], stones: Array(points).fill(0), graph: graph(points) });
  };
  await open(t);
  await game.look(0);
  assert.equal(game.state.view?.stones.length, 2);
  points = 3;
  await send({ ...state({}), moves: [{}, {}], stones: [0, 0, 1], graph: graph(3) });
  await until(() => game.state.view !== null);
  assert.equal(game.state.view.stones.length, 3);
});
