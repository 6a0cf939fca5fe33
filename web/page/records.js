// Opens records that were chosen, dropped or pasted, begins new ones, and deletes them.
import * as api from "./api.js";
import { entriesOf } from "./folders.js";
import * as library from "./library.js";
import * as lists from "./lists.js";
import * as page from "./page.js";
import { tr } from "./text.js";

/** @import { GameRecord } from "../types.d.ts" */

const most = 64 << 20; // bytes of a file

/** Opens files and shows the first record. @param {Iterable<File>} files */
export const openFiles = (files) =>
  page.attempt(async () => {
    const opened = [];
    const failed = [];
    for (const file of files) {
      try {
        if (file.size > most) throw new Error(tr("{name} is larger than 64 MiB: import it into the library instead", { name: file.name }));
        opened.push(await api.uploadRecord(file, file.name));
      } catch (error) {
        failed.push(page.messageOf(error));
      }
    }
    if (opened.length > 0) show(opened[0]);
    if (failed.length > 0) throw new Error(failed.length === 1 ? failed[0] : tr("{n} files could not be read. The first: {error}", { n: failed.length, error: failed[0] }));
    if (opened.length > 1) page.say(tr("{n} records were opened. The others are on the first page.", { n: opened.length }));
  });

/** Asks the user for files and opens them. */
export function chooseFiles() {
  const input = Object.assign(document.createElement("input"), { type: "file", multiple: true });
  input.addEventListener("change", () => openFiles(input.files ?? []));
  input.click();
}

/** A record as text. @param {string} id */
async function textOf(id) {
  return (await api.fetched(`/api/records/${id}/sgf`)).text();
}

/** Copies a record as text. A page without TLS has no clipboard of its own. @param {string} id */
const copy = (id) =>
  page.attempt(async () => {
    const text = textOf(id);
    if (!navigator.clipboard) return page.copyAndSay(await text);
    const item = new ClipboardItem({ "text/plain": text.then((t) => new Blob([t], { type: "text/plain" })) });
    await Promise.all([text, navigator.clipboard.write([item])]);
    page.say(tr("The record was copied."));
  });

/** The address of a game at Online-Go. */
const atOGS = /^https?:\/\/([a-z]+\.)?online-go\.com\/(game|api)\//i;

/** Opens a record from its text, a page of this server from its address, or a game of Online-Go from its address. @param {string} text */
export const openText = (text) => page.attempt(async () => {
  const address = text.trim();
  if (/^[a-z]+:\/\/\S+$/i.test(address)) {
    if (atOGS.test(address)) {
      const here = location.hash;
      const record = await api.post("records/fetch", { address }); // may take a minute
      if (location.hash === here) return show(record);
      await lists.loadRecords();
      return page.say(tr("The game has arrived: it is among your records."));
    }
    if (!address.startsWith(location.origin)) throw new Error(tr("tengen fetches games only from online-go.com. Download the record from the other site, and open the file or paste its text here"));
    location.hash = new URL(address).hash;
    return;
  }
  show(await api.uploadRecord(text, "pasted.sgf"));
});

/** @param {GameRecord} record */
function show(record) {
  page.update({ dialog: "" });
  location.hash = `record/${record.id}`;
  if (record.games.length > 1) setTimeout(() => page.show("record-games"), 0); // after the address has changed
}

/** Begins a record. */
export const begin = page.once(async (/** @type {object} */ setup) => show(await api.post("records/new", setup)));

/** @param {string} id */
export const remove = (id) =>
  page.attempt(async () => {
    await api.remove(`records/${id}`);
    await lists.loadRecords();
  });

/** Reports whether an element takes text. @param {EventTarget|null} target */
export const writing = (target) => target instanceof Element && target.closest("input:not([type=file]), select, textarea, [contenteditable]") !== null;

/** If set, this function receives all dropped files, and they are not opened as records. @type {((files: File[]) => unknown)|null} */
let taker = null;
/** @param {((files: File[]) => unknown)|null} f */
export const giveFilesTo = (f) => (taker = f);

/** Imports dropped folders into the library. @param {FileSystemEntry[]} entries */
function importFolders(entries) {
  if (!taker) location.hash = "library";
  library.importEntries(entries);
}

/** Lets files be dropped anywhere on the page, and records be copied and pasted. */
export function listenForFiles() {
  let depth = 0; // number of nested elements under the pointer
  /** @param {boolean} over */
  const mark = (over) => document.documentElement.classList.toggle("dropping", over);
  /** @param {DragEvent} event */
  const carries = (event) => [...(event.dataTransfer?.types ?? [])].some((type) => type === "Files" || type === "text/plain");
  document.addEventListener("dragenter", (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    depth++;
    mark(true);
  });
  document.addEventListener("dragleave", () => {
    depth = Math.max(0, depth - 1);
    if (depth === 0) mark(false);
  });
  document.addEventListener("dragover", (event) => carries(event) && event.preventDefault());
  document.addEventListener("drop", (event) => {
    depth = 0;
    mark(false);
    const { dataTransfer: data } = event;
    if (writing(event.target) || !data || !carries(event)) return;
    event.preventDefault();
    const files = [...data.files];
    const text = data.getData("text/plain");
    const entries = entriesOf(data);
    if (entries?.some((entry) => entry.isDirectory)) importFolders(entries);
    else if (files.length > 0) (taker ?? openFiles)(files);
    else if (text.trim()) openText(text);
  });
  document.addEventListener("copy", (event) => {
    const id = page.state.record?.split("/")[0];
    if (!id || writing(event.target) || getSelection()?.isCollapsed === false) return;
    event.preventDefault();
    copy(id);
  });
  document.addEventListener("paste", (event) => {
    if (writing(event.target)) return;
    const files = [...(event.clipboardData?.files ?? [])];
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (files.length === 0 && !text.trim()) return;
    event.preventDefault();
    if (files.length > 0) openFiles(files);
    else openText(text);
  });
}
