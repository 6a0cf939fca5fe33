// Files and folders for the library: what is in a folder, and in what portions its files are sent.
import { tr } from "./text.js";

/** @import { ImportProgress, ImportResult, LibraryState } from "../types.d.ts" */
/** A file, with its path in the folder that was chosen. Without a folder, the path is the name of the file. @typedef {{file: File, path: string}} Given */

const most = (64 << 20) - (64 << 10); // bytes of a file; a request has at most 64 MiB
const portionBytes = 8 << 20; // a portion that has this many bytes takes no more files
const portionFiles = 200;
const poll = 200; // milliseconds between two looks at the import of a portion

const isRecord = /\.(sgf|gib|ngf|ugf|ugi)(\.gz|\.xz)?$|\.(zip|tar|tgz|txz|tar\.gz|tar\.xz)$/i; // as on the server

/** @param {File} file @returns {Given} */
export const given = (file) => ({ file, path: file.webkitRelativePath || file.name });

/**
 * The dropped files and folders; null if the browser does not know them. It has to be called while the event is
 * handled.
 * @param {DataTransfer} data
 * @returns {FileSystemEntry[]|null}
 */
export function entriesOf(data) {
  const entries = [...data.items].filter((item) => item.kind === "file").map((item) => item.webkitGetAsEntry?.());
  return entries.every(Boolean) ? /** @type {FileSystemEntry[]} */ (entries) : null;
}

/** The files in dropped folders, and what cannot be read. @param {FileSystemEntry[]} entries @returns {Promise<{files: Given[], refused: string[]}>} */
export async function filesIn(entries) {
  /** @type {Given[]} */
  const files = [];
  /** @type {string[]} */
  const refused = [];
  /** @param {FileSystemEntry} entry */
  const walk = async (entry) => {
    const path = entry.fullPath.replace(/^\//, "");
    try {
      if (!entry.isDirectory) {
        const file = await new Promise((resolve, reject) => /** @type {FileSystemFileEntry} */ (entry).file(resolve, reject));
        files.push({ file, path });
        return;
      }
      const reader = /** @type {FileSystemDirectoryEntry} */ (entry).createReader();
      for (;;) {
        /** @type {FileSystemEntry[]} */
        const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject)); // at most 100 at a time
        if (some.length === 0) return;
        for (const one of some) await walk(one);
      }
    } catch {
      refused.push(tr("{name} cannot be read", { name: path }));
    }
  };
  for (const entry of entries) await walk(entry);
  return { files, refused };
}

/**
 * Sorts files into portions. In a folder, only records and archives of records count; the others are left out.
 * @param {Given[]} files
 */
export function portionsOf(files) {
  /** @type {Given[][]} */
  const portions = [];
  /** @type {string[]} */
  const refused = [];
  let others = 0;
  let bytes = Infinity; // of the last portion
  for (const one of files) {
    if (one.path.includes("/") && (!isRecord.test(one.path) || /(^|\/)\./.test(one.path))) {
      others++;
      continue;
    }
    if (one.file.size > most) {
      refused.push(tr("{name} is larger than 64 MiB: enter its path on the machine of the server instead", { name: one.path }));
      continue;
    }
    if (bytes + one.file.size > portionBytes || (portions.at(-1)?.length ?? 0) >= portionFiles) {
      portions.push([]);
      bytes = 0;
    }
    portions.at(-1)?.push(one);
    bytes += one.file.size;
  }
  return { portions, refused, others };
}

/** What has become of files that were sent. others: the files of a folder that were left out. @typedef {ImportResult & {others: number}} Sent */

/** What is asked of the server. look: the state of the library. @typedef {{send: (body: FormData) => Promise<unknown>, stop: () => Promise<unknown>, look: () => Promise<LibraryState>}} Library */

/** Files that are sent to the library in portions, so that a folder may have any size. */
export class Sending {
  done = 0; // files of the portions that are imported
  portion = 0; // files of the portion that is under way
  stopped = false;
  began = performance.now();

  /** @param {Given[]} files @param {string[]} unread  what could not be read, with reasons @param {Library} library */
  constructor(files, unread, library) {
    const { portions, refused, others } = portionsOf(files);
    const listed = [...unread, ...refused];
    this.library = library;
    this.portions = portions;
    this.total = portions.flat().length;
    /** @type {Sent} */
    this.sum = { files: 0, known: 0, games: 0, duplicates: 0, unindexed: 0, problems: listed.length, listed, stopped: false, error: "", seconds: 0, others };
  }

  /** Sends all portions, unless one fails or the user stops it. */
  async run() {
    const { sum } = this;
    try {
      for (const portion of this.portions) {
        this.portion = portion.length;
        const body = new FormData();
        for (const { file, path } of portion) body.append(path, file, file.name);
        await this.library.send(body);
        if (this.stopped) await this.library.stop(); // while the files were on their way
        const last = await this.ended();
        for (const name of /** @type {const} */ (["files", "known", "games", "duplicates", "unindexed", "problems"])) sum[name] += last?.[name] ?? 0;
        sum.listed.push(...(last?.listed ?? []));
        sum.error = last?.error ?? "";
        sum.stopped = this.stopped || !last || last.stopped; // without a result, the server was started again
        if (sum.stopped || sum.error) break;
        this.done += portion.length;
      }
    } catch (refusal) {
      sum.error = refusal instanceof Error ? refusal.message : String(refusal);
    }
    return sum;
  }

  /** Waits for the end of the running import, and returns its result. */
  async ended() {
    for (;;) {
      const info = await this.library.look();
      if (!info.indexing) return info.last;
      await new Promise((resolve) => setTimeout(resolve, poll));
    }
  }

  /** Sends no further portion. The caller also stops the import that is running. */
  stop() {
    this.stopped = true;
  }

  /** The progress, as of an import. @param {ImportProgress} [now]  that of the running import */
  progress(now) {
    const done = this.done + (now?.total ? (this.portion * now.done) / now.total : 0);
    const seconds = (performance.now() - this.began) / 1000;
    return { done, total: this.total, games: this.sum.games + (now?.games ?? 0), left: done > 0 ? (seconds * (this.total - done)) / done : NaN };
  }
}
