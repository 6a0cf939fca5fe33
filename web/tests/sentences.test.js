// Tests of sentences of the server in another language than English. They need a language before text.js is loaded.
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";

const catalogue = fs.readFileSync(new URL("../languages/de.json", import.meta.url), "utf8");
Object.assign(globalThis, { localStorage: { getItem: () => "de" }, fetch: async () => new Response(catalogue) });
const { number, trServer } = await import("../page/text.js");

test("a refusal is translated with its values", () => {
  assert.equal(trServer("it is the turn of black"), "Schwarz ist am Zug");
  assert.equal(trServer("a komi of 2.3 is not a multiple of half a point"), "ein Komi von 2,3 ist kein Vielfaches eines halben Punktes");
  assert.equal(trServer('"foo" is not a board; did you mean torus?'), '"foo" ist kein Brett; meintest du torus?');
  assert.equal(trServer("it is the turn of White: you play black"), "White ist am Zug: du spielst Schwarz");
});

test("the parts of a sentence are translated, however many there are", () => {
  assert.equal(trServer('x.sgf cannot be read: line 1, column 1 (offset 0): not an SGF file: no "(;" anywhere, the file begins with "GIF"'),
    'x.sgf ist nicht lesbar: Zeile 1, Spalte 1 (Byte 0): keine SGF-Datei: nirgends steht „(;“, die Datei beginnt mit "GIF"');
  assert.equal(trServer("move 3, black D4, is illegal: it retakes a ko at once; it was played all the same."),
    "Zug 3, Schwarz D4, ist nicht erlaubt: er schlägt ein Ko sofort zurück; er wurde trotzdem gespielt.");
  assert.equal(trServer("no game can begin with these stones: impossible set-up: black stone on D4: occupied"),
    "mit diesen Steinen kann keine Partie beginnen: unmögliche Aufstellung: Stein (Schwarz) auf D4: besetzt");
});

test("a probability is told apart from the player whose it is", () => {
  assert.equal(trServer("The three black stones at D4 are in danger after it (30 % Black's, 80 % before)."),
    "Die Steine bei D4 (Schwarz, drei) sind danach in Gefahr (30 % für Schwarz, vorher 80 %).");
});

test("tiny points, which only boards with weights have, are not written as 0", () => {
  assert.deepEqual([0, 6.5, 0.25, 1.27e-14, -1.929e-22, 1e-300].map(number), ["0", "6,5", "0,25", "1,27E-14", "-1,93E-22", "1E-300"]);
  assert.equal(trServer("Black wins by 0.0000000000000127: B+0.0000000000000127."), "Schwarz gewinnt mit 1,27E-14: B+0.0000000000000127.");
  assert.equal(trServer("Black wins by 1.93e-22: B+."), "Schwarz gewinnt mit 1.93e-22: B+.");
});

test("a text that the server does not write stays as it is", () => {
  for (const text of ["A user’s words: with a colon; and more.", "open /home/x: permission denied", ""]) assert.equal(trServer(text), text);
});
