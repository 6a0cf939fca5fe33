// Sends requests to the server. ../types.d.ts has the types of the answers.
import * as seats from "./seats.js";
import { tr } from "./text.js";

/** @import { ChatMessage, Game, People } from "../types.d.ts" */

/** An error from the server: a sentence for the user, and the field of the request that is wrong. */
export class Refusal extends Error {
  /** @param {string} sentence @param {number} status @param {string} [field] */
  constructor(sentence, status, field) {
    super(sentence);
    this.status = status;
    this.field = field;
  }
}

/**
 * @param {string} method
 * @param {string} path below /api/
 * @param {BodyInit} [body]
 * @param {string} [type]
 * @param {AbortSignal} [signal]  ends the request
 * @param {Record<string, string>} [headers]
 * @returns {Promise<any>}
 */
async function request(method, path, body, type, signal, headers = seats.headersOf(path)) {
  const response = await fetched(`/api/${path}`, { method, body, headers: type ? { ...headers, "Content-Type": type } : headers, signal });
  return response.json().catch(() => ({}));
}

/** Fetches an answer of the server that may be a file. @param {string} address @param {RequestInit} [how] @returns {Promise<Response>} */
export async function fetched(address, how) {
  let response;
  try {
    response = await fetch(address, how);
  } catch {
    throw new Refusal(tr("tengen does not answer. Is it still running?"), 0);
  }
  if (response.ok) return response;
  const answer = await response.json().catch(() => ({}));
  throw new Refusal(answer.error ?? tr("The server answered {status}.", { status: response.status }), response.status, answer.field);
}

/** The pause after some failures, in milliseconds. Each is twice the one before, up to half a minute. @param {number} first @param {number} failures */
export const pauseAfter = (first, failures) => Math.min(first * 2 ** failures, 30_000);

/** @param {string} path @param {AbortSignal} [signal] @returns {Promise<any>} */
export const get = (path, signal) => request("GET", path, undefined, undefined, signal);
/** Asks the server why it refused a stream of events, because EventSource does not say. @param {string} path @returns {Promise<string>} */
export async function whyRefused(path) {
  const stop = new AbortController();
  const response = await fetch(`/api/${path}`, { signal: stop.signal }).catch(() => null);
  const answer = response && !response.ok ? await response.json().catch(() => ({})) : {};
  stop.abort();
  return answer.error ?? tr("The connection to tengen was lost.");
}
/** @param {string} path @param {object} body @param {Record<string, string>} [headers] */
export const post = (path, body, headers) => request("POST", path, JSON.stringify(body), "application/json", undefined, headers);

const patience = 10_000; // milliseconds for the server to answer a change of a game

/** Changes a game. On a dead connection, the request fails after a while. @param {string} id @param {string} name of the change @param {object} body @returns {Promise<any>} */
export const change = (id, name, body) => request("POST", `games/${id}/${name}`, JSON.stringify(body), "application/json", AbortSignal.timeout(patience));

/** Posts a body. Without an answer in a time, in milliseconds, the request fails. @param {string} path @param {object} body @param {number} time @returns {Promise<any>} */
export const postWithin = (path, body, time) => request("POST", path, JSON.stringify(body), "application/json", AbortSignal.timeout(time));

/**
 * Sends a request and reads the lines of its answer as they arrive. Each line is a JSON value.
 * @param {string} path @param {object} body @param {AbortSignal} signal  ends the request
 * @returns {AsyncGenerator<any>}
 */
export async function* lines(path, body, signal) {
  const response = await fetched(`/api/${path}`, { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" }, signal });
  if (!response.body) return;
  try {
    for await (const line of linesOf(response.body)) yield JSON.parse(line);
  } catch (error) {
    if (error instanceof SyntaxError) throw error;
    throw new Refusal(tr("The connection to tengen was lost."), 0);
  }
}

/** The lines of a body as they arrive. @param {ReadableStream<Uint8Array<ArrayBuffer>>} body @param {() => void} [arrived] is called for each part */
async function* linesOf(body, arrived = () => {}) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    arrived();
    const all = (rest + part.value).split("\n");
    rest = all.pop() ?? "";
    yield* all;
  }
}

