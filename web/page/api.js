// Talks to the server. What it answers is written down here as types.

/**
 * @typedef {{x: number, y: number, name: string}} Point
 * @typedef {{name: string, width: number, height: number, points: Point[], edges: [number, number][], stars: number[],
 *   beyond: number, life?: {text: string, weights: number[]}}} Graph
 * @typedef {{points: number, note?: string}} ScoreItem
 * @typedef {{key: string, title: string, black?: ScoreItem, white?: ScoreItem}} ScoreRow
 * @typedef {{stones: number, territory: number, dead: number, total: number}} SideScore
 * @typedef {{scoring: string, owners: number[], reasons: number[], texts: {kind: "stone"|"territory"|"dead"|"dame"|"none", text: string}[],
 *   rows: ScoreRow[], black: SideScore, white: SideScore, neutral: number, lead: number, result: string, lines: string[],
 *   inStones?: {black: number, white: number, half: number}}} Score
 * @typedef {{name: string, title: string, values: Record<string, string>, agreement: boolean, cleanup: boolean, requester: boolean,
 *   button: boolean, komi?: number, description?: string, source?: string, group?: "usual"|"other"|"specification"}} Rules
 * @typedef {{win: number, lead: number, visits: number, number: number}} Estimate
 * @typedef {"black"|"white"} Color
 *
 * @typedef {object} Game
 * @property {string} id
 * @property {number} version
 * @property {Graph} graph
 * @property {Rules} rules
 * @property {number} komi
 * @property {number} handicap
 * @property {"black"|"white"|"both"|"none"} human
 * @property {number} timeMs
 * @property {number} visits
 * @property {string} [blackName]
 * @property {string} [whiteName]
 * @property {string} [recordResult]  the result as an opened record has it, while nothing was played on
 * @property {string[]} [notes]   what was wrong with a record that was opened
 * @property {number[]} stones    by point: 1 black, -1 white, 0 empty
 * @property {Color} toPlay
 * @property {number} number      of the next move
 * @property {string} lastMove
 * @property {string} koBan
 * @property {0|1|2} cleanup     the phase of the clean-up
 * @property {string[]} blocked   stones that may not be retaken in the clean-up yet
 * @property {boolean} lifted     the last turn was spent on lifting such a block
 * @property {""|Color} button    who took it
 * @property {{black: number, white: number}} captures
 * @property {{color: Color, vertex: string}[]} moves
 * @property {"play"|"dead"|"over"} phase
 * @property {boolean} yourTurn
 * @property {boolean} canUndo
 * @property {""|"waiting"|"thinking"|"counting"} thinking
 * @property {string} message
 * @property {string} result
 * @property {string} resultText
 * @property {string[]} dead
 * @property {Score} [score]
 * @property {Estimate} [estimate]
 */

/** A refusal of the server: a sentence for people, and the field it is about. */
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
 */
async function request(method, path, body, type) {
  let response;
  try {
    response = await fetch(`/api/${path}`, { method, body, headers: type ? { "Content-Type": type } : {} });
  } catch {
    throw new Refusal("The program does not answer. Is it still running?", 0);
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refusal(answer.error ?? `The server answered ${response.status}.`, response.status, answer.field);
  return answer;
}

/** @param {string} path */
export const get = (path) => request("GET", path);
/** @param {string} path @param {object} body */
export const post = (path, body) => request("POST", path, JSON.stringify(body), "application/json");
/** @param {string} path */
export const remove = (path) => request("DELETE", path);
/** @param {Blob} file a record in SGF */
export const upload = (file) => request("POST", "open", file, "application/x-go-sgf");

/**
 * Follows a game. The browser reconnects by itself while the server is merely
 * away; when it gives up, we try again.
 * @param {string} id
 * @param {{state: (game: Game) => void, gone: () => void, connected: (yes: boolean) => void}} on
 * @returns {() => void} stops following
 */
export function follow(id, on) {
  let source;
  let timer;
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
