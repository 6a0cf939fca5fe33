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
 * @property {string} rank     the engine's: 20k to 9d, or full
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
 * @property {""|Color} proposed  who proposes to end the game here
 * @property {boolean} declined   such a proposal was declined just now
 * @property {number} stands      how often the position has stood, where cycles are not forbidden
 * @property {boolean} cycleVoid  the third time makes the game void
 * @property {boolean} canUndo
 * @property {""|"waiting"|"thinking"|"counting"} thinking
 * @property {string} message
 * @property {string} result
 * @property {string} resultText
 * @property {string[]} dead
 * @property {Score} [score]
 * @property {Estimate} [estimate]
 */

/**
 * A record: a file that somebody opened or began. Its nodes have numbers.
 * @typedef {[node: number, parent: number, color: 0|1|-1, vertex: string, flags: number, move: number, label: string]} TreeEntry
 * @typedef {{severity: "note"|"warning"|"error", place: string, wrong: string, assumed: string, node?: number}} Diagnostic
 * @typedef {{title: string, black: string, white: string, result: string, date: string, nodes: number}} GameTitle
 * @typedef {{id: string, name: string, changed: string, original: boolean, games: number, title: string, black: string, white: string, result: string,
 *   date: string, board: string, moves: number, nodes: number}} Summary
 * @typedef {"circle"|"square"|"triangle"|"cross"|"selected"|"dim"|"territoryBlack"|"territoryWhite"|"view"} Mark
 * @typedef {{seconds?: number, overtime?: number}} Clock
 * @typedef {{vertex: string, win?: number, lead?: number, visits: number, prior?: number, pv?: string[]}} Candidate
 *
 * @typedef {object} Position  of a node
 * @property {number} node
 * @property {number} number   moves so far
 * @property {number[]} stones
 * @property {Color} toPlay
 * @property {string} lastMove
 * @property {string} koBan
 * @property {{black: number, white: number}} captures
 * @property {string} comment
 * @property {string} name
 * @property {Record<Mark, string[]>} marks
 * @property {Record<string, string>} labels
 * @property {[string, string][]} lines
 * @property {[string, string][]} arrows
 * @property {{name: string, level: number}[]} judgements
 * @property {{black?: Clock, white?: Clock}} clocks
 * @property {{engine?: string, win?: number, lead?: number, visits: number, candidates?: Candidate[]}} [analysis]
 * @property {Diagnostic[]} faults
 * @property {{node: number, color: Color|"empty", vertex: string}[]} children
 * @property {number} parent
 * @property {number[]} variation  the siblings, this node among them
 * @property {{name: string, values: string[]|null, bytes: number}[]} properties  those that the page does not show otherwise
 *
 * @typedef {object} GameRecord
 * @property {string} id
 * @property {string} name
 * @property {string} format
 * @property {string} encoding
 * @property {boolean} original  the bytes that were opened are there
 * @property {string} [message]  what was wrong with the server's own file
 * @property {number} version
 * @property {number} game     which of the games
 * @property {GameTitle[]} games
 * @property {Graph} graph
 * @property {Record<string, string>} info
 * @property {string} rules
 * @property {number} komi
 * @property {string[]} notes
 * @property {Diagnostic[]} diagnostics
 * @property {number} omitted
 * @property {boolean} canUndo
 * @property {boolean} canRedo
 * @property {number} node     where to go first
 * @property {{root: number, nodes: TreeEntry[]}} tree
 * @property {Position} position
 *
 * @typedef {{game: number, title: string, black: string, white: string, result: string, date: string, file: string, board: string, moves: number,
 *   move: number, hits: number, width: number, height: number, stones: number[], part: number[], lastMove: string}} Hit
 * @typedef {{x: number, y: number, color: Color, count: number, later: number, blackWins: number, whiteWins: number}} Continuation
 * @typedef {{total: number, games: number, took: number, hits: Hit[], continuations: Continuation[], tenuki: number, ends: number,
 *   blackWins: number, whiteWins: number}} Found
 * @typedef {{done: number, total: number, left?: number, files: number, games: number, duplicates: number, problems: number}} Progress
 * @typedef {{files: number, known: number, games: number, duplicates: number, unindexed: number, problems: number, listed: string[],
 *   stopped: boolean, error?: string, seconds: number}} Import
 * @typedef {{games: number, path: string, indexing?: Progress, last?: Import, error?: string}} LibraryState
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
/** @param {Blob|string} content of a record in any format @param {string} name of its file */
export const uploadRecord = (content, name) => request("POST", `records?name=${encodeURIComponent(name)}`, content, "application/octet-stream");
/** @param {string} path @param {FormData} files */
export const uploadFiles = (path, files) => request("POST", path, files);

/** Changes a record while the page closes: nobody waits for the answer. @param {string} path @param {object} body */
export const postLast = (path, body) =>
  void fetch(`/api/${path}`, { method: "POST", keepalive: true, body: JSON.stringify(body), headers: { "Content-Type": "application/json" } });

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
