// Files and folders for the library: what is in a folder, and in what portions its files are sent.
import { tr } from "./text.js";

/** A file, with its path in the folder that was chosen. Without a folder, the path is the name of the file. @typedef {{file: File, path: string}} Given */

const most = (64 << 20) - (64 << 10); // bytes of a file; a request has at most 64 MiB
const portionBytes = 8 << 20; // after so many bytes, a portion takes no more files
const portionFiles = 200;

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
