// The keyboard, away from the board itself: one table, which is also the help.
import * as game from "./game.js";

/** @type {{keys: string[], shown: string, what: string, run?: () => unknown}[]} */
export const bindings = [
  { keys: [], shown: "← ↑ → ↓", what: "move the cursor on the board" },
  { keys: [], shown: "Enter", what: "play at the cursor" },
  { keys: ["/"], shown: "/", what: "go to a point by its name", run: () => game.state.game && game.show("point") },
  { keys: [], shown: "+ - 0", what: "on the board: closer, further away, all of it" },
  { keys: ["p"], shown: "p", what: "pass", run: game.pass },
  { keys: ["u", "Backspace"], shown: "u", what: "undo, back to your own turn", run: game.undo },
  { keys: ["r"], shown: "r", what: "resign", run: game.askResign },
  { keys: ["z", "["], shown: "z", what: "look back a move", run: () => game.step(-1) },
  { keys: ["x", "]"], shown: "x", what: "and forward again", run: () => game.step(1) },
  { keys: ["Home"], shown: "Home", what: "look at the start", run: () => game.look(0) },
  { keys: ["End"], shown: "End", what: "back to the game", run: () => game.look(Infinity) },
  { keys: ["e"], shown: "e", what: "show or hide the engine’s estimate", run: () => game.toggle("estimate") },
  { keys: ["c", "k"], shown: "c", what: "show or hide the coordinates", run: () => game.toggle("coordinates") },
  { keys: ["s"], shown: "s", what: "download the record", run: () => document.getElementById("sgf")?.click() },
  { keys: ["n"], shown: "n", what: "new game", run: () => game.show("new") },
  { keys: ["g"], shown: "g", what: "your games", run: () => game.show("games") },
  { keys: ["l"], shown: "l", what: "the rules laboratory", run: () => (location.hash = "lab") },
  { keys: ["d"], shown: "d", what: "light or dark", run: game.toggleTheme },
  { keys: ["?"], shown: "?", what: "these keys", run: () => game.show("keys") },
];

export function listenForKeys() {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (game.state.dialog || /** @type {Element} */ (event.target).closest("input, select, textarea")) return;
    if (event.key.startsWith("Arrow") && (game.state.game || game.state.lab !== null)) {
      // The arrows belong to the board: the first one brings the cursor there.
      /** @type {HTMLElement|null} */ (document.querySelector('.point[tabindex="0"]'))?.focus();
      return event.preventDefault();
    }
    const found = bindings.find((b) => b.keys.includes(event.key));
    if (!found?.run) return;
    event.preventDefault();
    found.run();
  });
}
