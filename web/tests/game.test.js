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
