// folders.js: files and folders for the library.
import assert from "node:assert/strict";
import { test } from "node:test";
import { entriesOf, filesIn, given, portionsOf, Sending } from "../page/folders.js";

/** A file of a size, which takes no memory. @param {string} path @returns {any} */
const file = (path, size = 100) => ({ path, file: { name: path.split("/").at(-1), size } });
/** An entry for a file that cannot be read if its content is null. @param {string} path @param {string|null} content @returns {any} */
const fileEntry = (path, content) => ({
  isDirectory: false, fullPath: path,
  file: (resolve, reject) => (content === null ? reject(new Error("gone")) : resolve(new File([content], path.split("/").at(-1)))),
});
/** An entry for a folder, which gives two entries at a time. @param {string} path @param {any[]|null} entries @returns {any} */
const folderEntry = (path, entries) => ({
  isDirectory: true, fullPath: path,
  createReader: () => {
    let at = 0;
    return { readEntries: (resolve, reject) => (entries ? resolve(entries.slice(at, (at += 2))) : reject(new Error("not allowed"))) };
  },
});

test("folders are read with all that is in them", async () => {
  const { files, refused } = await filesIn([
    folderEntry("/games", [
      fileEntry("/games/a.sgf", "A"), fileEntry("/games/b.sgf", null), folderEntry("/games/empty", []),
      folderEntry("/games/1990", [fileEntry("/games/1990/a.sgf", "C"), fileEntry("/games/1990/d.sgf", "D"), fileEntry("/games/1990/e.sgf", "E")]),
      folderEntry("/games/secret", null),
    ]),
    fileEntry("/f.sgf", "F"),
  ]);
  assert.deepEqual(files.map((f) => f.path), ["games/a.sgf", "games/1990/a.sgf", "games/1990/d.sgf", "games/1990/e.sgf", "f.sgf"]);
  assert.equal(await files[1].file.text(), "C");
  assert.deepEqual(refused, ["games/b.sgf cannot be read", "games/secret cannot be read"]);
});

test("in a folder only records and archives count", () => {
  const names = ["a.sgf", "B.SGF", "c.gib", "d.ngf", "e.ugf", "f.ugi", "g.sgf.gz", "h.zip", "i.tar.xz", "j.tgz"];
  const left = ["readme.txt", "x.sgf.txt", "photo.png", "._a.sgf", ".git/b.sgf", "sgf", "a.gz"];
  const { portions, refused, others } = portionsOf([...names, ...left].map((name) => file(`games/${name}`)));
  assert.deepEqual(portions.flat().map((f) => f.path), names.map((name) => `games/${name}`));
  assert.equal(others, left.length);
  assert.deepEqual(refused, []);
});

test("files that were chosen themselves are sent whatever their name is", () => {
  const { portions, others } = portionsOf([file("games.txt"), file(".hidden")]);
  assert.deepEqual([portions.flat().length, others], [2, 0]);
});

test("portions are small, and each file is in one of them", () => {
  const many = Array.from({ length: 450 }, (_, i) => file(`games/${i}.sgf`));
  assert.deepEqual(portionsOf(many).portions.map((p) => p.length), [200, 200, 50]);
  assert.deepEqual(portionsOf(many).portions.flat(), many);
  const large = [5, 5, 60, 1, 64, 2].map((size, i) => file(`games/${i}.sgf`, size << 20));
  const { portions, refused } = portionsOf(large);
  assert.deepEqual(portions.map((p) => p.map((f) => f.file.size >> 20)), [[5], [5], [60], [1, 2]]);
  assert.deepEqual(refused, ["games/4.sgf is larger than 64 MiB: enter its path on the machine of the server instead"]);
  assert.deepEqual(portionsOf([]), { portions: [], refused: [], others: 0 });
});

test("a file knows its path in the folder that was chosen", () => {
  assert.equal(given(/** @type {any} */ ({ name: "a.sgf", webkitRelativePath: "games/a.sgf" })).path, "games/a.sgf");
  assert.equal(given(/** @type {any} */ ({ name: "a.sgf", webkitRelativePath: "" })).path, "a.sgf");
});

