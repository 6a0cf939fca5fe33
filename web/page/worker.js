// Runs in the browser beside the page, where the page is installed as a program or may notify the user. It keeps the
// files of the page, so that an installed page opens although the server does not answer, and says so. It shows notices
// and opens the game of a notice. Requests for data always go to the server.

const me = /** @type {any} */ (self);

me.addEventListener("install", () => void me.skipWaiting());
me.addEventListener("activate", (event) => event.waitUntil(me.clients.claim()));

me.addEventListener("fetch", (event) => {
  const { pathname, search, origin } = new URL(event.request.url);
  // An address with a search has a key, which nothing keeps.
  if (event.request.method !== "GET" || origin !== location.origin || search !== "" || pathname.startsWith("/api/")) return;
  event.respondWith(latest(event));
});

/** The file as the server has it, or as it was when the server last answered. */
async function latest(event) {
  const { request } = event;
  let answer;
  try {
    answer = await fetch(request);
  } catch (error) {
    const kept = await caches.open("page").then((files) => files.match(request, { ignoreVary: true })).catch(() => undefined);
    if (kept) return kept;
    throw error;
  }
  if (answer.ok && !answer.redirected) event.waitUntil(keep(request, answer.clone()).catch(() => {}));
  return answer;
}

/** Stores an answer for the time when the server does not answer. @param {Request} request @param {Response} answer */
const keep = async (request, answer) => (await caches.open("page")).put(request, answer);

me.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

/** Shows a game in the window that has it, or in a new one. @param {string} address */
async function open(address) {
  const { href } = new URL(address, location.href);
  /** @type {any[]} */ const windows = await me.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = windows.find(({ url }) => url === href);
  await (shown ? shown.focus() : me.clients.openWindow(address));
}