/** @param {string} path */
export const remove = (path) => request("DELETE", path);
/** @param {Blob|string} content  a record in any format @param {string} name  the name of its file @returns {Promise<any>} */
export const uploadRecord = (content, name) => request("POST", `records?name=${encodeURIComponent(name)}`, content, "application/octet-stream");
/** @param {string} path @param {FormData} files */
export const uploadFiles = (path, files) => request("POST", path, files);

/** Changes a record while the page closes. The page does not read the answer. @param {string} path @param {object} body */
export const postLast = (path, body) =>
  void fetch(`/api/${path}`, { method: "POST", keepalive: true, body: JSON.stringify(body), headers: { "Content-Type": "application/json" } });

/** The server sends something at least every 15 seconds. After this time without anything, the connection is dead. */
const silence = 25_000;
const answerTime = 5_000; // time for the server to answer when the page connects

/**
 * Follows a game until the returned function is called. If the connection is lost, or is silent for too long, this
 * function connects again. It does not use EventSource, which cannot send the secret of a seat.
 * @param {string} id
 * @param {object} on
 * @param {(game: Game) => void} on.state
 * @param {(estimate: Game["estimate"]) => void} on.estimate
 * @param {(chat: {from: number, messages: ChatMessage[]}) => void} on.chat
 * @param {(people: People) => void} on.people
 * @param {(ping: {ping: number}) => void} on.ping
 * @param {(why: string, deleted: boolean) => void} on.gone  the game was deleted, or may not be seen
 * @param {(yes: boolean) => void} on.connected
 * @returns {() => void} stops following
 */
export function follow(id, on) {
  let connection = new AbortController();
  let stopped = false;
  let timer = 0;
  let failures = 0; // number of connections since the server last sent something
  let wake = () => {}; // ends the pause before the next connection
  const again = () => {
    connection.abort();
    wake();
  };
  const listen = (time = silence) => {
    clearTimeout(timer);
    timer = setTimeout(again, time);
  };
  const stream = async () => {
    listen(answerTime);
    const response = await fetch(`/api/games/${id}/events`, { headers: seats.headersOf(`games/${id}`), signal: connection.signal, cache: "no-store" });
    if ([401, 403, 404].includes(response.status)) {
      stopped = true;
      const { error } = await response.json().catch(() => ({}));
      const deleted = response.status === 404;
      return on.gone(deleted ? tr("This game was deleted.") : error ?? tr("You may not see this game."), deleted);
    }
    if (!response.ok || !response.body) return;
    listen();
    on.connected(true);
    let name = "";
    for await (const line of linesOf(response.body, () => listen())) {
      if (stopped) return;
      failures = 0;
      if (line.startsWith("event: ")) name = line.slice(7);
      if (!line.startsWith("data: ")) continue;
      const data = JSON.parse(line.slice(6));
      try {
        if (name === "state") on.state(data);
        if (name === "estimate") on.estimate(data);
        if (name === "chat") on.chat(data);
        if (name === "people") on.people(data);
        if (name === "ping") on.ping(data);
      } catch (error) {
        reportError(error); // a fault of the page is not one of the connection
      }
      if (name === "gone") {
        stopped = true;
        on.gone(tr("This game was deleted."), true);
      }
    }
  };
  const run = async () => {
    while (!stopped) {
      connection = new AbortController();
      await stream().catch(() => {});
      clearTimeout(timer);
      if (stopped) return;
      on.connected(false);
      await new Promise((resolve) => {
        wake = () => resolve(undefined);
        setTimeout(wake, pauseAfter(1000, failures++));
      });
    }
  };
  window.addEventListener("online", again);
  void run();
  return () => {
    stopped = true;
    window.removeEventListener("online", again);
    again();
  };
}
