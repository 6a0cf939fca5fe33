// Downloads of files that need the secret of a seat.
import * as api from "./api.js";
import * as page from "./page.js";
import * as seats from "./seats.js";

/**
 * Downloads the SGF file of a game or a tournament. A link does not send the secret of a seat, which a visitor
 * without a role needs.
 * @param {Event} event  a click on a link to the file
 * @param {"games"|"tournaments"} kind @param {string} id
 */
export async function downloadSGF(event, kind, id) {
  if (page.state.config?.role !== "anyone") return; // the link works
  event.preventDefault();
  await page.attempt(async () => {
    const response = await api.fetched(`/api/${kind}/${id}/sgf`, { headers: seats.headersOf(`${kind}/${id}`) });
    const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(await response.blob()), download: `tengen-${id}.sgf` });
    link.click();
    URL.revokeObjectURL(link.href);
  });
}