test("a browser that knows no entries gives none", () => {
  const entry = fileEntry("/a.sgf", "");
  /** @param {any[]} items @returns {any} */
  const data = (...items) => ({ items });
  assert.deepEqual(entriesOf(data({ kind: "string" }, { kind: "file", webkitGetAsEntry: () => entry })), [entry]);
  assert.equal(entriesOf(data({ kind: "file" })), null);
  assert.equal(entriesOf(data({ kind: "file", webkitGetAsEntry: () => null })), null);
});

/** A library that adds each file but those named bad, and looks busy once for each portion. */
class Library {
  /** @type {string[]} */
  paths = [];
  stops = 0;
  /** @type {any} */
  last = undefined;
  busy = false;

  /** @param {FormData} body */
  async send(body) {
    const paths = [...body.keys()];
    this.paths.push(...paths);
    const bad = paths.filter((path) => path.endsWith("bad.sgf"));
    this.last = { files: paths.length, known: 0, games: paths.length - bad.length, duplicates: 0, unindexed: 0, problems: bad.length, listed: bad.map((path) => `${path}: no record`), stopped: false, seconds: 1 };
    this.busy = true;
  }

  async stop() {
    this.stops++;
    this.last.stopped = true;
  }

  /** @returns {Promise<any>} */
  async look() {
    const { busy, last } = this;
    this.busy = false;
    return { games: 0, path: "", last, ...(busy ? { indexing: {} } : {}) };
  }
}

/** Files with content, which can be sent. @param {number} n @param {string[]} more */
const real = (n, ...more) => [...Array.from({ length: n }, (_, i) => `games/${i}.sgf`), ...more].map((path) => ({ path, file: new File(["(;)"], /** @type {string} */ (path.split("/").at(-1))) }));

test("all portions are sent, and the results are added", async () => {
  const library = new Library();
  const files = real(250, "games/bad.sgf", "games/x/bad.sgf", "games/readme.txt");
  const sending = new Sending(files, ["games/secret cannot be read"], library);
  const sum = await sending.run();
  assert.deepEqual(library.paths, files.slice(0, 252).map((f) => f.path));
  assert.deepEqual(sum, {
    files: 252, known: 0, games: 250, duplicates: 0, unindexed: 0, problems: 3, others: 1, stopped: false, error: "", seconds: 0,
    listed: ["games/secret cannot be read", "games/bad.sgf: no record", "games/x/bad.sgf: no record"],
  });
  assert.equal(sending.progress().done, 252);
});

test("the progress counts the running import", async () => {
  const library = new Library();
  const sending = new Sending(real(400), [], library);
  const { look } = library;
  /** @type {any[]} */
  const seen = [];
  library.look = () => {
    seen.push(sending.progress(/** @type {any} */ ({ done: 50, total: 100, games: 90 })));
    return look.call(library);
  };
  await sending.run();
  assert.deepEqual(seen.map(({ done, total, games }) => [done, total, games]), [[100, 400, 90], [100, 400, 90], [300, 400, 290], [300, 400, 290]]);
  assert.ok(seen.every(({ left }) => left >= 0));
});

test("nothing more is sent after a stop, wherever it comes", async () => {
  for (const where of ["send", "look"]) {
    const library = new Library();
    const sending = new Sending(real(450), [], library);
    const before = library[where];
    library[where] = async (/** @type {any} */ x) => {
      sending.stop();
      return before.call(library, x);
    };
    const sum = await sending.run();
    assert.deepEqual([library.paths.length, sum.stopped, sum.games], [200, true, 200], where);
    assert.equal(library.stops, where === "send" ? 1 : 0); // later the caller stops the import
  }
});

test("a refusal and a restart of the server end it, and what was added counts", async () => {
  const library = new Library();
  const { send } = library;
  library.send = async (body) => {
    if (library.paths.length > 0) throw new Error("no space");
    await send.call(library, body);
  };
  const refused = await new Sending(real(450), [], library).run();
  assert.deepEqual([refused.error, refused.games], ["no space", 200]);
  const again = new Library();
  again.look = async () => ({ games: 0, path: "" });
  const lost = await new Sending(real(450), [], again).run();
  assert.deepEqual([again.paths.length, lost.stopped], [200, true]);
});
