// What the views draw for an address and for a role.
import assert from "node:assert/strict";
import { test } from "node:test";

Object.assign(globalThis, {
  localStorage: { getItem: () => null, setItem: () => {} }, document: { addEventListener: () => {} }, window: new EventTarget(),
  location: { hash: "#games", pathname: "/" }, history: { replaceState: (_, __, to) => (location.hash = to) }, matchMedia: () => new EventTarget(),
});
const page = await import("../page/page.js");
const { GamesPage } = await import("../page/gamesview.js");
const game = await import("../page/game.js");
const { Panel, status } = await import("../page/panel.js");
const { TournamentPage } = await import("../page/tournamentview.js");
const tournaments = await import("../page/tournaments.js");

/** All elements in what a component draws, without what other components draw in it. */
function elements(node) {
  if (Array.isArray(node)) return node.flatMap(elements);
  return node?.props ? [node, ...elements(node.props.children)] : [];
}

test("the list of games shows the search in its address", () => {
  const list = new GamesPage({ path: "text=ann" });
  const shown = () => elements(list.render({ path: page.state.games }, list.state)).find((e) => e.props.id === "games-text").props.value;
  for (const text of ["ann", "B+R", "Müller & Co", ""]) {
    location.hash = text && `#games?${new URLSearchParams({ text })}`; // a link, or the way back
    assert.equal(shown(), text);
  }
  list.ask({ text: "eve 9x9" });
  assert.deepEqual([shown(), location.hash], ["eve 9x9", "#games?text=eve+9x9"]);
  list.ask({ limit: "won" });
  assert.equal(location.hash, "#games?show=won&text=eve+9x9");
});

test("only the owner gets the analysis and the laboratory in a game", () => {
  const g = { id: "a", phase: "over", human: "both", rank: "full", moves: [], stones: [], dead: [], captures: {}, graph: { width: 9, height: 9 }, rules: { values: {}, title: "" }, result: "B+R" };
  const names = ["AnalysisPanel", "look-closer"];
  for (const [role, want] of [["owner", names], ["guest", []]]) {
    page.state.config = { role, judges: ["net"], axes: [], opponents: [] };
    const all = elements(Panel({ g })).flatMap((e) => [e, ...(e.type.name === "Facts" ? elements(e.type(e.props)) : [])]);
    assert.deepEqual(names.filter((name) => all.some((e) => e.type.name === name || e.props.id === name)), want, role);
  }
});

test("a tournament that has ended because players have left can go on", () => {
  page.state.config = { role: "owner" };
  const player = (name, withdrawn) => ({ name, withdrawn, browser: true });
  const t = (length) => ({
    id: "t", name: "T", system: "swiss", length, terms: { board: "9×9", rules: "Japanese", komi: 6.5, clock: "" }, you: -1, done: true, wait: "", problem: "", standings: [],
    players: [player("Ann", false), player("Bob", true)], rounds: [[{ black: 0, white: 1, result: "black", game: "", text: "" }]],
  });
  /** The elements of the page, with those that the parts for the organizer draw. @param {number} length */
  const drawn = (length) => {
    tournaments.state.open = t(length);
    return elements(new TournamentPage({ id: "t" }).render({ id: "t" })).flatMap((e) => [e, ...(["Controls", "Roster"].includes(e.type.name) ? elements(e.type(e.props)) : [])]);
  };
  const all = drawn(2);
  assert.ok(all.some((e) => e.props.id === "roster"));
  assert.deepEqual(all.filter((e) => e.props["data-withdraw"] !== undefined).map((e) => e.props["data-withdraw"]), [0, 1]);
  assert.ok(!all.some((e) => e.props.id === "begin-round"), "one player has no opponent");
  assert.ok(!drawn(1).some((e) => e.props.id === "roster"), "after the last round");
  tournaments.state.open = null;
});

test("the status says why the engine does not move", (t) => {
  game.state.connected = true;
  t.after(() => (game.state.connected = false));
  const g = { phase: "play", human: "black", moves: [], dead: [], yourTurn: false, thinking: "", message: "the engine failed: the disk is full" };
  assert.equal(status(g), "The engine failed: the disk is full");
  assert.equal(status({ ...g, thinking: "thinking" }), "The engine’s turn");
});
