// folders.js: files and folders for the library.
import assert from "node:assert/strict";
import { test } from "node:test";
import { entriesOf, filesIn, given, portionsOf } from "../page/folders.js";

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
