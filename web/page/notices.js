// Notices of the system, which the user sees although the page is hidden.
import * as page from "./page.js";
import { tr } from "./text.js";

/** Whether the browser can show notices here: only over TLS, or on this machine. */
export const possible = () => isSecureContext && "Notification" in window && "serviceWorker" in navigator;

/** Whether the user wants notices, and the browser allows them. */
export const on = () => possible() && page.state.notices && Notification.permission === "granted";

/** Starts the worker that shows notices and keeps the files of an installed page. */
export function start() {
  const installed = matchMedia("(display-mode: standalone)").matches;
  if (on() || (installed && isSecureContext && "serviceWorker" in navigator)) void navigator.serviceWorker.register("worker.js").catch(() => {});
}

/** Switches the notices. The browser asks the user first. */
export async function toggle() {
  if (!page.state.notices && (await Notification.requestPermission()) !== "granted") {
    return page.say(tr("The browser does not allow notices from this page. Its settings for the page can change that."));
  }
  page.toggle("notices");
  start();
}

/** Shows a notice if the page is hidden. A later notice of the same game replaces it. @param {string} title @param {string} text @param {string} id of the game */
export async function tell(title, text, id) {
  if (!document.hidden || !on()) return;
  const worker = await navigator.serviceWorker.ready;
  await worker.showNotification(title, { body: text, tag: id, icon: "icon-192.png", data: `./#${id}` });
}
