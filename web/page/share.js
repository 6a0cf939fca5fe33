// The links to this server: which there are, and their addresses.
import * as api from "./api.js";
import * as page from "./page.js";

/** @import { Code, Links } from "../types.d.ts" */

export const state = {
  /** @type {Links|null} */ links: null,
  uninvited: "", // the address of a game that this browser may not see
  deleted: false, // because it was deleted
  /** @type {{link: string, code: Code}|null} */ shown: null, // the link whose QR code is on the page
};

/** @param {Partial<typeof state>} changes */
function update(changes) {
  Object.assign(state, changes);
  page.redraw();
}

/** Says that the invitation at the address does not work, or that its game was deleted. @param {boolean} [deleted] */
export const turnAway = (deleted = false) => update({ uninvited: page.addressed(), deleted });

export const load = () => page.attempt(async () => update({ links: await api.get("access"), shown: null }));

/** Makes a new link for a role, or removes its link. @param {string} role @param {boolean} on */
export const change = (role, on) => page.attempt(async () => update({ links: await api.post("access", { role, on }), shown: null }));

/** Shows the QR code of a link. @param {string} link */
export const showCode = (link) => page.attempt(async () => update({ shown: { link, code: await api.post("qr", { text: link }) } }));

/** Whether a host leads only to this machine. @param {string} host */
export const isLocal = (host) => /^(localhost|127\..*|\[::1\])$/.test(host);

/** The address of this server for other machines, or "" if they cannot reach it. */
export function base() {
  return isLocal(location.hostname) ? (state.links?.addresses[0] ?? "") : `${location.origin}/`;
}
