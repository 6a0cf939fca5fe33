// Notices of the system, which the user sees although the page is hidden.
import * as page from "./page.js";
import { tr } from "./text.js";

/** Whether the browser can show notices here: only over TLS, or on this machine. */
export const possible = () => isSecureContext && "Notification" in window && "serviceWorker" in navigator;

/** Whether the user wants notices, and the browser allows them. */
export const on = () => possible() && page.state.notices && Notification.permission === "granted";

const register = () => navigator.serviceWorker.register("worker.js");

/** Starts the worker that shows notices and keeps the files of an installed page. */
export function start() {
  const installed = matchMedia("(display-mode: standalone)").matches;
  if (on() || (installed && isSecureContext && "serviceWorker" in navigator)) void register().catch(() => {});
}

/** Switches the notices. The browser asks the user first. */
export async function toggle() {
  if (on()) return page.toggle("notices");
  const allowed = (await Notification.requestPermission()) === "granted" && (await register().then(() => true, () => false));
  if (!allowed) return page.say(tr("The browser does not allow notices from this page. Its settings for the page can change that."));
  if (page.state.notices) page.redraw(); // the browser allows them again
  else page.toggle("notices");
}

/**
 * Shows a notice if the page is hidden. A later notice of the same game replaces it, and the system alerts the user again.
 * @param {string} title @param {string} text @param {string} id of the game
 */
export async function tell(title, text, id) {
  if (!document.hidden || !on()) return;
  try {
    await register(); // without a worker that is registered, ready never settles
    const worker = await navigator.serviceWorker.ready;
    const options = { body: text, tag: id, renotify: true, icon: "icon-192.png", data: `./#${id}` };
    if (document.hidden) await worker.showNotification(title, options);
  } catch (error) {
    reportError(error);
  }
}

/** Closes the notices of a game. @param {string} id */
export async function clear(id) {
  if (!possible()) return;
  const worker = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  for (const notice of (await worker?.getNotifications({ tag: id })) ?? []) notice.close();
}
