// Opens the part of the page that the URL names.
import * as api from "./api.js";
import * as game from "./game.js";
import * as lists from "./lists.js";
import * as page from "./page.js";
import { keepInvitation } from "./seats.js";
import { turnAway } from "./share.js";
import { tr } from "./text.js";

export async function start() {
  await page.attempt(async () => page.update({ config: await page.insist(() => api.get("config"), () => true, Infinity) }));
  if (page.state.config?.role !== "anyone") history.replaceState(null, "", location.pathname + location.hash); // without ?wrong
  page.onLeave(open);
  window.addEventListener("hashchange", open);
  await open();
}

const idOfGame = /^[a-z0-9]{12}$/;
const brokenInvitation = /^[a-z0-9]{12}\//;
const invitation = /^(tournament\/|)([a-z0-9]{12})\/([0-9a-f]{32})$/;

/** The path of each part; null unless the URL names the part. @param {string} id */
function pathsOf(id) {
  /** @param {string} name */
  const path = (name) => (new RegExp(`^${name}(?:$|[/?])`).test(id) ? id.slice(name.length + 1) : null);
  return { games: path("games"), lab: path("lab"), record: path("record"), library: path("library"), training: path("training"), learning: path("learning"), course: path("course"), lesson: path("lesson"), problems: path("problems"), cluster: path("cluster"), club: path("club"), tournament: path("tournament") };
}

/** The address without the secret of an invitation, which the browser keeps. The user may show the address to others. */
function addressed() {
  const [, part, id, secret] = invitation.exec(page.addressed()) ?? [];
  if (!id) return page.addressed();
  keepInvitation(id, secret);
  history.replaceState(null, "", `#${part}${id}`);
  return part + id;
}

async function open() {
  const id = addressed();
  if (game.state.game?.id === id) return;
  game.close();
  if (id === "new" || id.startsWith("new?")) {
    // A link to a new game opens the form and fills it in. The address stays, so a reload fills in the form again.
    const setup = Object.fromEntries(new URLSearchParams(location.hash.slice(5)));
    page.update({ ...pathsOf(""), message: "", setup, dialog: "" });
    return void lists.load();
  }
  const paths = pathsOf(id);
  page.update({ ...paths, dialog: "", message: "" });
  if (Object.values(paths).some((path) => path !== null)) return;
  if (brokenInvitation.test(id) && !page.mayAll()) return turnAway();
  if (id && !idOfGame.test(id)) return page.leave(tr("This address is unknown: “{id}”.", { id: id.slice(0, 60) }));
  if (id) return game.open(id);
  page.update({ setup: {} });
  await lists.load();
}

/** The part of the page that is open. */
export function room() {
  const { games, lab, record, library, training, learning, course, lesson, problems, cluster, club, tournament } = page.state;
  if (game.state.game) return "game";
  if (games !== null) return "games";
  if (lab !== null) return "lab";
  if (record !== null) return "record";
  if (library !== null) return "library";
  if (learning !== null) return "learning";
  if (course !== null) return "course";
  if (lesson !== null) return "lesson";
  if (problems !== null) return "problems";
  if (cluster !== null) return "cluster";
  if (club !== null) return "club";
  if (tournament !== null) return "tournament";
  return training !== null ? "training" : "home";
}
