// The table of the page's keys, which is also shown as help. board.js handles the keys of a board.
import * as analysis from "./analysis.js";
import { tools } from "./editbar.js";
import * as game from "./game.js";
import { togglePause } from "./learning.js";
import * as lesson from "./lesson.js";
import * as page from "./page.js";
import * as record from "./record.js";
import * as review from "./review.js";
import * as teach from "./teach.js";
import * as write from "./recordtools.js";
import { chooseFiles } from "./records.js";
import { room } from "./route.js";
import { tr } from "./text.js";

/** A key that changes the record at once, and therefore works only while Edit is on. @param {() => unknown} run */
const edits = (run) => () => write.mayEdit() && run();

/** A key that begins a change: it turns Edit on. @param {(key: string) => unknown} run */
const begins = (run) => (/** @type {string} */ key) => {
  if (!record.state.editing) record.setEditing(true);
  return run(key);
};

/**
 * The keys, with the parts of the page in which they work. A key without parts works everywhere.
 * @type {{keys: string[], shown: string, what: string, rooms?: string[], run?: (key: string) => unknown}[]}
 */
const bindings = [
  { rooms: ["game", "lab", "lesson"], keys: [], shown: "← ↑ → ↓", what: tr("move the cursor on the board") },
  { rooms: ["game", "lab", "lesson"], keys: [], shown: "Enter", what: tr("play at the cursor") },
  { rooms: ["lesson"], keys: ["n"], shown: "n", what: tr("the next step"), run: () => lesson.next() },
  { rooms: ["lesson"], keys: ["Backspace", "u"], shown: tr("Backspace¦key"), what: tr("take the move back"), run: () => lesson.back() },
  { rooms: ["lesson"], keys: ["h"], shown: "h", what: tr("a hint"), run: () => lesson.hint() },
  { rooms: ["lesson"], keys: ["p"], shown: "p", what: tr("pass"), run: () => lesson.pass() },
  { rooms: ["lesson"], keys: ["s"], shown: "s", what: tr("the solution, and back to the problem"), run: () => lesson.solution() },
  { rooms: ["lesson"], keys: ["w"], shown: "w", what: tr("after a wrong move: what follows it"), run: () => lesson.refute() },
  { rooms: ["lesson"], keys: ["z", "["], shown: "z", what: tr("in the solution and after a wrong move: back a move"), run: () => lesson.show(-1) },
  { rooms: ["lesson"], keys: ["x", "]"], shown: "x", what: tr("in the solution and after a wrong move: forward a move"), run: () => lesson.show(1) },
  { rooms: ["record"], keys: ["ArrowLeft", "z", "["], shown: "←", what: tr("back, as with the wheel over the board"), run: () => record.step(-1) },
  { rooms: ["record"], keys: ["ArrowRight", "x", "]"], shown: "→", what: tr("forward"), run: () => record.step(1) },
  { rooms: ["record"], keys: ["ArrowUp"], shown: "↑", what: tr("the variation above"), run: () => record.turn(-1) },
  { rooms: ["record"], keys: ["ArrowDown"], shown: "↓", what: tr("the variation below"), run: () => record.turn(1) },
  { rooms: ["record"], keys: ["PageUp"], shown: tr("Page ↑¦key"), what: tr("ten moves back"), run: () => record.step(-10) },
  { rooms: ["record"], keys: ["PageDown"], shown: tr("Page ↓¦key"), what: tr("ten moves forward"), run: () => record.step(10) },
  { rooms: ["record"], keys: ["Home"], shown: tr("Home¦key"), what: tr("to the start"), run: () => record.step(-Infinity) },
  { rooms: ["record"], keys: ["End"], shown: tr("End¦key"), what: tr("to the end"), run: () => record.step(Infinity) },
  { rooms: ["record"], keys: ["b"], shown: "b", what: tr("back to the last fork"), run: () => record.toFork(-1) },
  { rooms: ["record"], keys: ["w"], shown: "w", what: tr("forward to the next fork"), run: () => record.toFork(1) },
  { rooms: ["record"], keys: [], shown: `${tr("Shift¦key")} ←↑→↓`, what: tr("move the cursor on the board") },
  { rooms: ["record"], keys: [], shown: "Enter", what: tr("on the board: follow the move at the cursor, or use the tool; elsewhere: write a comment") },
  { rooms: ["record"], keys: ["A"], shown: `${tr("Shift¦key")} A`, what: tr("play the moves, or pause"), run: () => record.state.record && record.autoplay.toggle() },
  { rooms: ["record"], keys: ["E"], shown: `${tr("Shift¦key")} E`, what: tr("edit the record, or only read it"), run: () => record.setEditing(!record.state.editing) },
  { rooms: ["record"], keys: tools.map((t) => t.key), shown: "1…9 q a i", what: tr("edit with a tool: play, stones, marks, labels, arrow, line"), run: begins((key) => (record.pick(tools.find((t) => t.key === key)?.name ?? "play"), focusBoard())) },
  { rooms: ["record"], keys: ["Escape"], shown: "Esc", what: tr("the play tool; ends the playing of the moves"), run: () => (record.autoplay.stop(), record.pick("play"), focusBoard()) },
  { rooms: ["record"], keys: ["Enter", "t"], shown: "t", what: tr("edit the comment; Esc goes back to the board"), run: begins(() => document.getElementById("comment")?.focus()) },
  { rooms: ["record"], keys: ["p"], shown: "p", what: tr("in Edit: pass"), run: edits(write.pass) },
  { rooms: ["record"], keys: ["m"], shown: "m", what: tr("in Edit: make this the main line"), run: edits(write.promote) },
  { rooms: ["record"], keys: ["Delete", "Backspace"], shown: tr("Del¦key"), what: tr("in Edit: delete the node and the nodes after it"), run: edits(write.cut) },
  { rooms: ["record"], keys: ["Ctrl+z"], shown: `${tr("Ctrl¦key")}+Z`, what: tr("in Edit: undo"), run: edits(record.undo) },
  { rooms: ["record"], keys: ["Ctrl+Shift+z", "Ctrl+y"], shown: `${tr("Ctrl¦key")}+${tr("Shift¦key")}+Z`, what: tr("in Edit: redo, also Ctrl+Y"), run: edits(record.redo) },
  { rooms: ["record"], keys: ["v"], shown: "v", what: tr("show or hide the next moves"), run: () => page.toggle("nextMoves") },
  { rooms: ["record"], keys: ["r"], shown: "r", what: tr("review the game, and back to the record"), run: () => review.toggle() },
  { rooms: ["record"], keys: [",", "."], shown: ", .", what: tr("in a review: to the previous or next moment"), run: (key) => review.toMoment(key === "." ? 1 : -1) },
  { rooms: ["record"], keys: ["f"], shown: "f", what: tr("game info"), run: () => record.state.record && page.show("record-info") },
  { rooms: ["record"], keys: ["h"], shown: "h", what: tr("play from here"), run: () => record.state.record && page.show("record-play") },
  { rooms: ["record"], keys: ["o"], shown: "o", what: tr("export: pictures, print, other formats"), run: () => record.state.record && page.show("record-export") },
  { rooms: ["record", "game"], keys: [" "], shown: tr("Space¦key"), what: tr("analysis on or off"), run: () => analysis.possible() && analysis.toggle() },
  { rooms: ["record", "game"], keys: ["W"], shown: `${tr("Shift¦key")} W`, what: tr("analysis: the candidates on the board"), run: () => analysis.possible() && analysis.toggleLayer("moves") },
  { rooms: ["record"], keys: ["e"], shown: "e", what: tr("analysis: the expected territory"), run: () => analysis.possible() && analysis.toggleLayer("owners") },
  { rooms: ["record", "game"], keys: ["j"], shown: "j", what: tr("analysis: the moves that the net expects"), run: () => analysis.possible() && analysis.toggleLayer("policy") },
  { rooms: ["library"], keys: [], shown: "← ↑ → ↓", what: tr("on the pattern: move the cursor") },
  { rooms: ["library"], keys: [], shown: `${tr("Shift¦key")} ←↑→↓`, what: tr("on the pattern: mark the part to search for") },
  { rooms: ["library"], keys: [], shown: "Enter", what: tr("on the pattern: put the chosen stone") },
  { rooms: ["library"], keys: [], shown: "x o . ?", what: tr("on the pattern: black, white, empty, anything") },
  { rooms: ["game", "record"], keys: ["/"], shown: "/", what: tr("go to a point by its name"), run: () => page.show("point") },
  { rooms: ["game", "record", "lab", "lesson"], keys: [], shown: "+ - 0", what: tr("on the board: zoom in, zoom out, the whole board") },
  { rooms: ["game"], keys: ["p"], shown: "p", what: tr("pass; if the engine plays itself: pause, or go on"), run: game.passOrPause },
  { rooms: ["game"], keys: ["u", "Backspace"], shown: "u", what: tr("undo, back to your own turn; between people: ask for it"), run: takeBack },
  { rooms: ["game"], keys: ["h"], shown: "h", what: tr("a hint: the region, then the move, then the reasons"), run: () => teach.hint(game.state.view ? null : game.state.game) },
  { rooms: ["game"], keys: ["w"], shown: "w", what: tr("after a mistake: show why"), run: () => document.getElementById("mistake-why")?.click() },
  { rooms: ["game"], keys: ["Escape"], shown: "Esc", what: tr("after a mistake: leave it"), run: () => document.getElementById("mistake-leave")?.click() },
  { rooms: ["game"], keys: ["r"], shown: "r", what: tr("resign"), run: game.askResign },
  { rooms: ["game"], keys: ["m"], shown: "m", what: tr("a message to your opponent"), run: () => document.getElementById("say")?.focus() },
  { rooms: ["game"], keys: ["z", "["], shown: "z", what: tr("look back a move"), run: () => game.step(-1) },
  { rooms: ["game"], keys: ["x", "]"], shown: "x", what: tr("look forward a move"), run: () => game.step(1) },
  { rooms: ["game"], keys: ["Home"], shown: tr("Home¦key"), what: tr("look at the start"), run: () => game.look(0) },
  { rooms: ["game"], keys: ["End"], shown: tr("End¦key"), what: tr("back to the game"), run: () => game.look(Infinity) },
  { rooms: ["game"], keys: ["e"], shown: "e", what: tr("show or hide the engine’s estimate"), run: () => page.toggle("estimate") },
  { rooms: ["game", "record", "lab", "lesson"], keys: ["c", "k"], shown: "c", what: tr("show or hide the coordinates"), run: () => page.toggle("coordinates") },
  { rooms: ["game", "record"], keys: ["s"], shown: "s", what: tr("download the record"), run: () => document.getElementById("sgf")?.click() },
  { rooms: ["record"], keys: [], shown: `${tr("Ctrl¦key")}+C`, what: tr("copy the record as text") },
  { keys: [], shown: `${tr("Ctrl¦key")}+V`, what: tr("open the record that was copied") },
  { keys: ["Ctrl+o"], shown: `${tr("Ctrl¦key")}+O`, what: tr("open a file"), run: () => chooseFiles() },
  { keys: ["n"], shown: "n", what: tr("new game"), run: () => page.show("new") },
  { keys: ["g"], shown: "g", what: tr("your games"), run: () => (location.hash = "games") },
  { keys: ["t"], shown: "t", what: tr("the course for newcomers"), run: () => (location.hash = "course") },
  { keys: ["l"], shown: "l", what: tr("the rules laboratory"), run: () => (location.hash = "lab") },
  { keys: ["y"], shown: "y", what: tr("the library"), run: () => (location.hash = "library") },
  { rooms: ["training"], keys: [], shown: "← →", what: tr("on a curve: from point to point; Home, End, Esc") },
  { rooms: ["learning"], keys: [], shown: "← →", what: tr("on a curve or the slider: from generation to generation; Home, End") },
  { rooms: ["learning"], keys: ["p"], shown: "p", what: tr("pause or resume"), run: () => void togglePause() },
  { keys: ["d"], shown: "d", what: tr("light or dark"), run: page.toggleTheme },
  { keys: ["?"], shown: "?", what: tr("these keys"), run: () => page.show("keys") },
];

