// Sends requests to the server. ../types.d.ts has the types of the answers.

/** @import { Game } from "../types.d.ts" */

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
 * @returns {Promise<any>}
 */
async function request(method, path, body, type, signal) {
  let response;
  try {
    response = await fetch(`/api/${path}`, { method, body, headers: type ? { "Content-Type": type } : {}, signal });
  } catch {
    throw new Refusal("tengen does not answer. Is it still running?", 0);
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refusal(answer.error ?? `The server answered ${response.status}.`, response.status, answer.field);
  return answer;
}

/** @param {string} path @param {AbortSignal} [signal] @returns {Promise<any>} */
export const get = (path, signal) => request("GET", path, undefined, undefined, signal);
/** @param {string} path @param {object} body */
export const post = (path, body) => request("POST", path, JSON.stringify(body), "application/json");
/**
 * Sends a request and reads the lines of its answer as they arrive. Each line is a JSON value.
 * @param {string} path @param {object} body @param {AbortSignal} signal  ends the request
 * @returns {AsyncGenerator<any>}
 */
export async function* lines(path, body, signal) {
  let response;
  try {
    response = await fetch(`/api/${path}`, { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" }, signal });
  } catch {
    throw new Refusal("tengen does not answer. Is it still running?", 0);
  }
  if (!response.ok || !response.body) {
    const answer = await response.json().catch(() => ({}));
    throw new Refusal(answer.error ?? `The server answered ${response.status}.`, response.status, answer.field);
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const all = (rest + part.value).split("\n");
      rest = all.pop() ?? "";
      for (const line of all) yield JSON.parse(line);
    }
  } catch (error) {
    if (error instanceof SyntaxError) throw error;
    throw new Refusal("The connection to tengen was lost.", 0);
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

/**
 * Follows a game. The browser reconnects by itself if the connection is lost for a short time. When the browser gives
 * up, this function connects again.
 * @param {string} id
 * @param {{state: (game: Game) => void, gone: () => void, connected: (yes: boolean) => void}} on
 * @returns {() => void} stops following
 */
export function follow(id, on) {
  /** @type {EventSource} */ let source;
  let timer = 0;
  const connect = () => {
    source = new EventSource(`/api/games/${id}/events`);
    source.addEventListener("open", () => on.connected(true));
    source.addEventListener("state", (e) => on.state(JSON.parse(e.data)));
    source.addEventListener("gone", () => {
      source.close();
      on.gone();
    });
    source.addEventListener("error", () => {
      on.connected(false);
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(connect, 2000);
    });
  };
  connect();
  return () => {
    clearTimeout(timer);
    source.close();
  };
}