/** Takes a move back, also while the page shows why it was a mistake. */
function takeBack() {
  const button = document.getElementById("mistake-back");
  return button ? button.click() : game.undo();
}

/** The keys that work in the open part of the page. If a key occurs twice, its first entry is used. */
export function keysHere() {
  const here = bindings.filter((b) => !b.rooms || b.rooms.includes(room()));
  return here.filter((b, i) => b.keys.length === 0 || !here.slice(0, i).some((earlier) => earlier.keys.includes(b.keys[0])));
}

/** Moves the focus to the cursor on the board. */
export const focusBoard = () => /** @type {HTMLElement|null} */ (document.querySelector('.point[tabindex="0"]'))?.focus({ preventScroll: true });

/** The name of a key with its modifiers: "Ctrl+Shift+z". Shift is left out if it makes another character. @param {KeyboardEvent} event */
function nameOf(event) {
  const held = event.ctrlKey || event.metaKey;
  const key = event.key.length === 1 && held ? event.key.toLowerCase() : event.key;
  return `${held ? "Ctrl+" : ""}${event.shiftKey && (held || event.key.length > 1) ? "Shift+" : ""}${key}`;
}

export function listenForKeys() {
  // The cursor on the board is visible while the keyboard is in use.
  const root = document.documentElement;
  document.addEventListener("keydown", (event) => !["Control", "Meta", "Alt", "Shift"].includes(event.key) && root.classList.add("by-keyboard"), true);
  document.addEventListener("pointerdown", () => root.classList.remove("by-keyboard"), true);
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.defaultPrevented) return;
    const here = room();
    if (page.state.dialog || /** @type {Element} */ (event.target).closest(`input:not([type=file]${here === "record" ? ", [type=range]" : ""}), select, textarea`)) return;
    const arrow = event.key.startsWith("Arrow") && !event.ctrlKey && !event.metaKey;
    if (arrow && (here === "game" || here === "lab" || here === "lesson" || (here === "record" && event.shiftKey))) {
      // The arrow keys move the cursor on the board. The first press moves the focus to the board.
      focusBoard();
      return event.preventDefault();
    }
    // Enter and Space press the button that has the focus.
    if ((event.key === "Enter" || event.key === " ") && /** @type {Element} */ (event.target).closest("button, a, summary")) return;
    const name = nameOf(event);
    const found = bindings.find((b) => b.keys.includes(name) && (!b.rooms || b.rooms.includes(here)));
    if (!found?.run) return;
    event.preventDefault();
    found.run(name);
  });
}
