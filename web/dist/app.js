// ../page/seats.js
var secretOf = (id) => localStorage.getItem(`seat ${id}`) ?? "";
var keepSecret = (id, secret) => localStorage.setItem(`seat ${id}`, secret);
var invitationOf = (id) => localStorage.getItem(`invitation ${id}`) ?? "";
var keepInvitation = (id, secret) => localStorage.setItem(`invitation ${id}`, secret);
function follow(from, to) {
  if (secretOf(from)) keepSecret(to, secretOf(from));
  if (invitationOf(from)) keepInvitation(to, invitationOf(from));
}
var newSecret = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, "0")).join("");
var seatHeader = (secret) => secret ? { "X-Tengen-Seat": secret } : {};
function headersOf(path) {
  const id = /^(?:games|tournaments)\/([a-z2-7]{12})/.exec(path)?.[1];
  if (!id) return {};
  const invitation2 = invitationOf(id);
  return { ...seatHeader(secretOf(id)), ...invitation2 ? { "X-Tengen-Invitation": invitation2 } : {} };
}

// ../page/languages.js
var languages = {
  "de": { name: "Deutsch", share: 100 },
  "es": { name: "Español", share: 100 },
  "fr": { name: "Français", share: 100 },
  "ja": { name: "日本語", share: 100 },
  "ko": { name: "한국어", share: 100 },
  "zh-Hans": { name: "简体中文", share: 100 },
  "zh-Hant": { name: "繁體中文", share: 100 }
};

// ../page/text.js
var memory = "language";
var root = globalThis.document?.documentElement;
var chosen = globalThis.localStorage?.getItem(memory) ?? "";
function choose(tag) {
  if (tag) localStorage.setItem(memory, tag);
  else localStorage.removeItem(memory);
  location.reload();
}
var enough = 95;
function best(wishes, offered) {
  const short3 = (tag) => {
    try {
      const { language: language2, script } = new Intl.Locale(tag).maximize();
      return `${language2}-${script}`;
    } catch {
      return "";
    }
  };
  for (const wish of wishes) {
    const tag = Object.keys(offered).find((t3) => short3(t3) === short3(wish));
    if (tag && offered[tag].share >= enough) return tag;
    if (short3(wish) === short3("en")) break;
  }
  return "en";
}
var load = (name) => fetch(`languages/${name}.json`).then((answer) => answer.ok ? answer.json() : {}, () => ({}));
var language = languages[chosen] || chosen === "en" ? chosen : best(root ? navigator.languages : [], languages);
var { texts = {}, server = {} } = language === "en" ? {} : await load(language);
var catalogue = { texts: new Map(Object.entries(texts)), server: new Map(Object.entries(server)) };
if (root) root.lang = language;
var plurals = new Intl.PluralRules(language);
var numbers = new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 20 });
var tinyNumbers = new Intl.NumberFormat(language, { notation: "scientific", maximumFractionDigits: 2 });
var formFor = (translation, n3) => typeof translation === "string" ? translation : translation[plurals.select(Number(n3))] ?? translation.other;
var number = (n3) => (n3 !== 0 && Math.abs(n3) < 1e-6 ? tinyNumbers : numbers).format(n3);
var written = (value) => typeof value === "number" ? number(value) : String(value);
var fill = (text, values) => text.replace(/\{(\w+)\}/g, (all, name) => name in values ? written(values[name]) : all);
function tr(text, values = {}) {
  const translation = catalogue.texts.get(text);
  return fill(translation ? formFor(translation, values.n) : text.split("¦")[0], values);
}
function trCount(n3, one, other, values = {}) {
  const translation = catalogue.texts.get(other);
  return fill(translation ? formFor(translation, n3) : n3 === 1 ? one : other, { n: n3, ...values });
}
var trParts = (text, values) => tr(text).split(/\{(\w+)\}/).map((part, i2) => i2 % 2 ? values[part] : part);
function placeOf(key) {
  const own = key.replace(/\{\w+\}/g, "");
  if (!/\p{L}/u.test(own)) return 0;
  return key.startsWith("{why}") ? 1e3 + own.length : own.length;
}
var valueOf = (name) => `(?<${name}>${{ n: "[-+]?[\\d.]+(?:e[-+]?\\d+)?", color: "\\w+", player: "\\w+" }[name] ?? ".+?"})`;
var patterns = [...catalogue.server].filter(([key]) => key.includes("{")).sort(([a2], [b]) => placeOf(b) - placeOf(a2)).map(([key, translation]) => ({
  shape: new RegExp(`^${key.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{(\w+)\}/g, (_2, name) => valueOf(name))}$`, "s"),
  translation,
  worded: placeOf(key) > 0
}));
function trServer(text) {
  const whole = catalogue.server.get(text) ?? catalogue.texts.get(text);
  if (whole) return formFor(whole, 1);
  for (const { shape: shape2, translation, worded } of patterns) {
    const values = shape2.exec(text)?.groups;
    if (!values) continue;
    const said = Object.entries(values).map(([name, v2]) => [name, name === "name" ? v2 : /^\d+(\.\d+)?$/.test(v2) ? Number(v2) : trServer(v2)]);
    if (worded || said.some(([name, v2]) => v2 !== values[name])) return fill(formFor(translation, values.n), Object.fromEntries(said));
  }
  return text;
}
var trBoard = (name) => name.replace(/[a-z]{2,}(?:[ -][a-z]{2,})*/g, trServer);
var trVertex = (vertex) => vertex === "pass" ? tr("pass") : vertex;
var course = /* @__PURE__ */ new Map();
async function loadCourse() {
  if (language !== "en" && course.size === 0) course = new Map(Object.entries(await load(`course/${language}`)));
}
var paragraphs = (text, translated3) => text.split(/\n{2,}/).map(translated3).join("\n\n");
var trCourse = (text) => paragraphs(text, (p2) => course.get(p2) ?? p2);
var trProblem = (text) => paragraphs(text, trServer);
var decimalFormats = /* @__PURE__ */ new Map();
function decimal(n3, decimals) {
  const format2 = decimalFormats.get(decimals) ?? new Intl.NumberFormat(language, { useGrouping: false, minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  decimalFormats.set(decimals, format2);
  return format2.format(n3);
}
var leadText = (lead) => Math.abs(lead) < 0.05 ? tr("even") : `${lead > 0 ? "B" : "W"}+${decimal(Math.abs(lead), 1)}`;
var grouped = (n3) => n3.toLocaleString(language);
var colorName = (color) => color === "black" ? tr("Black") : color === "white" ? tr("White") : color;

// ../page/api.js
var Refusal = class extends Error {
  /** @param {string} sentence @param {number} status @param {string} [field] */
  constructor(sentence3, status2, field) {
    super(sentence3);
    this.status = status2;
    this.field = field;
  }
};
async function request(method, path, body, type, signal, headers = headersOf(path)) {
  const response = await fetched(`/api/${path}`, { method, body, headers: type ? { ...headers, "Content-Type": type } : headers, signal });
  return response.json().catch(() => ({}));
}
async function fetched(address2, how2) {
  let response;
  try {
    response = await fetch(address2, how2);
  } catch {
    throw new Refusal(tr("tengen does not answer. Is it still running?"), 0);
  }
  if (response.ok) return response;
  const answer = await response.json().catch(() => ({}));
  throw new Refusal(answer.error ?? tr("The server answered {status}.", { status: response.status }), response.status, answer.field);
}
var pauseAfter = (first4, failures) => Math.min(first4 * 2 ** failures, 3e4);
var get = (path, signal) => request("GET", path, void 0, void 0, signal);
async function whyRefused(path) {
  const stop6 = new AbortController();
  const response = await fetch(`/api/${path}`, { signal: stop6.signal }).catch(() => null);
  const answer = response && !response.ok ? await response.json().catch(() => ({})) : {};
  stop6.abort();
  return answer.error ?? tr("The connection to tengen was lost.");
}
var post = (path, body, headers) => request("POST", path, JSON.stringify(body), "application/json", void 0, headers);
var patience = 1e4;
var change = (id, name, body) => request("POST", `games/${id}/${name}`, JSON.stringify(body), "application/json", AbortSignal.timeout(patience));
var postWithin = (path, body, time) => request("POST", path, JSON.stringify(body), "application/json", AbortSignal.timeout(time));
async function* lines(path, body, signal) {
  const response = await fetched(`/api/${path}`, { method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" }, signal });
  if (!response.body) return;
  try {
    for await (const line3 of linesOf(response.body)) yield JSON.parse(line3);
  } catch (error) {
    if (error instanceof SyntaxError) throw error;
    throw new Refusal(tr("The connection to tengen was lost."), 0);
  }
}
async function* linesOf(body, arrived = () => {
}) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    arrived();
    const all = (rest + part.value).split("\n");
    rest = all.pop() ?? "";
    yield* all;
  }
}
var remove = (path) => request("DELETE", path);
var uploadRecord = (content2, name) => request("POST", `records?name=${encodeURIComponent(name)}`, content2, "application/octet-stream");
var uploadFiles = (path, files) => request("POST", path, files);
var postLast = (path, body) => void fetch(`/api/${path}`, { method: "POST", keepalive: true, body: JSON.stringify(body), headers: { "Content-Type": "application/json" } });
var silence = 25e3;
var answerTime = 5e3;
function follow2(id, on2) {
  let connection = new AbortController();
  let stopped = false;
  let timer5 = 0;
  let failures = 0;
  let wake = () => {
  };
  const again8 = () => {
    connection.abort();
    wake();
  };
  const listen2 = (time = silence) => {
    clearTimeout(timer5);
    timer5 = setTimeout(again8, time);
  };
  const stream = async () => {
    listen2(answerTime);
    const response = await fetch(`/api/games/${id}/events`, { headers: headersOf(`games/${id}`), signal: connection.signal, cache: "no-store" });
    if ([401, 403, 404].includes(response.status)) {
      stopped = true;
      const { error } = await response.json().catch(() => ({}));
      const deleted = response.status === 404;
      return on2.gone(deleted ? tr("This game was deleted.") : error ?? tr("You may not see this game."), deleted);
    }
    if (!response.ok || !response.body) return;
    listen2();
    on2.connected(true);
    let name = "";
    for await (const line3 of linesOf(response.body, () => listen2())) {
      if (stopped) return;
      failures = 0;
      if (line3.startsWith("event: ")) name = line3.slice(7);
      if (!line3.startsWith("data: ")) continue;
      const data = JSON.parse(line3.slice(6));
      try {
        if (name === "state") on2.state(data);
        if (name === "estimate") on2.estimate(data);
        if (name === "chat") on2.chat(data);
        if (name === "people") on2.people(data);
        if (name === "ping") on2.ping(data);
      } catch (error) {
        reportError(error);
      }
      if (name === "gone") {
        stopped = true;
        on2.gone(tr("This game was deleted."), true);
      }
    }
  };
  const run = async () => {
    while (!stopped) {
      connection = new AbortController();
      await stream().catch(() => {
      });
      clearTimeout(timer5);
      if (stopped) return;
      on2.connected(false);
      await new Promise((resolve) => {
        wake = () => resolve(void 0);
        setTimeout(wake, pauseAfter(1e3, failures++));
      });
    }
  };
  window.addEventListener("online", again8);
  void run();
  return () => {
    stopped = true;
    window.removeEventListener("online", again8);
    again8();
  };
}

// ../page/page.js
var state = {
  /** @type {Config|null} */
  config: null,
  dialog: "",
  // the open dialog: "new", "friend", "invite", "share", "keys", "resign", "stop", "point" or one of a record or a tournament
  /** @type {Record<string, string>} */
  setup: {},
  // the choices in a link to a new game
  // Each part of the page is open while its path is not null. A game has no path.
  /** @type {string|null} */
  lab: null,
  // a trouble, or game=ID
  /** @type {string|null} */
  record: null,
  // ID/GAME/NODE
  /** @type {string|null} */
  games: null,
  // a search in the list of games
  /** @type {string|null} */
  library: null,
  // a search
  /** @type {string|null} */
  training: null,
  // the chosen runs
  /** @type {string|null} */
  learning: null,
  // the name of a run of tengen learn
  /** @type {string|null} */
  course: null,
  // always ""
  /** @type {string|null} */
  lesson: null,
  // course/NAME/STEP or record/ID/GAME
  /** @type {string|null} */
  problems: null,
  // always ""
  /** @type {string|null} */
  cluster: null,
  // always ""
  /** @type {string|null} */
  club: null,
  // always ""
  /** @type {string|null} */
  tournament: null,
  // the id of a tournament
  message: "",
  /** @type {{text: string, run: () => unknown}|null} */
  remedy: null,
  // the button beside the message
  estimate: stored("estimate") === "yes",
  coordinates: stored("coordinates") !== "no",
  nextMoves: stored("nextMoves") !== "no",
  // on the board of a record
  sounds: stored("sounds") === "yes",
  notices: stored("notices") === "yes",
  // of the system, when a game waits for the user or has ended
  theme: stored("theme") ?? "system",
  // of the page: "system", "light" or "dark"
  board: stored("board") ?? "light"
  // "light", "dark" or "paper"
};
function stored(name) {
  return localStorage.getItem(name);
}
var draw = () => {
};
var openAddress = () => {
};
var messageTimer = 0;
function onChange(f2) {
  draw = f2;
}
function onLeave(f2) {
  openAddress = f2;
}
var afterPaint = (f2) => requestAnimationFrame(() => setTimeout(f2));
var redraw = () => draw();
function update(changes2) {
  Object.assign(state, changes2);
  draw();
}
var capital = (text) => /^\S+[./\\]\S/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
var sentence = (text) => capital(trServer(text));
var plain = (text) => text.replace(/^move \d+, \w+ (\S+), is illegal: /, "You cannot play $1: ");
function say(text, remedy = null) {
  clearTimeout(messageTimer);
  if (text) messageTimer = setTimeout(() => update({ message: "" }), 7e3);
  update({ message: capital(text), remedy });
}
async function copy(text) {
  if (await navigator.clipboard?.writeText(text).then(() => true, () => false)) return true;
  const field = Object.assign(document.createElement("textarea"), { value: text, readOnly: true });
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  return copied;
}
var copyAndSay = async (text) => say(await copy(text) ? tr("Copied.") : tr("The browser does not allow this page to copy text. Select the text and copy it yourself."));
async function attempt(task) {
  try {
    await task();
  } catch (error) {
    if (!(error instanceof Unwanted)) say(sentence(plain(messageOf(error))));
  }
}
var Unwanted = class extends Error {
};
var passes = ({ status: status2 }) => status2 === 0 || status2 === 429 || status2 >= 502 && status2 <= 504;
var pause = 2e3;
function staying() {
  const name = () => addressed().split(/[?/]/)[0];
  const here3 = name();
  return () => name() === here3;
}
async function insist(task, wanted2 = staying(), tries = 3) {
  for (let failures = 0; ; failures++) {
    try {
      const answer = await task();
      if (failures > 0 && wanted2()) say("");
      return answer;
    } catch (error) {
      const again8 = passes(error) || error.status >= 500 && failures < tries;
      if (!wanted2()) throw new Unwanted();
      if (!again8) throw error;
      say(sentence(messageOf(error)));
      clearTimeout(messageTimer);
      await new Promise((resolve) => setTimeout(resolve, pauseAfter(pause, failures)));
      if (!wanted2()) throw new Unwanted();
    }
  }
}
function once(task) {
  let running = false;
  return async (...args) => {
    if (running) return;
    running = true;
    try {
      await task(...args);
    } finally {
      running = false;
    }
  };
}
var messageOf = (error) => error instanceof Error ? error.message : String(error);
function addressed() {
  const text = location.hash.slice(1);
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
function leave(why) {
  history.replaceState(null, "", location.pathname);
  openAddress();
  say(sentence(why));
}
var mayAll = () => !state.config || state.config.role === "owner";
var show = (dialog) => update({ dialog, message: "" });
function toggle(name) {
  const value = !state[name];
  localStorage.setItem(name, value ? "yes" : "no");
  update({ [name]: value });
}
function choose2(name, value) {
  localStorage.setItem(name, value);
  document.documentElement.dataset[name] = value;
  update({ [name]: value });
}
function toggleTheme() {
  const { theme } = state;
  const dark2 = theme === "dark" || theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches;
  choose2("theme", dark2 ? "light" : "dark");
}
function findPoint(graph, name) {
  const point2 = graph.points.find((p2) => p2.name.toUpperCase() === name.trim().toUpperCase());
  update({ dialog: "" });
  if (point2) return { vertex: point2.name };
  say(graph.beyond >= 0 ? tr("The board is not drawn at {name} yet. To put a stone there, choose “Play there”.", { name: name.trim() }) : tr("There is no point {name} on this board.", { name: name.trim() }));
  return null;
}

// ../page/analysis.js
var stored2 = JSON.parse(localStorage.getItem("analysis") ?? "{}");
var state2 = {
  on: stored2.on === true,
  /** @type {Layer[]} */
  layers: stored2.layers ?? ["moves"],
  /** @type {"win"|"lead"} */
  label: stored2.label ?? "win",
  // the number in a candidate
  visits: stored2.visits ?? 0,
  // the search stops there; 0 for never
  threat: false,
  // whether the other player is to move
  /** @type {string[]} */
  only: [],
  // the region of interest
  /** @type {string[]} */
  avoid: [],
  picking: "",
  // "only" or "avoid" while clicks on the board choose points
  pointed: "",
  // the candidate whose line is shown
  /** @type {LiveAnalysis|null} */
  result: null,
  second: (
    /** @type {string} */
    stored2.second ?? ""
  ),
  // the name of the judge who is asked, too
  /** @type {LiveAnalysis|null} */
  other: null,
  // the answer of that judge
  error: "",
  lost: false
  // the connection is lost
};
var kept = 300;
var settle = 60;
var again = 2e3;
var client = Math.random().toString(36).slice(2);
var subject = null;
var line = "";
var results = /* @__PURE__ */ new Map();
var courses = /* @__PURE__ */ new Map();
var watchers = /* @__PURE__ */ new Set();
function watch(f2) {
  watchers.add(f2);
  return () => void watchers.delete(f2);
}
var drawing = 0;
function changed() {
  if (drawing) return;
  drawing = requestAnimationFrame(() => {
    drawing = 0;
    for (const f2 of watchers) f2();
  });
}
function update2(changes2) {
  Object.assign(state2, changes2);
  const { on: on2, layers, label, visits, second: second2 } = state2;
  localStorage.setItem("analysis", JSON.stringify({ on: on2, layers, label, visits, second: second2 }));
  changed();
}
var plain2 = () => !state2.threat && state2.only.length === 0 && state2.avoid.length === 0;
function follow3(next3, draws = false) {
  if (next3?.key === subject?.key) return;
  const same = !next3 || next3.line === line;
  subject = next3;
  line = next3?.line ?? line;
  Object.assign(state2, { pointed: "", ...same ? {} : { threat: false, only: [], avoid: [], picking: "" } });
  recall();
  first.restart();
  second.restart();
  if (!draws) changed();
}
function leave2() {
  follow3(null);
  line = "";
}
var Search = class {
  timer = 0;
  /** @type {AbortController|null} */
  running = null;
  lost = false;
  // the connection is lost
  error = "";
  /**
   * @param {() => number} judge  the index of the judge, or -1 for none
   * @param {(here: Subject, result: LiveAnalysis) => void} take  gets each result
   * @param {() => LiveAnalysis|null} known  the latest result
   */
  constructor(judge2, take9, known4) {
    this.judge = judge2;
    this.take = take9;
    this.known = known4;
  }
  stop() {
    clearTimeout(this.timer);
    this.running?.abort();
    this.running = null;
    this.fail(false, "");
  }
  /** Says what keeps this judge from searching: nothing, a lost connection, or an error. @param {boolean} lost @param {string} error */
  fail(lost2, error) {
    Object.assign(this, { lost: lost2, error });
    Object.assign(state2, { lost: first.lost || second.lost, error: first.error || second.error });
  }
  restart() {
    this.stop();
    if (state2.on && subject && this.judge() >= 0) this.timer = setTimeout(() => this.run(), settle);
  }
  /** Searches until the position changes, or the search is over. */
  async run() {
    if (!subject || document.hidden) return;
    const mine = this.running = new AbortController();
    const here3 = subject;
    try {
      for await (const result of lines("analyses", { client, judge: this.judge(), ...questionOf(here3) }, mine.signal)) {
        if (this.running !== mine) return;
        this.fail(false, "");
        this.take(here3, result);
      }
    } catch (refusal) {
      if (this.running !== mine) return;
      const gone2 = refusal instanceof Refusal && refusal.status === 0;
      const busy = refusal instanceof Refusal && refusal.status === 503;
      this.fail(gone2, gone2 ? "" : messageOf(refusal));
      if (gone2 || busy) this.timer = setTimeout(() => this.run(), again);
      return changed();
    }
    if (this.running === mine && this.known()?.doing === "searching") this.timer = setTimeout(() => this.run(), again);
  }
};
function questionOf(here3) {
  const { visits, only, avoid, threat } = state2;
  const other = here3.toPlay === "black" ? "white" : "black";
  return { ...here3.request, visits, ...only.length ? { only } : {}, ...avoid.length ? { avoid } : {}, ...threat ? { player: other } : {} };
}
var judges = () => state.config?.judges ?? [];
var secondJudge = () => judges().lastIndexOf(state2.second) > 0 ? judges().lastIndexOf(state2.second) : -1;
function askSecond(name) {
  update2({ second: name, other: null });
  second.restart();
}
function learn(here3, result) {
  result.policy ??= state2.result?.player === result.player ? state2.result?.policy : void 0;
  state2.result = result;
  const { win, lead, visits } = result;
  if (plain2() && visits > 1) {
    let course2 = courses.get(here3.line);
    if (!course2) courses.set(here3.line, course2 = /* @__PURE__ */ new Map());
    if (visits >= (course2.get(here3.node)?.visits ?? 0)) {
      keep(here3.key, result);
      course2.set(here3.node, { win, lead, visits });
    }
  }
  changed();
}
function learnSecond(here3, other) {
  Object.assign(state2, { other });
  if (plain2()) keep(`${state2.second} ${here3.key}`, other);
  changed();
}
function keep(key, result) {
  results.delete(key);
  results.set(key, result);
  if (results.size > kept) results.delete(
    /** @type {string} */
    results.keys().next().value
  );
}
var first = new Search(() => judges().length > 0 ? 0 : -1, learn, () => state2.result);
var second = new Search(secondJudge, learnSecond, () => state2.other);
function stop() {
  first.stop();
  second.stop();
}
function restart() {
  first.restart();
  second.restart();
  changed();
}
function recall() {
  const known4 = (key) => subject && plain2() ? results.get(key) ?? null : null;
  Object.assign(state2, { result: known4(subject?.key ?? ""), other: known4(`${state2.second} ${subject?.key}`) });
}
function forget(game) {
  for (const line3 of courses.keys()) if (line3.startsWith(game)) courses.delete(line3);
}
var courseOf = (line3) => courses.get(line3) ?? /* @__PURE__ */ new Map();
var possible = () => subject !== null;
function toggle2() {
  update2({ on: !state2.on, picking: "" });
  restart();
}
function toggleLayer(layer) {
  const layers = state2.layers.includes(layer) ? state2.layers.filter((l2) => l2 !== layer) : [...state2.layers, layer];
  update2({ layers });
  if (!state2.on) toggle2();
}
var setLabel = (label) => update2({ label });
function setVisits(visits) {
  update2({ visits });
  restart();
}
function toggleThreat() {
  update2({ threat: !state2.threat, result: null, other: null });
  restart();
}
function point(vertex) {
  if (state2.pointed === vertex) return;
  state2.pointed = vertex;
  changed();
}
var pick = (what) => update2({ picking: state2.picking === what ? "" : what });
function touch(vertex) {
  const what = state2.picking;
  if (what !== "only" && what !== "avoid") return false;
  const list = state2[what].includes(vertex) ? state2[what].filter((v2) => v2 !== vertex) : [...state2[what], vertex];
  update2({ [what]: list, result: null, other: null });
  restart();
  return true;
}
function clear() {
  update2({ only: [], avoid: [], picking: "", threat: false });
  recall();
  restart();
}
document.addEventListener("visibilitychange", () => document.hidden ? stop() : restart());

// ../page/grain.js
var shells = 12;
function hash(text) {
  let h2 = 2166136261;
  for (let i2 = 0; i2 < text.length; i2++) h2 = Math.imul(h2 ^ text.charCodeAt(i2), 16777619);
  return mixed(h2);
}
function mixed(h2) {
  h2 = Math.imul(h2 ^ h2 >>> 16, 569420461);
  h2 = Math.imul(h2 ^ h2 >>> 15, 1935289751);
  return (h2 ^ h2 >>> 15) >>> 0;
}
function numbers2(seed) {
  let state14 = hash(seed);
  return () => mixed(state14 = state14 + 2654435769 | 0) / 2 ** 32;
}
function shellsOf(graph, seed) {
  const near = graph.points.map(() => []);
  for (const [a2, b] of graph.edges) near[Math.max(a2, b)].push(Math.min(a2, b));
  const kinds2 = [];
  for (const [i2, { name }] of graph.points.entries()) {
    const taken2 = new Set(near[i2].map((j2) => kinds2[j2]));
    let kind = hash(`${seed} ${name}`) % shells;
    for (let tries = 0; taken2.has(kind) && tries < shells; tries++) kind = (kind + 1) % shells;
    kinds2.push(kind);
  }
  return kinds2;
}

// ../page/vendor/preact.mjs
var n;
var t;
var r;
var u;
var i;
var f;
var o;
var e;
var l;
var c;
var a;
var s;
var h = /* @__PURE__ */ Symbol.for("pv");
var p = {};
var y = [];
var v = /^m(i|n|o|s|text|space)$/;
var w = Array.isArray;
var d = y.slice;
var _ = Object.assign;
function g(n3) {
  n3 && n3.parentNode && n3.remove();
}
function k(n3, t3, r2) {
  var u2, i2, f2, o2 = {}, e2 = arguments.length;
  for (f2 in t3) "key" == f2 ? u2 = t3[f2] : "ref" == f2 && "function" != typeof n3 ? i2 = t3[f2] : o2[f2] = t3[f2];
  return e2 > 2 && (o2.children = e2 > 3 ? d.call(arguments, 2) : r2), m(n3, o2, u2, i2, null);
}
function m(r2, u2, i2, f2, o2) {
  var e2 = { type: r2, props: u2, key: i2, ref: f2, __k: null, __: null, __b: 0, __e: null, __c: null, constructor: h, __v: o2 || ++t, __i: -1, __u: 0 };
  return !o2 && n.vnode && n.vnode(e2), e2;
}
function M() {
  return { current: null };
}
function $(n3) {
  return n3.children;
}
function x(n3, t3) {
  this.props = n3, this.context = t3, this.__g = 0;
}
function S(n3, t3) {
  if (null == t3) return n3.__ && S(n3.__, n3.__i + 1);
  for (var r2; t3 < n3.__k.length; t3++) if ((r2 = n3.__k[t3]) && r2.__e) return r2.__e;
  return "function" != typeof n3.type || n3.props.__P ? null : S(n3);
}
function C(t3) {
  var r2, u2 = t3.__v, i2 = u2.__e, f2 = [], o2 = [], e2 = t3.__P;
  e2 && ((r2 = _({ constructor: h }, u2)).__v = u2.__v + 1, n.vnode && n.vnode(r2), z(e2, r2, u2, t3.__n, e2.namespaceURI, 32 & u2.__u ? [i2] : null, f2, i2 || S(u2), 32 & u2.__u, o2), r2.__v = u2.__v, r2.__.__k[r2.__i] = r2, E(f2, r2, o2), u2.__ = u2.__e = null, r2.__e != i2 && j(r2));
}
function j(n3) {
  if ((n3 = n3.__) && n3.__c && !n3.props.__P) return n3.__e = null, n3.__k.some(function(t3) {
    return t3 && (n3.__e = t3.__e);
  }), j(n3);
}
function L(t3) {
  (8 & t3.__g || (t3.__g |= 8, u.push(t3), f++)) && i == n.debounceRendering || ((i = n.debounceRendering) || queueMicrotask)(H);
}
function H() {
  try {
    for (var n3, t3 = 1; u.length; ) u.length > t3 && u.sort(o), n3 = u.shift(), t3 = u.length, 8 & n3.__g && C(n3);
  } finally {
    (f = u.length) && (i || queueMicrotask)(H);
  }
}
function I(n3, t3, r2, u2, i2, f2, o2, e2, l2, c2, a2) {
  var s2, h2, v2, w2, d2, _2, g2 = u2.__k || y, k2 = t3.length;
  for (l2 = q(r2, t3, g2, l2, k2), s2 = 0; s2 < k2; s2++) null != (v2 = r2.__k[s2]) && (h2 = ~v2.__i && g2[v2.__i] || p, v2.__i = s2, _2 = z(n3, v2, h2, i2, f2, o2, e2, l2, c2, a2), w2 = v2.__e, (h2.ref != v2.ref || 8 & h2.__u) && (h2.ref && G(h2.ref, null, v2, h2), v2.ref && a2.push(v2.ref, v2.__c || w2, v2)), d2 = d2 || w2, 4 & v2.__u ? (l2 = A(v2, l2, n3, !h2.__v), h2.__e && (h2.__e = null)) : "function" == typeof v2.type && void 0 !== _2 ? l2 = _2 : w2 && (l2 = w2.nextSibling), v2.__u &= -21);
  return r2.__e = d2, l2;
}
function q(n3, t3, r2, u2, i2) {
  var f2, o2, e2, l2, c2, a2, s2, p2, y3, v2 = r2.length, d2 = v2, _2 = 0, g2 = 0, k2 = n3.__k = Array(i2);
  for (f2 = 0; f2 < i2; f2++) null != (o2 = t3[f2]) && "boolean" != typeof o2 && "function" != typeof o2 ? ("object" != typeof o2 || o2.constructor === String ? o2 = k2[f2] = m(null, o2) : w(o2) ? o2 = k2[f2] = m($, { children: o2 }) : o2.constructor === h && o2.__b ? o2 = k2[f2] = m(o2.type, o2.props, o2.key, o2.ref, o2.__v) : k2[f2] = o2, l2 = f2 + _2, o2.__ = n3, o2.__b = n3.__b + 1, e2 = null, ~(c2 = o2.__i = P(o2, r2, l2, d2)) && (d2--, (e2 = r2[c2]) && (e2.__u |= 2)), e2 && e2.__v ? (o2.__u |= 16, c2 == l2 - 1 ? _2-- : c2 == l2 + 1 ? _2++ : c2 != l2 && (c2 > l2 ? _2-- : _2++, g2 = 1)) : (~c2 || (i2 > v2 ? _2-- : i2 < v2 && _2++), "function" != typeof o2.type && (o2.__u |= 4))) : k2[f2] = null;
  if (g2) {
    for (a2 = [], s2 = [], f2 = 0; f2 < i2; f2++) if ((o2 = k2[f2]) && 16 & o2.__u) {
      for (_2 = 0, p2 = a2.length; _2 < p2; ) a2[y3 = _2 + p2 >> 1] < o2.__i ? _2 = y3 + 1 : p2 = y3;
      a2[_2] = o2.__i, s2[f2] = _2 + 1;
    }
    for (_2 = a2.length; f2--; ) s2[f2] && (s2[f2] == _2 ? _2-- : k2[f2].__u |= 4);
  }
  if (d2) for (f2 = 0; f2 < v2; f2++) !(e2 = r2[f2]) || 2 & e2.__u || (e2.__e == u2 && (u2 = S(e2)), J(e2, e2));
  return u2;
}
function A(n3, t3, r2, u2) {
  var i2, f2, o2, e2;
  if ("function" == typeof n3.type) {
    if (n3.props.__P) return t3;
    if (i2 = n3.__k) for (f2 = 0; f2 < i2.length; f2++) i2[f2] && (i2[f2].__ = n3, t3 = A(i2[f2], t3, r2, false));
    return t3;
  }
  for (t3 && !t3.parentNode && (t3 = S(n3)) && !t3.parentNode && (t3 = null), o2 = n3.__e, e2 = t3; e2 && 8 == e2.nodeType; ) e2 = e2.nextSibling;
  for (o2 != e2 && (!u2 && r2.moveBefore && o2.parentNode ? r2.moveBefore(o2, t3) : r2.insertBefore(o2, t3 || null)), t3 = o2; (t3 = t3 && t3.nextSibling) && 8 == t3.nodeType && !t3.data.startsWith("$s"); ) ;
  return t3;
}
function P(n3, t3, r2, u2) {
  var i2, f2 = n3.key, o2 = n3.type, e2 = t3[r2], l2 = e2 && !(2 & e2.__u);
  if (null === e2 && null == f2 || l2 && f2 == e2.key && o2 == e2.type) return r2;
  if (u2 > (l2 ? 1 : 0)) {
    for (i2 = r2 - 1; i2 >= 0; i2--) if ((e2 = t3[i2]) && !(2 & e2.__u) && f2 == e2.key && o2 == e2.type) return i2;
    for (i2 = r2 + 1; i2 < t3.length; i2++) if ((e2 = t3[i2]) && !(2 & e2.__u) && f2 == e2.key && o2 == e2.type) return i2;
  }
  return -1;
}
function T(n3, t3, r2) {
  null == r2 && (r2 = ""), "-" == t3[0] ? n3.setProperty(t3, r2) : n3[t3] = r2;
}
function N(n3, t3, r2, u2, i2) {
  var f2, o2;
  if ("style" == t3) if ("string" == typeof r2) n3.style.cssText = r2;
  else {
    if ("string" == typeof u2 && (n3.style.cssText = u2 = ""), u2) for (t3 in u2) r2 && t3 in r2 || T(n3.style, t3);
    if (r2) for (t3 in r2) u2 && r2[t3] == u2[t3] || T(n3.style, t3, r2[t3]);
  }
  else if ("o" == t3[0] && "n" == t3[1]) "function" != typeof r2 && (r2 = null), "function" != typeof u2 && (u2 = null), (n3.__e || (n3.__e = {}))[t3] = r2, r2 && u2 || (o2 = a[t3] || (a[t3] = V(t3)), (n3.__a || (n3.__a = {}))[t3] = c, f2 = t3 != (t3 = t3.replace(l, "$1")), (t3 = t3.slice(2))[0] < "a" && (t3 = t3.toLowerCase()), r2 ? n3.addEventListener(t3, o2, f2) : n3.removeEventListener(t3, o2, f2));
  else {
    if ("http://www.w3.org/2000/svg" == i2) t3 = t3.replace(/xlink(H|:h)/, "h").replace(/sName$/, "s");
    else if ("width" != t3 && "height" != t3 && "href" != t3 && "list" != t3 && "form" != t3 && "tabIndex" != t3 && "download" != t3 && "rowSpan" != t3 && "colSpan" != t3 && "role" != t3 && "popover" != t3 && t3 in n3) try {
      return void (n3[t3] = null == r2 ? "" : r2);
    } catch (n4) {
    }
    if ("function" == typeof r2) return;
    null == r2 || false === r2 && "-" != t3[4] ? n3.removeAttribute(t3) : n3.setAttribute(t3, "popover" == t3 && 1 == r2 ? "" : r2);
  }
}
function V(t3) {
  return function(r2) {
    var u2 = this.__e;
    if (u2) {
      if (u2 = u2[t3], null == r2[e]) r2[e] = c++;
      else if (r2[e] < this.__a[t3]) return;
      return u2(n.event ? n.event(r2) : r2);
    }
  };
}
function z(t3, r2, u2, i2, f2, o2, e2, l2, c2, a2) {
  var s2, p2, v2, d2, k2, b, m2, M2, C2, j2, L2, H2, q2, A2, O, P2, T2, N2, V2 = r2.type;
  if (r2.constructor !== h) return null;
  128 & u2.__u && (c2 = 32 & u2.__u, s2 = u2.__c.__z) && (r2.__u |= c2, p2 = o2 = [], 8 == s2.nodeType ? l2 = B(s2, o2) : o2.push(s2), l2 = o2[0] || l2), (s2 = n.__b) && s2(r2);
  n: if ("function" == typeof V2) {
    v2 = e2.length;
    try {
      if (M2 = r2.props, C2 = (s2 = V2.prototype) && s2.render, j2 = (s2 = V2.contextType) && i2[s2.__c], L2 = s2 ? j2 ? j2.props.value : s2.__ : i2, (d2 = u2.__c) ? (r2.__c = d2, 2 & d2.__g && (d2.__g |= 1)) : (C2 ? r2.__c = d2 = new V2(M2, L2) : (r2.__c = d2 = new x(M2, L2), d2.constructor = V2, d2.render = K), j2 && j2.sub(d2), d2.state || (d2.state = {}), d2.__n = i2, d2.__g |= 8, d2.__h = [], d2.__k = []), C2 && (d2.__s || (d2.__s = d2.state), V2.getDerivedStateFromProps && (d2.__s == d2.state && (d2.__s = _({}, d2.__s)), _(d2.__s, V2.getDerivedStateFromProps(M2, d2.__s)))), k2 = d2.props, b = d2.state, d2.__v = r2, u2.__c) {
        if (M2 !== k2 && C2 && !V2.getDerivedStateFromProps && d2.componentWillReceiveProps && d2.componentWillReceiveProps(M2, L2), r2.__v == u2.__v && !(8 & d2.__g) || !(4 & d2.__g) && d2.shouldComponentUpdate && false === d2.shouldComponentUpdate(M2, d2.__s, L2)) {
          r2.__v != u2.__v && (d2.props = M2, d2.state = d2.__s, d2.__g &= -9), r2.__e = u2.__e, r2.__k = u2.__k, r2.__k.some(function(n3) {
            n3 && (n3.__ = r2);
          }), y.push.apply(d2.__h, d2.__k), d2.__k = [], d2.__h.length && e2.push(d2), l2 = S(u2);
          break n;
        }
        d2.componentWillUpdate && d2.componentWillUpdate(M2, d2.__s, L2), C2 && d2.componentDidUpdate && d2.__h.push(function() {
          d2.componentDidUpdate(k2, b, m2);
        });
      } else C2 && !V2.getDerivedStateFromProps && d2.componentWillMount && d2.componentWillMount(), C2 && d2.componentDidMount && d2.__h.push(d2.componentDidMount);
      d2.context = L2, d2.props = M2, d2.__P = t3, d2.__g &= -5, H2 = n.__r, q2 = C2 ? 25 : 0;
      do {
        d2.__g &= -9, H2 && H2(r2), s2 = d2.render(d2.props, d2.state = d2.__s, d2.context);
      } while (8 & d2.__g && ++q2 < 25);
      C2 && (y.push.apply(d2.__h, d2.__k), d2.__k = []), d2.state = d2.__s, d2.getChildContext && (i2 = _({}, i2, d2.getChildContext())), C2 && u2.__c && d2.getSnapshotBeforeUpdate && (m2 = d2.getSnapshotBeforeUpdate(k2, b)), A2 = s2 && s2.type === $ && null == s2.key ? s2.props.children : s2, M2.__P && (s2 = l2, f2 = (t3 = M2.__P).namespaceURI, c2 = o2 = null, u2.props && u2.props.__P != t3 && (u2.__k.some(function(n3) {
        n3 && J(n3, n3);
      }), u2.__k = null), l2 = u2.__k ? S(u2, 0) : null), l2 = I(t3, w(A2) ? A2 : [A2], r2, u2, i2, f2, o2, e2, l2, c2, a2), M2.__P && (r2.__e = null, l2 = s2), r2.__u &= -161, p2 && p2.some(g), d2.__h.length && e2.push(d2), 1 & d2.__g && (d2.__g &= -4);
    } catch (t4) {
      if (e2.length = v2, r2.__v = null, c2 || o2) if (t4 && t4.then) {
        if (r2.__u |= 128 | c2, o2) {
          for (~(T2 = o2.indexOf(l2 || void 0)) || (T2 = o2.length); (N2 = o2[T2 - 1]) && 8 == N2.nodeType; ) T2--;
          for (; T2 < o2.length; T2++) if (N2 = o2[T2]) if (o2[T2] = null, O) {
            if (N2 == P2) break;
          } else {
            if (8 != N2.nodeType) break;
            N2.data.startsWith("$s") && (P2 = B(O = N2));
          }
        }
        if (!O) {
          for (; l2 && 8 == l2.nodeType && l2.nextSibling; ) l2 = l2.nextSibling;
          O = l2;
        }
        (s2 = B(O = r2.__c.__z || (r2.__c.__z = O))) ? (r2.__e = O, l2 = s2) : r2.__e = l2, l2 = l2 && l2.nextSibling;
      } else o2 && o2.some(g);
      else r2.__e = u2.__e;
      r2.__k || (r2.__k = u2.__k || []), t4 && t4.then || D(r2), n.__e(t4, r2, u2);
    }
  } else l2 = r2.__e = F(u2.__e, r2, u2, i2, f2, o2, e2, c2, a2, t3);
  return (s2 = n.diffed) && s2(r2), l2;
}
function B(n3, t3) {
  if (n3 && 8 == n3.nodeType && n3.data.startsWith("$s")) for (var r2 = 1; n3 = n3.nextSibling; ) {
    if (8 == n3.nodeType) {
      if (n3.data.startsWith("$s")) r2++;
      else if (n3.data.startsWith("/$s") && !--r2) return n3;
    }
    t3 && t3.push(n3);
  }
}
function D(n3) {
  n3 && (n3.__c && (n3.__c.__g |= 4), n3.__k && n3.__k.some(D));
}
function E(t3, r2, u2) {
  for (var i2 = 0; i2 < u2.length; ) G(u2[i2++], u2[i2++], u2[i2++]);
  n.__c && n.__c(r2, t3), t3.some(function(r3) {
    try {
      t3 = r3.__h, r3.__h = [], t3.some(function(n3) {
        n3.call(r3);
      });
    } catch (t4) {
      n.__e(t4, r3.__v);
    }
  });
}
function F(t3, r2, u2, i2, f2, o2, e2, l2, c2, a2) {
  var s2, h2, y3, _2, k2, b, m2, M2, $2 = u2.props || p, x3 = r2.props, C2 = r2.type;
  if ("svg" == C2 ? f2 = "http://www.w3.org/2000/svg" : "math" == C2 ? f2 = "http://www.w3.org/1998/Math/MathML" : f2 || (f2 = "http://www.w3.org/1999/xhtml"), o2) {
    for (s2 = 0; s2 < o2.length; s2++) if ((k2 = o2[s2]) && (C2 ? k2.localName == C2 : 3 == k2.nodeType)) {
      t3 = k2, o2[s2] = null;
      break;
    }
  }
  if (!t3) {
    if (M2 = a2.ownerDocument || document, !C2) return M2.createTextNode(x3);
    t3 = M2.createElementNS(f2, C2, x3.is ? x3 : a2), l2 && (n.__m && n.__m(r2, o2), l2 = false), o2 = null;
  }
  if (C2) {
    if (a2 = "template" == C2 && t3.content || t3, o2 = "textarea" == C2 && null != x3.defaultValue ? null : o2 && d.call(a2.childNodes), !l2 && o2) for ($2 = {}, s2 = 0; s2 < t3.attributes.length; s2++) $2[(k2 = t3.attributes[s2]).name] = k2.value;
    for (s2 in $2) k2 = $2[s2], "dangerouslySetInnerHTML" == s2 ? y3 = k2 : "children" == s2 || s2 in x3 || "value" == s2 && "defaultValue" in x3 || "checked" == s2 && "defaultChecked" in x3 || N(t3, s2, null, k2, f2);
    for (s2 in x3) k2 = x3[s2], "children" == s2 ? _2 = k2 : "dangerouslySetInnerHTML" == s2 ? h2 = k2 : "value" == s2 ? b = k2 : "checked" == s2 ? m2 = k2 : l2 && "function" != typeof k2 || $2[s2] === k2 || N(t3, s2, k2, $2[s2], f2);
    h2 ? (l2 || y3 && (h2.__html == y3.__html || h2.__html == t3.innerHTML) || (t3.innerHTML = h2.__html), r2.__k = []) : (y3 && (t3.textContent = ""), ("foreignObject" == C2 || "http://www.w3.org/1998/Math/MathML" == f2 && v.test(C2)) && (f2 = "http://www.w3.org/1999/xhtml"), I(a2, w(_2) ? _2 : [_2], r2, u2, i2, f2, o2, e2, o2 ? o2[0] : u2.__k && S(u2, 0), l2, c2), o2 && o2.some(g)), l2 && "textarea" != C2 || (s2 = "value", "progress" == C2 && null == b ? t3.removeAttribute(s2) : null == b || b === t3[s2] && ("progress" != C2 || b) || N(t3, s2, b, $2[s2], f2), s2 = "checked", null != m2 && m2 != t3[s2] && N(t3, s2, m2, $2[s2], f2));
  } else $2 === x3 || l2 && t3.data == x3 || (t3.data = x3);
  return t3;
}
function G(t3, r2, u2, i2) {
  try {
    "function" == typeof t3 ? r2 ? r2.__x = t3(r2) || 1 : i2 && (i2 = i2.__c || i2.__e) && (r2 = i2.__x) && (i2.__x = null, "function" == typeof r2 ? r2() : t3(null)) : t3.current = r2;
  } catch (t4) {
    n.__e(t4, u2);
  }
}
function J(t3, r2, u2) {
  var i2, f2, o2, e2;
  if (n.unmount && n.unmount(t3), !(i2 = t3.ref) || i2.current && i2.current != t3.__e || G(i2, null, r2, t3), i2 = t3.__c) {
    if (i2.componentWillUnmount) try {
      i2.componentWillUnmount();
    } catch (t4) {
      n.__e(t4, r2);
    }
    i2.__P = i2.__n = null;
  }
  if (i2 = t3.__k) for (e2 = 0; e2 < i2.length; e2++) i2[e2] && J(i2[e2], r2, "function" != typeof t3.type || u2 && !t3.props.__P);
  !u2 && (i2 = t3.__c) && (i2 = i2.__z) && (f2 = B(i2, o2 = [])) && (i2 == t3.__e && o2.some(g), g(f2), g(i2)), u2 || g(t3.__e), t3.__e = t3.__c = t3.__ = null;
}
function K(n3, t3, r2) {
  return this.constructor(n3, r2);
}
function Q(t3, r2) {
  var u2, i2, f2, o2;
  n.__ && n.__(t3, r2), 9 == r2.nodeType && (r2 = r2.documentElement), i2 = (u2 = t3 && 32 & t3.__u) ? null : r2.__k, r2.__k = m($, { children: [t3] }), f2 = [], o2 = [], z(r2, r2.__k, i2 || p, p, r2.namespaceURI, i2 ? null : r2.firstChild ? d.call(r2.childNodes) : null, f2, i2 ? i2.__e : r2.firstChild, u2, o2), E(f2, r2.__k, o2), r2.__k.props.children = null;
}
n = { __e: function(n3, t3, r2, u2) {
  for (var i2, o2, e2; t3 = t3.__; ) if ((i2 = t3.__c) && !(1 & i2.__g)) {
    i2.__g |= 4;
    try {
      if ((e2 = (o2 = i2.constructor) && o2.getDerivedStateFromError) && i2.setState(o2.getDerivedStateFromError(n3)), i2.componentDidCatch && (i2.componentDidCatch(n3, u2 || {}), e2 = 1), e2 && 8 & i2.__g) return void (i2.__g |= 2);
    } catch (t4) {
      n3 = t4;
    }
  }
  throw f = 0, n3;
} }, t = 0, r = function(n3) {
  return null != n3 && n3.constructor === h;
}, x.prototype.setState = function(n3, t3) {
  var r2 = this.__s;
  r2 && r2 != this.state || (r2 = this.__s = _({}, this.state)), "function" == typeof n3 && (n3 = n3(_({}, r2), this.props)), n3 && (_(r2, n3), this.__v && (t3 && this.__k.push(t3), L(this)));
}, x.prototype.forceUpdate = function(n3) {
  this.__v && (this.__g |= 4, n3 && this.__h.push(n3), L(this));
}, x.prototype.render = $, u = [], f = 0, o = function(n3, t3) {
  return n3.__v.__b - t3.__v.__b;
}, e = /* @__PURE__ */ Symbol(), l = /(PointerCapture)$|Capture$/i, c = 0, a = {}, s = 0;

// ../page/template.js
var shownAttributes = ["title", "aria-label", "aria-valuetext", "placeholder", "alt", "label", "text"];
function textPlaces(parts) {
  const places2 = [];
  let [mode, quote, attribute, element] = ["text", "", "", ""];
  parts.forEach((s2, part) => {
    let from = 0;
    const found2 = (to, end) => {
      if (/\p{L}/u.test(s2.slice(from, to))) places2.push({ part, from, to, element, valueBefore: from === 0 && part > 0, valueAfter: end && part < parts.length - 1 });
    };
    for (let k2 = 0; k2 <= s2.length; k2++) {
      const [c2, end] = [s2[k2], k2 === s2.length];
      if (mode === "text" && (end || c2 === "<")) {
        found2(k2, end);
        if (!end) [mode, element] = ["tag", /^[\w-]*/.exec(s2.slice(k2 + 1))?.[0] ?? ""];
      } else if (mode === "tag" && c2 === ">") {
        [mode, from] = ["text", k2 + 1];
      } else if (mode === "tag" && (c2 === '"' || c2 === "'")) {
        [mode, quote, from, attribute] = ["value", c2, k2 + 1, /([\w-]+)=$/.exec(s2.slice(0, k2))?.[1] ?? ""];
      } else if (mode === "value" && (end || c2 === quote)) {
        if (shownAttributes.includes(attribute)) found2(k2, end);
        if (!end) mode = "tag";
      }
    }
  });
  return places2;
}
var plainText = (text) => text.trim().replace(/\s+/g, " ");
function translated(parts, translate) {
  const copy3 = [...parts];
  for (const { part, from, to } of textPlaces(parts).reverse()) {
    const s2 = copy3[part];
    const text = s2.slice(from, to);
    copy3[part] = s2.slice(0, from) + text.replace(text.trim(), () => translate(plainText(text))) + s2.slice(to);
  }
  return copy3;
}

// ../page/vendor/htm.mjs
var n2 = function(t3, s2, r2, e2) {
  var u2;
  s2[0] = 0;
  for (var h2 = 1; h2 < s2.length; h2++) {
    var p2 = s2[h2++], a2 = s2[h2] ? (s2[0] |= p2 ? 1 : 2, r2[s2[h2++]]) : s2[++h2];
    3 === p2 ? e2[0] = a2 : 4 === p2 ? e2[1] = Object.assign(e2[1] || {}, a2) : 5 === p2 ? (e2[1] = e2[1] || {})[s2[++h2]] = a2 : 6 === p2 ? e2[1][s2[++h2]] += a2 + "" : p2 ? (u2 = t3.apply(a2, n2(t3, a2, r2, ["", null])), e2.push(u2), a2[0] ? s2[0] |= 2 : (s2[h2 - 2] = 0, s2[h2] = u2)) : e2.push(a2);
  }
  return e2;
};
var t2 = /* @__PURE__ */ new Map();
function htm_default(s2) {
  var r2 = t2.get(this);
  return r2 || (r2 = /* @__PURE__ */ new Map(), t2.set(this, r2)), (r2 = n2(this, r2.get(s2) || (r2.set(s2, r2 = (function(n3) {
    for (var t3, s3, r3 = 1, e2 = "", u2 = "", h2 = [0], p2 = function(n4) {
      1 === r3 && (n4 || (e2 = e2.replace(/^\s*\n\s*|\s*\n\s*$/g, ""))) ? h2.push(0, n4, e2) : 3 === r3 && (n4 || e2) ? (h2.push(3, n4, e2), r3 = 2) : 2 === r3 && "..." === e2 && n4 ? h2.push(4, n4, 0) : 2 === r3 && e2 && !n4 ? h2.push(5, 0, true, e2) : r3 >= 5 && ((e2 || !n4 && 5 === r3) && (h2.push(r3, 0, e2, s3), r3 = 6), n4 && (h2.push(r3, n4, 0, s3), r3 = 6)), e2 = "";
    }, a2 = 0; a2 < n3.length; a2++) {
      a2 && (1 === r3 && p2(), p2(a2));
      for (var l2 = 0; l2 < n3[a2].length; l2++) t3 = n3[a2][l2], 1 === r3 ? "<" === t3 ? (p2(), h2 = [h2], r3 = 3) : e2 += t3 : 4 === r3 ? "--" === e2 && ">" === t3 ? (r3 = 1, e2 = "") : e2 = t3 + e2[0] : u2 ? t3 === u2 ? u2 = "" : e2 += t3 : '"' === t3 || "'" === t3 ? u2 = t3 : ">" === t3 ? (p2(), r3 = 1) : r3 && ("=" === t3 ? (r3 = 5, s3 = e2, e2 = "") : "/" === t3 && (r3 < 5 || ">" === n3[a2][l2 + 1]) ? (p2(), 3 === r3 && (h2 = h2[0]), r3 = h2, (h2 = h2[0]).push(2, 0, r3), r3 = 0) : " " === t3 || "	" === t3 || "\n" === t3 || "\r" === t3 ? (p2(), r3 = 2) : e2 += t3), 3 === r3 && "!--" === e2 && (r3 = 4, h2 = h2[0]);
    }
    return p2(), h2;
  })(s2)), r2), arguments, [])).length > 1 ? r2 : r2[0];
}

// ../page/html.js
var inLanguage = /* @__PURE__ */ new WeakMap();
function partsOf(parts) {
  let own = inLanguage.get(parts);
  if (!own) inLanguage.set(parts, own = Object.assign(translated(parts, tr), { raw: parts.raw }));
  return own;
}
var draw2 = htm_default.bind(k);
var html = language === "en" ? draw2 : (parts, ...values) => draw2(partsOf(parts), ...values);
function pure(draw4) {
  return class extends x {
    /** @param {any} next */
    shouldComponentUpdate(next3) {
      for (const name in next3) if (next3[name] !== this.props[name]) return true;
      for (const name in this.props) if (!(name in next3)) return true;
      return false;
    }
    render() {
      return draw4(this.props);
    }
  };
}

// ../page/shape.js
var known = /* @__PURE__ */ new WeakMap();
function shapeOf(graph) {
  let shape2 = known.get(graph);
  if (!shape2) {
    shape2 = look(graph);
    known.set(graph, shape2);
  }
  return shape2;
}
function look(graph) {
  const points3 = graph.points.map((_2, i2) => i2).filter((i2) => i2 !== graph.beyond);
  const edges = graph.edges.filter(([a2, b]) => a2 !== graph.beyond && b !== graph.beyond);
  const box = extentOf(points3.map((i2) => graph.points[i2]));
  const lattice = isLattice(graph, points3, box);
  const endless = graph.beyond >= 0;
  const copies = [];
  const joined2 = /* @__PURE__ */ new Map();
  if (lattice && !endless) {
    for (const edge2 of edges) {
      const way = around(graph.points[edge2[0]], graph.points[edge2[1]], box);
      if (way) joined2.set(edge2, way);
    }
  }
  for (const [[a2, b], { dx, dy }] of joined2) {
    const [p2, q2] = [graph.points[a2], graph.points[b]];
    copies.push({ of: b, x: p2.x + dx, y: p2.y + dy }, { of: a2, x: q2.x - dx, y: q2.y - dy });
  }
  const names = endless ? null : namesOf(graph, points3);
  const plane = endless ? planeOf(graph, points3) : null;
  const extent = extentOf([...points3.map((i2) => graph.points[i2]), ...copies]);
  return {
    points: points3,
    copies,
    endless,
    plane,
    box,
    extent,
    dotted: !names && !endless,
    lines: plane ? { rim: "", inner: "", stubs: "" } : lines2(graph, edges, joined2, !!names),
    labels: names ? labels(names, extent) : endless ? coordinates(graph, points3) : [],
    radius: 0.475 * Math.max(0.5, Math.min(1, lattice ? 1 : closest(graph, points3, edges))),
    shades: shades(graph)
  };
}
function extentOf(places2) {
  const box = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (const { x: x3, y: y3 } of places2) {
    box.left = Math.min(box.left, x3);
    box.right = Math.max(box.right, x3);
    box.top = Math.min(box.top, y3);
    box.bottom = Math.max(box.bottom, y3);
  }
  return box;
}
function isLattice(graph, points3, box) {
  const whole = points3.every((i2) => Number.isInteger(graph.points[i2].x) && Number.isInteger(graph.points[i2].y));
  return whole && (box.right - box.left + 1) * (box.bottom - box.top + 1) === points3.length;
}
var pair = /^(-?\d+),(-?\d+)$/;
function planeOf(graph, points3) {
  if (!points3.every((i2) => graph.points[i2].name === `${graph.points[i2].x},${0 - graph.points[i2].y}`)) return null;
  const box = extentOf(points3.map((i2) => graph.points[i2]));
  return { left: box.left >= 0 ? 0 : -Infinity, bottom: box.bottom <= 0 ? 0 : Infinity };
}
function nameAt(graph, x3, y3) {
  const { plane } = shapeOf(graph);
  const [column, row] = [Math.round(x3), Math.round(y3)];
  return plane && Math.hypot(x3 - column, y3 - row) < 0.5 && column >= plane.left && row <= plane.bottom ? `${column},${0 - row}` : "";
}
function coordinates(graph, points3) {
  const [columns3, rows2] = [/* @__PURE__ */ new Map(), /* @__PURE__ */ new Map()];
  for (const i2 of points3) {
    const { name, x: x3, y: y3 } = graph.points[i2];
    const [, first4, second2] = pair.exec(name) ?? [];
    if (first4 === void 0 || (columns3.get(first4) ?? x3) !== x3 || (rows2.get(second2) ?? y3) !== y3) return [];
    columns3.set(first4, x3);
    rows2.set(second2, y3);
  }
  const list = [];
  for (const [text, x3] of columns3) list.push({ text, side: "top", x: x3, y: 0 });
  for (const [text, y3] of rows2) list.push({ text, side: "left", x: 0, y: y3 });
  return list;
}
function around(p2, q2, box) {
  const [dx, dy] = [q2.x - p2.x, q2.y - p2.y];
  if (Math.abs(dx) + Math.abs(dy) === 1) return null;
  if (Math.abs(dx) === box.right - box.left && dx !== 0) return { dx: -Math.sign(dx), dy: 0 };
  if (dx === 0 && Math.abs(dy) === box.bottom - box.top) return { dx: 0, dy: -Math.sign(dy) };
  return null;
}
function closest(graph, points3, edges) {
  const distance = (a2, b) => Math.hypot(graph.points[a2].x - graph.points[b].x, graph.points[a2].y - graph.points[b].y);
  let least = 1;
  for (const [a2, b] of edges) least = Math.min(least, distance(a2, b));
  if (points3.length > 3e3) return least;
  for (const a2 of points3) for (const b of points3) if (a2 < b) least = Math.min(least, distance(a2, b));
  return least;
}
function lines2({ points: points3 }, edges, joined2, regular) {
  const degree = points3.map(() => 0);
  for (const [a2, b] of edges) {
    degree[a2]++;
    degree[b]++;
  }
  const most6 = Math.max(0, ...new Set(degree));
  const paths3 = { rim: "", inner: "", stubs: "" };
  for (const edge2 of edges) {
    const [p2, q2] = [points3[edge2[0]], points3[edge2[1]]];
    const way = joined2.get(edge2);
    if (way) paths3.stubs += `M${p2.x} ${p2.y}l${way.dx} ${way.dy}M${q2.x} ${q2.y}l${-way.dx} ${-way.dy}`;
    else {
      const rim = regular && degree[edge2[0]] < most6 && degree[edge2[1]] < most6;
      paths3[rim ? "rim" : "inner"] += `M${p2.x} ${p2.y}L${q2.x} ${q2.y}`;
    }
  }
  return paths3;
}
function namesOf(graph, points3) {
  const columns3 = /* @__PURE__ */ new Map();
  const rows2 = /* @__PURE__ */ new Map();
  for (const i2 of points3) {
    const parts = /^([A-Z]+)(\d+)$/.exec(graph.points[i2].name);
    if (!parts) return null;
    for (const { lists: lists2, key } of [{ lists: columns3, key: parts[1] }, { lists: rows2, key: parts[2] }]) {
      const list = lists2.get(key) ?? [];
      if (list.push(graph.points[i2]) === 1) lists2.set(key, list);
    }
  }
  const thin = (list, k2) => Math.max(...list.map((p2) => p2[k2])) - Math.min(...list.map((p2) => p2[k2])) < 0.75;
  if (![...columns3.values()].every((list) => thin(list, "x")) || ![...rows2.values()].every((list) => thin(list, "y"))) return null;
  return { columns: columns3, rows: rows2 };
}
var beside = 0.82;
function labels({ columns: columns3, rows: rows2 }, box) {
  const list = [];
  for (const [text, column] of columns3) {
    const sorted = column.toSorted((a2, b) => a2.y - b.y);
    const lowest = sorted[sorted.length - 1];
    list.push({ text, side: "top", x: sorted[0].x, y: box.top - beside }, { text, side: "bottom", x: lowest.x, y: box.bottom + beside });
  }
  for (const [text, row] of rows2) {
    const mean = row.reduce((sum, p2) => sum + p2.y, 0) / row.length;
    list.push({ text, side: "left", x: box.left - beside, y: mean }, { text, side: "right", x: box.right + beside, y: mean });
  }
  return list;
}
function shades({ life, points: points3 }) {
  if (!life) return null;
  const sizes3 = points3.map((_2, i2) => Math.abs(life.weights[i2]));
  const most6 = Math.max(...new Set(sizes3));
  if (most6 === 0 || sizes3.every((w2) => w2 === most6)) return null;
  return sizes3.map((w2) => Math.sqrt(w2 / most6));
}
function describePoint({ points: points3, life }, i2) {
  if (!life) return points3[i2].name;
  return tr("{point}, weight {weight}", { point: points3[i2].name, weight: weightText(life.weights[i2]) });
}
function weightText(w2) {
  if (w2 === 0 || Math.abs(w2) >= 1e-3 && Math.abs(w2) < 1e6) return String(Number(w2.toPrecision(4)));
  return w2.toExponential(2).replace("e-", " × 10^−").replace("e+", " × 10^");
}
function nearestTo(graph, x3, y3) {
  const shape2 = shapeOf(graph);
  let [best2, least] = [-1, Infinity];
  const look3 = (i2, at2) => {
    const d2 = (at2.x - x3) ** 2 + (at2.y - y3) ** 2;
    if (d2 < least) [best2, least] = [i2, d2];
  };
  for (const i2 of shape2.points) look3(i2, graph.points[i2]);
  for (const copy3 of shape2.copies) look3(copy3.of, copy3);
  return { point: best2, distance: Math.sqrt(least) };
}
function towards(graph, from, dx, dy) {
  const shape2 = shapeOf(graph);
  const start3 = graph.points[from];
  let [best2, least] = [from, Infinity];
  const look3 = (i2, p2) => {
    const [x3, y3] = [p2.x - start3.x, p2.y - start3.y];
    const along = x3 * dx + y3 * dy;
    const across = Math.abs(x3 * dy - y3 * dx);
    const cost = along + 2 * across;
    if (along > 0.1 && across <= along && cost < least) [best2, least] = [i2, cost];
  };
  for (const i2 of shape2.points) look3(i2, graph.points[i2]);
  for (const copy3 of shape2.copies) look3(copy3.of, copy3);
  return best2;
}
function middle(graph) {
  const { extent } = shapeOf(graph);
  return Math.max(0, nearestTo(graph, (extent.left + extent.right) / 2, (extent.top + extent.bottom) / 2).point);
}

// ../page/marks.js
var letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
var known2 = /* @__PURE__ */ new WeakMap();
function indexOf(graph) {
  let map = known2.get(graph);
  if (!map) known2.set(graph, map = new Map(graph.points.map((p2, i2) => [p2.name, i2])));
  return map;
}
var shapes = {
  circle: html`<circle r=".22" />`,
  square: html`<path d="M-.19-.19H.19V.19H-.19z" />`,
  triangle: html`<path d="M0-.27L.245.16H-.245z" />`,
  cross: html`<path d="M-.18-.18L.18.18M.18-.18L-.18.18" />`
};
var Marks = pure(({ graph, position: position2, next: next3, from }) => {
  const index = indexOf(graph);
  const k2 = shapeOf(graph).radius / 0.475;
  const { stones, marks, labels: labels2, lines: lines4, arrows } = position2;
  const indexAt = (vertex) => index.get(vertex) ?? -1;
  const at2 = (vertex) => graph.points[indexAt(vertex)];
  const on2 = (vertex) => ["on-white", "on-wood", "on-black"][stones[indexAt(vertex)] + 1];
  const place5 = (vertex) => `translate(${at2(vertex).x} ${at2(vertex).y})`;
  const all = (kind) => (marks[kind] ?? []).filter((v2) => index.has(v2));
  const shown4 = Object.entries(labels2).filter(([v2]) => index.has(v2));
  const taken2 = /* @__PURE__ */ new Set([...shown4.map(([v2]) => v2), ...Object.keys(shapes).flatMap(all)]);
  return html`<g class="markup" aria-hidden="true">
    ${veil(graph, index, all("view"), all("dim"))}
    ${["territoryBlack", "territoryWhite"].flatMap((kind) => all(kind).map((v2) => html`<rect key="${kind}${v2}" class="area ${kind}" transform="${place5(v2)} scale(${k2})" x="-.15" y="-.15" width=".3" height=".3" rx=".06" />`))}
    ${all("selected").map((v2) => html`<rect key="s${v2}" class="selected ${on2(v2)}" transform="${place5(v2)} scale(${k2})" x="-.46" y="-.46" width=".92" height=".92" rx=".14" />`)}
    ${lines4.filter((l2) => l2.every((v2) => index.has(v2))).map(([a2, b]) => html`<path key="${a2}-${b}" class="line" d="M${at2(a2).x} ${at2(a2).y}L${at2(b).x} ${at2(b).y}" />`)}
    ${arrows.filter((l2) => l2.every((v2) => index.has(v2))).map(([a2, b]) => html`<path key="${a2}>${b}" class="arrow" d=${arrow(at2(a2), at2(b))} />`)}
    ${next3 && nextMoves(position2, taken2).filter(({ vertex }) => index.has(vertex)).map(({ vertex, color, text }) => html`<g key="n${vertex}" class="next ${color}" transform="${place5(vertex)} scale(${k2})" data-next=${vertex}>
      ${text && html`<circle class="ground" r=".36" />`}<circle class="tint" r=".36" />${text && html`<text font-size=".44">${text}</text>`}</g>`)}
    ${Object.keys(shapes).flatMap((kind) => all(kind).map((v2) => html`<g key="${kind}${v2}" class="mark ${on2(v2)}" data-mark=${kind} data-at=${v2} transform="${place5(v2)} scale(${k2})">
      ${on2(v2) === "on-wood" && html`<circle class="ground" r=".34" />`}${shapes[kind]}</g>`))}
    ${shown4.map(([v2, text]) => html`<g key="l${v2}" class="label ${on2(v2)}" data-label=${text} data-at=${v2} transform="${place5(v2)} scale(${k2})">
      ${on2(v2) === "on-wood" && html`<circle class="ground" r=".38" />`}<text font-size=${fontSize(text)}>${text}</text></g>`)}
    ${from && index.has(from) && html`<circle class="begin" transform=${place5(from)} r=".3" />`}
  </g>`;
});
var fontSize = (text) => text.length < 2 ? 0.58 : text.length < 3 ? 0.46 : Math.max(0.2, 1.05 / text.length);
function nextMoves({ children, labels: labels2 }, taken2) {
  const moves = children.filter((c2) => c2.vertex && c2.vertex !== "pass");
  const used = new Set(Object.values(labels2));
  const free = [...letters].filter((l2) => !used.has(l2) && !used.has(l2.toLowerCase()));
  return moves.map(({ vertex, color }, i2) => ({ vertex, color, text: moves.length < 2 || taken2.has(vertex) ? "" : (free[i2] ?? "").toLowerCase() }));
}
function veil({ points: points3 }, index, view2, dim) {
  const squares = (list) => list.map((i2) => `M${points3[i2].x - 0.5} ${points3[i2].y - 0.5}h1v1h-1z`).join("");
  const seen2 = new Set(view2.map((v2) => index.get(v2)));
  const hidden = view2.length > 0 ? points3.map((_2, i2) => i2).filter((i2) => !seen2.has(i2)) : [];
  return html`${hidden.length > 0 && html`<path class="veil" d=${squares(hidden)} />`}
    ${dim.length > 0 && html`<path class="dim" d=${squares(dim.map((v2) => index.get(v2) ?? -1))} />`}`;
}
function arrow(a2, b) {
  const length = Math.hypot(b.x - a2.x, b.y - a2.y) || 1;
  const [ux, uy] = [(b.x - a2.x) / length, (b.y - a2.y) / length];
  const tip = { x: b.x - 0.12 * ux, y: b.y - 0.12 * uy };
  const wing = (s2) => `${tip.x - 0.36 * ux + s2 * 0.2 * uy} ${tip.y - 0.36 * uy - s2 * 0.2 * ux}`;
  return `M${a2.x} ${a2.y}L${tip.x} ${tip.y}M${wing(1)}L${tip.x} ${tip.y}L${wing(-1)}`;
}

// ../page/drawing.js
var colors = { 1: "black", "-1": "white", 0: "" };
var Defs = pure(() => html`
  <defs>
    <radialGradient id="black-stone" cx=".36" cy=".3" r=".78">
      <stop offset="0" stop-color="#63656b" /><stop offset=".22" stop-color="#46484d" /><stop offset=".5" stop-color="#2a2b2f" />
      <stop offset=".8" stop-color="#18191b" /><stop offset="1" stop-color="#0c0c0e" />
    </radialGradient>
    <radialGradient id="white-stone" cx=".4" cy=".34" r=".72">
      <stop offset="0" stop-color="#fff" /><stop offset=".5" stop-color="#f9f7f1" />
      <stop offset=".82" stop-color="#e6e1d6" /><stop offset="1" stop-color="#bdb6a6" />
    </radialGradient>
    <radialGradient id="stone-shadow">
      <stop offset=".55" stop-color="#2a1804" stop-opacity=".55" />
      <stop offset=".82" stop-color="#2a1804" stop-opacity=".24" />
      <stop offset="1" stop-color="#2a1804" stop-opacity="0" />
    </radialGradient>
    ${Array.from({ length: shells }, (_2, kind) => html`<pattern key=${kind} id="shell-${kind}" x="-.05" y="-.05" width="1.1" height="1.1" viewBox="-.05 -.05 1.1 1.1">
      <rect x="-.05" y="-.05" width="1.1" height="1.1" fill="url(#white-stone)" />
      <path d=${shellLines(kind)} transform="rotate(${360 / shells * kind} .5 .5)" fill="none" stroke="#80704e" stroke-opacity=".13" stroke-width=".013" />
    </pattern>`)}
    <pattern id="hatch" width=".2" height=".2" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V.2" stroke="#1c1b19" stroke-width=".045" /></pattern>
  </defs>`);
function shellLines(kind) {
  const bend = 0.1 + 0.09 * (kind % 4);
  let d2 = "";
  for (let y3 = 0.02, step3 = 0.135 + 0.012 * (kind % 3); y3 < 1.15; y3 += step3, step3 = Math.max(0.05, step3 * 0.93)) d2 += `M-.1 ${y3.toFixed(3)}Q.5 ${(y3 - bend).toFixed(3)} 1.1 ${y3.toFixed(3)}`;
  return d2;
}
var faintest = 0.02;
var Shades = pure(({ graph }) => {
  const { points: points3, shades: shades2 } = shapeOf(graph);
  if (!shades2) return null;
  return html`<g class="shades">${points3.map((i2) => shades2[i2] > faintest && html`<rect class=${graph.life.weights[i2] < 0 ? "negative" : ""}
    x=${graph.points[i2].x - 0.5} y=${graph.points[i2].y - 0.5} width="1" height="1" opacity=${(0.5 * shades2[i2]).toFixed(3)} />`)}</g>`;
});
var Lines = pure(({ graph }) => {
  const { lines: lines4, points: points3, dotted } = shapeOf(graph);
  return html`<g class="lines">
    <${Shades} graph=${graph} />
    <path d=${lines4.inner} /><path class="stubs" d=${lines4.stubs} /><path class="rim" d=${lines4.rim} />
    ${dotted && html`<g class="dots">${points3.map((i2) => html`<circle cx=${graph.points[i2].x} cy=${graph.points[i2].y} r=".075" />`)}</g>`}
    ${graph.stars.map((i2) => html`<circle class="star" cx=${graph.points[i2].x} cy=${graph.points[i2].y} r=".095" />`)}
  </g>`;
});
var Plane = pure(({ graph, left: left3, right: right2, top: top2, bottom: bottom2 }) => {
  const { plane } = shapeOf(graph);
  if (!plane) return html`<${Lines} graph=${graph} />`;
  const [l2, b] = [Math.max(left3, plane.left), Math.min(bottom2, plane.bottom)];
  let d2 = "";
  for (let x3 = Math.ceil(l2); x3 <= right2; x3++) d2 += `M${x3} ${top2}V${b}`;
  for (let y3 = Math.ceil(top2); y3 <= b; y3++) d2 += `M${l2} ${y3}H${right2}`;
  return html`<g class="lines">
    <${Shades} graph=${graph} />
    <path d=${d2} />
    ${graph.stars.map((i2) => html`<circle class="star" cx=${graph.points[i2].x} cy=${graph.points[i2].y} r=".095" />`)}
  </g>`;
});
var Labels = pure(({ graph, whole, x: x3, y: y3, width, height: height2 }) => {
  const { labels: labels2, endless, plane, extent } = shapeOf(graph);
  const size2 = Math.min(0.34, 0.19 + 0.011 * Math.max(extent.right - extent.left, extent.bottom - extent.top));
  if (whole && !endless) {
    return html`<g class="labels" aria-hidden="true" font-size=${size2}>${labels2.map((l2) => html`<text x=${l2.x} y=${l2.y}>${l2.text}</text>`)}</g>`;
  }
  const font = 0.026 * Math.min(width, height2);
  const list = plane ? numbers3(plane, x3, y3, width, height2) : endless ? apart(labels2, font) : labels2;
  if (list.length === 0) return null;
  const longest = Math.max(0, ...list.filter((l2) => l2.side === "left").map((l2) => l2.text.length));
  const [strip, side] = [font * 2, font * Math.max(2, 0.6 * longest + 0.6)];
  return html`<g class="labels pinned" aria-hidden="true" font-size=${font}>
    <path class="strip" d="M${x3} ${y3}h${width}v${strip}H${x3}zM${x3} ${y3 + strip}h${side}v${height2 - strip}h${-side}z" />
    ${list.map((l2) => {
    if (l2.side === "top" && l2.x > x3 + side && l2.x < x3 + width) return html`<text x=${l2.x} y=${y3 + strip / 2}>${l2.text}</text>`;
    if (l2.side === "left" && l2.y > y3 + strip && l2.y < y3 + height2) return html`<text x=${x3 + side / 2} y=${l2.y}>${l2.text}</text>`;
    return null;
  })}
  </g>`;
});
function apart(labels2, font) {
  const ends = { top: -Infinity, left: -Infinity };
  return labels2.toSorted((a2, b) => a2.x + a2.y - b.x - b.y).filter(({ text, side, x: x3, y: y3 }) => {
    const [at2, half] = side === "top" ? [x3, 0.3 * font * (text.length + 1)] : [y3, 0.6 * font];
    if (at2 - half < ends[side]) return false;
    ends[side] = at2 + half;
    return true;
  });
}
function numbers3(plane, left3, top2, width, height2) {
  const list = [];
  const step3 = width > 40 ? 5 : width > 24 ? 2 : 1;
  for (let x3 = Math.ceil(Math.max(left3, plane.left) / step3) * step3; x3 <= left3 + width; x3 += step3) list.push({ text: String(x3), side: "top", x: x3, y: 0 });
  for (let y3 = Math.ceil(top2 / step3) * step3; y3 <= Math.min(top2 + height2, plane.bottom); y3 += step3) list.push({ text: String(-y3), side: "left", x: 0, y: y3 });
  return list;
}
var shadows = /* @__PURE__ */ new WeakMap();
function shadowsOf(graph, radius2) {
  const all = shadows.get(graph) ?? graph.points.map(({ x: x3, y: y3 }, i2) => html`<circle key=${i2} cx=${x3 + 0.045} cy=${y3 + 0.085} r=${radius2 * 1.16} />`);
  shadows.set(graph, all);
  return all;
}
var Shadows = pure(({ graph, stones, seen: seen2, radius: radius2 }) => html`<g class="shadows" aria-hidden="true">${seen2.map((i2) => stones[i2] !== 0 && shadowsOf(graph, radius2)[i2])}</g>`);
var Leaving = pure(({ graph, motion, stones, shells: shells2, radius: radius2 }) => motion.captured.length > 0 && html`<g class="leaving" aria-hidden="true">
  ${motion.captured.map((i2) => html`<circle key=${i2} class=${colors[-stones[motion.placed]]} fill=${`url(#shell-${shells2[i2]})`} cx=${graph.points[i2].x} cy=${graph.points[i2].y} r=${radius2} />`)}
</g>`);
var Territory = pure(({ graph, seen: seen2, score, radius: radius2 }) => {
  const side = radius2 / 0.475;
  return html`<g class="territory" aria-hidden="true">${seen2.map((i2) => score.owners[i2] !== 0 && html`<rect key=${i2} class=${colors[score.owners[i2]]}
    x=${graph.points[i2].x - side / 2} y=${graph.points[i2].y - side / 2} width=${side} height=${side} />`)}</g>`;
});
var Copies = pure(({ graph, stones, radius: radius2 }) => html`<g class="copies" aria-hidden="true">
  ${shapeOf(graph).copies.map(({ of: of2, x: x3, y: y3 }, i2) => html`<g key=${i2} data-copy=${graph.points[of2].name} transform="translate(${x3} ${y3})">
    <circle class="hit" r=".45" />
    ${stones[of2] === 0 && (graph.points[of2].x === x3 || graph.points[of2].y === y3 ? html`<circle class="copy" r=".06" />` : html`<text y="-.22">${graph.points[of2].name}</text>`)}
    ${stones[of2] !== 0 && html`<circle class="stone ${colors[stones[of2]]}" r=${radius2 * 0.92} />`}
  </g>`)}
</g>`);
function describe({ name, stone: stone2, last, ko, dead, blocked, owner, reason: reason2 }) {
  const parts = [name, stone2 ? dead ? stone2 > 0 ? tr("dead black stone") : tr("dead white stone") : stone2 > 0 ? tr("black stone") : tr("white stone") : tr("empty")];
  if (last) parts.push(tr("last move"));
  if (ko) parts.push(tr("ko: may not be retaken now"));
  if (blocked) parts.push(tr("blocked ko: a player has to spend a turn here before it may be retaken"));
  if (reason2) parts.push(owner ? owner > 0 ? tr("counts for Black ({reason})", { reason: reason2 }) : tr("counts for White ({reason})", { reason: reason2 }) : reason2);
  return parts.join(", ");
}
var Spot = pure((props) => {
  const { x: x3, y: y3, name, vertex, index, stone: stone2, last, ko, dead, blocked, owner, kind, reason: reason2, focus, radius: radius2, shell, placed } = props;
  const words3 = describe(props);
  const k2 = radius2 / 0.475;
  return html`<g class="point" role="button" tabindex=${focus ? 0 : -1} aria-label=${words3}
      transform="translate(${x3} ${y3})" data-point=${vertex} data-index=${index} data-stone=${colors[stone2]}
      data-owner=${kind ? colors[owner] : null} data-dead=${dead || null} data-blocked=${blocked || null}>
    ${(kind || ko || blocked || name !== vertex) && html`<title>${words3}</title>`}
    <circle class="hit" r=".5" />
    ${stone2 !== 0 && html`<circle key=${`stone${stone2}`} class="stone ${colors[stone2]} ${dead ? "dead" : ""} ${placed ? "placed" : ""}" fill=${stone2 < 0 ? `url(#shell-${shell})` : null} r=${radius2} />`}
    ${last && stone2 !== 0 && !kind && html`<circle class="last on-${colors[stone2]}" r=${0.2 * k2} />`}
    ${ko && html`<rect class="ko" x="-.19" y="-.19" width=".38" height=".38" rx=".04" />`}
    ${blocked && html`<path class="blocked on-${colors[stone2]}" transform="scale(${k2})" d="M-.2-.2H.2V.2H-.2zM-.2.2L.2-.2" />`}
    ${dead && html`<path class="cross on-${colors[stone2]}" transform="scale(${k2})" d="M-.15-.15L.15.15M.15-.15L-.15.15" />`}
    ${kind && owner === 0 && html`<circle class="dame" r=${(stone2 ? 0.12 : 0.085) * k2} />`}
    <rect class="cursor" x="-.46" y="-.46" width=".92" height=".92" rx=".16" />
  </g>`;
});
var Points = class extends x {
  /** @type {{state: number, element: any}[]} by point: what was drawn, as a number, and the element */
  kept = [];
  /** @param {any} next */
  shouldComponentUpdate(next3) {
    const names = (
      /** @type {const} */
      ["graph", "score", "radius", "shells"]
    );
    if (names.some((name) => next3[name] !== this.props[name])) this.kept = [];
    return Object.keys(next3).some((name) => next3[name] !== this.props[name]);
  }
  render({ graph, seen: seen2, stones, lastMove, koBan, dead, blocked, score, cursor, radius: radius2, shells: shells2, placed }) {
    const index = indexOf(graph);
    const places2 = (list) => new Set(list.map((name) => index.get(name)));
    const [last, ko, deads, blocks] = [index.get(lastMove), index.get(koBan), places2(dead), places2(blocked)];
    const draw4 = (i2) => {
      const is = [i2 === last, i2 === ko, deads.has(i2), blocks.has(i2), i2 === cursor, i2 === placed];
      const state14 = is.reduce((sum, b) => 2 * sum + Number(b), stones[i2] + 1);
      if (this.kept[i2]?.state === state14) return this.kept[i2].element;
      const why = score?.texts[score.reasons[i2]];
      const element = html`<${Spot} key=${i2} index=${i2} x=${graph.points[i2].x} y=${graph.points[i2].y} vertex=${graph.points[i2].name}
        name=${describePoint(graph, i2)} stone=${stones[i2]} last=${is[0]} ko=${is[1]} dead=${is[2]} blocked=${is[3]}
        owner=${score?.owners[i2]} kind=${why?.kind} reason=${why && trServer(why.text)} focus=${is[4]} radius=${radius2}
        shell=${shells2[i2]} placed=${is[5]} />`;
      this.kept[i2] = { state: state14, element };
      return element;
    };
    return html`<g>${seen2.map(draw4)}</g>`;
  }
};

// ../page/icons.js
var paths = {
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  lab: "M10 3v6L4.5 18.5A1.7 1.7 0 0 0 6 21h12a1.7 1.7 0 0 0 1.5-2.5L14 9V3M8.5 3h7M7.5 15h9",
  list: "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
  theme: "M12 3a9 9 0 1 0 0 18zM12 3a9 9 0 0 1 0 18",
  help: "M9.2 9.2a2.8 2.8 0 1 1 4 2.6c-.8.4-1.2 1-1.2 1.9M12 17.2h.01",
  first: "M18 6l-7 6 7 6M6 6v12",
  back: "M15 5l-8 7 8 7",
  forward: "M9 5l8 7-8 7",
  last: "M6 6l7 6-7 6M18 6v12",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  upload: "M12 16V5M7 9l5-5 5 5M5 20h14",
  grid: "M8 3v18M16 3v18M3 8h18M3 16h18",
  bin: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  check: "M5 12.5l4.5 4.5L19 7.5",
  people: "M9 4.5a3.5 3.5 0 1 0 0 7a3.5 3.5 0 1 0 0-7zM2.5 20c0-3.6 2.9-6 6.5-6s6.5 2.4 6.5 6M15.5 5a3.3 3.3 0 0 1 0 6.2M18 14.6c2.1.8 3.5 2.8 3.5 5.4",
  bulb: "M9 18h6M10 21h4M8.5 15c-1.6-1.2-2.7-3-2.7-5.1a6.2 6.2 0 0 1 12.4 0c0 2.1-1.1 3.9-2.7 5.1z",
  close: "M6 6l12 12M18 6L6 18",
  circle: "M12 6.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11z",
  square: "M6.8 6.8h10.4v10.4H6.8z",
  triangle: "M12 5.5l6.8 11.8H5.2z",
  cross: "M7 7l10 10M17 7L7 17",
  letter: "M6 18.5L12 5l6 13.5M8.2 14h7.6",
  number: "M9 8l3.5-2.5v13M8.8 18.5h7.4",
  line: "M5 19L19 5",
  arrow: "M5 19L18.5 5.5M10.5 5.5h8v8",
  undo: "M8 5L4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11H9",
  redo: "M16 5l4 4-4 4M20 9H10a5.5 5.5 0 0 0 0 11h5",
  up: "M12 19V5M6 11l6-6 6 6",
  down: "M12 5v14M6 13l6 6 6-6",
  promote: "M6 20V9M6 9l-3 3M6 9l3 3M12 20h3a4 4 0 0 0 4-4V4",
  insert: "M12 4v16M5 8v8M19 8v8M9 12h6",
  remove: "M5 12h14M8 7l-3 5 3 5M16 7l3 5-3 5",
  pass: "M4 12h13M13 7l5 5-5 5M20.5 5v14",
  info: "M12 11v6M12 7h.01M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18z",
  share: "M12 15V4M8 8l4-4 4 4M5 12v8h14v-8",
  play: "M8 5l11 7-11 7z",
  pause: "M8.5 5v14M15.5 5v14",
  pencil: "M4 20l1-4.5L16 4.5l3.5 3.5L8.5 19zM13.5 7l3.5 3.5",
  curve: "M4 4v16h16M7 7c2 6 4 8.5 13 9.5",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13zM15.5 15.5L21 21",
  book: "M12 6c-2-1.5-5-2-8-1.5V19c3-.5 6 0 8 1.5 2-1.5 5-2 8-1.5V4.5c-3-.5-6 0-8 1.5zM12 6v14.5",
  more: "M5.5 12h.01M12 12h.01M18.5 12h.01",
  eye: "M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.8 6.5-9.5 6.5S5 16.5 2.5 12zM12 9.2a2.8 2.8 0 1 0 0 5.6a2.8 2.8 0 1 0 0-5.6z"
};
var icon = (name) => html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d=${paths[name]} /></svg>`;

// ../page/motion.js
var still = { placed: -1, captured: [] };
var quick = 400;
function motionOf(before, after) {
  if (before.length !== after.length) return still;
  const placed = [];
  const captured = [];
  for (let i2 = 0; i2 < after.length; i2++) {
    if (before[i2] === after[i2]) continue;
    if (before[i2] !== 0 && after[i2] !== 0) return still;
    (after[i2] !== 0 ? placed : captured).push(i2);
    if (placed.length > 1) return still;
  }
  if (placed.length + captured.length === 0) return null;
  return placed.length === 1 ? { placed: placed[0], captured } : still;
}
var Pace = class {
  last = -Infinity;
  earlier = -Infinity;
  /** Reports whether a change at this time is one of many. @param {number} now in milliseconds */
  rushed(now) {
    const many2 = now - this.earlier < quick;
    [this.earlier, this.last] = [this.last, now];
    return many2;
  }
};

// ../page/sound.js
var audio = null;
var most = 7;
function stone(captured) {
  if (!state.sounds || navigator.userActivation?.hasBeenActive === false) return;
  audio ??= open();
  void audio.context.resume();
  const now = audio.context.currentTime + 0.01;
  const pitch = 0.94 + 0.12 * Math.random();
  burst(now, 2600 * pitch, 1.1, 0.5, 0.016);
  burst(now, 560 * pitch, 2.2, 1.2, 0.055);
  burst(now, 190 * pitch, 3, 1.4, 0.09);
  for (let i2 = 0, at2 = now + 0.12; i2 < Math.min(captured, most); i2++, at2 += 0.03 + 0.04 * Math.random()) {
    burst(at2, 2900 + 1500 * Math.random(), 4, 0.22, 0.03);
  }
}
function bell() {
  if (!state.sounds || navigator.userActivation?.hasBeenActive === false) return;
  audio ??= open();
  void audio.context.resume();
  const now = audio.context.currentTime + 0.01;
  burst(now, 1320, 60, 2.4, 0.12);
  burst(now + 0.14, 1760, 60, 2, 0.16);
}
function toggle3() {
  toggle("sounds");
  if (state.sounds) return stone(0);
  void audio?.context.close();
  audio = null;
}
function open() {
  const context = new AudioContext();
  const noise = context.createBuffer(1, context.sampleRate / 4, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i2 = 0; i2 < samples.length; i2++) samples[i2] = 2 * Math.random() - 1;
  return { context, noise };
}
function burst(at2, frequency, sharpness, loudness, decay) {
  if (!audio) return;
  const { context, noise } = audio;
  const source4 = new AudioBufferSourceNode(context, { buffer: noise });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency, Q: sharpness });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(loudness, at2);
  gain.gain.setTargetAtTime(0, at2 + 2e-3, decay);
  source4.connect(filter).connect(gain).connect(context.destination);
  source4.start(at2, 0.1 * Math.random(), 8 * decay);
}

// ../page/view.js
var first2 = 20.6;
var closest2 = 6;
var widest = 64;
var around2 = 40;
function frame(graph, coordinates2) {
  const { extent, labels: labels2, endless, plane } = shapeOf(graph);
  if (endless) {
    const side = (at2) => at2 === 0 ? 2 : first2 / 2;
    return { x: -side(plane?.left), y: side(plane?.bottom) - first2, width: first2, height: first2 };
  }
  const margin = coordinates2 && labels2.length > 0 ? 1.25 : 0.8;
  const width = Math.max(2, extent.right - extent.left + 2 * margin);
  const height2 = Math.max(2, extent.bottom - extent.top + 2 * margin);
  return { x: (extent.left + extent.right - width) / 2, y: (extent.top + extent.bottom - height2) / 2, width, height: height2 };
}
var home = (whole) => ({ x: whole.x + whole.width / 2, y: whole.y + whole.height / 2, zoom: 1 });
function frameOf(whole, { x: x3, y: y3, zoom }) {
  const [width, height2] = [whole.width / zoom, whole.height / zoom];
  return { x: x3 - width / 2, y: y3 - height2 / 2, width, height: height2 };
}
function within(graph, whole, asked5) {
  const { endless, plane, extent } = shapeOf(graph);
  const size2 = Math.max(whole.width, whole.height);
  const zoom = Math.min(Math.max(asked5.zoom, endless ? size2 / widest : 1), Math.max(1, size2 / closest2));
  const clamp = (at2, from, to) => from > to ? (from + to) / 2 : Math.min(Math.max(at2, from), to);
  if (endless) {
    const room2 = plane ? around2 : 0;
    return { x: clamp(asked5.x, extent.left - room2, extent.right + room2), y: clamp(asked5.y, extent.top - room2, extent.bottom + room2), zoom };
  }
  const [w2, h2] = [whole.width / zoom / 2, whole.height / zoom / 2];
  return { x: clamp(asked5.x, whole.x + w2, whole.x + whole.width - w2), y: clamp(asked5.y, whole.y + h2, whole.y + whole.height - h2), zoom };
}
var zoomed = (view2, by, x3, y3) => ({ x: x3 + (view2.x - x3) / by, y: y3 + (view2.y - y3) / by, zoom: view2.zoom * by });
function showing(whole, view2, x3, y3) {
  const f2 = frameOf(whole, view2);
  const margin = Math.min(1.6, f2.width / 4, f2.height / 4);
  const shift2 = (at2, from, size2) => at2 < from + margin ? at2 - from - margin : at2 > from + size2 - margin ? at2 - from - size2 + margin : 0;
  return { ...view2, x: view2.x + shift2(x3, f2.x, f2.width), y: view2.y + shift2(y3, f2.y, f2.height) };
}

// ../page/wood.js
var size = 800;
var dark = [62, 30, 4];
var Wood = class extends x {
  canvas = M();
  componentDidMount() {
    this.paint();
  }
  /** @param {{seed: string}} next */
  shouldComponentUpdate(next3) {
    return next3.seed !== this.props.seed;
  }
  componentDidUpdate() {
    this.paint();
  }
  paint() {
    const context = this.canvas.current.getContext("2d");
    const picture = context.createImageData(size, size);
    const depth = grain(this.props.seed, size);
    for (let i2 = 0; i2 < depth.length; i2++) picture.data.set([...dark, depth[i2]], 4 * i2);
    context.putImageData(picture, 0, 0);
  }
  render() {
    return html`<canvas class="wood" ref=${this.canvas} width=${size} height=${size} aria-hidden="true" data-seed=${this.props.seed} />`;
  }
};
function grain(seed, n3) {
  const random = numbers2(seed);
  const side = random() < 0.5 ? -1 : 1;
  const axis2 = 0.5 + side * (0.25 + 1.1 * random());
  const [end, slope] = [random(), 0.05 + 0.13 * random()];
  const rings = 24 + 22 * random();
  const ring = ringDepths(random);
  const sway = curve(random, 4);
  const fibre = Array.from({ length: n3 }, () => random());
  const pores = Array.from({ length: n3 }, () => random());
  const depth = new Uint8ClampedArray(n3 * n3);
  for (let y3 = 0; y3 < n3; y3++) {
    const v2 = y3 / n3;
    const along = (v2 - end) * slope;
    const bend = 0.012 * sway(v2);
    const shift2 = Math.round(6e-3 * n3 * sway(1 - v2));
    for (let x3 = 0; x3 < n3; x3++) {
      const across = x3 / n3 - axis2 + bend;
      const r2 = Math.sqrt(across * across + along * along) * rings + 1.5 * sway(x3 / n3);
      const column = (x3 + shift2 + n3) % n3;
      const pore = pores[column] > 0.86 && (y3 / n3 * 9 + 7 * fibre[column]) % 1 < 0.4 ? 1 : 0;
      depth[y3 * n3 + x3] = 52 * ring(r2) + 20 * fibre[column] + 10 * pore;
    }
  }
  return depth;
}
function ringDepths(random) {
  const strength = Array.from({ length: 64 }, () => 0.2 + 0.8 * random() ** 2);
  const width = Array.from({ length: 64 }, () => 1.4 + 2.6 * random());
  return (r2) => {
    const i2 = Math.floor(r2) & 63;
    const part = r2 - Math.floor(r2);
    const late = part ** width[i2];
    return strength[i2] * (part > 0.86 ? late * (1 - part) / 0.14 : late);
  };
}
function curve(random, steps) {
  const values = Array.from({ length: steps + 2 }, () => 2 * random() - 1);
  return (t3) => {
    const at2 = Math.min(Math.max(t3, 0), 1) * steps;
    const i2 = Math.floor(at2);
    const part = at2 - i2;
    const ease = part * part * (3 - 2 * part);
    return values[i2] * (1 - ease) + values[i2 + 1] * ease;
  };
}

// ../page/board.js
var manyPoints = 500;
var smallPoint = 30;
var dragged = 6;
var wheelStep = 50;
var Board = class extends x {
  /** @type {import("./vendor/preact.mjs").Ref<any>} */
  svg = M();
  pointers = /* @__PURE__ */ new Map();
  // places of the fingers and buttons that are down
  pointer = "mouse";
  moved = false;
  turned = 0;
  // pixels of the wheel since the last step
  focusNext = false;
  // the cursor gets the focus after the next drawing
  /** @type {Graph|undefined} */
  seenOf;
  seenIn = "";
  /** @type {number[]} */
  seenPoints = [];
  /** @type {Graph|undefined} */
  shellsFor;
  shellsBy = "";
  /** @type {number[]} */
  shells = [];
  pace = new Pace();
  motion = still;
  /** @param {BoardProps} props */
  constructor(props) {
    super(props);
    this.state = { hover: -1, aim: -1, cursor: middle(props.graph), view: null };
  }
  componentDidMount() {
    this.visit(null);
  }
  /** @param {BoardProps} next */
  componentWillReceiveProps({ graph, stones }) {
    if (stones === this.props.stones) return;
    const motion = graph === this.props.graph ? motionOf(this.props.stones, stones) : still;
    if (!motion) return;
    this.motion = this.pace.rushed(performance.now()) ? still : motion;
    if (this.motion.placed >= 0) stone(motion.captured.length);
  }
  /** @param {BoardProps} old */
  componentDidUpdate(old) {
    const { graph, stones } = this.props;
    if (old.graph !== graph) {
      const grown = shapeOf(graph).endless && shapeOf(old.graph).endless;
      this.setState(grown ? { hover: -1, aim: -1 } : { hover: -1, aim: -1, cursor: middle(graph), view: null });
    } else if (old.stones !== stones && this.state.aim >= 0) this.setState({ aim: -1 });
    if (this.focusNext) {
      this.focusNext = false;
      this.svg.current.querySelector(`[data-index="${this.state.cursor}"]`)?.focus();
    }
    this.visit(old);
  }
  /** Shows the point that the page asks for, once for each request. */
  visit(old) {
    const { visit: visit5, graph } = this.props;
    if (!visit5 || visit5 === old?.visit) return;
    const i2 = graph.points.findIndex((p2) => p2.name === visit5.vertex);
    if (i2 >= 0) this.moveTo(i2);
  }
  whole = () => frame(this.props.graph, this.props.coordinates);
  view = () => this.state.view ?? home(this.whole());
  /** @param {import("./view.js").View} asked @param {number} [cursor] */
  look(asked5, cursor) {
    const view2 = within(this.props.graph, this.whole(), asked5);
    this.show(view2.zoom === 1 && !shapeOf(this.props.graph).endless ? null : view2, cursor);
  }
  /**
   * Shows a part of the board; null for the first view. A cursor outside this part moves to its middle, because only the
   * points in sight are drawn and can have the focus.
   * @param {import("./view.js").View|null} view @param {number} [cursor]
   */
  show(view2, cursor = this.state.cursor) {
    const whole = this.whole();
    const f2 = frameOf(whole, view2 ?? home(whole));
    const { x: x3, y: y3 } = this.props.graph.points[cursor];
    if (x3 < f2.x || x3 > f2.x + f2.width || y3 < f2.y || y3 > f2.y + f2.height) {
      cursor = nearestTo(this.props.graph, f2.x + f2.width / 2, f2.y + f2.height / 2).point;
      this.focusNext ||= this.svg.current.contains(document.activeElement);
    }
    this.setState({ view: view2, cursor, hover: -1 });
  }
  /** Puts the cursor on a point and shows it. */
  moveTo(i2) {
    const { x: x3, y: y3 } = this.props.graph.points[i2];
    this.focusNext = true;
    if (this.movable()) this.look(showing(this.whole(), this.view(), x3, y3), i2);
    else this.setState({ cursor: i2 });
  }
  /** Reports whether a part of the board is not visible. */
  movable = () => this.state.view !== null || shapeOf(this.props.graph).endless;
  /** Converts a position on the screen into a position on the board. */
  place(event) {
    const svg = this.svg.current;
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  }
  /** The point under the mouse or finger, or -1. */
  find(event) {
    const at2 = this.place(event);
    const { point: point2, distance } = nearestTo(this.props.graph, at2.x, at2.y);
    return distance < 0.75 ? point2 : -1;
  }
  tooSmall = () => this.pointer === "touch" && this.svg.current.getScreenCTM().a < smallPoint;
  click = (event) => {
    const unplaced = event.detail === 0 && event.clientX === 0 && event.clientY === 0;
    if (this.moved && !unplaced) return;
    const pressed = unplaced ? event.target.closest("[data-index]") : null;
    if (unplaced && !pressed) return;
    const i2 = pressed ? Number(pressed.dataset.index) : this.find(event);
    const { graph, stones, ghost, onPoint, onAim } = this.props;
    if (i2 < 0) {
      const at2 = this.place(event);
      const name = nameAt(graph, at2.x, at2.y);
      this.setState({ aim: -1 });
      return name && onPoint(name);
    }
    this.setState({ cursor: i2 });
    if (ghost && onAim && !pressed && !stones[i2] && this.tooSmall() && this.state.aim !== i2) {
      this.setState({ aim: i2 });
      return onAim(graph.points[i2].name);
    }
    this.setState({ aim: -1, hover: -1 });
    onPoint(graph.points[i2].name);
  };
  down = (event) => {
    this.pointer = event.pointerType;
    if (event.isPrimary) {
      this.pointers.clear();
      this.moved = false;
    }
    this.pointers.set(event.pointerId, { x: event.clientX, y: event.clientY, from: { x: event.clientX, y: event.clientY } });
  };
  up = (event) => this.pointers.delete(event.pointerId);
  move = (event) => {
    const was = this.pointers.get(event.pointerId);
    if (!was) {
      const hover = event.pointerType === "mouse" ? this.find(event) : -1;
      if (hover !== this.state.hover) this.setState({ hover });
      return;
    }
    const now = { ...was, x: event.clientX, y: event.clientY };
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other && this.pointers.size === 2) {
      const apart2 = (a2) => Math.hypot(a2.x - other.x, a2.y - other.y) || 1;
      const at2 = this.place({ clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 });
      this.moved = true;
      this.look(zoomed(this.view(), apart2(now) / apart2(was), at2.x, at2.y));
    } else if (this.movable() && (this.moved || Math.hypot(now.x - was.from.x, now.y - was.from.y) > dragged)) {
      if (!this.moved) this.svg.current.setPointerCapture(event.pointerId);
      this.moved = true;
      const scale = this.svg.current.getScreenCTM().a;
      const view2 = this.view();
      this.look({ ...view2, x: view2.x - (now.x - was.x) / scale, y: view2.y - (now.y - was.y) / scale });
    } else return;
    this.pointers.set(event.pointerId, now);
  };
  wheel = (event) => {
    const view2 = this.view();
    if (event.ctrlKey || event.metaKey) {
      const at2 = this.place(event);
      this.look(zoomed(view2, Math.exp(-event.deltaY / 300), at2.x, at2.y));
    } else if (this.props.onWheel) {
      this.turned += event.deltaY;
      if (Math.abs(this.turned) < wheelStep) return event.preventDefault();
      this.props.onWheel(this.turned > 0 ? 1 : -1);
      this.turned = 0;
    } else if (this.movable()) {
      const scale = this.svg.current.getScreenCTM().a;
      this.look({ ...view2, x: view2.x + event.deltaX / scale, y: view2.y + event.deltaY / scale });
    } else return;
    event.preventDefault();
  };
  key = (event) => {
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const { graph, onPoint } = this.props;
    const { cursor } = this.state;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (arrows[event.key] && this.props.onWheel && !event.shiftKey) return;
    if (arrows[event.key]) this.moveTo(towards(graph, cursor, ...arrows[event.key]));
    else if (event.key === "Enter") onPoint(graph.points[cursor].name);
    else if (event.key === "+" || event.key === "=") this.zoom(1.4, graph.points[cursor]);
    else if (event.key === "-") this.zoom(1 / 1.4, graph.points[cursor]);
    else if (event.key === "0") this.show(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  /** Zooms around a place, by default the middle of the view. @param {number} by @param {{x: number, y: number}} [at] */
  zoom = (by, at2) => {
    const view2 = this.view();
    const { x: x3, y: y3 } = at2 ?? view2;
    this.look(zoomed(view2, by, x3, y3));
  };
  /** The points in a frame. The list is the same object until something changes. */
  seen(graph, f2) {
    const key = `${f2.x} ${f2.y} ${f2.width} ${f2.height}`;
    if (this.seenOf !== graph || this.seenIn !== key) {
      const inside = ({ x: x3, y: y3 }) => x3 > f2.x - 1 && x3 < f2.x + f2.width + 1 && y3 > f2.y - 1 && y3 < f2.y + f2.height + 1;
      this.seenPoints = shapeOf(graph).points.filter((i2) => inside(graph.points[i2]));
      [this.seenOf, this.seenIn] = [graph, key];
    }
    return this.seenPoints;
  }
  /** The kind of white stone for each point. */
  shellsHere(graph) {
    const seed = this.seed();
    if (this.shellsFor !== graph || this.shellsBy !== seed) {
      this.shells = shellsOf(graph, seed);
      [this.shellsFor, this.shellsBy] = [graph, seed];
    }
    return this.shells;
  }
  seed = () => this.props.seed ?? this.props.graph.name;
  /** Buttons to zoom, and the name of the point under the mouse. */
  tools(graph, place5) {
    const { endless, points: points3 } = shapeOf(graph);
    const needed = endless || this.state.view || points3.length > manyPoints;
    const { told: told4 } = this.props;
    const at2 = place5 < 0 && told4 ? this.state.cursor : place5;
    const readout = at2 >= 0 && html`<span class="readout" aria-hidden="true">${told4?.(graph.points[at2].name) ?? describePoint(graph, at2)}</span>`;
    if (!needed) return readout;
    return html`<div class="tools">${readout}
      <button class="tool" title="Zoom in (+)" aria-label="Zoom in" id="zoom-in" onClick=${() => this.zoom(1.4)}>${icon("plus")}</button>
        <button class="tool" title="Zoom out (-)" aria-label="Zoom out" id="zoom-out" onClick=${() => this.zoom(1 / 1.4)}>${icon("minus")}</button>
        <button class="tool" title=${endless ? tr("Back to the middle (0)") : tr("The whole board (0)")} aria-label=${endless ? tr("Back to the middle") : tr("The whole board")} id="zoom-home"
          disabled=${!this.state.view} onClick=${() => this.show(null)}>${icon("fit")}</button>
    </div>`;
  }
  render(props, { hover, aim: aim2, cursor, view: view2 }) {
    const { graph, stones, ghost, quiet, blocked = nothing } = (
      /** @type {BoardProps} */
      props
    );
    const { endless, radius: radius2, copies, box } = shapeOf(graph);
    const whole = frame(graph, props.coordinates);
    const f2 = view2 ? frameOf(whole, view2) : whole;
    const seen2 = this.seen(graph, f2);
    const place5 = aim2 >= 0 ? aim2 : hover;
    const shown4 = ghost && place5 >= 0 && (stones[place5] === 0 || blocked.includes(graph.points[place5].name)) ? graph.points[place5] : null;
    const size2 = graph.width ? tr("{width} by {height}", { width: graph.width, height: graph.height }) : trBoard(graph.name);
    const shells2 = this.shellsHere(graph);
    return html`<div class="frame ${endless || view2 ? "movable" : ""}">
      <div class="goban"><${Wood} seed=${this.seed()} />
      <svg class="board ${quiet ? "quiet" : ""}" id="board" ref=${this.svg} viewBox="${f2.x} ${f2.y} ${f2.width} ${f2.height}" role="group"
          aria-label=${props.onWheel ? tr("Board, {size}, {n} points; Shift with the arrow keys moves, Enter plays, / asks for the name of a point", { size: size2, n: graph.points.length }) : tr("Board, {size}, {n} points; arrow keys move, Enter plays, / asks for the name of a point", { size: size2, n: graph.points.length })}
          onClick=${this.click} onKeyDown=${this.key} onWheel=${this.wheel}
          onPointerDown=${this.down} onPointerUp=${this.up} onPointerCancel=${this.up} onPointerMove=${this.move}
          onPointerLeave=${(event) => (this.up(event), this.setState({ hover: -1 }))}>
        <${Defs} />
        ${endless ? html`<${Plane} graph=${graph} left=${f2.x} right=${f2.x + f2.width} top=${f2.y} bottom=${f2.y + f2.height} />` : html`<${Lines} graph=${graph} />`}
        ${props.coordinates && !view2 && !endless && html`<${Labels} graph=${graph} whole=${true} />`}
        ${props.score && html`<${Territory} graph=${graph} seen=${seen2} score=${props.score} radius=${radius2} />`}
        ${copies.length > 0 && html`<${Copies} graph=${graph} stones=${stones} radius=${radius2} />
          <rect class="edge" x=${box.left - 0.5} y=${box.top - 0.5} width=${box.right - box.left + 1} height=${box.bottom - box.top + 1} />`}
        <${Shadows} graph=${graph} stones=${stones} seen=${seen2} radius=${radius2} />
        <${Leaving} key=${this.motion} graph=${graph} motion=${this.motion} stones=${stones} shells=${shells2} radius=${radius2} />
        <${Points} graph=${graph} seen=${seen2} stones=${stones} lastMove=${props.lastMove} koBan=${props.koBan} dead=${props.dead}
          blocked=${blocked} score=${props.score} cursor=${cursor} radius=${radius2}
          shells=${shells2} placed=${this.motion.placed} />
        ${props.children}
        ${shown4 && html`<circle class="ghost ${ghost} ${aim2 >= 0 ? "aim" : ""}" cx=${shown4.x} cy=${shown4.y} r=${radius2} />`}
        ${props.coordinates && (view2 || endless) && html`<${Labels} graph=${graph} x=${f2.x} y=${f2.y} width=${f2.width} height=${f2.height} />`}
      </svg></div>
      ${this.tools(graph, place5)}
    </div>`;
  }
};
var nothing = [];

// ../page/candidates.js
var drawn = 12;
var limits = [0.2, 0.6, 1.2, 4, 10];
function quality(loss) {
  const i2 = limits.findIndex((limit) => loss < limit);
  return i2 < 0 ? limits.length : i2;
}
var lossOf = (a2, move) => Math.max(0, (a2.moves[0].lead - move.lead) * (a2.player === "black" ? 1 : -1));
var winOf = (a2, move) => 100 * (a2.player === "black" ? move.win : 1 - move.win);
function short(visits) {
  if (visits < 1e3) return String(visits);
  if (visits < 9950) return `${decimal(visits / 1e3, 1)}k`;
  return visits < 999500 ? `${Math.round(visits / 1e3)}k` : `${decimal(visits / 1e6, 1)}M`;
}
function textOf(a2, move, label) {
  if (label === "win") return decimal(winOf(a2, move), 0);
  const lead = a2.player === "black" ? move.lead : -move.lead;
  return `${lead < 0 ? "−" : ""}${decimal(Math.abs(lead), Math.abs(lead) < 9.95 ? 1 : 0)}`;
}
var Candidates = class extends x {
  componentDidMount() {
    this.stop = watch(() => this.setState({}));
  }
  componentWillUnmount() {
    this.stop?.();
  }
  /** @param {{graph: Graph, stones: number[]}} props */
  render({ graph, stones }) {
    const { on: on2, result: a2, other, layers, label, pointed, only, avoid, picking } = state2;
    const index = indexOf(graph);
    const k2 = shapeOf(graph).radius / 0.475;
    const chosen3 = [...only, ...avoid];
    if (!on2 && chosen3.length === 0) return null;
    const move = a2?.moves.find((m2) => m2.vertex === pointed);
    return html`<g class="analysis" data-visits=${a2?.visits ?? 0}>
      ${on2 && a2?.owners && layers.includes("owners") && html`<${Owners} graph=${graph} stones=${stones} owners=${a2.owners} />`}
      ${on2 && a2?.policy && layers.includes("policy") && html`<${Policy} graph=${graph} policy=${a2.policy} k=${k2} covered=${layers.includes("moves") ? a2.moves.map((m2) => index.get(m2.vertex)) : []} />`}
      ${(picking || chosen3.length > 0) && html`<${Chosen} graph=${graph} only=${only} avoid=${avoid} />`}
      ${on2 && a2 && move && html`<${Line} graph=${graph} a=${a2} move=${move} k=${k2} />`}
      ${on2 && a2 && layers.includes("moves") && html`<g class=${move ? "faded" : ""}>${a2.moves.filter((m2) => index.has(m2.vertex)).map((m2, i2) => candidate(graph, a2, m2, i2, label, k2, index.get(m2.vertex) ?? 0, move === m2))}</g>`}
      ${on2 && !move && layers.includes("moves") && secondJudge() > 0 && html`<${SecondChoice} graph=${graph} vertex=${other?.moves[0]?.vertex} k=${k2} />`}
    </g>`;
  }
};
function candidate({ points: points3 }, a2, m2, i2, label, k2, p2, hidden) {
  const { x: x3, y: y3 } = points3[p2];
  const rare2 = i2 >= drawn || m2.visits < a2.moves[0].visits / 200;
  const on2 = {
    onPointerEnter: (e2) => e2.pointerType === "mouse" && point(m2.vertex),
    onPointerLeave: (e2) => e2.pointerType === "mouse" && point(""),
    onClick: (e2) => {
      if (e2.pointerType === "mouse" || state2.pointed === m2.vertex || state2.picking) return;
      e2.stopPropagation();
      point(m2.vertex);
    }
  };
  return html`<g key=${m2.vertex} class="candidate q${quality(lossOf(a2, m2))} ${i2 === 0 ? "best" : ""} ${hidden ? "under" : ""}" data-candidate=${m2.vertex}
      transform="translate(${x3} ${y3}) scale(${k2})" ...${on2}>
    ${rare2 ? html`<circle r=".17" />` : html`<circle r=".455" /><text y="-.07" font-size=".36">${textOf(a2, m2, label)}</text><text class="visits" y=".24" font-size=".23">${short(m2.visits)}</text>`}</g>`;
}
function SecondChoice({ graph, vertex, k: k2 }) {
  const at2 = graph.points[indexOf(graph).get(vertex) ?? -1];
  if (!at2) return null;
  return html`<path class="second-choice" data-second=${vertex} pointer-events="none" transform="translate(${at2.x} ${at2.y}) scale(${k2})" d="M0-.62L.62 0L0 .62L-.62 0z" />`;
}
function Line({ graph, a: a2, move, k: k2 }) {
  const index = indexOf(graph);
  const seen2 = /* @__PURE__ */ new Set();
  return html`<g class="line-shown" pointer-events="none">${move.line.map((vertex, i2) => {
    const p2 = graph.points[index.get(vertex) ?? -1];
    if (!p2 || seen2.has(vertex)) return null;
    seen2.add(vertex);
    const black = a2.player === "black" === (i2 % 2 === 0);
    return html`<g key=${vertex} class=${black ? "black" : "white"} transform="translate(${p2.x} ${p2.y}) scale(${k2})"><circle r=".46" /><text font-size=".42">${i2 + 1}</text></g>`;
  })}</g>`;
}
function Owners({ graph, stones, owners }) {
  const { radius: radius2 } = shapeOf(graph);
  const side = radius2 / 0.475;
  return html`<g class="owners" pointer-events="none">${shapeOf(graph).points.map((i2) => {
    const [owner, { x: x3, y: y3 }] = [owners[i2], graph.points[i2]];
    const strength = Math.abs(owner) / 100;
    if (strength < 0.08 || stones[i2] !== 0 && Math.sign(owner) === stones[i2]) return null;
    const width = side * (stones[i2] === 0 ? 1 : 0.42);
    return html`<rect key=${i2} class="${owner > 0 ? "black" : "white"} ${stones[i2] !== 0 ? "on-stone" : ""}" x=${x3 - width / 2} y=${y3 - width / 2} width=${width} height=${width} fill-opacity=${(stones[i2] === 0 ? 0.55 : 0.9) * strength} />`;
  })}</g>`;
}
function Policy({ graph, policy, k: k2, covered }) {
  const most6 = Math.max(1, ...policy);
  return html`<g class="policy" pointer-events="none">${shapeOf(graph).points.map((i2) => {
    if (policy[i2] < 2) return null;
    const { x: x3, y: y3 } = graph.points[i2];
    return html`<g key=${i2} transform="translate(${x3} ${y3}) scale(${k2})"><rect x="-.5" y="-.5" width="1" height="1" fill-opacity=${0.12 + 0.7 * Math.sqrt(policy[i2] / most6)} />
      ${policy[i2] >= 10 && !covered.includes(i2) && html`<text font-size=".3">${Math.round(policy[i2] / 10)}%</text>`}</g>`;
  })}</g>`;
}
function Chosen({ graph, only, avoid }) {
  const index = indexOf(graph);
  const at2 = (vertex) => graph.points[index.get(vertex) ?? -1];
  return html`<g class="chosen" pointer-events="none">
    ${only.filter((v2) => index.has(v2)).map((v2) => html`<rect key=${v2} x=${at2(v2).x - 0.48} y=${at2(v2).y - 0.48} width=".96" height=".96" rx=".1" />`)}
    ${avoid.filter((v2) => index.has(v2)).map((v2) => html`<path key="a${v2}" d="M${at2(v2).x - 0.3} ${at2(v2).y - 0.3}l.6 .6m0 -.6l-.6 .6" />`)}</g>`;
}

// ../page/download.js
async function downloadSGF(event, kind, id) {
  if (state.config?.role !== "anyone") return;
  event.preventDefault();
  await attempt(async () => {
    const response = await fetched(`/api/${kind}/${id}/sgf`, { headers: headersOf(`${kind}/${id}`) });
    const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(await response.blob()), download: `tengen-${id}.sgf` });
    link.click();
    URL.revokeObjectURL(link.href);
  });
}

// ../page/dates.js
var dateFormat = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" });
var agoFormat = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
var exactly = (date) => dateFormat.format(date);
function ago(date) {
  const minutes = Math.round((Date.now() - date.getTime()) / 6e4);
  if (minutes < 1) return tr("just now");
  if (minutes < 60) return agoFormat.format(-minutes, "minute");
  if (minutes < 24 * 60) return agoFormat.format(-Math.round(minutes / 60), "hour");
  return agoFormat.format(-Math.round(minutes / (24 * 60)), "day");
}
var day = 24 * 36e5;
function dayText(date, now = Date.now()) {
  const here3 = new Date(now);
  const [y3, m2, d2] = date.split("-").map(Number);
  return agoFormat.format(Math.round((Date.UTC(y3, m2 - 1, d2) - Date.UTC(here3.getFullYear(), here3.getMonth(), here3.getDate())) / day), "day");
}

// ../page/result.js
var resultName = (result) => result === "0" ? tr("draw") : result === "Void" ? tr("void") : result;
function headingOf(g2) {
  if (g2.result === "") return tr("The game was stopped");
  if (g2.result === "0") return tr("A draw");
  const [, letter, how2] = /^([BW])\+(.*)$/.exec(g2.result) ?? [];
  if (!letter) return tr("The game has no result");
  const winner = letter === "B" ? "black" : "white";
  const you = g2.seats ? g2.seats.you : g2.human;
  const mine = you === "black" || you === "white";
  const won = you === winner;
  if (mine && how2 === "R") return won ? g2.seats ? tr("You won: your opponent resigned") : tr("You won: the engine resigned") : tr("You resigned");
  const points3 = Number(how2);
  const way = how2 === "R" || how2 === "T" || how2 === "F" ? how2 : points3 === 0.5 ? "half" : points3 ? "points" : "";
  if (mine && won) {
    return {
      T: tr("You won on time"),
      F: tr("You won by forfeit"),
      "": tr("You won"),
      half: tr("You won by half a point"),
      points: trCount(points3, "You won by one point", "You won by {n} points")
    }[
      /** @type {"T"} */
      way
    ];
  }
  if (mine) {
    return {
      T: tr("You lost on time"),
      F: tr("You lost by forfeit"),
      "": tr("You lost"),
      half: tr("You lost by half a point"),
      points: trCount(points3, "You lost by one point", "You lost by {n} points")
    }[
      /** @type {"T"} */
      way
    ];
  }
  const player = (winner === "black" ? g2.blackName : g2.whiteName) || colorName(winner);
  return {
    R: tr("{player} won by resignation", { player }),
    T: tr("{player} won on time", { player }),
    F: tr("{player} won by forfeit", { player }),
    "": tr("{player} won", { player }),
    half: tr("{player} won by half a point", { player }),
    points: trCount(points3, "{player} won by one point", "{player} won by {n} points", { player })
  }[way];
}
function cardWords({ info, rules, rulesKnown, komi, komiKnown }, to = language) {
  if (to === "en") return {};
  const result = (info.result ?? "").replace(/^([BW]\+[RTF]).*$/, "$1");
  const terms2 = [rulesKnown && tr("{rules} rules", { rules: trServer(rules) }), komiKnown && tr("komi {komi}", { komi })];
  return {
    black: colorName("black"),
    white: colorName("white"),
    .../^[BW]\+([RTF]|[\d.]*)$|^0$/.test(result) ? { result: headingOf({ result, human: "both", blackName: "", whiteName: "" }) } : {},
    terms: terms2.filter(Boolean).join(" · ")
  };
}

// ../page/tournaments.js
var state3 = {
  /** @type {Club|null} */
  club: null,
  /** @type {Tournament|null} */
  open: null,
  error: ""
  // why the club or the tournament cannot be shown
};
function update3(changes2) {
  Object.assign(state3, changes2);
  redraw();
}
var again2 = 5e3;
function repeat(load5) {
  const look3 = async () => {
    if (document.hidden) return;
    try {
      await load5();
    } catch (error) {
      if (error instanceof Refusal && [401, 403, 404].includes(error.status)) stop6();
      update3({ error: messageOf(error) });
    }
  };
  const timer5 = setInterval(look3, again2);
  const stop6 = () => {
    clearInterval(timer5);
    document.removeEventListener("visibilitychange", look3);
  };
  document.addEventListener("visibilitychange", look3);
  void look3();
  return stop6;
}
var loadClub = async () => update3({ club: await get("club"), error: "" });
var sent = 0;
var taken = 0;
async function load2(id) {
  const number2 = ++sent;
  const t3 = await get(`tournaments/${id}`);
  if (number2 < taken) return;
  taken = number2;
  take(t3);
}
function take(t3) {
  const path = state.tournament;
  if (path !== null && path !== t3.id) return;
  for (const p2 of t3.rounds.flat()) {
    if (p2.game && plays(p2, t3.you)) follow(t3.id, p2.game);
    else if (p2.game && invitationOf(t3.id)) keepInvitation(p2.game, invitationOf(t3.id));
  }
  const old = state3.open;
  update3({ open: t3, error: "" });
  if (old?.id !== t3.id || t3.you < 0) return;
  const [was, is] = [old.rounds.length, t3.rounds.length];
  if (is > was) say(`${tr("Round {n} has begun.", { n: is })} ${opponentText(t3)}`);
  if (is < was) say(tr("Round {n} was taken back.", { n: was }));
}
var plays = (p2, player) => player >= 0 && (p2.black === player || p2.white === player);
var ownGame = (t3) => t3.rounds.at(-1)?.find((p2) => plays(p2, t3.you));
function opponentText(t3) {
  const p2 = ownGame(t3);
  if (!p2) return tr("You do not play in this round.");
  if (p2.white < 0) return tr("You have no opponent in this round, which counts as a win.");
  return p2.black === t3.you ? tr("You play Black against {player}.", { player: t3.players[p2.white].name }) : tr("You play White against {player}.", { player: t3.players[p2.black].name });
}
async function change2(name, body, headers) {
  if (!state3.open) return;
  const t3 = await post(`tournaments/${state3.open.id}/${name}`, body, headers);
  taken = ++sent;
  take(t3);
}
async function join(name) {
  const id = state3.open?.id ?? "";
  if (!secretOf(id)) keepSecret(id, newSecret());
  await change2("join", { name });
}
var add = (name) => change2("add", { name });
var order = (names) => attempt(() => change2("order", { names }));
var withdraw = (name, back2 = false) => attempt(() => change2("withdraw", { name, back: back2 }));
var begin = (round4) => attempt(() => change2("round", { round: round4 }));
var takeBack = (round4) => attempt(() => change2("undo", { round: round4 }));
var enter = (round4, table, result) => attempt(() => change2("result", { round: round4, table, result }));
var create = once(async (setup) => {
  const t3 = await post("tournaments", setup);
  update({ dialog: "", message: "" });
  location.hash = `tournament/${t3.id}`;
});
var remove2 = () => attempt(async () => {
  if (!state3.open) return;
  await remove(`tournaments/${state3.open.id}`);
  location.hash = "club";
});

// ../page/clubview.js
var systems = { swiss: tr("Swiss"), "round-robin": tr("Round robin"), knockout: tr("Knockout") };
var many = 20;
var ClubPage = class extends x {
  state = { all: false };
  stop = () => {
  };
  componentDidMount() {
    this.stop = repeat(loadClub);
  }
  componentWillUnmount() {
    this.stop();
  }
  render(_2, { all }) {
    const { club, error } = state3;
    const now = club?.games.filter((g2) => !g2.over) ?? [];
    const over = club?.games.filter((g2) => g2.over) ?? [];
    return html`<main class="club" id="club">
      <div class="club-head"><h1 tabindex="-1">Club</h1>
        ${mayAll() && html`<button id="new-tournament" onClick=${() => show("tournament")}>${icon("plus")}<span>New tournament</span></button>`}</div>
      ${error && html`<p class="error" role="alert">${sentence(error)}</p>`}
      ${club?.notices.map((text) => html`<p class="error">${trServer(text)}</p>`)}
      ${club && html`<section aria-labelledby="club-now"><h2 id="club-now">Who plays now</h2>
          ${now.length === 0 && html`<p class="hint">No game is being played now.</p>`}
          <ul id="running-games" class="club-list">${now.map((g2) => html`<${Game} key=${g2.id} g=${g2} />`)}</ul></section>
        <section aria-labelledby="club-tournaments"><h2 id="club-tournaments">Tournaments</h2>
          ${club.tournaments.length === 0 && html`<p class="hint">There are no tournaments.</p>`}
          <ul id="tournaments" class="club-list">${club.tournaments.map((t3) => html`<${Entry} key=${t3.id} t=${t3} />`)}</ul></section>
        <section aria-labelledby="club-over"><h2 id="club-over">Finished games</h2>
          ${over.length === 0 && html`<p class="hint">No game is finished yet.</p>`}
          <ul id="finished-games" class="club-list">${(all ? over : over.slice(0, many)).map((g2) => html`<${Game} key=${g2.id} g=${g2} />`)}</ul>
          ${!all && over.length > many && html`<button id="all-finished" class="wide" onClick=${() => this.setState({ all: true })}>${tr("Show more of {n}", { n: over.length })}</button>`}</section>`}
    </main>`;
  }
};
function Game({ g: g2 }) {
  const { result, blackName, whiteName } = g2;
  const title3 = `${blackName} – ${whiteName}`;
  const stage = g2.over ? headingOf({ result, blackName, whiteName, human: "both" }) : trCount(g2.moves, "1 move", "{n} moves");
  return html`<li data-game=${g2.id}>
    <a href="#${g2.id}"><b>${title3}</b><small title=${exactly(new Date(g2.changed))}>${[stage, trBoard(g2.board), ago(new Date(g2.changed))].join(" · ")}</small></a>
    ${g2.over && html`<a class="button plain" href="/api/games/${g2.id}/sgf" download onClick=${(e2) => downloadSGF(e2, "games", g2.id)} aria-label=${tr("SGF file of {title}", { title: title3 })}>SGF</a>`}
  </li>`;
}
function stageOf(t3) {
  if (t3.done) return tr("ended");
  return t3.round === 0 ? tr("open for players") : tr("round {n} of {length}", { n: t3.round, length: t3.length });
}
var Entry = ({ t: t3 }) => html`<li data-tournament=${t3.id}><a href="#tournament/${t3.id}"><b>${t3.name}</b>
  <small>${[systems[t3.system], trCount(t3.players, "1 player", "{n} players"), stageOf(t3)].join(" · ")}</small></a></li>`;

// ../page/trainingscale.js
var place = ({ from, to, log }, v2) => log ? Math.log(Math.max(v2, from) / from) / Math.log(to / from) : (v2 - from) / (to - from);
var valueAt = ({ from, to, log }, at2) => log ? from * (to / from) ** at2 : from + at2 * (to - from);
function ticks({ from, to, log }, count) {
  if (log) {
    const decades = Math.log10(to / from);
    const steps = decades > count ? [1] : decades * 2 > count ? [1, 3] : [1, 2, 5];
    const all2 = [];
    for (let e2 = Math.floor(Math.log10(from)); e2 <= Math.log10(to); e2++) {
      for (const s2 of steps) if (s2 * 10 ** e2 >= from && s2 * 10 ** e2 <= to) all2.push(s2 * 10 ** e2);
    }
    return all2;
  }
  const raw = (to - from) / count;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step3 = [1, 2, 5, 10].map((s2) => s2 * power).find((s2) => s2 >= raw) ?? power;
  const all = [];
  for (let k2 = Math.ceil(from / step3 - 1e-9); k2 * step3 <= to + step3 * 1e-9; k2++) all.push(Number((k2 * step3).toPrecision(12)));
  return all;
}
function smoothed(values, at2, lines4, half) {
  if (half <= 0) return values;
  const sums = new Float64Array(values.length);
  const weights = new Float64Array(values.length);
  for (const back2 of [false, true]) {
    let sum = 0;
    let weight = 0;
    let before = -1;
    for (let k2 = 0; k2 < values.length; k2++) {
      const i2 = back2 ? values.length - 1 - k2 : k2;
      const v2 = values[i2];
      if (v2 === null) continue;
      if (before >= 0) {
        const keep3 = 0.5 ** (Math.abs(at2[i2] - at2[before]) / half);
        sum *= keep3;
        weight *= keep3;
      }
      sums[i2] += sum;
      weights[i2] += weight;
      if (!back2) {
        sums[i2] += v2 * lines4[i2];
        weights[i2] += lines4[i2];
      }
      sum += v2 * lines4[i2];
      weight += lines4[i2];
      before = i2;
    }
  }
  return values.map((v2, i2) => v2 === null ? null : sums[i2] / weights[i2]);
}
function nearest(steps, step3) {
  let low = 0;
  let high = steps.length;
  while (low < high) {
    const middle2 = low + high >> 1;
    if (steps[middle2] < step3) low = middle2 + 1;
    else high = middle2;
  }
  if (low === 0) return steps.length > 0 ? 0 : -1;
  if (low === steps.length || step3 - steps[low - 1] < steps[low] - step3) return low - 1;
  return low;
}
function short2(n3) {
  for (const { unit, letter } of [{ unit: 1e9, letter: "G" }, { unit: 1e6, letter: "M" }, { unit: 1e4, letter: "k" }]) {
    const each = unit === 1e4 ? 1e3 : unit;
    if (n3 >= unit) return `${number(Number((n3 / each).toPrecision(3)))}${letter}`;
  }
  return grouped(n3);
}
function duration(seconds) {
  if (seconds < 90) return tr("{n} s", { n: Math.max(1, Math.round(seconds)) });
  if (seconds < 5400) return tr("{n} min", { n: Math.round(seconds / 60) });
  const minutes = Math.round(seconds / 60);
  if (minutes < 48 * 60) return tr("{hours} h {minutes} min", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
  const hours = Math.round(minutes / 60);
  return tr("{n} days {hours} h", { n: Math.floor(hours / 24), hours: hours % 24 });
}
function joined(old, news) {
  if (!old) return news;
  const put = (before, now) => before.slice(0, news.from).concat(now);
  const all = (before, now) => before.map((column, m2) => put(column, now[m2]));
  return {
    from: 0,
    total: news.total,
    step: put(old.step, news.step),
    since: put(old.since, news.since),
    time: put(old.time, news.time),
    lines: put(old.lines, news.lines),
    mean: all(old.mean, news.mean),
    low: all(old.low, news.low),
    high: all(old.high, news.high)
  };
}
var titleOf = (name, folder) => name === "." ? folder.split(/[/\\]/).filter(Boolean).at(-1) ?? folder : name;

// ../page/clusterview.js
var again3 = 5e3;
var ClusterPage = class extends x {
  /** @type {{status: ClusterStatus|null, error: string}} */
  state = { status: null, error: "" };
  timer = 0;
  gone = false;
  componentDidMount() {
    this.load();
  }
  componentWillUnmount() {
    this.gone = true;
    clearTimeout(this.timer);
  }
  async load() {
    try {
      this.setState({ status: await get("cluster"), error: "" });
    } catch (refusal) {
      this.setState({ error: messageOf(refusal) });
    }
    if (!this.gone) this.timer = setTimeout(() => this.load(), again3);
  }
  render(_2, { status: status2, error }) {
    return html`<main class="cluster" id="cluster" data-workers=${status2?.workers.length}>
      <h1 tabindex="-1">Cluster</h1>
      ${error && html`<p class="error" role="alert">${sentence(error)}</p>`}
      ${status2 && html`<p>${serversText(status2)}</p>
        <${Table} id="cluster-queues" title="Queues" none=${tr("No tasks.")} head=${[tr("work"), tr("waiting"), tr("held"), tr("time left")]} rows=${queueRows(status2)} />
        <${Table} id="cluster-workers" title="Workers" none=${tr("No worker reports. Start one with tengen worker.")} head=${[tr("worker"), tr("does"), tr("done"), tr("failed"), tr("an hour"), tr("kernels"), tr("program"), tr("seen"), tr("takes")]}
          rows=${workerRows(status2)} />
        ${status2.dead.length > 0 && html`<${Table} id="cluster-dead" title="Tasks that were given up" none="" head=${[tr("when"), tr("job"), tr("task"), tr("attempts"), tr("last worker"), tr("reason")]} rows=${deadRows(status2)} />`}`}
    </main>`;
  }
};
function serversText(s2) {
  const missing = s2.missing > 0 && tr("{n} of them missing", { n: s2.missing });
  return [trCount(s2.servers, "{n} server", "{n} servers"), missing, `${decimal(s2.bytes / 1e6, 1)} MB`].filter(Boolean).join(", ");
}
var queueRows = (s2) => s2.queues.filter((q2) => q2.waiting > 0 || q2.held > 0).map((q2) => [q2.queue, q2.waiting, q2.held, q2.seconds > 0 ? duration(q2.seconds) : ""]);
var workerRows = (s2) => s2.workers.map((w2) => [w2.name, w2.tasks.length, w2.done, w2.failed, Math.round(w2.rate), w2.kernel ?? "", w2.program, ago(new Date(w2.seen)), w2.queues.join(" ")]);
var deadRows = (s2) => s2.dead.toReversed().map((d2) => [ago(new Date(d2.time)), d2.job, d2.id, d2.attempts, d2.worker, d2.reason]);
var Table = ({ id, title: title3, none: none6, head, rows: rows2 }) => html`<section>
  <h2>${title3}</h2>
  ${rows2.length === 0 ? html`<p class="hint">${none6}</p>` : html`<div class="cluster-table"><table id=${id}>
    <thead><tr>${head.map((text) => html`<th scope="col">${text}</th>`)}</tr></thead>
    <tbody>${rows2.map((row) => html`<tr key=${row[0]}>${row.map((cell3) => html`<td class=${typeof cell3 === "number" ? "number" : ""}>${cell3}</td>`)}</tr>`)}</tbody>
  </table></div>`}
</section>`;

// ../page/lessonsteps.js
function placeOf2(path) {
  const found2 = /^(course|record|set|mine)\/([a-z0-9-]+)(?:\/(\d{1,7}))?$/.exec(path);
  return found2 && { kind: (
    /** @type {Place["kind"]} */
    found2[1]
  ), name: found2[2], step: Number(found2[3] ?? 0) };
}
var pathOf = ({ kind, name, step: step3 }) => `${kind}/${name}/${step3}`;
var solvedIn = (marks) => [...marks].filter((m2) => m2 === "s").length;
var firstOpen = (marks) => Math.max(0, [...marks].findIndex((m2) => m2 !== "s"));
function nextDue({ kind, name, step: step3 }, marks) {
  const due = [...marks].flatMap((m2, i2) => m2 === "d" && i2 !== step3 ? [i2] : []);
  return due.length > 0 ? `lesson/${pathOf({ kind, name, step: due.find((i2) => i2 > step3) ?? due[0] })}` : "problems";
}
function nextAfter({ kind, name, step: step3 }, of2, lessons) {
  if (step3 + 1 < of2) return `lesson/${pathOf({ kind, name, step: step3 + 1 })}`;
  if (kind !== "course") return "problems";
  const next3 = lessons[lessons.findIndex((l2) => l2.name === name) + 1];
  return next3 && lessons.some((l2) => l2.name === name) ? `lesson/${pathOf({ kind, name: next3.name, step: 0 })}` : "course";
}
var widest2 = 5;
function ribbonOf(step3, of2) {
  const first4 = Math.max(0, Math.min(step3 - (widest2 >> 1), of2 - widest2));
  return Array.from({ length: Math.min(of2, widest2) }, (_2, i2) => first4 + i2);
}
var markTexts = { s: tr("solved"), m: tr("missed"), d: tr("again today"), ".": tr("open¦step") };
function headingOf2(verdict) {
  return { "": "", open: tr("Right so far"), right: tr("Right"), wrong: tr("Not yet"), other: tr("Not yet"), illegal: tr("Not allowed") }[verdict];
}
function usualText(verdict, kind) {
  if (verdict === "other") return kind !== "course" ? tr("This move is not among the answers of the problem. Try again.") : tr("This move does not solve the task. Try again.");
  if (verdict === "wrong") return tr("This move is wrong. Try again.");
  if (verdict === "open") return tr("Go on.");
  return verdict === "right" && kind !== "course" ? tr("The problem is solved.") : "";
}
function timeText(seconds) {
  if (seconds < 60) return tr("{n} s", { n: Math.round(seconds) });
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? tr("{n} min", { n: minutes }) : tr("{hours} h {minutes} min", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}
var bands = [["30k–21k", "21k"], ["20k–15k", "15k"], ["14k–10k", "10k"], ["9k–5k", "5k"], ["4k–1k", "1k"], ["dan", "9d"]];
var strengthOf = (rank) => rank.endsWith("d") ? parseInt(rank, 10) : 1 - parseInt(rank, 10);
function bandsOf(levels, marks) {
  let weakest = -Infinity;
  return bands.flatMap(([name, last]) => {
    const inside = levels.filter((l2) => strengthOf(l2.rank) > weakest && strengthOf(l2.rank) <= strengthOf(last));
    weakest = strengthOf(last);
    if (inside.length === 0) return [];
    const from = inside[0].from;
    const of2 = inside.reduce((sum, l2) => sum + l2.of, 0);
    const part = marks.slice(from, from + of2);
    return [{ name, of: of2, solved: solvedIn(part), next: from + firstOpen(part) }];
  });
}
var rightShare = ({ right: right2, wrong }) => Math.round(100 * right2 / Math.max(1, right2 + wrong));

// ../page/calendar.js
var dayOf = (date) => [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((n3) => String(n3).padStart(2, "0")).join("-");
var dateOf = (day2) => {
  const [y3, m2, d2] = day2.split("-").map(Number);
  return new Date(y3, m2 - 1, d2);
};
function resultsByDay(entries) {
  const days = /* @__PURE__ */ new Map();
  for (const { day: day2, outcome } of entries) {
    if (!day2) continue;
    const results3 = days.get(day2) ?? { won: 0, lost: 0, drawn: 0 };
    results3[outcome]++;
    days.set(day2, results3);
  }
  return days;
}
function sumOf(list) {
  const sum = { won: 0, lost: 0, drawn: 0 };
  for (const { won, lost: lost2, drawn: drawn3 } of list) {
    sum.won += won;
    sum.lost += lost2;
    sum.drawn += drawn3;
  }
  return sum;
}
var countOf = (r2) => r2.won + r2.lost + r2.drawn;
function partOf(part, back2, today, firstDay) {
  const [y3, m2, d2] = [today.getFullYear(), today.getMonth(), today.getDate()];
  const sinceFirst = (date) => (date.getDay() - firstDay + 7) % 7;
  const week = new Date(y3, m2, d2 - sinceFirst(today));
  const from = part === "month" ? new Date(y3, m2 - back2, 1) : new Date(week.getFullYear(), week.getMonth(), week.getDate() - 7 * (52 + 53 * back2));
  const end = part === "month" ? new Date(y3, m2 - back2 + 1, 1) : new Date(from.getFullYear(), from.getMonth(), from.getDate() + 7 * 53);
  const weeks = [];
  for (let at2 = new Date(from.getFullYear(), from.getMonth(), from.getDate() - sinceFirst(from)); at2 < end; at2 = new Date(at2.getFullYear(), at2.getMonth(), at2.getDate() + 7)) {
    weeks.push(Array.from({ length: 7 }, (_2, i2) => {
      const date = new Date(at2.getFullYear(), at2.getMonth(), at2.getDate() + i2);
      return date < from || date >= end || part === "year" && date > today ? "" : dayOf(date);
    }));
  }
  return { weeks, days: weeks.flat().filter(Boolean) };
}
var sizeOf = (r2) => countOf(r2) > 3 ? 3 : countOf(r2) > 1 ? 2 : 1;
var dayIn = (text) => text && /^\d{4}-\d\d-\d\d$/.test(text) && dayOf(dateOf(text)) === text ? text : "";

// ../page/calendarview.js
var format = (options2) => new Intl.DateTimeFormat(language, options2);
var [fully, briefly, monthAndYear, monthOnly, weekday] = [
  format({ dateStyle: "full" }),
  format({ dateStyle: "medium" }),
  format({ month: "long", year: "numeric" }),
  format({ month: "short" }),
  format({ weekday: "short" })
];
var dayName = (day2) => briefly.format(dateOf(day2));
var resultsText = (r2) => r2.drawn ? tr("{won} won, {lost} lost, {drawn} drawn", { ...r2 }) : tr("{won} won, {lost} lost", { ...r2 });
function firstDayOfWeek() {
  const locale = new Intl.Locale(navigator.language);
  return ((locale.getWeekInfo?.() ?? locale.weekInfo)?.firstDay ?? 1) % 7;
}
var narrow = matchMedia("(max-width: 860px)");
var Mark = ({ r: r2 }) => html`<i class="day-mark" data-size=${sizeOf(r2)}
  style=${{ "--won-share": `${100 * r2.won / countOf(r2)}%`, "--drawn-share": `${100 * (r2.won + r2.drawn) / countOf(r2)}%` }}></i>`;
var legend = [
  [tr("won"), { won: 2, lost: 0, drawn: 0 }],
  [tr("lost"), { won: 0, lost: 2, drawn: 0 }],
  [tr("drawn"), { won: 0, lost: 0, drawn: 2 }],
  [tr("more games"), { won: 1, lost: 0, drawn: 0 }, { won: 2, lost: 0, drawn: 0 }, { won: 4, lost: 0, drawn: 0 }]
];
var Calendar = class extends x {
  state = { back: null, at: "" };
  grid = M();
  again = () => this.setState({ back: null });
  componentDidMount() {
    narrow.addEventListener("change", this.again);
  }
  componentWillUnmount() {
    narrow.removeEventListener("change", this.again);
  }
  /** Moves the focus to another day with games. @param {KeyboardEvent} e */
  move = (e2) => {
    const links2 = [...this.grid.current.querySelectorAll("a")];
    const at2 = links2.indexOf(document.activeElement);
    const to = { ArrowLeft: at2 - 1, ArrowUp: at2 - 1, ArrowRight: at2 + 1, ArrowDown: at2 + 1, Home: 0, End: links2.length - 1 }[e2.key];
    if (to === void 0 || at2 < 0) return;
    e2.preventDefault();
    e2.stopPropagation();
    const link = links2[Math.max(0, Math.min(links2.length - 1, to))];
    this.setState({ at: link.dataset.day });
    link.focus();
  };
  /** @param {MouseEvent} e @param {string} day */
  choose(e2, day2) {
    if (e2.ctrlKey || e2.metaKey || e2.shiftKey) return;
    e2.preventDefault();
    this.setState({ at: day2 });
    this.props.onDay(day2 === this.props.day ? "" : day2);
  }
  /** @param {Props} props @param {{back: number|null, at: string}} state */
  render({ entries, day: chosen3 }, { back: turned, at: at2 }) {
    const all = resultsByDay(entries);
    if (all.size === 0) return null;
    const part = narrow.matches ? "month" : "year";
    const known4 = [...all.keys()].sort();
    const [today, firstDay] = [/* @__PURE__ */ new Date(), firstDayOfWeek()];
    let back2 = turned ?? 0;
    if (turned === null) while (partOf(part, back2, today, firstDay).days[0] > known4[known4.length - 1]) back2++;
    const { weeks, days } = partOf(part, back2, today, firstDay);
    const shown4 = days.filter((day2) => all.has(day2));
    const sum = sumOf(shown4.map((day2) => (
      /** @type {Results} */
      all.get(day2)
    )));
    const stop6 = shown4.includes(at2) ? at2 : shown4.at(-1);
    const when = part === "month" ? monthAndYear.format(dateOf(days[0])) : briefly.formatRange(dateOf(days[0]), dateOf(days[days.length - 1]));
    const cell3 = (day2, row, column) => {
      const r2 = all.get(day2);
      const style = part === "year" ? { gridRow: row + 2, gridColumn: column + 2 } : {};
      if (!day2) return part === "month" && html`<span></span>`;
      const number2 = part === "month" && html`<small aria-hidden=${all.has(day2)}>${dateOf(day2).getDate()}</small>`;
      if (!r2) return html`<span class="day" key=${day2} style=${style}>${number2}</span>`;
      const text = `${fully.format(dateOf(day2))}: ${resultsText(r2)}`;
      return html`<a class="day" key=${day2} style=${style} data-day=${day2} href="#games?day=${day2}" title=${text} aria-current=${day2 === chosen3 ? "true" : null}
        tabindex=${day2 === stop6 ? 0 : -1} onClick=${(e2) => this.choose(e2, day2)}>${number2}<${Mark} r=${r2} /><span class="hidden">${text}</span></a>`;
    };
    const names = weeks[1].map((day2) => weekday.format(dateOf(day2)));
    const turn2 = (id, name, title3, to, off) => html`<button id=${id} class="plain" title=${title3} aria-label=${title3} disabled=${off} onClick=${() => this.setState({ back: to })}>${icon(name)}</button>`;
    return html`<section class="calendar ${part}" aria-label="Your results by day">
      <div class="calendar-head">
        ${turn2("calendar-earlier", "back", tr("Earlier"), back2 + 1, known4[0] >= days[0])}
        <p id="calendar-text" role="status"><b>${when}</b> ${shown4.length ? resultsText(sum) : tr("no results")}</p>
        ${turn2("calendar-later", "forward", tr("Later"), back2 - 1, back2 === 0)}
      </div>
      <div class="days" ref=${this.grid} role="group" aria-labelledby="calendar-text" onKeyDown=${this.move}>
        ${part === "year" && weeks.map((week, i2) => week[0] && startsMonth(week[0], i2) && html`<small class="month-name" aria-hidden="true" style=${{ gridColumn: `${i2 + 2} / span 3` }}>${monthOnly.format(dateOf(week[0]))}</small>`)}
        ${names.map((name, i2) => html`<small class="day-name" aria-hidden="true" style=${part === "year" ? { gridRow: i2 + 2 } : { gridColumn: i2 + 1 }}>${part === "month" || i2 % 2 ? name : ""}</small>`)}
        ${weeks.map((week, column) => week.map((day2, row) => cell3(day2, row, column)))}
      </div>
      <p class="hint calendar-legend" aria-hidden="true">${legend.filter(([, r2]) => !r2.drawn || sum.drawn).map(([text, ...marks]) => html`<span>${marks.map((r2) => html`<${Mark} r=${r2} />`)} ${text}</span>`)}</p>
    </section>`;
  }
};
var startsMonth = (first4, i2) => dateOf(first4).getDate() <= 7 && i2 < 52;

// ../page/form.js
function Chips({ name, label, options: options2, value, onPick }) {
  return html`<fieldset><legend>${label}</legend><div class="chips">
    ${options2.map(([option, text]) => html`<label class="chip">
      <input type="radio" name=${name} id="${name}-${option}" value=${option} checked=${option === value} onChange=${() => onPick(option)} />
      <span>${(name === "human" || name === "color") && (option === "black" || option === "white") && html`<i class="disc ${option}"></i>`}${text}</span>
    </label>`)}
  </div></fieldset>`;
}
function NumberField({ id, label, value, wrong, onInput, ...more3 }) {
  return html`<label class="field">${label}
    <input id=${id} type="number" inputmode="decimal" required aria-invalid=${!!wrong} value=${value}
      onInput=${(e2) => onInput(e2.target.value)} ...${more3} />
  </label>`;
}
function Choice({ id, label, value, options: options2, onPick }) {
  return html`<label class="field">${label}
    <select id=${id} value=${value} onChange=${(e2) => onPick(e2.target.value)}>
      ${options2.map(([option, text]) => html`<option key=${option} value=${option} selected=${option === value}>${text}</option>`)}
    </select></label>`;
}

// ../page/share.js
var state4 = {
  /** @type {Links|null} */
  links: null,
  uninvited: "",
  // the address of a game that this browser may not see
  deleted: false,
  // because it was deleted
  /** @type {{link: string, code: Code}|null} */
  shown: null
  // the link whose QR code is on the page
};
function update4(changes2) {
  Object.assign(state4, changes2);
  redraw();
}
var turnAway = (deleted = false) => update4({ uninvited: addressed(), deleted });
var load3 = () => attempt(async () => update4({ links: await get("access"), shown: null }));
var change3 = (role, on2) => attempt(async () => update4({ links: await post("access", { role, on: on2 }), shown: null }));
var showCode = (link) => attempt(async () => update4({ shown: { link, code: await post("qr", { text: link }) } }));
var isLocal = (host) => /^(localhost|127\..*|\[::1\])$/.test(host);
function base() {
  return isLocal(location.hostname) ? state4.links?.addresses[0] ?? "" : `${location.origin}/`;
}

// ../page/notices.js
var possible2 = () => isSecureContext && "Notification" in window && "serviceWorker" in navigator;
var on = () => possible2() && state.notices && Notification.permission === "granted";
var register = () => navigator.serviceWorker.register("worker.js");
function start() {
  const installed = matchMedia("(display-mode: standalone)").matches;
  if (on() || installed && isSecureContext && "serviceWorker" in navigator) void register().catch(() => {
  });
}
async function toggle4() {
  if (on()) return toggle("notices");
  const allowed = await Notification.requestPermission() === "granted" && await register().then(() => true, () => false);
  if (!allowed) return say(tr("The browser does not allow notices from this page. Its settings for the page can change that."));
  if (state.notices) redraw();
  else toggle("notices");
}
async function tell(title3, text, id) {
  if (!document.hidden || !on()) return;
  try {
    await register();
    const worker = await navigator.serviceWorker.ready;
    const options2 = { body: text, tag: id, renotify: true, icon: "icon-192.png", data: `./#${id}` };
    if (document.hidden) await worker.showNotification(title3, options2);
  } catch (error) {
    reportError(error);
  }
}
async function clear2(id) {
  if (!possible2()) return;
  const worker = await navigator.serviceWorker.getRegistration().catch(() => void 0);
  for (const notice of await worker?.getNotifications({ tag: id }) ?? []) notice.close();
}

// ../page/teachsteps.js
var lastOwn = (g2) => g2.moves.findLastIndex((m2) => m2.color === g2.human) + 1;
function nextStep(hint4, number2) {
  if (!hint4 || hint4.number !== number2) return 1;
  return hint4.step < 3 && (hint4.step < 2 || hint4.vertex !== "pass") ? hint4.step + 1 : 0;
}
var stepName = (hint4, number2) => [tr("all of it is shown"), tr("the region"), tr("the move"), tr("the line and the reasons")][nextStep(hint4, number2)];
function hintTexts(hint4) {
  const where = hint4.zone.length === 0 ? tr("No point on the board is worth a move any more.") : hint4.where ? tr("Look {where}.", { where: trServer(hint4.where) }) : tr("Look at the marked points.");
  if (!hint4.vertex) return [where];
  const move = hint4.vertex === "pass" ? tr("Pass.") : tr("The move is {vertex}.", { vertex: hint4.vertex });
  if (hint4.step < 3 || hint4.vertex === "pass") return [move];
  const reasons = hint4.reasons?.length ? hint4.reasons.map(trServer) : [tr("The search prefers this line. Replay could not prove a short reason.")];
  return [move, ...reasons];
}
var lossText = (loss) => loss === 1 ? tr("about 1 point") : tr("about {n} points", { n: Number(loss < 10 ? loss.toFixed(1) : loss.toFixed(0)) });
var mistakeTexts = (m2) => m2.reasons?.length ? m2.reasons.map(trServer) : [m2.better?.length ? tr("{vertex} would have been better.", { vertex: m2.better[0] }) : tr("Another move would have been better.")];
var hintsText = (hints3) => hints3 === 0 ? "" : trCount(hints3, "With one hint", "With {n} hints");

// ../page/teach.js
var state5 = {
  /** @type {Hint|null} */
  hint: null,
  /** @type {Mistake|null} */
  mistake: null,
  why: false,
  // the reasons of the mistake are shown
  busy: false
  // a hint is on its way
};
var of = "";
var asked = 0;
var stop2 = new AbortController();
function update5(changes2) {
  Object.assign(state5, changes2);
  redraw();
}
var mayHint = (g2) => !!state.config?.review && g2.phase === "play" && (g2.human === "black" || g2.human === "white");
function leave3() {
  stop2.abort();
  Object.assign(state5, { hint: null, mistake: null, why: false, busy: false });
  of = "";
}
function take2(g2) {
  const own = lastOwn(g2);
  if (g2.id !== of) {
    leave3();
    [of, asked] = [g2.id, own];
    return;
  }
  if (state5.hint && (state5.hint.number !== g2.number || g2.phase !== "play")) state5.hint = null;
  if (own === asked) return;
  const played = own > asked;
  asked = own;
  stop2.abort();
  Object.assign(state5, { mistake: null, why: false });
  if (played && g2.teach && g2.phase === "play") void judge(g2.id, own);
}
async function judge(id, number2) {
  stop2 = new AbortController();
  const { signal } = stop2;
  try {
    const mistake = await get(`games/${id}/mistake?number=${number2}`, signal);
    if (!signal.aborted && mistake.costly) update5({ mistake });
  } catch {
  }
}
async function hint(g2) {
  if (!g2 || !mayHint(g2) || !g2.yourTurn || state5.busy) return;
  const step3 = nextStep(state5.hint, g2.number);
  if (!step3) return;
  update5({ busy: true });
  await attempt(async () => {
    try {
      const hint4 = await post(`games/${g2.id}/hint`, { number: g2.number, step: step3 });
      if (of === g2.id) state5.hint = hint4;
    } finally {
      state5.busy = false;
    }
  });
  redraw();
}
var dismiss = () => update5({ mistake: null, why: false });
var explain = (why) => update5({ why });

// ../page/tree.js
var has = { comment: 1, marks: 2, setup: 4, name: 8, judgement: 16, fault: 32, analysis: 64 };
function readTree({ nodes: entries }) {
  const at2 = new Map(entries.map(([number2], i2) => [number2, i2]));
  const parent = new Int32Array(entries.length);
  const children = entries.map(() => []);
  const column = new Int32Array(entries.length);
  entries.forEach((entry, i2) => {
    parent[i2] = at2.get(entry[1]) ?? -1;
    if (parent[i2] < 0) return;
    children[parent[i2]].push(i2);
    column[i2] = column[parent[i2]] + 1;
  });
  const width = column.reduce((most6, c2) => Math.max(most6, c2 + 1), 0);
  return { entries, at: at2, parent, children, column, width, ...layOut(parent, children, column, width) };
}
function layOut(parent, children, column, width) {
  const row = new Int32Array(parent.length);
  const lowest = new Int32Array(width).fill(-1);
  const rows2 = [];
  const forks = /* @__PURE__ */ new Map();
  for (let i2 = 0; i2 < parent.length; i2++) {
    const p2 = parent[i2];
    if (p2 >= 0 && children[p2][0] === i2) continue;
    let free = p2 < 0 ? 0 : Math.max(row[p2] + 1, lowest[column[p2]] + 1);
    for (let n3 = i2; n3 !== void 0; n3 = children[n3][0]) free = Math.max(free, lowest[column[n3]] + 1);
    for (let n3 = i2; n3 !== void 0; n3 = children[n3][0]) {
      row[n3] = free;
      lowest[column[n3]] = free;
      (rows2[free] ??= []).push(n3);
    }
    if (p2 >= 0) {
      lowest[column[p2]] = Math.max(lowest[column[p2]], free - 1);
      const list = forks.get(column[p2]) ?? [];
      const last = list.at(-1);
      if (last?.from === row[p2]) last.to = free - 1;
      else list.push({ from: row[p2], to: free - 1 });
      forks.set(column[p2], list);
    }
  }
  for (const list of rows2) list?.sort((a2, b) => column[a2] - column[b]);
  return { row, rows: Array.from(rows2, (list) => list ?? []), forks };
}
function pathTo(tree, i2) {
  const path = [];
  for (let n3 = i2; n3 >= 0; n3 = tree.parent[n3]) path.push(n3);
  return path.reverse();
}
var playedAt = (tree, i2) => `${tree.entries[i2][2]} ${tree.entries[i2][3]}`;
function stepsTo(tree, number2) {
  const i2 = tree.at.get(number2);
  if (i2 === void 0) return null;
  return pathTo(tree, i2).slice(1).map((n3) => ({ played: playedAt(tree, n3), index: tree.children[tree.parent[n3]].indexOf(n3) }));
}
function follow4(tree, steps) {
  if (!steps) return void 0;
  let i2 = 0;
  for (const { played, index } of steps) {
    const same = tree.children[i2].filter((n3) => playedAt(tree, n3) === played);
    const next3 = same.length === 1 ? same[0] : same.find((n3) => n3 === tree.children[i2][index]);
    if (next3 === void 0) return void 0;
    i2 = next3;
  }
  return tree.entries[i2][0];
}
function nodeAfter(entries, moves) {
  let node = entries[0][0];
  for (const [number2, parent, , , , move] of entries) {
    if (parent !== -1 && parent !== node) break;
    if (move > moves) break;
    node = number2;
  }
  return node;
}
function walk(tree, i2, steps, chosen3) {
  for (; steps < 0 && tree.parent[i2] >= 0; steps++) i2 = tree.parent[i2];
  for (; steps > 0 && tree.children[i2].length > 0; steps--) i2 = next(tree, i2, chosen3);
  return i2;
}
function next(tree, i2, chosen3) {
  const child = tree.at.get(chosen3.get(tree.entries[i2][0]) ?? -1);
  return child !== void 0 && tree.parent[child] === i2 ? child : tree.children[i2][0];
}
function beside2(tree, i2, way, chosen3) {
  let depth = 0;
  for (let n3 = i2; tree.parent[n3] >= 0; n3 = tree.parent[n3], depth++) {
    const list = tree.children[tree.parent[n3]];
    const other = list[list.indexOf(n3) + way];
    if (other !== void 0) return walk(tree, other, depth, chosen3);
  }
  return i2;
}
function variationOf(tree, i2) {
  while (tree.parent[i2] >= 0 && tree.children[tree.parent[i2]].length === 1) i2 = tree.parent[i2];
  return i2;
}
function countFrom(tree, i2) {
  const open8 = [i2];
  let count = 0;
  for (let n3 = open8.pop(); n3 !== void 0; n3 = open8.pop(), count++) for (const child of tree.children[n3]) open8.push(child);
  return count;
}

// ../page/game.js
var state6 = {
  /** @type {Game|null} */
  game: null,
  /** @type {View|null} */
  view: null,
  /** @type {{vertex: string}|null} */
  visit: null,
  // the point that the board should show
  connected: true,
  received: 0,
  // when the state of the game arrived, as performance.now()
  warning: "",
  // that the user's time is short, for a screen reader
  /** @type {ChatMessage[]|null} */
  chat: null,
  // the messages of the players; null before they are known
  /** @type {People|null} */
  people: null
  // in a game between people
};
var stopFollowing = () => {
};
var invited = "";
var pending = "";
function update6(changes2) {
  Object.assign(state6, changes2);
  redraw();
}
var looking = 0;
var aim = null;
document.addEventListener("visibilitychange", () => {
  const { game } = state6;
  if (!game || document.hidden && game.phase !== "over" && (game.seats?.you || on())) return;
  stopFollowing();
  if (document.hidden) return;
  listen(game.id);
  void clear2(game.id);
});
async function open2(id) {
  const wanted2 = () => addressed() === id;
  try {
    const game = await insist(() => get(`games/${encodeURIComponent(id)}`), wanted2);
    if (!wanted2()) return;
    take3(game);
    listen(id);
    if (invited === id) show("invite");
    invited = "";
  } catch (error) {
    if (!wanted2()) return;
    if (!mayAll() && error instanceof Refusal && [401, 403, 404].includes(error.status)) return turnAway(!!secretOf(id));
    leave(messageOf(error));
  }
}
function close() {
  stopFollowing();
  leave3();
  looking++;
  aim = null;
  Object.assign(state6, { game: null, view: null, visit: null, chat: null, people: null, warning: "" });
}
function listen(id) {
  stopFollowing();
  stopFollowing = follow2(id, {
    state: (game) => take3(game),
    estimate: (estimate) => state6.game && update6({ game: { ...state6.game, estimate } }),
    chat: ({ from, messages }) => {
      const last = messages.slice((state6.chat?.length ?? 0) - from).at(-1);
      const first4 = state6.chat === null;
      update6({ chat: [...(state6.chat ?? []).slice(0, from), ...messages] });
      if (last && !first4 && last.color !== state6.game?.seats?.you) announce(last);
    },
    people: (people2) => update6({ people: people2 }),
    ping: (ping) => void post(`games/${id}/pong`, ping).catch(() => {
    }),
    gone: (why, deleted) => {
      const tournament = state6.game?.seats?.tournament?.id;
      if (tournament && deleted) return void (location.hash = `tournament/${tournament}`);
      const invited2 = secretOf(id) || invitationOf(id);
      if (mayAll() || !deleted && !invited2) return leave(why);
      close();
      turnAway(true);
    },
    connected: (yes) => {
      if (yes) {
        pending = "";
        if (state6.game) update6({ game: { ...state6.game, version: 0 } });
      }
      update6({ connected: yes });
    }
  });
}
function take3(game) {
  if (addressed() !== game.id) return;
  const old = state6.game;
  if (old?.id === game.id && old.version > game.version) return;
  const graph = game.graph ?? (old?.id === game.id ? old.graph : void 0);
  if (!graph) return;
  if (graph.points.length !== game.stones.length) return void refetch(game.id);
  const earlier = state6.view && state6.view.after < game.moves.length ? state6.view : null;
  const view2 = earlier?.stones.length === game.stones.length ? earlier : null;
  const same = old?.number === game.number && old.phase === game.phase;
  if (old?.seats?.free && !game.seats?.free) state6.people = null;
  Object.assign(state6, { received: performance.now(), game: { ...game, graph: old && sameGraph(old.graph, graph) ? old.graph : graph }, view: view2 });
  if (earlier && !view2) look2(earlier.after);
  take2(game);
  const { message, dialog } = state;
  const settled = dialog === "resign" && game.phase !== "play" || dialog === "stop" && game.phase === "over";
  update({ message: same ? message : "", dialog: settled ? "" : dialog });
  if (game.message && game.message !== old?.message) say(sentence(game.message));
  if (old?.number !== game.number) state6.warning = "";
  if (game.seats?.next) follow(game.id, game.seats.next);
  if (old?.id !== game.id) return;
  notify(old, game);
  greet(old, game);
}
function notify(old, game) {
  const players = `${nameOf(game, "black")} – ${nameOf(game, "white")}`;
  const reached = old.phase !== game.phase && hasOpponent(game) && mayAct(game) ? game.phase : "";
  if (reached === "over") void tell(headingOf(game), players, game.id);
  else if (reached === "dead") void tell(tr("Play has stopped."), players, game.id);
  else if (requestOf(game) && requestOf(game) !== requestOf(old)) void tell(requestOf(game), players, game.id);
  else if (game.offered && !old.offered && mayAct(game)) void tell(tr("{player} would resign. Play on?", { player: colorName(game.offered) }), players, game.id);
  else if (old.seats?.free && !game.seats?.free && game.seats?.you) void tell(welcome(game), players, game.id);
  else if (game.yourTurn && (!old.yourTurn || old.number !== game.number)) {
    void tell(tr("Your turn"), game.toPlay === "black" ? tr("Move {n}: Black to play", { n: game.number }) : tr("Move {n}: White to play", { n: game.number }), game.id);
  }
}
var yourAsks = {
  pause: tr("You ask for a pause…"),
  continue: tr("You ask to go on…"),
  draw: tr("You ask for a draw…"),
  rematch: tr("You ask for another game…"),
  undo: tr("You ask to take the last move back…"),
  undoTwo: tr("You ask to take the last two moves back…")
};
var theirAsks = (player) => ({
  pause: tr("{player} asks for a pause", { player }),
  continue: tr("{player} asks to go on", { player }),
  draw: tr("{player} asks for a draw", { player }),
  rematch: tr("{player} asks for another game", { player }),
  undo: tr("{player} asks to take the last move back", { player }),
  undoTwo: tr("{player} asks to take the last two moves back", { player })
});
function askedFor(g2) {
  const { asked: asked5, asker, you } = (
    /** @type {import("../types.d.ts").Seats} */
    g2.seats
  );
  const sentences = asker === you ? yourAsks : theirAsks(nameOf(
    g2,
    /** @type {Color} */
    asker
  ));
  return sentences[asked5 === "undo" && g2.moves.at(-1)?.color !== asker ? "undoTwo" : asked5];
}
var proposal = (g2, player) => tr("{player} proposes to end the game here and count", { player: nameOf(g2, player) });
function requestOf(g2) {
  const { seats: s2, proposed } = g2;
  if (!s2?.you) return "";
  if (s2.asked && s2.asker !== s2.you) return askedFor(g2);
  return proposed && proposed !== s2.you ? proposal(g2, proposed) : "";
}
function welcome(g2) {
  const black = g2.seats?.you === "black";
  const player = nameOf(g2, black ? "white" : "black");
  return black ? tr("{player} is here. You play Black.", { player }) : tr("{player} is here. You play White.", { player });
}
var requested = (name) => pending.split(" ")[2] === name;
function greet(old, game) {
  const you = game.seats?.you;
  if (!game.seats || !you) return;
  const other = nameOf(game, you === "black" ? "white" : "black");
  if (old.seats?.free && !game.seats.free) {
    if (state.dialog === "invite") update({ dialog: "" });
    bell();
    say(welcome(game));
  }
  if (game.seats.refused && old.seats?.asked && old.seats.asker === you && !game.seats.asked && game.paused === old.paused && !requested("refuse")) say(tr("{player} says no.", { player: other }));
  if (old.proposed === you && game.declined && !requested("decline")) say(tr("{player} wants to play on.", { player: other }));
  if (old.phase === "dead" && game.phase === "play" && !requested("resume")) say(tr("{player} does not agree. Play goes on.", { player: other }));
  if (game.phase === "dead" && old.seats?.accepted.includes(you) && !game.seats.accepted.includes(you)) say(tr("The dead stones have changed. Accept them again if you agree."));
  if (game.seats.asked && game.seats.asker !== you && !old.seats?.asked) bell();
  if (game.seats.next && !old.seats?.next) location.hash = game.seats.next;
}
function warn(seconds) {
  bell();
  update6({ warning: `${tr("{n} seconds.", { n: seconds })} ` });
}
var nameOf = (g2, color) => color === "black" ? g2.blackName || tr("Black") : g2.whiteName || tr("White");
function announce(m2) {
  const box = document.getElementById("chat")?.getBoundingClientRect();
  const seen2 = box && box.top < innerHeight - 40 && box.bottom > 40;
  if (!seen2 && state6.game) say(`${nameOf(state6.game, m2.color)}: ${m2.text}`);
}
var sameGraph = (old, graph) => old.points.length === graph.points.length && old.name === graph.name && old.edges.length === graph.edges.length;
var refetch = (id) => attempt(async () => {
  const now = await get(`games/${id}`);
  if (addressed() === id) take3(now);
});
var invite = once(async (setup) => {
  const secret = newSecret();
  const game = await post("games", setup, seatHeader(secret));
  keepSecret(game.id, secret);
  invited = game.id;
  location.hash = game.id;
});
async function sit(name) {
  const { game } = state6;
  if (!game) return;
  const secret = secretOf(game.id) || newSecret();
  keepSecret(game.id, secret);
  take3(await change(game.id, "sit", { name }));
  listen(game.id);
}
var say2 = (text) => change(state6.game?.id ?? "", "chat", { text });
var newGame = once(async (setup, vertex = "") => {
  const game = await post("games", setup);
  if (vertex && game.yourTurn) await attempt(() => change(game.id, "play", { number: game.number, vertex }));
  update({ dialog: "", message: "" });
  location.hash = game.id;
});
var again4 = once((swap) => attempt(async () => {
  if (state6.game) location.hash = (await post(`games/${state6.game.id}/again`, { swap })).id;
}));
var download = (event) => state6.game && downloadSGF(event, "games", state6.game.id);
var recordGame = once(() => attempt(async () => {
  if (!state6.game) return;
  const { id, tree } = await post(`games/${state6.game.id}/record`, {});
  location.hash = `record/${id}/0/${nodeAfter(tree.nodes, Infinity)}`;
}));
async function act(name, more3 = {}) {
  const { game } = state6;
  const change5 = `${game?.id} ${game?.number} ${name} ${more3.vertex ?? ""}`;
  if (!game || pending === change5) return;
  if (!state6.connected) return say(notConnected);
  pending = change5;
  let moved = false;
  update({ message: "" });
  await attempt(async () => {
    try {
      take3(await change(game.id, name, { number: game.number, ...more3 }));
    } catch (refusal) {
      if (refusal instanceof Refusal && refusal.status === 409) {
        const now = await get(`games/${game.id}`);
        if (state6.game?.id === game.id) take3(now);
        if (refusal.field === "number") return void (moved = true);
      }
      throw refusal;
    }
  });
  if (pending === change5) pending = "";
  if (moved && ["pause", "stop", "resign"].includes(name)) await act(name);
}
var notConnected = tr("Not connected to the program. Trying again…");
var mayPlay = () => state6.connected && !!state6.game?.yourTurn && mayAct(state6.game) && !state6.view;
var mayUndo = () => state6.connected && !!state6.game?.canUndo && mayAct(state6.game) && !state6.view;
var mayResign = () => state6.connected && state6.game?.phase === "play" && mayAct(state6.game) && state6.game.human !== "none" && !state6.view;
var mayAct = (g2) => g2.seats ? !!g2.seats.you && !g2.seats.free : mayAll();
var hasOpponent = (g2) => g2.seats ? !!g2.seats.you : g2.human !== "both";
function reason(graph, score, vertex) {
  if (!score) return tr("The game has ended.");
  const i2 = graph.points.findIndex((p2) => p2.name === vertex);
  if (i2 < 0) return tr("There is no point {name} on this board.", { name: vertex });
  const why = trServer(score.texts[score.reasons[i2]].text).replace("neutral: ", "");
  return [
    tr("{vertex} counts for White: {reason}.", { vertex, reason: why }),
    tr("{vertex} counts for neither player: {reason}.", { vertex, reason: why }),
    tr("{vertex} counts for Black: {reason}.", { vertex, reason: why })
  ][score.owners[i2] + 1];
}
function touchPoint(vertex) {
  const { game, view: view2 } = state6;
  if (!game) return;
  if (view2) return say(tr("This is an earlier position. Go to the last move to continue the game."));
  const empty2 = !game.stones[game.graph.points.findIndex((p2) => p2.name === vertex)];
  if (game.phase === "over" || game.phase === "dead" && empty2) return say(reason(game.graph, game.score, vertex));
  if (!state6.connected) return say(notConnected);
  if (game.seats?.free) return say(tr("The game begins when both players are here."));
  if (!mayAct(game)) return say(tr("{black} and {white} play. You are watching.", { black: nameOf(game, "black"), white: nameOf(game, "white") }));
  if (game.phase === "dead") return act("dead", { vertex });
  if (game.paused) return say(tr("The game is paused."));
  if (!game.yourTurn) return say(game.seats ? tr("It is the turn of {player}.", { player: nameOf(game, game.toPlay) }) : tr("It is the engine’s turn."));
  return act("play", { vertex });
}
var pass = () => mayPlay() && act("pass");
var undo = () => mayUndo() && act("undo");
var accept = () => act("accept", { dead: state6.game?.dead });
var resume = (color) => act("resume", color ? { color } : {});
var propose = (color = "") => state6.game?.phase === "play" && !state6.view && act("propose", color ? { color } : {});
var decline = () => act("decline");
var draw3 = () => act("draw");
var rematch = () => act("rematch");
var agree = () => act("agree", { what: state6.game?.seats?.asked });
var refuse = () => act("refuse");
var pause2 = () => act("pause");
var goOn = () => act("continue");
var goesAlone = () => state6.game?.human === "none" && state6.game.phase !== "over" && !state6.view;
function passOrPause() {
  if (goesAlone()) return state6.game?.paused ? goOn() : pause2();
  if (!state6.game?.seats || !mayPlay()) return pass();
  return say(tr("Do you want to pass?"), { text: tr("Pass"), run: pass });
}
var askStop = () => goesAlone() && update({ dialog: "stop" });
var stop3 = () => {
  update({ dialog: "" });
  return act("stop");
};
var askResign = () => mayResign() && update({ dialog: "resign" });
var resign = () => {
  update({ dialog: "" });
  return act("resign");
};
async function look2(after) {
  const { game } = state6;
  if (!game) return;
  after = Math.max(0, after);
  const mine = ++looking;
  if (after >= game.moves.length) {
    aim = state6.view = null;
    return update({ message: "" });
  }
  aim = after;
  await attempt(async () => {
    try {
      const view2 = await get(`games/${game.id}/position?after=${after}`);
      if (mine !== looking) return;
      if (view2.stones.length !== state6.game?.stones.length) await refetch(game.id);
      if (mine !== looking || view2.stones.length !== state6.game?.stones.length) return;
      state6.view = view2;
      update({ message: "" });
    } finally {
      if (mine === looking) aim = null;
    }
  });
}
var step = (steps) => look2((aim ?? state6.view?.after ?? state6.game?.moves.length ?? 0) + steps);
function visit(name) {
  const point2 = state6.game && findPoint(state6.game.graph, name);
  if (point2) update6({ visit: point2 });
}

// ../page/strength.js
var usualStrength = (defaults) => ({ by: "time", seconds: String(defaults.timeMs / 1e3), visits: "800", rank: "10k" });
var strengthRequest = (s2) => ({
  timeMs: s2.by === "time" ? Math.round(Number(s2.seconds) * 1e3) : 0,
  visits: s2.by === "visits" ? Number(s2.visits) : 0,
  rank: s2.by === "rank" ? s2.rank : "full"
});
function rankText(rank) {
  const n3 = parseInt(rank, 10);
  return rank.endsWith("k") ? tr("{n} kyu", { n: n3 }) : rank.endsWith("d") ? tr("{n} dan", { n: n3 }) : tr("Full strength");
}
function StrengthChoice({ value, ranks, wrong, onChange: onChange2 }) {
  const set = (field) => (to) => onChange2({ ...value, [field]: to });
  return html`<div class="row strength">
    <${Chips} name="strength" label="Engine’s strength" value=${value.by} onPick=${set("by")}
      options=${[["rank", tr("by rank")], ["time", tr("by time")], ["visits", tr("by visits")]]} />
    ${value.by === "time" && html`<${NumberField} id="seconds" label="Seconds a move" value=${value.seconds} wrong=${wrong === "timeMs"} onInput=${set("seconds")} min="0.05" max="600" step="any" />`}
    ${value.by === "visits" && html`<${NumberField} id="visits" label="Visits a move" value=${value.visits} wrong=${wrong === "visits"} onInput=${set("visits")} min="1" max="1000000" step="1" />`}
    ${value.by === "rank" && html`<${Choice} id="rank" label="Rank" value=${value.rank} onPick=${set("rank")} options=${ranks.filter((r2) => r2 !== "full").map((r2) => [r2, rankText(r2)])} />`}
  </div>`;
}

// ../page/gamelist.js
var limits2 = {
  all: { title: tr("All"), has: () => true },
  open: { title: tr("Open"), has: (e2) => e2.outcome === "open" },
  won: { title: tr("Won"), has: (e2) => e2.outcome === "won" },
  lost: { title: tr("Lost"), has: (e2) => e2.outcome === "lost" },
  records: { title: tr("Records"), has: (e2) => e2.kind === "record" }
};
function titleOf2(g2, file) {
  const names = g2.black || g2.white ? `${g2.black || tr("Black")} – ${g2.white || tr("White")}` : "";
  return names || g2.title || (file === "new.sgf" ? tr("New record") : file);
}
var winnerOf = (result) => /^B\+/.test(result) ? "black" : /^W\+/.test(result) ? "white" : "";
function marginOf(result) {
  const margin = result.slice(2);
  if (margin === "R") return tr("by resignation");
  if (margin === "T") return tr("on time");
  if (margin === "F") return tr("by forfeit");
  return margin ? trCount(Number(margin), "by {margin} point", "by {margin} points", { margin: margin === String(Number(margin)) ? Number(margin) : margin }) : "";
}
function entryOfGame(g2) {
  const against = g2.human === "black" || g2.human === "white";
  const engine = rankText(g2.rank);
  const winner = winnerOf(g2.result);
  const outcome = !g2.over ? "open" : !g2.own ? "" : winner === g2.own ? "won" : winner ? "lost" : g2.result === "0" ? "drawn" : "";
  const word = { open: tr("open"), won: tr("won {margin}", { margin: marginOf(g2.result) }), lost: tr("lost {margin}", { margin: marginOf(g2.result) }), drawn: tr("draw"), "": resultName(g2.result) || tr("stopped") }[outcome];
  const sides3 = { black: tr("You – Engine"), white: tr("Engine – You"), both: tr("Two people"), none: tr("Engine – Engine") }[g2.human];
  return {
    kind: "game",
    id: g2.id,
    href: `#${g2.id}`,
    thumb: g2.thumb,
    board: g2.board,
    moves: g2.moves,
    changed: new Date(g2.changed),
    of: g2,
    day: g2.finished && ["won", "lost", "drawn"].includes(outcome) ? dayOf(new Date(g2.finished)) : "",
    title: g2.blackName || g2.whiteName ? `${g2.blackName || tr("Black")} – ${g2.whiteName || tr("White")}` : sides3,
    result: word.trim(),
    outcome,
    opponent: against ? engine : "",
    more: [g2.human === "both" ? "" : engine, tr("{rules} rules", { rules: trServer(g2.rules) })].filter(Boolean).join(", ")
  };
}
var entryOfRecord = (r2) => ({
  kind: "record",
  id: r2.id,
  href: `#record/${r2.id}`,
  thumb: r2.thumb,
  board: r2.board,
  moves: r2.moves,
  changed: new Date(r2.changed),
  day: "",
  of: r2,
  title: titleOf2(r2, r2.name),
  result: r2.result,
  outcome: "",
  opponent: "",
  more: [r2.games > 1 ? tr("{n} games", { n: r2.games }) : "", r2.date, r2.name].filter(Boolean).join(", ")
});
function entriesOf(games2, records) {
  return [...(games2 ?? []).map(entryOfGame), ...(records ?? []).map(entryOfRecord)].sort((a2, b) => b.changed.getTime() - a2.changed.getTime());
}
function found(entries, limit, text, day2 = "") {
  const words3 = text.toLowerCase().split(/\s+/).filter(Boolean);
  const { has: has3 } = limits2[limit] ?? limits2.all;
  return entries.filter((e2) => {
    const all = `${e2.kind} ${e2.title} ${trBoard(e2.board)} ${e2.board} ${e2.board.replace("×", "x")} ${e2.result} ${e2.more}`.toLowerCase();
    return has3(e2) && (!day2 || e2.day === day2) && words3.every((w2) => all.includes(w2));
  });
}
function statistics(entries) {
  const rows2 = /* @__PURE__ */ new Map();
  for (const e2 of entries) {
    if (!e2.opponent || e2.outcome !== "won" && e2.outcome !== "lost" && e2.outcome !== "drawn") continue;
    const row = rows2.get(e2.opponent) ?? { opponent: e2.opponent, won: 0, lost: 0, drawn: 0 };
    row[e2.outcome]++;
    rows2.set(e2.opponent, row);
  }
  return [...rows2.values()].sort((a2, b) => b.won + b.lost + b.drawn - a2.won - a2.lost - a2.drawn);
}

// ../page/lists.js
var state7 = {
  /** @type {GameListEntry[]|null} */
  games: null,
  /** @type {string[]} */
  notices: [],
  // files of games that could not be read
  /** @type {Summary[]|null} */
  records: null,
  /** @type {string[]} */
  recordNotices: []
};
function update7(changes2) {
  Object.assign(state7, changes2);
  redraw();
}
var loadGames = () => attempt(async () => update7(await insist(() => get("games"))));
var loadRecords = () => attempt(async () => {
  const { records, notices } = await insist(() => get("records"));
  update7({ records, recordNotices: notices });
});
var load4 = async () => void (mayAll() && await Promise.all([loadGames(), loadRecords()]));
var deleteGame = (id) => attempt(async () => {
  await remove(`games/${id}`);
  await loadGames();
});

// ../page/folders.js
var most2 = (64 << 20) - (64 << 10);
var portionBytes = 8 << 20;
var portionFiles = 200;
var poll = 200;
var isRecord = /\.(sgf|gib|ngf|ugf|ugi)(\.gz|\.xz)?$|\.(zip|tar|tgz|txz|tar\.gz|tar\.xz)$/i;
var given = (file) => ({ file, path: file.webkitRelativePath || file.name });
function entriesOf2(data) {
  const entries = [...data.items].filter((item) => item.kind === "file").map((item) => item.webkitGetAsEntry?.());
  return entries.every(Boolean) ? (
    /** @type {FileSystemEntry[]} */
    entries
  ) : null;
}
async function filesIn(entries) {
  const files = [];
  const refused = [];
  const walk2 = async (entry) => {
    const path = entry.fullPath.replace(/^\//, "");
    try {
      if (!entry.isDirectory) {
        const file = await new Promise((resolve, reject) => (
          /** @type {FileSystemFileEntry} */
          entry.file(resolve, reject)
        ));
        files.push({ file, path });
        return;
      }
      const reader = (
        /** @type {FileSystemDirectoryEntry} */
        entry.createReader()
      );
      for (; ; ) {
        const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
        if (some.length === 0) return;
        for (const one of some) await walk2(one);
      }
    } catch {
      refused.push(tr("{name} cannot be read", { name: path }));
    }
  };
  for (const entry of entries) await walk2(entry);
  return { files, refused };
}
function portionsOf(files) {
  const portions = [];
  const refused = [];
  let others2 = 0;
  let bytes = Infinity;
  for (const one of files) {
    if (one.path.includes("/") && (!isRecord.test(one.path) || /(^|\/)\./.test(one.path))) {
      others2++;
      continue;
    }
    if (one.file.size > most2) {
      refused.push(tr("{name} is larger than 64 MiB: enter its path on the machine of the server instead", { name: one.path }));
      continue;
    }
    if (bytes + one.file.size > portionBytes || (portions.at(-1)?.length ?? 0) >= portionFiles) {
      portions.push([]);
      bytes = 0;
    }
    portions.at(-1)?.push(one);
    bytes += one.file.size;
  }
  return { portions, refused, others: others2 };
}
var Sending = class {
  done = 0;
  // files of the portions that are imported
  portion = 0;
  // files of the portion that is under way
  stopped = false;
  began = performance.now();
  /** @param {Given[]} files @param {string[]} unread  what could not be read, with reasons @param {Library} library */
  constructor(files, unread, library) {
    const { portions, refused, others: others2 } = portionsOf(files);
    const listed3 = [...unread, ...refused];
    this.library = library;
    this.portions = portions;
    this.total = portions.flat().length;
    this.sum = { files: 0, known: 0, games: 0, duplicates: 0, unindexed: 0, problems: listed3.length, listed: listed3, stopped: false, error: "", seconds: 0, others: others2 };
  }
  /** Sends all portions, unless one fails or the user stops it. */
  async run() {
    const { sum } = this;
    try {
      for (const portion of this.portions) {
        this.portion = portion.length;
        const body = new FormData();
        for (const { file, path } of portion) body.append(path, file, file.name);
        await this.library.send(body);
        if (this.stopped) await this.library.stop();
        const last = await this.ended();
        for (
          const name of
          /** @type {const} */
          ["files", "known", "games", "duplicates", "unindexed", "problems"]
        ) sum[name] += last?.[name] ?? 0;
        sum.listed.push(...last?.listed ?? []);
        sum.error = last?.error ?? "";
        sum.stopped = this.stopped || !last || last.stopped;
        if (sum.stopped || sum.error) break;
        this.done += portion.length;
      }
    } catch (refusal) {
      sum.error = refusal instanceof Error ? refusal.message : String(refusal);
    }
    return sum;
  }
  /** Waits for the end of the running import, and returns its result. */
  async ended() {
    for (; ; ) {
      const info = await this.library.look();
      if (!info.indexing) return info.last;
      await new Promise((resolve) => setTimeout(resolve, poll));
    }
  }
  /** Sends no further portion. The caller also stops the import that is running. */
  stop() {
    this.stopped = true;
  }
  /** The progress, as of an import. @param {ImportProgress} [now]  that of the running import */
  progress(now) {
    const done = this.done + (now?.total ? this.portion * now.done / now.total : 0);
    const seconds = (performance.now() - this.began) / 1e3;
    return { done, total: this.total, games: this.sum.games + (now?.games ?? 0), left: done > 0 ? seconds * (this.total - done) / done : NaN };
  }
};

// ../page/pattern.js
var emptyPattern = (width = 19, height2 = width) => ({ width, height: height2, points: Array(width * height2).fill("."), region: null, anchor: "whole" });
function turnOf(p2) {
  const r2 = regionOf(p2);
  const [left3, top2, right2, bottom2] = [r2.left === 0, r2.top === 0, r2.right === p2.width - 1, r2.bottom === p2.height - 1];
  if (p2.anchor === "corner") return { across: false, flipX: !left3 && right2, flipY: !top2 && bottom2 };
  if (p2.anchor === "side") return top2 || bottom2 ? { across: false, flipX: false, flipY: !top2 } : { across: true, flipX: !left3, flipY: false };
  return { across: false, flipX: false, flipY: false };
}
function onBoard(p2, x3, y3) {
  const { left: left3, top: top2, right: right2, bottom: bottom2 } = regionOf(p2);
  const { across, flipX, flipY } = turnOf(p2);
  const [a2, b] = across ? [y3, x3] : [x3, y3];
  return { x: flipX ? right2 - a2 : left3 + a2, y: flipY ? bottom2 - b : top2 + b };
}
function requestOf2(p2) {
  const { left: left3, top: top2, right: right2, bottom: bottom2 } = regionOf(p2);
  const [w2, h2] = [right2 - left3 + 1, bottom2 - top2 + 1];
  const [width, height2] = turnOf(p2).across ? [h2, w2] : [w2, h2];
  const rows2 = Array.from({ length: height2 }, (_2, y3) => Array.from({ length: width }, (_3, x3) => {
    const at2 = onBoard(p2, x3, y3);
    return p2.points[at2.y * p2.width + at2.x];
  }).join(""));
  if (!/[XO]/.test(rows2.join("")) && !p2.region) return void 0;
  return { width, height: height2, points: rows2.join("\n"), anchor: p2.anchor };
}
var regionOf = (p2) => p2.region ?? { left: 0, top: 0, right: p2.width - 1, bottom: p2.height - 1 };
function withRegion(p2, region) {
  const [left3, right2] = [Math.min(region.left, region.right), Math.max(region.left, region.right)];
  const [top2, bottom2] = [Math.min(region.top, region.bottom), Math.max(region.top, region.bottom)];
  const across = [left3 === 0, right2 === p2.width - 1].filter(Boolean).length;
  const along = [top2 === 0, bottom2 === p2.height - 1].filter(Boolean).length;
  if (across + along === 4) return { ...p2, region: null, anchor: "whole" };
  const anchor = across > 0 && along > 0 ? "corner" : across + along > 0 ? "side" : "anywhere";
  return { ...p2, region: { left: left3, top: top2, right: right2, bottom: bottom2 }, anchor };
}
function anchorsOf(p2) {
  if (!p2.region) return ["whole"];
  const { anchor } = withRegion(p2, p2.region);
  return anchor === "corner" ? ["corner", "side", "anywhere"] : anchor === "side" ? ["side", "anywhere"] : ["anywhere"];
}
function patternOf(graph, stones) {
  const p2 = emptyPattern(graph.width, graph.height);
  graph.points.forEach(({ x: x3, y: y3 }, i2) => p2.points[y3 * p2.width + x3] = ["O", ".", "X"][stones[i2] + 1]);
  return p2;
}
function cornerAt(p2, at2) {
  const [w2, h2] = [Math.ceil(p2.width / 2), Math.ceil(p2.height / 2)];
  const [left3, top2] = [at2.x * 2 < p2.width - 1 ? 0 : p2.width - w2, at2.y * 2 < p2.height - 1 ? 0 : p2.height - h2];
  return withRegion(p2, { left: left3, top: top2, right: left3 + w2 - 1, bottom: top2 + h2 - 1 });
}
var columns = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
var columnName = (x3) => columns[x3 % 25].repeat(Math.floor(x3 / 25) + 1);
var vertexAt = ({ height: height2 }, x3, y3) => `${columnName(x3)}${height2 - y3}`;
function placeOf3({ width, height: height2 }, vertex) {
  const parts = /^([A-HJ-Z])\1*(\d+)$/i.exec(vertex);
  if (!parts) return null;
  const x3 = columns.indexOf(parts[1].toUpperCase()) + 25 * (vertex.length - parts[2].length - 1);
  const y3 = height2 - Number(parts[2]);
  return x3 < width && y3 >= 0 && y3 < height2 ? { x: x3, y: y3 } : null;
}
var signs = { "?": "*" };
function packed(p2) {
  const runs2 = p2.points.join("").replace(/(.)\1*/g, (run, s2) => (run.length > 1 ? run.length : "") + (signs[s2] ?? s2));
  const r2 = p2.region;
  return [`${p2.width}x${p2.height}`, p2.anchor, r2 ? [r2.left, r2.top, r2.right, r2.bottom].join("-") : "", runs2].join("_");
}
function unpacked(text) {
  const parts = /^(\d{1,2})x(\d{1,2})_(whole|corner|side|anywhere)_(?:(\d+)-(\d+)-(\d+)-(\d+))?_([XO.*0-9]*)$/.exec(text);
  if (!parts) return null;
  const [width, height2] = [Number(parts[1]), Number(parts[2])];
  const points3 = [];
  for (const [, count, s2] of parts[8].matchAll(/(\d*)([XO.*])/g)) {
    if (points3.length + Number(count || 1) > width * height2) return null;
    for (let i2 = 0; i2 < Number(count || 1); i2++) points3.push(s2 === "*" ? "?" : s2);
  }
  if (points3.length !== width * height2) return null;
  const p2 = emptyPattern(width, height2);
  if (parts[4] === void 0) return { ...p2, points: points3 };
  const [left3, top2, right2, bottom2] = parts.slice(4, 8).map(Number);
  if (left3 > right2 || top2 > bottom2 || right2 >= width || bottom2 >= height2) return null;
  const marked2 = { ...withRegion(p2, { left: left3, top: top2, right: right2, bottom: bottom2 }), points: points3 };
  const anchor = (
    /** @type {Pattern["anchor"]} */
    parts[3]
  );
  return anchorsOf(marked2).includes(anchor) ? { ...marked2, anchor } : marked2;
}

// ../page/library.js
var pageSize = 24;
var letters2 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
var listed = 16;
var poll2 = 1e3;
var state8 = {
  /** @type {LibraryState|null} */
  info: null,
  pattern: emptyPattern(),
  /** @type {{id: string, game: number, node: number, name: string}|null} */
  source: null,
  // replaces the pattern: a position of a record whose board is not a rectangle
  /** @type {Record<string, string>} */
  filters: {},
  /** @type {Found|null} */
  found: null,
  /** @type {Pattern|null} */
  foundFor: null,
  // the pattern of the continuations
  busy: false,
  error: "",
  /** @type {Sending|null} */
  sending: null,
  /** @type {Sent|null} */
  sent: null
};
var timer = 0;
var asked2 = 0;
var came = "";
function update8(changes2) {
  Object.assign(state8, changes2);
  redraw();
}
async function open3() {
  state8.error = "";
  refresh();
  const path = location.hash.replace(/^#library[?/]?/, "");
  const wanted2 = /^(\d+)\/(\d+)$/.exec(path);
  if (wanted2) return openGame(wanted2[1], Number(wanted2[2]));
  const asks = new URLSearchParams(path);
  const id = asks.get("record");
  if (path === "" || came === path && (state8.found || state8.busy)) return;
  came = path;
  const filters = Object.fromEntries([...asks].filter(([name]) => filterNames.includes(name)));
  if (!id || asks.has("pattern")) {
    update8({ source: null, pattern: unpacked(asks.get("pattern") ?? "") ?? emptyPattern(), filters, found: null });
    return await find();
  }
  if (Object.keys(filters).length > 0) state8.filters = filters;
  try {
    const record = await get(`records/${encodeURIComponent(id)}?game=${asks.get("game") ?? 0}`);
    if (came !== path) return;
    const position2 = await get(`records/${encodeURIComponent(id)}/nodes/${asks.get("node") ?? record.node}?game=${record.game}`);
    if (came !== path) return;
    if (!record.graph.width) {
      update8({ source: { id: record.id, game: record.game, node: position2.node, name: record.graph.name }, found: null });
      return await find();
    }
    const whole = patternOf(record.graph, position2.stones);
    const last = record.graph.points.find((p2) => p2.name === position2.lastMove);
    update8({ source: null, pattern: asks.get("area") === "corner" && last ? cornerAt(whole, last) : whole, found: null });
    await find();
  } catch (refusal) {
    if (came !== path) return;
    came = "";
    update8({ error: messageOf(refusal) });
  }
}
async function refresh() {
  clearTimeout(timer);
  try {
    const info = await get("library");
    update8({ info });
    if (info.indexing && state.library !== null) timer = setTimeout(refresh, poll2);
  } catch (refusal) {
    if (!passes(refusal)) return update8({ error: messageOf(refusal) });
    if (!state8.info) say(sentence(messageOf(refusal)));
    if (state.library !== null) timer = setTimeout(refresh, pause);
  }
}
var importPaths = (paths3) => {
  update8({ sent: null });
  return started(() => post("library/import", { paths: paths3 }));
};
async function importEntries(entries) {
  const { files, refused } = await filesIn(entries);
  await importFiles(files, refused);
}
var importFiles = (files, unread = []) => attempt(async () => {
  if (state8.sending) throw new Error(tr("Another import is running: wait until it has ended, or stop it"));
  const sending = new Sending(files, unread, {
    send: (body) => uploadFiles("library/import", body),
    stop: () => post("library/stop", {}),
    look: async () => {
      const info = (
        /** @type {LibraryState} */
        await get("library")
      );
      update8({ info });
      return info;
    }
  });
  update8({ sending, sent: null });
  const sent2 = await sending.run();
  update8({ sending: null, sent: sent2 });
  await refresh();
});
var started = (task) => attempt(async () => {
  await task();
  await refresh();
});
var stop4 = () => {
  state8.sending?.stop();
  return started(() => post("library/stop", {}));
};
var searched = {};
function request2() {
  const { sort = "", komi = "", ...rest } = state8.filters;
  const filters = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ""));
  if (komi.trim()) Object.assign(filters, { komi: Number(komi.replace(",", ".")) });
  const { width, height: height2 } = state8.pattern;
  const { name: _2, ...fromRecord } = state8.source ?? {};
  const pattern = state8.source ? { fromRecord } : requestOf2(state8.pattern);
  return { filters, sort, ...pattern ? { pattern, size: state8.source ? void 0 : `${width}x${height2}` } : {} };
}
var filterNames = ["player", "opponent", "event", "black", "white", "dateFrom", "dateTo", "rules", "komi", "text", "winner", "result", "sort"];
function searchAddress() {
  const before = new URLSearchParams(came);
  const asks = new URLSearchParams(Object.entries(state8.filters).filter(([name, value]) => filterNames.includes(name) && value.trim()));
  for (const name of ["record", "game", "node"]) {
    const value = before.get(name);
    if (value !== null) asks.set(name, value);
  }
  if (!state8.source) asks.set("pattern", packed(state8.pattern));
  return asks.toString();
}
function search() {
  const path = searchAddress();
  if (path !== came) {
    came = path;
    history.pushState(null, "", `#library?${path}`);
    state.library = decodeURIComponent(path);
  }
  return find();
}
async function find() {
  const number2 = ++asked2;
  const { pattern } = state8;
  const asks = request2();
  update8({ busy: true, error: "" });
  try {
    const found2 = await post("library/search", { ...asks, offset: 0, limit: pageSize });
    if (number2 !== asked2) return;
    searched = asks;
    update8({ found: found2, foundFor: pattern, busy: false });
  } catch (refusal) {
    if (number2 === asked2) update8({ busy: false, error: messageOf(refusal) });
  }
}
function continuations() {
  const { found: found2, foundFor, pattern, source: source4 } = state8;
  if (!found2 || foundFor !== pattern || source4) return none;
  if (known3.found !== found2) {
    const names = /* @__PURE__ */ new Map();
    const list = found2.continuations.slice(0, listed).map((c2) => {
      const key = `${c2.x} ${c2.y}`;
      const first4 = !names.has(key);
      if (first4) names.set(key, letters2[names.size]);
      return { ...c2, letter: names.get(key) ?? "", first: first4, at: onBoard(pattern, c2.x, c2.y) };
    });
    Object.assign(known3, { found: found2, list });
  }
  return known3.list;
}
var none = [];
var isStrict = () => state8.foundFor === state8.pattern && !state8.source && (requestOf2(state8.pattern)?.points ?? "").includes(".");
var known3 = { found: null, list: none };
async function more() {
  const { found: found2 } = state8;
  if (!found2) return;
  const number2 = ++asked2;
  update8({ busy: true });
  await attempt(async () => {
    const next3 = await post("library/search", { ...searched, offset: found2.hits.length, limit: pageSize });
    if (number2 === asked2) state8.found = { ...found2, hits: [...found2.hits, ...next3.hits] };
  });
  if (number2 === asked2) update8({ busy: false });
}
var openGame = (id, move) => attempt(async () => {
  const here3 = location.hash;
  const record = await post(`library/games/${id}/open`, {});
  if (location.hash === here3) location.replace(`#record/${record.id}/${record.game}/${nodeAfter(record.tree.nodes, move)}`);
});

// ../page/records.js
var most3 = 64 << 20;
var openFiles = (files) => attempt(async () => {
  const opened2 = [];
  const failed = [];
  for (const file of files) {
    try {
      if (file.size > most3) throw new Error(tr("{name} is larger than 64 MiB: import it into the library instead", { name: file.name }));
      opened2.push(await uploadRecord(file, file.name));
    } catch (error) {
      failed.push(messageOf(error));
    }
  }
  if (opened2.length > 0) show2(opened2[0]);
  if (failed.length > 0) throw new Error(failed.length === 1 ? failed[0] : tr("{n} files could not be read. The first: {error}", { n: failed.length, error: failed[0] }));
  if (opened2.length > 1) say(tr("{n} records were opened. The others are on the first page.", { n: opened2.length }));
});
function chooseFiles() {
  const input = Object.assign(document.createElement("input"), { type: "file", multiple: true });
  input.addEventListener("change", () => openFiles(input.files ?? []));
  input.click();
}
async function textOf2(id) {
  return (await fetched(`/api/records/${id}/sgf`)).text();
}
var copy2 = (id) => attempt(async () => {
  const text = textOf2(id);
  if (!navigator.clipboard) return copyAndSay(await text);
  const item = new ClipboardItem({ "text/plain": text.then((t3) => new Blob([t3], { type: "text/plain" })) });
  await Promise.all([text, navigator.clipboard.write([item])]);
  say(tr("The record was copied."));
});
var atOGS = /^https?:\/\/([a-z]+\.)?online-go\.com\/(game|api)\//i;
var openText = (text) => attempt(async () => {
  const address2 = text.trim();
  if (/^[a-z]+:\/\/\S+$/i.test(address2)) {
    if (atOGS.test(address2)) {
      const here3 = location.hash;
      const record = await post("records/fetch", { address: address2 });
      if (location.hash === here3) return show2(record);
      await loadRecords();
      return say(tr("The game has arrived: it is among your records."));
    }
    if (!address2.startsWith(location.origin)) throw new Error(tr("tengen fetches games only from online-go.com. Download the record from the other site, and open the file or paste its text here"));
    location.hash = new URL(address2).hash;
    return;
  }
  show2(await uploadRecord(text, "pasted.sgf"));
});
function show2(record) {
  update({ dialog: "" });
  location.hash = `record/${record.id}`;
  if (record.games.length > 1) setTimeout(() => show("record-games"), 0);
}
var begin2 = once(async (setup) => show2(await post("records/new", setup)));
var remove3 = (id) => attempt(async () => {
  await remove(`records/${id}`);
  await loadRecords();
});
var writing = (target) => target instanceof Element && target.closest("input:not([type=file]), select, textarea, [contenteditable]") !== null;
var taker = null;
var giveFilesTo = (f2) => taker = f2;
function importFolders(entries) {
  if (!taker) location.hash = "library";
  importEntries(entries);
}
function listenForFiles() {
  let depth = 0;
  const mark2 = (over) => document.documentElement.classList.toggle("dropping", over);
  const carries = (event) => [...event.dataTransfer?.types ?? []].some((type) => type === "Files" || type === "text/plain");
  document.addEventListener("dragenter", (event) => {
    if (!carries(event)) return;
    event.preventDefault();
    depth++;
    mark2(true);
  });
  document.addEventListener("dragleave", () => {
    depth = Math.max(0, depth - 1);
    if (depth === 0) mark2(false);
  });
  document.addEventListener("dragover", (event) => carries(event) && event.preventDefault());
  document.addEventListener("drop", (event) => {
    depth = 0;
    mark2(false);
    const { dataTransfer: data } = event;
    if (writing(event.target) || !data || !carries(event)) return;
    event.preventDefault();
    const files = [...data.files];
    const text = data.getData("text/plain");
    const entries = entriesOf2(data);
    if (entries?.some((entry) => entry.isDirectory)) importFolders(entries);
    else if (files.length > 0) (taker ?? openFiles)(files);
    else if (text.trim()) openText(text);
  });
  document.addEventListener("copy", (event) => {
    const id = state.record?.split("/")[0];
    if (!id || writing(event.target) || getSelection()?.isCollapsed === false) return;
    event.preventDefault();
    copy2(id);
  });
  document.addEventListener("paste", (event) => {
    if (writing(event.target)) return;
    const files = [...event.clipboardData?.files ?? []];
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (files.length === 0 && !text.trim()) return;
    event.preventDefault();
    if (files.length > 0) openFiles(files);
    else openText(text);
  });
}

// ../page/thumb.js
var grids = /* @__PURE__ */ new Map();
function grid(width, height2) {
  const key = `${width} ${height2}`;
  if (!grids.has(key)) {
    let d2 = "";
    for (let x3 = 0; x3 < width; x3++) d2 += `M${x3} 0V${height2 - 1}`;
    for (let y3 = 0; y3 < height2; y3++) d2 += `M0 ${y3}H${width - 1}`;
    grids.set(key, { d: d2, stars: stars(width).flatMap((x3) => stars(height2).map((y3) => ({ x: x3, y: y3 }))) });
  }
  return grids.get(key);
}
function stars(n3) {
  if (n3 < 7) return [];
  const edge2 = n3 < 13 ? 2 : 3;
  return n3 % 2 === 0 || n3 < 13 ? [edge2, n3 - 1 - edge2] : [edge2, (n3 - 1) / 2, n3 - 1 - edge2];
}
var Grid = pure(({ width, height: height2 }) => {
  const { d: d2, stars: list } = grid(width, height2);
  return html`<g class="grid"><path d=${d2} /><path class="rim" d="M0 0H${width - 1}V${height2 - 1}H0z" />${list.map(({ x: x3, y: y3 }) => html`<circle class="star" cx=${x3} cy=${y3} r=".12" />`)}</g>`;
});
var Thumb = pure(({ width, height: height2, stones, part, lastMove }) => {
  const last = placeOf3({ width, height: height2 }, lastMove ?? "");
  return html`<svg class="thumb" viewBox="-.8 -.8 ${width + 0.6} ${height2 + 0.6}" aria-hidden="true">
    <${Grid} width=${width} height=${height2} />
    ${frameOf2(width, part)}
    ${stones.map((s2, i2) => s2 !== 0 && html`<circle key=${i2} class="s ${s2 > 0 ? "black" : "white"}" cx=${i2 % width} cy=${Math.floor(i2 / width)} r=".47" />`)}
    ${last && html`<circle class="dot" cx=${last.x} cy=${last.y} r=".17" />`}
  </svg>`;
});
function frameOf2(width, part) {
  if (!part?.length) return null;
  const [xs, ys] = [part.map((i2) => i2 % width), part.map((i2) => Math.floor(i2 / width))];
  const [left3, top2, right2, bottom2] = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  return html`<rect class="part" x=${left3 - 0.5} y=${top2 - 0.5} width=${right2 - left3 + 1} height=${bottom2 - top2 + 1} />`;
}

// ../page/gamesview.js
var OpenButton = () => html`<label class="button upload">${icon("upload")}<span>Open a record</span>
  <input id="open-record" type="file" multiple title="Open a record: SGF and other formats" onChange=${(e2) => {
  openFiles([...e2.target.files]);
  e2.target.value = "";
}} /></label>`;
function remove4(e2) {
  const r2 = (
    /** @type {Summary} */
    e2.of
  );
  const question = e2.kind === "game" ? tr("Delete this game permanently?") : `${tr("Delete {title} permanently?", { title: titleOf2(r2, r2.name) })} ${r2.original ? tr("The file from which it was opened is not deleted.") : tr("It was made on this page, and there is no other copy.")}`;
  if (confirm(question)) e2.kind === "game" ? deleteGame(e2.id) : remove3(e2.id);
}
var Picture = ({ thumb, board }) => thumb.width ? html`<${Thumb} width=${thumb.width} height=${thumb.height} stones=${[...thumb.stones].map((s2) => s2 === "X" ? 1 : s2 === "O" ? -1 : 0)} />` : html`<span class="thumb name" aria-hidden="true">${trBoard(board)}</span>`;
function Card({ e: e2 }) {
  const open8 = e2.id === state6.game?.id || state.record?.startsWith(e2.id);
  const named = { [e2.kind === "game" ? "data-game" : "data-record"]: e2.id };
  return html`<li class="entry" ...${named}>
    <a href=${e2.href}>
      <${Picture} thumb=${e2.thumb} board=${e2.board} />
      <b>${e2.title}</b>
      <small title=${`${e2.more}, ${exactly(e2.changed)}`}>${[trBoard(e2.board), e2.opponent].filter(Boolean).join(" · ")}</small>
      <small>${trCount(e2.moves, "{n} move", "{n} moves")} · ${ago(e2.changed)}</small>
      ${e2.result && html`<em class=${e2.outcome}>${e2.result.length > 24 ? `${e2.result.slice(0, 23)}…` : e2.result}</em>`}
    </a>
    <button class="plain" data-delete=${e2.id} aria-label=${tr("Delete {title}", { title: e2.title })} title="Delete" disabled=${open8} onClick=${() => remove4(e2)}>${icon("bin")}</button>
  </li>`;
}
var Cards = ({ entries }) => html`<ul id="game-list" class="entries">${entries.map((e2) => html`<${Card} key=${e2.id} e=${e2} />`)}</ul>`;
var Notices = () => [...state7.notices, ...state7.recordNotices].map((text) => html`<p class="error">${sentence(text)}</p>`);
var everything = () => entriesOf(state7.games, state7.records);
function Results({ entries }) {
  const rows2 = statistics(entries);
  if (rows2.length === 0) return null;
  const [won, lost2] = [rows2.reduce((n3, r2) => n3 + r2.won, 0), rows2.reduce((n3, r2) => n3 + r2.lost, 0)];
  return html`<details class="against"><summary>${tr("Against the engine: {won} won, {lost} lost", { won, lost: lost2 })}</summary>
    <table><thead><tr><th scope="col">Opponent</th><th scope="col">Won</th><th scope="col">Lost</th><th scope="col">Drawn</th></tr></thead>
      <tbody>${rows2.map((r2) => html`<tr key=${r2.opponent}><th scope="row">${r2.opponent}</th><td>${r2.won}</td><td>${r2.lost}</td><td>${r2.drawn}</td></tr>`)}</tbody></table>
  </details>`;
}
var most4 = 60;
function searchOf() {
  const asked5 = new URLSearchParams(location.hash.replace(/^#games\??/, ""));
  return { limit: limits2[asked5.get("show") ?? ""] ? asked5.get("show") ?? "all" : "all", text: asked5.get("text") ?? "", day: dayIn(asked5.get("day")) };
}
var GamesPage = class extends x {
  state = { shown: most4 };
  componentDidMount() {
    load4();
  }
  /** @param {{path: string}} before */
  componentDidUpdate({ path }) {
    if (path !== this.props.path) this.setState({ shown: most4 });
  }
  /** Changes the search. @param {{limit?: string, text?: string, day?: string}} changes */
  ask(changes2) {
    const { limit, text, day: day2 } = { ...searchOf(), ...changes2 };
    const games2 = new URLSearchParams({ ...limit === "all" ? {} : { show: limit }, ...text ? { text } : {}, ...day2 ? { day: day2 } : {} }).toString();
    history.replaceState(null, "", `#games${games2 ? `?${games2}` : ""}`);
    update({ games: games2 });
  }
  render(_2, { shown: shown4 }) {
    const { limit, text, day: day2 } = searchOf();
    const all = everything();
    const list = found(all, limit, text, day2);
    const loaded = state7.games && state7.records;
    return html`<main class="games">
      <div class="games-head"><h1>Your games</h1>
        <div class="actions"><${OpenButton} />
          <button id="new-record" onClick=${() => show("new-record")}>${icon("plus")}<span>New record</span></button></div></div>
      <${Notices} />
      <div class="games-search">
        <input id="games-text" type="search" aria-label="Search your games" placeholder="Search: a name, 9x9, a date" value=${text} onInput=${(e2) => this.ask({ text: e2.target.value })} />
        <${Chips} name="games-show" label="" value=${limit} onPick=${(to) => this.ask({ limit: to })} options=${Object.entries(limits2).map(([key, { title: title3 }]) => [key, title3])} />
      </div>
      <${Calendar} entries=${all} day=${day2} onDay=${(to) => this.ask({ limit: "all", text: "", day: to })} />
      ${day2 && html`<p class="chosen-day"><button id="all-days" title="Show the games of all days" onClick=${() => this.ask({ day: "" })}>${icon("close")}<span>${dayName(day2)}</span></button></p>`}
      <${Results} entries=${all} />
      ${loaded && list.length === 0 && html`<p class="hint" id="no-games">${all.length ? tr("Nothing fits this search.") : tr("No games yet. Start one, open a file, drop one on this page, or paste its text.")}
        ${text && html` <a href="#library?${new URLSearchParams({ player: text })}">Search the library for a player of this name</a>`}</p>`}
      <${Cards} entries=${list.slice(0, shown4)} />
      ${list.length > shown4 && html`<button id="more-games" class="wide" onClick=${() => this.setState({ shown: shown4 + most4 })}>${tr("Show more of {n}", { n: list.length })}</button>`}
    </main>`;
  }
};

// ../page/courseview.js
var Dots = ({ marks }) => html`<span class="lesson-dots" aria-hidden="true">${[...marks].map((m2) => html`<i data-mark=${m2}></i>`)}</span>`;
var CoursePage = class extends x {
  componentDidMount() {
    attempt(async () => {
      const [list] = await insist(() => Promise.all([get("course"), loadCourse()]));
      this.setState({ list });
    });
  }
  render({ config: config2 }, { list }) {
    const lessons = list?.lessons ?? [];
    const done = lessons.filter((l2) => solvedIn(l2.marks) === l2.marks.length).length;
    const next3 = lessons.find((l2) => solvedIn(l2.marks) < l2.marks.length);
    return html`<main class="home learn" id="course" data-done=${done}>
      <section class="shelf">
        <h1 tabindex="-1">Learn Go</h1>
        <p class="hint">Short lessons for newcomers. Each step is a task on the board, and your progress is stored on this computer.</p>
        ${list?.notice && html`<p class="error" role="alert">${sentence(list.notice)}</p>`}
        ${next3 && html`<a id="go-on" class="button primary" href=${hrefOf(next3)}>${done || solvedIn(next3.marks) ? tr("Go on: {title}", { title: trCourse(next3.title) }) : tr("Begin: {title}", { title: trCourse(next3.title) })}</a>`}
        <ol class="lesson-list">${lessons.map((l2, i2) => html`<${LessonLine} key=${l2.name} l=${l2} number=${i2 + 1} />`)}</ol>
      </section>
      <section class="shelf" id="first-games">
        <h2>Play your first games</h2>
        <p class="hint">A small board is a good place to use what you have learned. A game on 5×5 takes two minutes.</p>
        <div class="lesson-games">${[5, 7, 9].map((n3) => html`<a class="button" key=${n3} href=${gameHref(n3, config2)}>${n3} × ${n3}</a>`)}</div>
        <h2>Then</h2>
        <p class="hint">${trParts("Problems train what the lessons begin. {link}, and your own files can have more.", { link: html`<a href="#problems">They are sorted by kind and level</a>` })}</p>
      </section>
    </main>`;
  }
};
var gameHref = (size2, config2) => `#new?${new URLSearchParams({ board: `${size2}x${size2}`, human: "black", komi: "0.5", ...config2 ? { rank: config2.ranks[0] } : {} })}`;
var hrefOf = (l2) => `#lesson/course/${l2.name}/${firstOpen(l2.marks)}`;
function LessonLine({ l: l2, number: number2 }) {
  const done = solvedIn(l2.marks) === l2.marks.length;
  return html`<li><a href=${hrefOf(l2)} data-lesson=${l2.name} data-done=${done}>
    <b class="lesson-number">${done ? icon("check") : number2}</b>
    <span>${trCourse(l2.title)}<small>${trCourse(l2.text)}</small></span>
    <${Dots} marks=${l2.marks} /><span class="hidden">${tr("{marks} of {n} steps are done", { marks: solvedIn(l2.marks), n: l2.marks.length })}</span>
  </a></li>`;
}
var ProblemsPage = class extends x {
  componentDidMount() {
    attempt(async () => this.setState({ list: await insist(() => get("problems")) }));
  }
  /** @param {ProblemCollection} c */
  remove = (c2) => confirm(tr("Remove {name} from the problems? What you have solved in it is forgotten. The record stays.", { name: c2.name })) && attempt(async () => this.setState({ list: await remove(`problems/${c2.record}`) }));
  render(_2, { list }) {
    return html`<main class="home learn" id="problems">
      <section class="shelf">
        <h1 tabindex="-1">Problems</h1>
        <p class="hint">A problem that you missed is asked again after 1, 3, 7 and 21 days.</p>
        ${list?.notice && html`<p class="error" role="alert">${sentence(list.notice)}</p>`}
        ${list && list.best > 0 && html`<p id="streak"><b>${list.streak}</b> ${tr("solved in a row without a miss (at most {best})", { best: list.best })}</p>`}
        ${list && html`<ul class="lesson-list" id="problem-sets">${list.sets.map((s2) => html`<${SetLine} key=${s2.name} s=${s2} />`)}</ul>
          <p class="hint">The right answers are proved by reading. The level is the weakest rank that finds the right line at least half the time.</p>`}
      </section>
      <section class="shelf">
        <h2>Your mistakes</h2>
        ${list?.mistakes.marks === "" && html`<p class="hint" id="no-mistakes">Review one of your games, then choose “Train” in the review: its mistakes become problems.</p>`}
        ${list && list.mistakes.marks !== "" && html`<${MistakesLine} m=${list.mistakes} />`}
        ${list && list.months.length > 0 && html`<${Months} months=${list.months} />`}
        <h2>From your files</h2>
        ${list?.collections.length === 0 && html`<p class="hint" id="no-problems">Open a file that has problems with their answers as variations, then choose “As problems” in the record.</p>`}
        <ul class="lesson-list">${list?.collections.map((c2) => html`<${CollectionLine} key=${c2.record} c=${c2} onRemove=${this.remove} />`)}</ul>
        <div class="actions"><${OpenButton} /></div>
        <p class="hint"><a href="#course">The course for newcomers</a></p>
      </section>
    </main>`;
  }
};
function factsOf(c2) {
  const tried = [...c2.marks].filter((m2) => m2 !== ".").length;
  return [tr("{solved} of {n} solved", { solved: c2.solved, n: c2.marks.length }), c2.seconds >= 1 && tried > 0 && tr("{time} each", { time: timeText(c2.seconds / tried) }), c2.due.length === 0 && c2.later && tr("the next one again {later}", { later: dayText(c2.later) })].filter(Boolean).join(" · ");
}
var shareOf = (c2) => c2.solved === c2.marks.length ? icon("check") : `${Math.round(100 * c2.solved / Math.max(1, c2.marks.length))}%`;
var SetLine = ({ s: s2 }) => html`<li data-set=${s2.name}>
  <a href="#lesson/set/${s2.name}/${firstOpen(s2.marks)}"><b class="lesson-number">${shareOf(s2)}</b><span>${trServer(s2.title)}<small>${trServer(s2.text)}</small><small>${factsOf(s2)}</small></span></a>
  ${s2.due.length > 0 && html`<a class="button" data-due href="#lesson/set/${s2.name}/${s2.due[0]}">${tr("{n} again", { n: s2.due.length })}</a>`}
  <span class="levels">${bandsOf(s2.levels, s2.marks).map((b) => html`<a key=${b.name} class="button plain" href="#lesson/set/${s2.name}/${b.next}"
    aria-label=${tr("{title}, level {name}: {solved} of {of} solved", { title: trServer(s2.title), name: b.name, solved: b.solved, of: b.of })}>${b.name}</a>`)}</span>
</li>`;
var MistakesLine = ({ m: m2 }) => html`<ul class="lesson-list"><li id="my-mistakes">
  <a href="#lesson/mine/all/${firstOpen(m2.marks)}"><b class="lesson-number">${shareOf(m2)}</b>
    <span>${trCount(m2.games, "From one game", "From {n} games")}<small>${factsOf(m2)}</small></span></a>
  ${m2.due.length > 0 && html`<a class="button" data-due href="#lesson/mine/all/${m2.due[0]}">${tr("{n} again", { n: m2.due.length })}</a>`}
</li></ul>`;
var Months = ({ months }) => html`<table class="months" id="months"><caption>Your progress</caption>
  <thead><tr><th scope="col">Month</th><th scope="col">Solved at once</th><th scope="col">Missed</th><th scope="col">Share</th></tr></thead>
  <tbody>${months.slice(-12).map((m2) => html`<tr key=${m2.month}><th scope="row">${m2.month}</th><td>${m2.right}</td><td>${m2.wrong}</td><td>${rightShare(m2)} %</td></tr>`)}</tbody></table>`;
function CollectionLine({ c: c2, onRemove }) {
  return html`<li data-collection=${c2.record}>
    <a href="#lesson/record/${c2.record}/${firstOpen(c2.marks)}">
      <b class="lesson-number">${shareOf(c2)}</b>
      <span>${c2.name}<small>${factsOf(c2)}</small></span></a>
    ${c2.due.length > 0 && html`<a class="button" data-due href="#lesson/record/${c2.record}/${c2.due[0]}">${tr("{n} again", { n: c2.due.length })}</a>`}
    <button class="plain" aria-label="Remove from the problems" title="Remove" onClick=${() => onRemove(c2)}>${icon("bin")}</button>
  </li>`;
}

// ../page/autoplay.js
var paces = [0.5, 1, 2, 4];
var Autoplay = class {
  playing = false;
  timer = 0;
  // of the next move; 0 if none is waited for
  run = 0;
  // number of the latest start or stop
  /** @param {Host} host @param {number} [pace] in seconds for each move */
  constructor(host, pace = 2) {
    this.host = host;
    this.pace = paces.includes(pace) ? pace : 2;
  }
  /** Plays the next move at once, and the others after it. At the end it begins again at the start. */
  play() {
    if (this.playing) return;
    this.playing = true;
    this.run++;
    this.host.changed();
    return this.show(this.host.atEnd() ? this.host.rewind : this.host.step);
  }
  stop() {
    if (!this.playing) return;
    this.host.cancel(this.timer);
    this.timer = 0;
    this.playing = false;
    this.run++;
    this.host.changed();
  }
  toggle() {
    return this.playing ? this.stop() : this.play();
  }
  /** @param {number} pace in seconds for each move */
  setPace(pace) {
    this.pace = pace;
    if (this.timer) {
      this.host.cancel(this.timer);
      this.wait();
    }
    this.host.changed();
  }
  /** Shows a position. The pause before the next one begins when it is shown. @param {() => unknown} go */
  async show(go2) {
    this.timer = 0;
    const { run } = this;
    await go2();
    if (run !== this.run) return;
    if (this.host.atEnd()) this.stop();
    else this.wait();
  }
  wait() {
    this.timer = this.host.later(() => this.show(this.host.step), this.pace * 1e3);
  }
};

// ../page/drafts.js
var pause3 = 900;
var retry = 5e3;
var changedElsewhere = tr("The record was changed on another page. You see the new version.");
var Drafts = class {
  /** @type {Draft|null} the text that is being written */
  draft = null;
  /** @type {Draft|null} the latest text that was sent but not answered */
  sent = null;
  /** @type {Kept[]} */
  kept = [];
  saving = 0;
  // changes that the server has not answered
  edits = 0;
  // those of them that are not texts; flushLast of record.js saves only texts
  unsaved = "";
  // why the latest change was not saved
  /** @type {Host} */
  #host;
  /** @type {Set<Draft>} texts that were sent but not answered */
  #pending = /* @__PURE__ */ new Set();
  /** @type {Promise<unknown>} */
  #queue = Promise.resolve();
  #numbering = 0;
  // grows when the nodes get other numbers
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #timer;
  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
  }
  /**
   * Changes the record, after saving the text that the user is writing. If another page has changed the record in the
   * meantime, only undo and redo are made.
   * @param {string} op @param {object} [more] @param {number} [node]  by default the shown node
   * @returns {Promise<boolean>} whether the change was made
   */
  edit(op, more3 = {}, node) {
    clearTimeout(this.#timer);
    const written2 = this.#take();
    if (written2) this.#sendText(written2);
    this.#host.begin();
    const { id, game } = this.#opened();
    const numbering = this.#numbering;
    this.edits++;
    const made = this.#send(async () => {
      const change5 = () => ({ version: this.#version(), game, node: node ?? this.#host.node(), op, ...more3 });
      let answer;
      try {
        if (node !== void 0 && numbering !== this.#numbering) throw gone();
        answer = await this.#host.post(id, change5());
      } catch (refusal) {
        if (!await this.#caughtUp(refusal, id, game)) throw refusal;
        if (op !== "undo" && op !== "redo") throw new Error(changedElsewhere);
        answer = await this.#host.post(id, { ...change5(), node: this.#host.node() });
      }
      if (this.#isOpen(id, game)) await this.#host.learn(answer, false);
      return true;
    }, async () => false);
    const ended = () => void this.edits--;
    made.then(ended, ended);
    return made;
  }
  /** Sets a text of the node that is shown. The text is saved after a pause. @param {TextOp} op @param {string} text */
  write(op, text) {
    const node = this.#host.node();
    if (this.draft && (this.draft.op !== op || this.draft.node !== node)) this.flush();
    const kept2 = this.#keptAt(op);
    if (kept2) return void (kept2.text = text);
    const base2 = this.#at(op)?.base ?? { was: this.textOf(op) };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), pause3);
    this.draft = { node, op, text, base: base2 };
    this.#host.changed();
  }
  /** The text of the node that is shown, as the user has written it. @param {TextOp} op */
  textOf(op) {
    return (this.#keptAt(op) ?? this.#at(op))?.text ?? this.#host.saved(op);
  }
  /** Saves the text that is being written. */
  async flush() {
    clearTimeout(this.#timer);
    const written2 = this.#host.record() && this.#take();
    if (written2) await this.#sendText(written2);
  }
  /** Waits until every change so far is answered. */
  async settled() {
    await this.#queue;
  }
  /** Returns the text that would be lost if the page closed now, and removes it from the drafts. @returns {Draft|null} */
  last() {
    return this.#take() ?? this.sent;
  }
  /**
   * Saves a text that the user was writing when the page was closed, unless it was saved then.
   * @param {Omit<Kept, "theirs"|"node">} last @param {number|undefined} node  undefined if it is gone
   */
  async recall({ record, game, op, text, base: base2 }, node) {
    const now = node === void 0 ? void 0 : (await this.#host.texts(record, node))[op];
    if (now?.trim() === text.trim() || this.#host.record()?.id !== record) return;
    if (node !== void 0 && now === base2.was) await this.#sendText({ node, op, text, base: base2 });
    else this.#keep({ node: node ?? null, op, text, base: base2 }, record, game, now ?? null);
  }
  /** Must be called when another state of the record is shown. @param {boolean} same  whether the game is the same */
  opened(same) {
    this.unsaved = "";
    if (!same) this.draft = this.sent = null;
  }
  /**
   * Gives all texts of a game the new numbers of their nodes after a reload.
   * @param {string} record @param {number} game
   * @param {boolean} same  whether the nodes have kept their numbers
   * @param {(node: number) => number|undefined} translate  the new number of a node; undefined if it is gone
   */
  renumber(record, game, same, translate) {
    const { draft } = this;
    if (draft) {
      const node = draft.node === null ? void 0 : translate(draft.node);
      if (node !== void 0) draft.node = node;
      else {
        this.draft = null;
        for (const text of this.#pending) if (text.base === draft.base) text.older = true;
        this.#keep(draft, record, game, null, null);
      }
    }
    if (!same) this.#numbering++;
    const kept2 = this.kept.filter((k2) => k2.record === record && k2.game === game);
    for (const text of [...this.#pending, ...kept2]) if (text.node !== null) text.node = translate(text.node) ?? null;
  }
  /** The kept texts of the record that is open. */
  keptHere() {
    return this.kept.filter((kept2) => kept2.record === this.#host.record()?.id);
  }
  /** Discards a kept text. @param {Kept} kept */
  drop(kept2) {
    this.kept = this.kept.filter((other) => other !== kept2);
    this.#host.changed();
  }
  /** Saves a kept text in place of the server's text. @param {Kept} kept @param {string} text */
  save(kept2, text) {
    this.drop(kept2);
    return this.#sendText({ node: kept2.node, op: kept2.op, text, base: kept2.base });
  }
  /** Sends a text. The page stays at the node that it shows. @param {Draft} written */
  #sendText(written2) {
    const { id, game } = this.#opened();
    this.#pending.add(this.sent = written2);
    const change5 = () => ({ version: this.#version(), game, node: written2.node, op: written2.op, text: written2.text, was: written2.base.was });
    return this.#send(async () => {
      let answer;
      try {
        if (written2.node === null) throw gone();
        answer = await this.#host.post(id, change5());
      } catch (refusal) {
        if (!await this.#caughtUp(refusal, id, game)) throw refusal;
        if (written2.node === null || fieldOf(refusal) === "was") {
          await this.#keepAside(written2, id, game, written2.node);
          return false;
        }
        answer = await this.#host.post(id, change5());
      }
      this.#answered(written2);
      written2.base.was = answer.position[written2.op];
      if (this.#isOpen(id, game)) await this.#host.learn(answer, true);
      return true;
    }, async (refusal) => {
      this.#answered(written2);
      const field = fieldOf(refusal);
      if (field === "was" || field === "node") {
        await this.#keepAside(written2, id, game, field === "was" ? written2.node : null).catch((error) => this.#host.fail(error));
      } else if (this.draft === null && this.#host.record()?.id === id) {
        this.draft = { ...written2 };
        this.#timer = setTimeout(() => this.flush(), retry);
      } else if (this.draft?.base !== written2.base) this.#keep(written2, id, game, null);
      return this.draft?.base === written2.base;
    });
  }
  /**
   * Runs a task after all earlier tasks. Until the task has ended, it counts as a change that is being saved.
   * @param {() => Promise<boolean>} task
   * @param {(error: unknown) => Promise<boolean>} failed  returns whether something is still to be saved
   */
  #send(task, failed) {
    this.saving++;
    this.#host.changed();
    const result = this.#queue.then(async () => {
      let made = false;
      try {
        made = await task();
        if (made) this.unsaved = "";
      } catch (error) {
        const open8 = await failed(error);
        if (!this.unsaved) this.#host.fail(error);
        const lost2 = error instanceof Refusal && (error.status === 0 || error.status >= 500);
        this.unsaved = lost2 || open8 ? String(error instanceof Error ? error.message : error) : "";
      }
      this.saving--;
      this.#host.changed();
      return made;
    });
    this.#queue = result.catch(() => {
    });
    return result;
  }
  /**
   * Reloads the record if the refusal says that the record has changed.
   * @param {unknown} refusal @param {string} id @param {number} game
   */
  async #caughtUp(refusal, id, game) {
    const stale = refusal instanceof Refusal && (refusal.status === 409 || refusal.field === "node");
    if (!stale || this.#host.record()?.id !== id) return false;
    await this.#host.reload(id, game);
    return true;
  }
  /**
   * Keeps a text that would overwrite another text, or whose node is gone.
   * @param {Draft} written @param {string} id @param {number} game @param {number|null} node
   */
  async #keepAside(written2, id, game, node) {
    this.#answered(written2);
    let { text } = written2;
    if (this.draft?.base === written2.base) {
      text = this.draft.text;
      this.draft = null;
    }
    if (written2.older || [...this.#pending].some((other) => other.base === written2.base)) return;
    const theirs = node === null ? null : (await this.#host.texts(id, node))[written2.op];
    if (theirs !== text) this.#keep({ ...written2, text }, id, game, theirs, node);
  }
  /** @param {Draft} draft @param {string} record @param {number} game @param {string|null} theirs @param {number|null} [node] */
  #keep({ node: at2, op, text, base: base2 }, record, game, theirs, node = at2) {
    this.kept = [...this.kept, { record, game, node, op, text, base: { was: theirs ?? base2.was }, theirs }];
    this.#host.changed();
  }
  /** @param {TextOp} op */
  #keptAt(op) {
    const node = this.#host.node();
    return this.keptHere().find((kept2) => kept2.game === this.#host.record()?.game && kept2.node === node && kept2.op === op);
  }
  /** The text that is written or sent at the node that is shown. @param {TextOp} op */
  #at(op) {
    const node = this.#host.node();
    return [this.draft, this.sent].find((d2) => d2?.node === node && d2.op === op);
  }
  #take() {
    const { draft } = this;
    this.draft = null;
    return draft;
  }
  /** @param {Draft} written */
  #answered(written2) {
    this.#pending.delete(written2);
    if (this.sent === written2) this.sent = null;
  }
  #opened() {
    const record = this.#host.record();
    if (!record) throw new Error(tr("no record is open"));
    return record;
  }
  #version() {
    return this.#opened().version;
  }
  /** @param {string} id @param {number} game */
  #isOpen(id, game) {
    const record = this.#host.record();
    return record?.id === id && record.game === game;
  }
};
var gone = () => new Refusal(tr("The node is gone."), 409, "version");
var fieldOf = (error) => error instanceof Refusal ? error.field : void 0;

// ../page/record.js
var empty = {
  /** @type {Opened|null} */
  record: null,
  /** @type {Tree|null} */
  tree: null,
  node: 0,
  // the node that is shown, perhaps before its position has arrived
  /** @type {Position|null} */
  position: null,
  from: "",
  // the point where a line or an arrow begins
  /** @type {{vertex: string}|null} */
  visit: null
  // the point that the board should show
};
var state9 = { ...empty, tool: "play", editing: false };
var keptPositions = 400;
var paceKey = "autoplay";
var lastWritten = (id, game) => `lastWritten ${id}/${game}`;
var chosen2 = /* @__PURE__ */ new Map();
var positions = /* @__PURE__ */ new Map();
var asked3 = 0;
var fetching = false;
var retry2 = 0;
function update9(changes2) {
  Object.assign(state9, changes2);
  redraw();
}
var drafts = new Drafts({
  record: () => state9.record,
  node: () => state9.node,
  saved: (op) => state9.position?.node === state9.node ? state9.position[op] : "",
  post: (id, change5) => postWithin(`records/${id}/edit`, change5, 3e4),
  texts: (id, node) => get(`records/${id}/nodes/${node}`),
  reload: (id, game) => reload(id, game),
  learn: (answer, stay) => learn2(answer, stay),
  begin: () => state.message = "",
  // the message was about an earlier change
  fail: (error) => say(sentence(plain(messageOf(error)))),
  changed: redraw
});
function edit(op, more3, node) {
  autoplay.stop();
  return drafts.edit(op, more3, node);
}
function write(op, text) {
  autoplay.stop();
  drafts.write(op, text);
}
var autoplay = new Autoplay({
  atEnd: () => !state9.tree?.children[here()].length,
  rewind: () => state9.tree && show3(state9.tree.entries[0][0]),
  step: () => state9.tree && show3(state9.tree.entries[walk(state9.tree, here(), 1, chosen2)][0]),
  later: (run, milliseconds) => setTimeout(run, milliseconds),
  cancel: (timer5) => clearTimeout(timer5),
  changed: redraw
}, Number(localStorage.getItem(paceKey) ?? 2));
function setPace(pace) {
  localStorage.setItem(paceKey, String(pace));
  autoplay.setPace(pace);
}
var editingKey = (id) => `editing ${id}`;
function setEditing(editing) {
  if (!state9.record) return;
  sessionStorage.setItem(editingKey(state9.record.id), String(editing));
  update9({ editing, tool: "play", from: "" });
}
var opensEditing = (id, tree) => tree.entries.length === 1 || sessionStorage.getItem(editingKey(id)) === "true";
function opened() {
  const { record, tree } = state9;
  if (!record || !tree) throw new Error(tr("no record is open"));
  return { record, tree };
}
var address = (id, game, node) => `record/${id}/${game}/${node}`;
var coursesOf = (id, game) => `${id}/${game}:`;
async function open4(path) {
  const [id, game = "0", node] = path.split("/");
  if (state9.record?.id === id && state9.record.game === Number(game)) return node === void 0 ? void 0 : go(Number(node));
  await drafts.flush();
  await drafts.settled();
  const wanted2 = () => state.record === path;
  try {
    const record = await insist(() => get(`records/${encodeURIComponent(id)}?game=${Number(game) || 0}`), wanted2);
    if (wanted2()) take4(record, node === void 0 ? void 0 : Number(node));
  } catch (refusal) {
    if (wanted2()) leave(messageOf(refusal));
  }
}
function take4(record, node = record.node) {
  const { tree, position: position2, ...rest } = record;
  const read = readTree(tree);
  const there = read.at.has(node) ? node : record.node;
  const same = state9.record?.id === record.id && state9.record.game === record.game;
  if (!same) {
    keepLast();
    chosen2 = /* @__PURE__ */ new Map();
    const [id, game = "0"] = (state.record ?? "").split("/");
    if (id === record.id && Number(game) !== record.game) state.record = `${id}/${record.game}`;
  }
  positions = /* @__PURE__ */ new Map([[position2.node, position2]]);
  drafts.opened(same);
  update9({ ...empty, record: rest, tree: read, node: position2.node, position: position2 });
  if (!same) {
    autoplay.stop();
    setEditing(opensEditing(record.id, read));
  }
  if (there !== position2.node) show3(there);
  else remember();
  if (!same) attempt(() => recall2(record.id, record.game, read));
}
async function recall2(id, game, tree) {
  const key = lastWritten(id, game);
  const last = JSON.parse(localStorage.getItem(key) ?? "null");
  if (!last) return;
  localStorage.removeItem(key);
  await drafts.recall({ ...last, record: id, game }, follow4(tree, last.steps));
}
async function close2() {
  autoplay.stop();
  await drafts.flush();
  await drafts.settled();
  if (state.record !== null) return;
  keepLast();
  Object.assign(state9, empty);
  drafts.opened(false);
}
var remembering = false;
function remember() {
  if (remembering) return;
  remembering = true;
  afterPaint(() => {
    remembering = false;
    const { record, node } = state9;
    if (record && state.record?.split("/")[0] === record.id) history.replaceState(null, "", `#${address(record.id, record.game, node)}`);
  });
}
function go(node) {
  autoplay.stop();
  return show3(node);
}
async function show3(node) {
  const { tree } = state9;
  const i2 = tree?.at.get(node);
  if (!tree || i2 === void 0) return;
  drafts.flush();
  for (let n3 = i2; tree.parent[n3] >= 0; n3 = tree.parent[n3]) {
    const [parent, child] = [tree.entries[tree.parent[n3]][0], tree.entries[n3][0]];
    if (chosen2.get(parent) === child && n3 !== i2) break;
    chosen2.set(parent, child);
  }
  state.message = "";
  const known4 = positions.get(node);
  update9({ node, from: "", ...known4 ? { position: known4 } : {} });
  remember();
  if (known4) afterPaint(fetchAhead);
  else await fetchPosition();
}
async function fetchPosition(repeated = false) {
  clearTimeout(retry2);
  const number2 = ++asked3;
  const { record, node } = state9;
  if (fetching || !record) return;
  fetching = true;
  try {
    const position2 = await get(`records/${record.id}/nodes/${node}?version=${record.version}`);
    const stale = state9.record?.id !== record.id || state9.record.version > position2.version;
    if (!stale && state9.record?.version === position2.version) keep2(position2);
    if (!stale && state9.node === node) update9({ position: position2 });
    if (position2.version > (state9.record?.version ?? Infinity) && drafts.saving === 0) await reload(record.id, record.game);
  } catch (refusal) {
    const stale = refusal instanceof Refusal && (refusal.status === 409 || refusal.field === "node");
    const failure = stale ? await reload(record.id, record.game).then(() => null, (error) => error) : refusal;
    if (failure && number2 === asked3) {
      autoplay.stop();
      const away = passes(failure);
      if (!away || !repeated) say(sentence(messageOf(failure)));
      if (away) retry2 = setTimeout(() => positions.has(state9.node) || fetchPosition(true), pause);
    }
  }
  fetching = false;
  if (positions.has(state9.node)) afterPaint(fetchAhead);
  else if (number2 !== asked3 && state9.record) fetchPosition();
}
async function fetchAhead() {
  const { record, tree } = state9;
  if (fetching || !record || !tree) return;
  const node = [1, -1, 2, 3].map((steps) => tree.entries[walk(tree, here(), steps, chosen2)][0]).find((near) => !positions.has(near));
  if (node === void 0) return;
  fetching = true;
  const position2 = await get(`records/${record.id}/nodes/${node}?version=${record.version}`).catch(() => null);
  fetching = false;
  if (position2 && state9.record?.id === record.id && state9.record.version === position2.version) {
    keep2(position2);
    if (state9.node === node) update9({ position: position2 });
  }
  if (state9.record && !positions.has(state9.node)) return fetchPosition();
  if (position2) fetchAhead();
}
function keep2(position2) {
  if (positions.size > keptPositions) positions.clear();
  positions.set(position2.node, position2);
}
var here = () => state9.tree?.at.get(state9.node) ?? 0;
function goTo(tree, i2) {
  const number2 = tree.entries[i2][0];
  return number2 === state9.node ? autoplay.stop() : go(number2);
}
var latest = { tree: null, path: [] };
function line2() {
  const { tree } = opened();
  const i2 = here();
  const at2 = tree.column[i2];
  if (latest.tree !== tree || latest.path[at2] !== i2) {
    const path = pathTo(tree, i2);
    for (let n3 = i2, next3 = walk(tree, n3, 1, chosen2); next3 !== n3; n3 = next3, next3 = walk(tree, n3, 1, chosen2)) path.push(next3);
    Object.assign(latest, { tree, path });
  }
  return { path: latest.path, at: at2 };
}
var step2 = (steps) => state9.tree && goTo(state9.tree, walk(state9.tree, here(), steps, chosen2));
var turn = (way) => state9.tree && goTo(state9.tree, beside2(state9.tree, here(), way, chosen2));
function toFork(way) {
  const { tree } = state9;
  if (!tree) return;
  let i2 = walk(tree, here(), way, chosen2);
  while (tree.children[i2].length === 1 && tree.parent[i2] >= 0) i2 = walk(tree, i2, way, chosen2);
  goTo(tree, i2);
}
async function catchUp() {
  const { record, node } = state9;
  if (!record || drafts.saving > 0 || document.hidden) return;
  try {
    const position2 = await get(`records/${record.id}/nodes/${node}?version=${record.version}`);
    if (state9.record === record && drafts.saving === 0 && position2.version > record.version) await reload(record.id, record.game);
  } catch (refusal) {
    const changed3 = refusal instanceof Refusal && (refusal.status === 409 || refusal.status === 404);
    if (changed3 && state9.record === record) {
      await reload(record.id, record.game).catch((gone2) => gone2.status === 404 && leave(gone2.message));
    }
  }
}
async function reload(id, game, node) {
  let tree, old, same, record;
  do {
    ({ tree, record: old } = opened());
    same = old.game === game && await numbersHold(id, state9.node, old.version);
    record = await get(`records/${id}?game=${game}`);
    if (state9.record?.id !== id) return;
  } while (state9.record !== old);
  const [before, now, sameNumbers] = [tree, readTree(record.tree), same];
  if (!sameNumbers) forget(coursesOf(id, game));
  const translate = (number2) => sameNumbers ? now.at.has(number2) ? number2 : void 0 : follow4(now, stepsTo(before, number2));
  drafts.renumber(id, game, sameNumbers, translate);
  take4(record, node ?? translate(state9.node));
}
var numbersHold = (id, node, version) => get(`records/${id}/nodes/${node}?version=${version}`).then(() => true, (refusal) => refusal.status === 404);
async function learn2(answer, stay) {
  const { record, tree: old } = opened();
  const { position: position2, head } = answer;
  if (answer.reload || position2.stones.length !== record.graph.points.length) {
    return reload(record.id, answer.game, stay ? void 0 : answer.node);
  }
  const tree = answer.tree ? readTree(answer.tree) : old;
  if (answer.version !== record.version) positions.clear();
  keep2(position2);
  const node = stay ? state9.node : answer.node;
  const next3 = { ...record, ...head, version: answer.version, canUndo: answer.canUndo, canRedo: answer.canRedo };
  if (head) next3.games = record.games.map((g2, i3) => i3 === record.game ? { ...g2, ...listedAs(head.info) } : g2);
  update9({ record: next3, tree, node, from: "", ...position2.node === node ? { position: position2 } : {} });
  if (position2.node !== node && !positions.has(node) && state9.position?.node === node) keep2(state9.position);
  remember();
  const i2 = tree.at.get(node);
  if (i2 !== void 0 && tree.parent[i2] >= 0) chosen2.set(tree.entries[tree.parent[i2]][0], node);
  if (!positions.has(node)) void fetchPosition();
}
var listedAs = ({ name = "", event = "", round: round4 = "", black = "", white = "", result = "", date = "" }) => ({
  title: name || `${event} ${round4}`.trim(),
  black,
  white,
  result,
  date
});
function keepLast() {
  const { record, tree } = state9;
  const written2 = record && tree && drafts.last();
  if (!written2 || written2.node === null) return null;
  const { id, version, game } = record;
  const { node, op, text, base: base2 } = written2;
  localStorage.setItem(lastWritten(id, game), JSON.stringify({ op, text, base: base2, steps: stepsTo(tree, node) }));
  return { version, game, node, op, text, was: base2.was };
}
function flushLast() {
  const change5 = keepLast();
  if (change5) postLast(`records/${state9.record?.id}/edit`, change5);
}
var undone = 0;
var undo2 = () => (state9.record?.canUndo || drafts.draft) && (undone++, edit("undo"));
var redo = () => state9.record?.canRedo && (undone++, edit("redo"));
var pick2 = (tool) => update9({ tool, from: "" });
var begin3 = (from) => update9({ from });
function visit2(name) {
  const point2 = findPoint(opened().record.graph, name);
  if (point2) update9({ visit: point2 });
}

// ../page/infoform.js
var groups = [
  [["black", tr("Black")], ["blackRank", tr("Rank")], ["blackTeam", tr("Team")]],
  [["white", tr("White")], ["whiteRank", tr("Rank")], ["whiteTeam", tr("Team")]],
  [["result", tr("Result")], ["date", tr("Date")], ["komi", tr("Komi")], ["handicap", tr("Handicap")]],
  [["rules", tr("Rules")], ["time", tr("Time, seconds")], ["overtime", tr("Overtime")]],
  [["event", tr("Event")], ["round", tr("Round")], ["place", tr("Place")]],
  [["name", tr("Name of the game")], ["opening", tr("Opening")]],
  [["annotator", tr("Annotated by")], ["recorder", tr("Recorded by")]],
  [["source", tr("Source")], ["copyright", tr("Copyright")]]
];
var hints = { result: "B+3.5, W+R, 0, Void", date: "2026-05-17" };
var GameInfo = ({ info }) => state9.editing ? html`<${InfoForm} info=${info} />` : html`<${InfoList} info=${info} />`;
function InfoList({ info }) {
  const label = (field, text) => field.endsWith("Rank") || field.endsWith("Team") ? { blackRank: tr("Black’s rank"), blackTeam: tr("Black’s team"), whiteRank: tr("White’s rank"), whiteTeam: tr("White’s team") }[field] : text;
  const known4 = groups.flat().filter(([field]) => info[field]);
  return html`<div class="form" id="info-list">
    ${known4.length === 0 && !info.comment && html`<p class="hint">The record says nothing about the game.</p>`}
    <dl class="info">${known4.map(([field, text]) => html`<div key=${field}><dt>${label(field, text)}</dt><dd>${info[field]}</dd></div>`)}</dl>
    ${info.comment && html`<p class="prose">${info.comment}</p>`}
    ${info.application && html`<p class="hint">${tr("Written by {application}", { application: info.application })}</p>`}
    <div class="actions"><button id="info-edit" title="Turns Edit on" onClick=${() => setEditing(true)}>${icon("pencil")}<span>Edit</span></button>
      <button type="button" class="primary" onClick=${() => show("")}>Close</button></div>
  </div>`;
}
var InfoForm = class extends x {
  state = { changes: {}, busy: false };
  save = async (event) => {
    event.preventDefault();
    const { changes: changes2 } = this.state;
    if (Object.keys(changes2).length === 0) return show("");
    this.setState({ busy: true });
    if (await edit("info", { info: changes2 })) show("");
    else this.setState({ busy: false });
  };
  change = (field) => (e2) => {
    const { [field]: _2, ...changes2 } = this.state.changes;
    const text = e2.target.value;
    this.setState({ changes: text === (this.props.info[field] ?? "") ? changes2 : { ...changes2, [field]: text } });
  };
  value = (field) => this.state.changes[field] ?? this.props.info[field] ?? "";
  render({ info }, { busy }) {
    return html`<form id="info-form" class="form" onSubmit=${this.save}>
      ${groups.map((fields) => html`<div class="row info-row" data-columns=${fields.length}>${fields.map(([field, label]) => html`<label key=${field} class="field">${label}
        <input id="info-${field}" type="text" autocomplete="off" placeholder=${hints[field]} value=${this.value(field)} onInput=${this.change(field)} /></label>`)}</div>`)}
      <label class="field">About the game
        <textarea id="info-comment" class="prose" rows="4" value=${this.value("comment")} onInput=${this.change("comment")}></textarea></label>
      ${info.application && html`<p class="hint">${tr("Written by {application}", { application: info.application })}</p>`}
      <div class="actions"><button id="info-save" class="primary" disabled=${busy}>Save</button>
        <button type="button" onClick=${() => show("")}>Cancel</button></div>
    </form>`;
  }
};

// ../page/recordtools.js
var touched = "";
function place2() {
  const { tree } = opened();
  return { tree, here: tree.at.get(state9.node) ?? 0 };
}
function mayEdit(then, what = "") {
  if (state9.editing) return true;
  if (state9.record) say(tr("Turn on Edit to change the record."), { text: what ? tr("Edit, and {action}", { action: what }) : tr("Edit"), run: () => (setEditing(true), then?.()) });
  return false;
}
var pass2 = () => state9.record && edit("play", { vertex: "pass" });
async function cut() {
  if (!state9.tree) return;
  const { tree, here: here3 } = place2();
  if (tree.parent[here3] < 0) return say(tr("The start of a record cannot be deleted."));
  const count = countFrom(tree, here3);
  if (await edit("cut")) say(count === 1 ? tr("Deleted.") : tr("Deleted {count} nodes.", { count }), { text: tr("Undo"), run: undo2 });
}
async function removeNode() {
  if (await edit("remove")) say(tr("The node was deleted. The nodes after it were kept."), { text: tr("Undo"), run: undo2 });
}
async function shift(way) {
  if (!state9.tree) return;
  const { tree, here: here3 } = place2();
  const i2 = variationOf(tree, here3);
  if (tree.parent[i2] < 0) return say(tr("This is the only variation."));
  const list = tree.children[tree.parent[i2]];
  const index = list.indexOf(i2) + way;
  if (index < 0 || index >= list.length) return say(way < 0 ? tr("This is already the first variation.") : tr("This is already the last variation."));
  const node = state9.node;
  if (await edit("moveTo", { index }, tree.entries[i2][0])) go(node);
}
async function promote() {
  const node = state9.node;
  if (await edit("promote")) go(node);
}
function playAt(vertex) {
  const { position: position2, node } = state9;
  if (!position2 || position2.node !== node) return;
  const child = position2.children.find((c2) => c2.vertex === vertex);
  if (child) return go(child.node);
  if (mayEdit(() => playAt(vertex), vertex === "pass" ? tr("pass") : tr("play {vertex}", { vertex }))) return edit("play", { vertex });
}
function touch2(vertex) {
  const { tool, from, position: position2, node } = state9;
  if (!position2 || position2.node !== node) return;
  if (drafts.saving > 0 && touched === `${node} ${tool} ${vertex}`) return;
  touched = `${node} ${tool} ${vertex}`;
  switch (tool) {
    case "play":
      return playAt(vertex);
    case "black":
    case "white":
    case "empty":
      return edit("put", { vertex, color: stoneAt(position2, vertex) === tool ? "empty" : tool });
    case "letter":
      return edit("label", { vertex });
    case "number":
      return edit("label", { vertex, text: position2.labels[vertex] ? "" : nextNumber(position2) });
    case "line":
    case "arrow":
      if (!from) return begin3(vertex);
      if (from === vertex) return begin3("");
      return edit("line", { from, to: vertex, arrow: tool === "arrow" });
  }
  return edit("mark", { vertex, kind: tool });
}
function stoneAt({ stones }, vertex) {
  const i2 = indexOf(opened().record.graph).get(vertex) ?? -1;
  return ["white", "empty", "black"][(stones[i2] ?? 0) + 1];
}
function nextNumber({ labels: labels2 }) {
  const used = new Set(Object.values(labels2));
  let n3 = 1;
  while (used.has(String(n3))) n3++;
  return String(n3);
}

// ../page/editbar.js
var tools = [
  { name: "play", text: tr("Play, or follow a move that was played"), key: "1" },
  { name: "black", text: tr("Put a black stone"), key: "2" },
  { name: "white", text: tr("Put a white stone"), key: "3" },
  { name: "empty", text: tr("Remove a stone"), key: "4" },
  { name: "triangle", text: tr("Triangle"), key: "5" },
  { name: "square", text: tr("Square"), key: "6" },
  { name: "circle", text: tr("Circle"), key: "7" },
  { name: "cross", text: tr("Cross"), key: "8" },
  { name: "letter", text: tr("Letters"), key: "9" },
  { name: "number", text: tr("Numbers"), key: "q" },
  { name: "arrow", text: tr("Arrow: from, then to"), key: "a" },
  { name: "line", text: tr("Line: from, then to"), key: "i" }
];
var rare = [
  ["selected", tr("Selected")],
  ["territoryBlack", tr("Black territory")],
  ["territoryWhite", tr("White territory")],
  ["dim", tr("Dimmed")],
  ["view", tr("Visible part")]
];
function face(name) {
  if (name === "play") return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path fill="currentColor" d="M12 4.5a7.5 7.5 0 0 0 0 15z" stroke="none" /><circle cx="12" cy="12" r="7.5" /></svg>`;
  if (name === "black" || name === "white") return html`<i class="disc ${name}" aria-hidden="true"></i>`;
  if (name === "empty") return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="12" r="7.5" stroke-dasharray="2.5 2.7" /></svg>`;
  return icon(name);
}
var EditBar = pure(({ tool, canUndo, canRedo, toPlay, siblings, root: root3 }) => {
  const button = (id, name, title3, run, disabled = false) => html`<button id=${id} class="plain" title=${title3} aria-label=${title3} disabled=${disabled} onClick=${run}>${icon(name)}</button>`;
  const more3 = rare.some(([name]) => name === tool) ? tool : "";
  const other = toPlay === "black" ? "white" : "black";
  return html`<div class="editbar">
    <div class="toolset" role="toolbar" aria-label="What a click on the board does">
      ${tools.map(({ name, text, key }) => html`<button key=${name} id="tool-${name}" class="plain" aria-pressed=${tool === name}
        title="${text} (${key})" aria-label=${text} onClick=${() => pick2(name)}>${face(name)}</button>`)}
      <select id="tool-more" aria-label="More marks" title="More marks" class=${more3 ? "chosen" : ""} value=${more3}
          onChange=${(e2) => pick2(e2.target.value || "play")}>
        <option value="" selected=${!more3}>more…</option>
        ${rare.map(([name, text]) => html`<option key=${name} value=${name} selected=${name === tool}>${text}</option>`)}
      </select>
    </div>
    <div class="toolset" role="toolbar" aria-label="Changes">
      ${button("record-undo", "undo", tr("Undo (Ctrl+Z)"), undo2, !canUndo)}
      ${button("record-redo", "redo", tr("Redo (Ctrl+Shift+Z)"), redo, !canRedo)}
      <span class="gap"></span>
      <button id="to-play" class="plain" title=${toPlay === "black" ? tr("Black is to play. Let White play") : tr("White is to play. Let Black play")} aria-label=${toPlay === "black" ? tr("Black to play: let white play next") : tr("White to play: let black play next")}
        onClick=${() => edit("toPlay", { color: other })}><i class="disc ${toPlay}" aria-hidden="true"></i><small>to play</small></button>
      ${button("record-pass", "pass", tr("Pass (p)"), pass2)}
      ${button("insert", "insert", tr("Insert an empty node before this one"), () => edit("insert"), root3)}
      <span class="gap"></span>
      ${button("promote", "promote", tr("Make this the main line (m)"), promote, root3)}
      ${button("variation-up", "up", tr("Move this variation up"), () => shift(-1), siblings < 2)}
      ${button("variation-down", "down", tr("Move this variation down"), () => shift(1), siblings < 2)}
      <span class="gap"></span>
      ${button("remove", "remove", tr("Delete only this node and keep the nodes after it"), removeNode, root3)}
      ${button("cut", "bin", tr("Delete this node and the nodes after it (Del)"), cut, root3)}
    </div>
  </div>`;
});

// ../page/learningscale.js
var silentAfter = 300;
var fullShare = 0.25;
var leastShare = 2e-3;
var labelShare = 0.045;
function timeUnit(seconds) {
  if (seconds < 120) return { unit: "s", each: 1 };
  if (seconds < 7200) return { unit: "min", each: 60 };
  return { unit: "h", each: 3600 };
}
function timeTicks(seconds, count) {
  const { unit, each } = timeUnit(seconds);
  const all = ticks({ from: 0, to: Math.max(seconds, 1) / each, log: false }, count);
  return all.map((v2) => ({ at: v2 * each, text: `${grouped(v2)} ${unit}` }));
}
function valueAxis(points3) {
  const ys = points3.map((p2) => p2.y);
  let [low, high] = [Math.min(...ys), Math.max(...ys)];
  const most6 = high - low || Math.abs(high) || 1;
  for (const p2 of points3) {
    if (typeof p2.low === "number") low = Math.min(low, Math.max(p2.low, Math.min(...ys) - most6));
    if (typeof p2.high === "number") high = Math.max(high, Math.min(p2.high, Math.max(...ys) + most6));
  }
  const room2 = (high - low || Math.abs(high) || 1) * 0.06;
  return { from: low - room2, to: high + room2, log: false };
}
function bandOf(points3, x3, y3, axis2) {
  const spot = (at2, v2) => `${round(x3(at2))} ${round(y3(Math.min(axis2.to, Math.max(axis2.from, v2))))}`;
  const part = points3.filter((p2) => p2.low !== void 0);
  if (part.length < 2) return "";
  const top2 = part.map((p2) => spot(p2.x, p2.high ?? axis2.to));
  const bottom2 = part.map((p2) => spot(p2.x, p2.low ?? axis2.from)).reverse();
  return `M${top2.join("L")}L${bottom2.join("L")}Z`;
}
var lineOf = (points3, x3, y3) => points3.map((p2, i2) => `${i2 ? "L" : "M"}${round(x3(p2.x))} ${round(y3(p2.y))}`).join("");
var round = (v2) => Math.round(10 * v2) / 10;
var scaleOf = (axis2, from, to) => (v2) => from + place(axis2, v2) * (to - from);
var withNets = (list) => list.filter((g2) => g2.stage === "match" || g2.stage === "finished");
var signed = (v2, digits = 0) => {
  const text = decimal(Math.abs(v2), digits);
  return `${text === decimal(0, digits) ? "" : v2 > 0 ? "+" : "−"}${text}`;
};
function eloText({ elo, low, high }) {
  if (elo === null) return "";
  if (low === high) return signed(elo);
  const end = (v2) => v2 === null ? tr("unknown") : signed(v2);
  return tr("{elo} ({low} to {high})", { elo: signed(elo), low: end(low), high: end(high) });
}
var percent = (p2) => `${p2 > 0 && p2 < 0.0995 ? decimal(100 * p2, 1) : Math.round(100 * p2)} %`;
var matchText = ({ points: points3, match }) => match ? tr("{points} of {n}", { points: `${Math.floor(points3) || points3 < 0.5 ? Math.floor(points3) : ""}${points3 % 1 ? "½" : ""}`, n: match }) : "";
var kinds = { sl: tr("SL policy"), rl: tr("RL policy"), value: tr("value net") };
function playsOn(g2) {
  if (g2.number === 0) return "";
  if (g2.stage !== "finished") return { play: tr("plays"), train: tr("is trained"), match: tr("in its match") }[g2.stage];
  if (g2.kind) return kinds[g2.kind];
  return g2.passed ? tr("new net") : tr("generation {generation} stays", { generation: g2.opponent });
}
function movesOf({ policy }, stones) {
  const list = [];
  for (let i2 = 0; i2 < policy.length; i2++) {
    const p2 = policy[i2];
    if (stones[i2] !== 0 || p2 < leastShare) continue;
    const part = Math.min(1, p2 / fullShare);
    list.push({ point: i2, radius: Math.max(0.08, Math.sqrt(part)), opacity: 0.4 + 0.6 * part, label: p2 >= labelShare ? String(Math.round(100 * p2)) : "" });
  }
  return list;
}
function bestMoves({ policy, pass: pass4 }, graph, most6) {
  const all = policy.map((p2, i2) => ({ name: graph.points[i2].name, p: p2 }));
  all.push({ name: tr("pass"), p: pass4 });
  return all.sort((a2, b) => b.p - a2.p).slice(0, most6).filter(({ p: p2 }) => p2 >= leastShare);
}
var positionName = ({ number: number2, board, turn: turn2 }, several) => {
  if (several) return number2 === 0 ? tr("Empty {board}", { board: trBoard(board) }) : trCount(turn2, "After {n} move, {board}", "After {n} moves, {board}", { board: trBoard(board) });
  return number2 === 0 ? tr("Empty board") : trCount(turn2, "After {n} move", "After {n} moves");
};
function conditionOf(run, now) {
  const silent = Math.max(0, (now - new Date(run.changed).getTime()) / 1e3);
  const button = run.paused ? "resume" : run.running ? "pause" : "";
  if (run.gone) return { is: "gone", text: tr("the folder has no run"), button: "" };
  if (!run.running) {
    const finished = run.complete || run.limit > 0 && run.seconds >= run.limit || run.mostGenerations > 0 && run.generations >= run.mostGenerations;
    const text = finished ? tr("finished") : tr("stopped; the same command continues it");
    return { is: run.paused ? "paused" : "done", text: run.paused ? tr("stopped, and paused") : text, button };
  }
  if (silent > silentAfter) return { is: "quiet", text: tr("no news for {time}", { time: duration(silent) }), button };
  if (run.paused) {
    const ends = { play: tr("the games under way are finished first"), train: tr("the training is saved first"), match: tr("the games under way are finished first"), finished: "" };
    return { is: "paused", text: run.waiting ? tr("paused") : [tr("pausing"), ends[run.list.at(-1)?.stage ?? "finished"]].filter(Boolean).join("; "), button };
  }
  if (run.limit > 0) {
    const left3 = Math.max(0, run.limit - run.seconds - silent);
    return { is: "runs", text: tr("{time} left", { time: duration(left3) }), left: left3, button };
  }
  return { is: "runs", text: tr("running"), button };
}
function stageText({ now, list }) {
  const last = list.at(-1);
  if (!last || last.stage === "finished") return "";
  const at2 = now && now.generation === last.number && now.stage === last.stage ? now : null;
  const counts = at2 && { done: grouped(at2.done), total: grouped(at2.total) };
  const progress = counts ? {
    play: last.kind === "rl" ? tr("{done} of {total} games", counts) : tr("{done} of {total} rows", counts),
    train: tr("{done} of {total} steps", counts),
    match: tr("{done} of {total} pairs of games", counts)
  }[last.stage] : "";
  const kind = last.kind ? ` (${kinds[last.kind]})` : "";
  const name = { name: `${last.number}${kind}` };
  const doing = { play: tr("Generation {name} plays", name), train: tr("Generation {name} is trained", name), match: tr("Generation {name} plays its match", name) }[last.stage];
  return progress ? `${doing}: ${progress}` : doing;
}

// ../page/learning.js
var moreGames = 50;
var refreshAfter = 1e4;
var fresh = {
  /** @type {Learning|null} */
  run: null,
  /** @type {number|null} */
  chosen: null,
  // a generation; null follows the latest net
  /** @type {AskedPosition[]} */
  positions: [],
  at: 0,
  // index of the position on the board
  /** @type {Map<number, (Thought|null)[]>} */
  thoughts: /* @__PURE__ */ new Map(),
  // by generation, in the order of the positions
  /** @type {LearningGames|null} */
  games: null,
  allGenerations: false,
  // the table has all generations
  connected: true,
  error: "",
  busy: false
  // a pause or a resumption is under way
};
var state10 = { name: "", list: (
  /** @type {RunList|null} */
  null
), ...fresh };
var open5 = false;
var timer2 = 0;
var source = null;
var wanted = "";
function update10(changes2) {
  Object.assign(state10, changes2);
  if (open5) redraw();
}
function enter2(name) {
  open5 = true;
  if (name !== state10.name) switchTo(name);
  refresh2();
  connect();
}
function leave4() {
  open5 = false;
  clearTimeout(timer2);
  close3();
}
function close3() {
  source?.close();
  source = null;
}
function switchTo(name) {
  close3();
  wanted = "";
  Object.assign(state10, fresh, { name, thoughts: /* @__PURE__ */ new Map() });
}
document.addEventListener("visibilitychange", () => {
  if (!open5) return;
  if (document.hidden) close3();
  else {
    refresh2();
    connect();
  }
});
async function refresh2() {
  clearTimeout(timer2);
  if (!open5 || document.hidden) return;
  try {
    const list = await get("training");
    update10({ list, error: "" });
    if (open5 && state10.name === "" && list.learning.length > 0) {
      switchTo(list.learning[0].name);
      history.replaceState(null, "", `#learning/${encodeURIComponent(state10.name)}`);
      update({ learning: state10.name });
      connect();
    }
  } catch (refusal) {
    update10({ error: messageOf(refusal) });
  }
  clearTimeout(timer2);
  timer2 = setTimeout(refresh2, refreshAfter);
}
function connect() {
  if (source || !open5 || document.hidden || state10.name === "") return;
  const mine = new EventSource(`/api/learning/events?run=${encodeURIComponent(state10.name)}`);
  source = mine;
  mine.addEventListener("open", () => update10({ connected: true }));
  mine.addEventListener("learning", (event) => take5(JSON.parse(event.data)));
  mine.addEventListener("error", () => {
    if (source !== mine) return;
    update10({ connected: false });
    if (mine.readyState !== EventSource.CLOSED) return;
    source = null;
    setTimeout(connect, 2e3);
  });
}
function take5(run) {
  if (run.name !== state10.name) return;
  update10({ run, connected: true });
  if (!run.gone) ask();
}
function shown() {
  const list = state10.run?.list ?? [];
  const latest3 = withNets(list).at(-1)?.number ?? 0;
  return Math.min(state10.chosen ?? latest3, Math.max(0, list.length - 1));
}
var shownNet = () => Math.min(shown(), Math.max(0, withNets(state10.run?.list ?? []).length - 1));
function choose3(generation) {
  const nets = withNets(state10.run?.list ?? []);
  update10({ chosen: generation === nets.at(-1)?.number ? null : generation });
  ask();
}
var lookAt = (at2) => update10({ at: at2 });
var showAll = () => update10({ allGenerations: true });
async function ask() {
  const { name, run } = state10;
  if (!run) return;
  const [net, generation] = [shownNet(), shown()];
  const stage = run.list[generation]?.stage;
  const now = JSON.stringify([name, run.positions, net, generation, stage]);
  if (now === wanted) return;
  wanted = now;
  try {
    const query = `run=${encodeURIComponent(name)}`;
    if (state10.positions.filter((p2) => p2.number > 0).length !== run.positions || state10.positions.length === 0) {
      const { positions: positions2 } = await get(`learning/positions?${query}`);
      if (name !== state10.name) return;
      update10({ positions: positions2, thoughts: /* @__PURE__ */ new Map(), at: Math.min(state10.at, positions2.length - 1) });
    }
    if (!state10.thoughts.get(net)) {
      const { thoughts } = await get(`learning/thoughts?${query}&generation=${net}`);
      if (name !== state10.name) return;
      update10({ thoughts: new Map(state10.thoughts).set(net, thoughts) });
    }
    if (now !== wanted) return;
    const games2 = await get(`learning/games?${query}&generation=${generation}&count=${moreGames}`);
    if (now === wanted) update10({ games: games2, error: "" });
  } catch (refusal) {
    if (name === state10.name) update10({ error: messageOf(refusal) });
    wanted = "";
  }
}
var more2 = () => attempt(async () => {
  const { name, games: games2 } = state10;
  if (!games2) return;
  const next3 = await get(`learning/games?run=${encodeURIComponent(name)}&generation=${games2.generation}&from=${games2.games.length}&count=${moreGames}`);
  if (games2 === state10.games) update10({ games: { ...next3, games: games2.games.concat(next3.games) } });
});
var openGame2 = (game) => attempt(async () => {
  const { id } = await post("learning/record", { run: state10.name, generation: state10.games?.generation ?? 0, game });
  location.hash = `record/${id}`;
});
async function togglePause() {
  const { run, busy } = state10;
  if (!run || busy || !run.paused && !run.running) return;
  update10({ busy: true });
  await attempt(async () => {
    take5(run.paused ? await post("learning/resume", { run: run.name }) : await post("learning/pause", { run: run.name }));
  });
  update10({ busy: false });
}

// ../page/lesson.js
var replyDelay = 420;
var state11 = {
  path: "",
  /** @type {import("./lessonsteps.js").Place|null} */
  place: null,
  /** @type {LessonStep|null} */
  step: null,
  /** @type {Scene|null} */
  scene: null,
  /** @type {Scene[]} */
  past: [],
  // the scenes before the pupil's moves
  /** @type {LessonPosition[]|null} */
  shown: null,
  // the line that is shown
  refuting: false,
  // the line is the refutation of a wrong move, not the solution
  shownAt: 0,
  // the number of its moves on the board
  hinted: false,
  // a hint has been seen since the last answer
  marked: false,
  // the hint is on the board
  busy: false,
  streak: 0,
  due: false,
  // the problem is asked again
  error: "",
  /** @type {CourseLesson[]} */
  lessons: []
};
var began = 0;
var visit3 = 0;
function update11(changes2) {
  Object.assign(state11, changes2);
  redraw();
}
function translated2(text) {
  const kind = state11.place?.kind;
  return kind === "course" ? trCourse(text) : kind === "record" ? text : trProblem(text);
}
var told = (at2) => ({ ...at2, text: translated2(at2.text) });
async function enter3(path) {
  const mine = ++visit3;
  const place5 = placeOf2(path);
  update11({ path, place: place5, error: place5 ? "" : tr("There is no lesson “{path}”.", { path: path.slice(0, 60) }), past: [], shown: null, hinted: false, marked: false, busy: place5 !== null, ...place5 ? {} : { step: null, scene: null } });
  if (!place5) return;
  try {
    const course2 = place5.kind === "course";
    const [step3, { lessons }] = await insist(() => Promise.all([
      get(`lessons/${place5.kind}/${place5.name}/${place5.step}`),
      course2 ? get("course") : { lessons: [] },
      course2 && loadCourse()
    ]), () => mine === visit3);
    if (mine !== visit3) return;
    begin4({ ...step3, title: translated2(step3.title), name: translated2(step3.name), at: told(step3.at) });
    update11({ lessons });
  } catch (error) {
    if (mine === visit3) update11({ error: messageOf(error), step: null, scene: null, busy: false });
  }
}
function begin4(step3) {
  began = Date.now();
  update11({ step: step3, due: step3.marks[step3.step] === "d", scene: { moves: [], at: step3.at, verdict: "", text: "", over: step3.empty, hint: step3.hint, tried: "" }, past: [], shown: null, marked: false, busy: false });
}
function leave5() {
  visit3++;
  Object.assign(state11, { path: "", place: null, step: null, scene: null, past: [], shown: null, error: "" });
}
var mayAnswer = () => !!state11.step && !!state11.scene && !state11.busy && (!state11.shown || state11.refuting) && !state11.step.empty;
async function touch3(vertex) {
  if (!mayAnswer() || state11.scene?.verdict === "right") return;
  if (state11.scene?.verdict === "wrong") back();
  const { place: place5, step: step3, scene } = state11;
  if (!place5 || !step3 || !scene || scene.over) return;
  const mine = visit3;
  update11({ busy: true });
  await attempt(async () => {
    const seconds = (Date.now() - began) / 1e3;
    let reply;
    try {
      reply = await postWithin(`lessons/${place5.kind}/${place5.name}/${place5.step}/answer`, { moves: scene.moves, vertex, seconds, hint: state11.hinted }, 1e4);
    } catch (error) {
      if (mine === visit3) state11.busy = false;
      throw error;
    }
    if (mine !== visit3) return;
    if (reply.before) {
      update11({ past: [...state11.past, scene], scene: { ...scene, at: reply.before, verdict: "", text: "", tried: "" }, marked: false });
      await new Promise((resolve) => setTimeout(resolve, replyDelay));
      if (mine !== visit3) return;
    }
    take6(reply, scene, vertex);
  });
  if (mine === visit3) update11({ busy: false });
}
function take6(reply, old, vertex) {
  if (!state11.step || !state11.place) return;
  const played = reply.moves.length > old.moves.length || reply.verdict === "right";
  const past = reply.before || !played ? state11.past : [...state11.past, old];
  began = Date.now();
  const text = (reply.verdict === "illegal" ? sentence(plain(reply.at.text)) : translated2(reply.at.text)) || usualText(reply.verdict, state11.place.kind);
  update11({
    step: { ...state11.step, marks: reply.marks, item: reply.item },
    past,
    streak: reply.streak,
    hinted: reply.verdict === "illegal" && state11.hinted,
    marked: false,
    scene: { moves: reply.moves, at: reply.at, verdict: reply.verdict, text, over: reply.over, hint: reply.over ? "" : reply.hint, tried: played ? "" : vertex, refutation: reply.refutation?.map(told) }
  });
}
var pass3 = () => state11.step?.pass && touch3("pass");
function back() {
  if (state11.busy) return;
  if (state11.shown && !state11.refuting) return update11({ shown: null });
  state11.shown = null;
  const scene = state11.past.at(-1);
  if (state11.scene?.tried) update11({ scene: { ...state11.scene, verdict: "", text: "", tried: "" } });
  else if (scene) update11({ scene: { ...scene, verdict: "", text: "", tried: "" }, past: state11.past.slice(0, -1), marked: false });
  began = Date.now();
}
function hint2() {
  if (!mayAnswer() || !state11.step) return;
  if (state11.scene?.verdict === "wrong") back();
  const vertex = state11.scene?.hint;
  if (vertex === "pass") say(tr("Pass."));
  else if (!vertex) return say(state11.scene?.over ? tr("This step is solved.") : tr("Any point will do."));
  update11({ hinted: true, marked: true });
}
function refute() {
  const line3 = state11.scene?.refutation;
  if (state11.shown && state11.refuting) return update11({ shown: null });
  if (line3 && !state11.busy) update11({ shown: line3, refuting: true, shownAt: 3 });
}
async function solution() {
  const { place: place5, step: step3 } = state11;
  if (!place5 || !step3 || state11.busy) return;
  if (state11.shown && !state11.refuting) return update11({ shown: null });
  const mine = visit3;
  await attempt(async () => {
    const answer = await post(`lessons/${place5.kind}/${place5.name}/${place5.step}/solution`, {});
    if (mine !== visit3 || !state11.step) return;
    if (answer.positions.length === 0) return say(step3.unsure ? tr("The file does not say which moves are right.") : tr("Any point will do."));
    update11({ shown: answer.positions.map(told), refuting: false, shownAt: 0, step: { ...state11.step, marks: answer.marks, item: answer.item } });
    show4(1);
  });
}
function show4(by) {
  if (state11.shown) update11({ shownAt: Math.max(0, Math.min(state11.shown.length, state11.shownAt + by)) });
}
var position = () => state11.shown ? state11.shown[state11.shownAt - 1] ?? state11.step?.at ?? null : state11.scene?.at ?? null;
function next2() {
  const { place: place5, step: step3, due, lessons } = state11;
  if (place5 && step3) location.hash = due ? nextDue(place5, step3.marks) : nextAfter(place5, step3.of, lessons);
}
function spoken() {
  const { step: step3, scene, shown: shown4, shownAt, refuting } = state11;
  if (!step3 || !scene) return "";
  if (shown4) return `${refuting ? tr("Refutation, move {at} of {n}.", { at: shownAt, n: shown4.length }) : tr("Solution, move {at} of {n}.", { at: shownAt, n: shown4.length })} ${position()?.lastMove ?? ""}. ${position()?.text ?? ""}`;
  if (!scene.verdict) return state11.busy ? "" : `${step3.name || step3.title}. ${step3.at.text}`.slice(0, 500);
  const reply = scene.moves.length > 1 && scene.moves.length % 2 === 0 && scene.verdict !== "other" ? `${step3.player === "black" ? tr("White") : tr("Black")} ${scene.moves.at(-1)}. ` : "";
  return `${headingOf2(scene.verdict)}. ${reply}${scene.text}`.slice(0, 500);
}
var beginProblems = (id, game) => attempt(async () => {
  await post("problems", { record: id });
  location.hash = `lesson/${pathOf({ kind: "record", name: id, step: game })}`;
});

// ../page/review.js
var state12 = {
  of: "",
  // the game: ID/GAME
  /** @type {Review|null} */
  review: null,
  error: "",
  connected: true,
  saved: ""
  // the judgements that were written into the record
};
var again5 = 2e3;
var source2 = null;
var timer3 = 0;
var asked4 = 0;
var keyOf = (of2) => `review ${of2}`;
var requestOf3 = (of2) => JSON.parse(sessionStorage.getItem(keyOf(of2)) ?? "null");
function setRequest(of2, request3) {
  if (request3) sessionStorage.setItem(keyOf(of2), JSON.stringify(request3));
  else sessionStorage.removeItem(keyOf(of2));
  redraw();
}
var here2 = () => state9.record ? `${state9.record.id}/${state9.record.game}` : "";
function toggle5() {
  if (!state9.record || !state.config?.review) return;
  setRequest(here2(), requestOf3(here2()) ? null : { search: true, level: "" });
}
async function reviewGame() {
  await recordGame();
  const id = /^#record\/([^/]+)/.exec(location.hash)?.[1];
  if (id) setRequest(`${id}/0`, { search: true, level: "" });
}
function update12(changes2) {
  Object.assign(state12, changes2);
  redraw();
}
function enter4(of2) {
  if (state12.of === of2) return;
  leave6();
  Object.assign(state12, { of: of2, review: null, error: "", connected: true, saved: "" });
  connect2();
}
function leave6() {
  asked4++;
  clearTimeout(timer3);
  source2?.close();
  source2 = null;
  state12.of = "";
}
async function connect2() {
  const mine = ++asked4;
  clearTimeout(timer3);
  source2?.close();
  source2 = null;
  const { of: of2 } = state12;
  const request3 = requestOf3(of2);
  if (!request3) return;
  const [id, k2] = of2.split("/");
  const query = new URLSearchParams({ game: k2, ...request3.level ? { level: request3.level } : {} });
  try {
    const review = await get(`records/${id}/review?${query}`);
    if (mine !== asked4) return;
    update12({ review, error: "", connected: true });
  } catch (refusal) {
    if (mine !== asked4) return;
    const away = passes(refusal);
    update12({ error: messageOf(refusal), connected: !away });
    if (away) timer3 = setTimeout(connect2, again5);
    return;
  }
  if (state12.review?.doing === "done") return;
  if (request3.search) query.set("search", "1");
  source2 = new EventSource(`/api/records/${id}/review/events?${query}`);
  source2.addEventListener("open", () => mine === asked4 && update12({ connected: true }));
  source2.addEventListener("review", (event) => mine === asked4 && take7(JSON.parse(event.data)));
  source2.addEventListener("refused", (event) => mine === asked4 && update12({ error: JSON.parse(event.data).error }));
  source2.addEventListener("error", () => {
    if (mine !== asked4) return;
    update12({ connected: false });
    if (source2?.readyState === EventSource.CLOSED) timer3 = setTimeout(connect2, again5);
  });
}
function take7(review) {
  update12({ review, error: "" });
  if (review.doing !== "done") return;
  source2?.close();
  source2 = null;
}
var recordChanged = () => source2 === null && state12.of && connect2();
function want(changes2) {
  setRequest(state12.of, { search: false, level: "", ...requestOf3(state12.of), ...changes2 });
  connect2();
}
var stop5 = () => want({ search: false });
var goOn2 = () => want({ search: true });
var choose4 = (level) => want({ level });
var content = ({ of: of2, judged, level }) => `${of2} ${judged} ${level} ${undone}`;
var isSaved = () => state12.review !== null && state12.saved === content(state12.review);
function save() {
  if (state9.editing) return write2();
  say(tr("This adds the analyses, comments and better lines of the review to the record."), { text: tr("Add them"), run: write2 });
}
async function write2() {
  const { review } = state12;
  if (!review || !await edit("review", { text: review.level })) return;
  update12({ saved: content(review) });
  say(tr("The review is in the record: analyses, comments and better lines."), {
    text: tr("Undo"),
    run: () => undo2()
  });
}
var lines3 = /* @__PURE__ */ new WeakMap();
function mainLine(tree) {
  let line3 = lines3.get(tree);
  if (!line3) {
    line3 = [0];
    for (let i2 = tree.children[0][0]; i2 !== void 0; i2 = tree.children[i2][0]) line3.push(i2);
    lines3.set(tree, line3);
  }
  return line3;
}
function place3() {
  const { tree, node } = state9;
  const { review } = state12;
  if (!tree || !review) return { at: 0, beside: false };
  const line3 = mainLine(tree);
  let i2 = tree.at.get(node) ?? 0;
  const from = i2;
  while (line3[tree.column[i2]] !== i2) i2 = tree.parent[i2];
  let at2 = 0;
  while (at2 + 1 < review.nodes.length && review.nodes[at2 + 1] <= tree.column[i2]) at2++;
  return { at: at2, beside: i2 !== from };
}
function goTo2(at2) {
  const { tree } = state9;
  if (!tree) return;
  const i2 = mainLine(tree)[state12.review?.nodes[at2] ?? -1];
  if (i2 !== void 0) go(tree.entries[i2][0]);
}
function toMoment(way) {
  if (!state12.review || !requestOf3(here2())) return;
  const { at: at2, beside: beside3 } = place3();
  const all = state12.review.moments.map((move) => move + 1);
  const next3 = way > 0 ? all.find((m2) => m2 > at2) : all.findLast((m2) => m2 < at2 || beside3 && m2 === at2);
  if (next3 === void 0) return say(all.length === 0 ? tr("No move stands out yet.") : way > 0 ? tr("This is the last moment.") : tr("This is the first moment."));
  goTo2(next3);
  show5(all.indexOf(next3));
}
var calm = matchMedia("(prefers-reduced-motion: reduce)");
var show5 = (k2) => setTimeout(() => document.getElementById(`moment-${k2 + 1}`)?.scrollIntoView({ block: "nearest", behavior: calm.matches ? "auto" : "smooth" }), 0);
var train = (color) => attempt(async () => {
  if (!state9.record) return;
  const { id, game } = state9.record;
  const list = await post("mistakes", { record: id, game, color });
  if (state9.record?.id !== id) return;
  if (list.of === 0) return say(tr("The review did not find mistakes of this player, so there are no problems to make."));
  location.hash = `lesson/mine/${list.name}/${list.next}`;
});

// ../page/route.js
async function start2() {
  await attempt(async () => update({ config: await insist(() => get("config"), () => true, Infinity) }));
  if (state.config?.role !== "anyone") history.replaceState(null, "", location.pathname + location.hash);
  onLeave(open6);
  window.addEventListener("hashchange", open6);
  await open6();
}
var idOfGame = /^[a-z0-9]{12}$/;
var brokenInvitation = /^[a-z0-9]{12}\//;
var invitation = /^(tournament\/|)([a-z0-9]{12})\/([0-9a-f]{32})$/;
function pathsOf(id) {
  const path = (name) => new RegExp(`^${name}(?:$|[/?])`).test(id) ? id.slice(name.length + 1) : null;
  return { games: path("games"), lab: path("lab"), record: path("record"), library: path("library"), training: path("training"), learning: path("learning"), course: path("course"), lesson: path("lesson"), problems: path("problems"), cluster: path("cluster"), club: path("club"), tournament: path("tournament") };
}
function addressed2() {
  const [, part, id, secret] = invitation.exec(addressed()) ?? [];
  if (!id) return addressed();
  keepInvitation(id, secret);
  history.replaceState(null, "", `#${part}${id}`);
  return part + id;
}
async function open6() {
  const id = addressed2();
  if (state6.game?.id === id) return;
  close();
  if (id === "new" || id.startsWith("new?")) {
    const setup = Object.fromEntries(new URLSearchParams(location.hash.slice(5)));
    update({ ...pathsOf(""), message: "", setup, dialog: "" });
    return void load4();
  }
  const paths3 = pathsOf(id);
  update({ ...paths3, dialog: "", message: "" });
  if (Object.values(paths3).some((path) => path !== null)) return;
  if (brokenInvitation.test(id) && !mayAll()) return turnAway();
  if (id && !idOfGame.test(id)) return leave(tr("This address is unknown: “{id}”.", { id: id.slice(0, 60) }));
  if (id) return open2(id);
  update({ setup: {} });
  await load4();
}
function room() {
  const { games: games2, lab, record, library, training, learning, course: course2, lesson, problems, cluster, club, tournament } = state;
  if (state6.game) return "game";
  if (games2 !== null) return "games";
  if (lab !== null) return "lab";
  if (record !== null) return "record";
  if (library !== null) return "library";
  if (learning !== null) return "learning";
  if (course2 !== null) return "course";
  if (lesson !== null) return "lesson";
  if (problems !== null) return "problems";
  if (cluster !== null) return "cluster";
  if (club !== null) return "club";
  if (tournament !== null) return "tournament";
  return training !== null ? "training" : "home";
}

// ../page/keys.js
var edits = (run) => () => mayEdit() && run();
var begins = (run) => (key) => {
  if (!state9.editing) setEditing(true);
  return run(key);
};
var bindings = [
  { rooms: ["game", "lab", "lesson"], keys: [], shown: "← ↑ → ↓", what: tr("move the cursor on the board") },
  { rooms: ["game", "lab", "lesson"], keys: [], shown: "Enter", what: tr("play at the cursor") },
  { rooms: ["lesson"], keys: ["n"], shown: "n", what: tr("the next step"), run: () => next2() },
  { rooms: ["lesson"], keys: ["Backspace", "u"], shown: tr("Backspace¦key"), what: tr("take the move back"), run: () => back() },
  { rooms: ["lesson"], keys: ["h"], shown: "h", what: tr("a hint"), run: () => hint2() },
  { rooms: ["lesson"], keys: ["p"], shown: "p", what: tr("pass"), run: () => pass3() },
  { rooms: ["lesson"], keys: ["s"], shown: "s", what: tr("the solution, and back to the problem"), run: () => solution() },
  { rooms: ["lesson"], keys: ["w"], shown: "w", what: tr("after a wrong move: what follows it"), run: () => refute() },
  { rooms: ["lesson"], keys: ["z", "["], shown: "z", what: tr("in the solution and after a wrong move: back a move"), run: () => show4(-1) },
  { rooms: ["lesson"], keys: ["x", "]"], shown: "x", what: tr("in the solution and after a wrong move: forward a move"), run: () => show4(1) },
  { rooms: ["record"], keys: ["ArrowLeft", "z", "["], shown: "←", what: tr("back, as with the wheel over the board"), run: () => step2(-1) },
  { rooms: ["record"], keys: ["ArrowRight", "x", "]"], shown: "→", what: tr("forward"), run: () => step2(1) },
  { rooms: ["record"], keys: ["ArrowUp"], shown: "↑", what: tr("the variation above"), run: () => turn(-1) },
  { rooms: ["record"], keys: ["ArrowDown"], shown: "↓", what: tr("the variation below"), run: () => turn(1) },
  { rooms: ["record"], keys: ["PageUp"], shown: tr("Page ↑¦key"), what: tr("ten moves back"), run: () => step2(-10) },
  { rooms: ["record"], keys: ["PageDown"], shown: tr("Page ↓¦key"), what: tr("ten moves forward"), run: () => step2(10) },
  { rooms: ["record"], keys: ["Home"], shown: tr("Home¦key"), what: tr("to the start"), run: () => step2(-Infinity) },
  { rooms: ["record"], keys: ["End"], shown: tr("End¦key"), what: tr("to the end"), run: () => step2(Infinity) },
  { rooms: ["record"], keys: ["b"], shown: "b", what: tr("back to the last fork"), run: () => toFork(-1) },
  { rooms: ["record"], keys: ["w"], shown: "w", what: tr("forward to the next fork"), run: () => toFork(1) },
  { rooms: ["record"], keys: [], shown: `${tr("Shift¦key")} ←↑→↓`, what: tr("move the cursor on the board") },
  { rooms: ["record"], keys: [], shown: "Enter", what: tr("on the board: follow the move at the cursor, or use the tool; elsewhere: write a comment") },
  { rooms: ["record"], keys: ["A"], shown: `${tr("Shift¦key")} A`, what: tr("play the moves, or pause"), run: () => state9.record && autoplay.toggle() },
  { rooms: ["record"], keys: ["E"], shown: `${tr("Shift¦key")} E`, what: tr("edit the record, or only read it"), run: () => setEditing(!state9.editing) },
  { rooms: ["record"], keys: tools.map((t3) => t3.key), shown: "1…9 q a i", what: tr("edit with a tool: play, stones, marks, labels, arrow, line"), run: begins((key) => (pick2(tools.find((t3) => t3.key === key)?.name ?? "play"), focusBoard())) },
  { rooms: ["record"], keys: ["Escape"], shown: "Esc", what: tr("the play tool; ends the playing of the moves"), run: () => (autoplay.stop(), pick2("play"), focusBoard()) },
  { rooms: ["record"], keys: ["Enter", "t"], shown: "t", what: tr("edit the comment; Esc goes back to the board"), run: begins(() => document.getElementById("comment")?.focus()) },
  { rooms: ["record"], keys: ["p"], shown: "p", what: tr("in Edit: pass"), run: edits(pass2) },
  { rooms: ["record"], keys: ["m"], shown: "m", what: tr("in Edit: make this the main line"), run: edits(promote) },
  { rooms: ["record"], keys: ["Delete", "Backspace"], shown: tr("Del¦key"), what: tr("in Edit: delete the node and the nodes after it"), run: edits(cut) },
  { rooms: ["record"], keys: ["Ctrl+z"], shown: `${tr("Ctrl¦key")}+Z`, what: tr("in Edit: undo"), run: edits(undo2) },
  { rooms: ["record"], keys: ["Ctrl+Shift+z", "Ctrl+y"], shown: `${tr("Ctrl¦key")}+${tr("Shift¦key")}+Z`, what: tr("in Edit: redo, also Ctrl+Y"), run: edits(redo) },
  { rooms: ["record"], keys: ["v"], shown: "v", what: tr("show or hide the next moves"), run: () => toggle("nextMoves") },
  { rooms: ["record"], keys: ["r"], shown: "r", what: tr("review the game, and back to the record"), run: () => toggle5() },
  { rooms: ["record"], keys: [",", "."], shown: ", .", what: tr("in a review: to the previous or next moment"), run: (key) => toMoment(key === "." ? 1 : -1) },
  { rooms: ["record"], keys: ["f"], shown: "f", what: tr("game info"), run: () => state9.record && show("record-info") },
  { rooms: ["record"], keys: ["h"], shown: "h", what: tr("play from here"), run: () => state9.record && show("record-play") },
  { rooms: ["record"], keys: ["o"], shown: "o", what: tr("export: pictures, print, other formats"), run: () => state9.record && show("record-export") },
  { rooms: ["record", "game"], keys: [" "], shown: tr("Space¦key"), what: tr("analysis on or off"), run: () => possible() && toggle2() },
  { rooms: ["record", "game"], keys: ["W"], shown: `${tr("Shift¦key")} W`, what: tr("analysis: the candidates on the board"), run: () => possible() && toggleLayer("moves") },
  { rooms: ["record"], keys: ["e"], shown: "e", what: tr("analysis: the expected territory"), run: () => possible() && toggleLayer("owners") },
  { rooms: ["record", "game"], keys: ["j"], shown: "j", what: tr("analysis: the moves that the net expects"), run: () => possible() && toggleLayer("policy") },
  { rooms: ["library"], keys: [], shown: "← ↑ → ↓", what: tr("on the pattern: move the cursor") },
  { rooms: ["library"], keys: [], shown: `${tr("Shift¦key")} ←↑→↓`, what: tr("on the pattern: mark the part to search for") },
  { rooms: ["library"], keys: [], shown: "Enter", what: tr("on the pattern: put the chosen stone") },
  { rooms: ["library"], keys: [], shown: "x o . ?", what: tr("on the pattern: black, white, empty, anything") },
  { rooms: ["game", "record"], keys: ["/"], shown: "/", what: tr("go to a point by its name"), run: () => show("point") },
  { rooms: ["game", "record", "lab", "lesson"], keys: [], shown: "+ - 0", what: tr("on the board: zoom in, zoom out, the whole board") },
  { rooms: ["game"], keys: ["p"], shown: "p", what: tr("pass; if the engine plays itself: pause, or go on"), run: passOrPause },
  { rooms: ["game"], keys: ["u", "Backspace"], shown: "u", what: tr("undo, back to your own turn; between people: ask for it"), run: takeBack2 },
  { rooms: ["game"], keys: ["h"], shown: "h", what: tr("a hint: the region, then the move, then the reasons"), run: () => hint(state6.view ? null : state6.game) },
  { rooms: ["game"], keys: ["w"], shown: "w", what: tr("after a mistake: show why"), run: () => document.getElementById("mistake-why")?.click() },
  { rooms: ["game"], keys: ["Escape"], shown: "Esc", what: tr("after a mistake: leave it"), run: () => document.getElementById("mistake-leave")?.click() },
  { rooms: ["game"], keys: ["r"], shown: "r", what: tr("resign"), run: askResign },
  { rooms: ["game"], keys: ["m"], shown: "m", what: tr("a message to your opponent"), run: () => document.getElementById("say")?.focus() },
  { rooms: ["game"], keys: ["z", "["], shown: "z", what: tr("look back a move"), run: () => step(-1) },
  { rooms: ["game"], keys: ["x", "]"], shown: "x", what: tr("look forward a move"), run: () => step(1) },
  { rooms: ["game"], keys: ["Home"], shown: tr("Home¦key"), what: tr("look at the start"), run: () => look2(0) },
  { rooms: ["game"], keys: ["End"], shown: tr("End¦key"), what: tr("back to the game"), run: () => look2(Infinity) },
  { rooms: ["game"], keys: ["e"], shown: "e", what: tr("show or hide the engine’s estimate"), run: () => toggle("estimate") },
  { rooms: ["game", "record", "lab", "lesson"], keys: ["c", "k"], shown: "c", what: tr("show or hide the coordinates"), run: () => toggle("coordinates") },
  { rooms: ["game", "record"], keys: ["s"], shown: "s", what: tr("download the record"), run: () => document.getElementById("sgf")?.click() },
  { rooms: ["record"], keys: [], shown: `${tr("Ctrl¦key")}+C`, what: tr("copy the record as text") },
  { keys: [], shown: `${tr("Ctrl¦key")}+V`, what: tr("open the record that was copied") },
  { keys: ["Ctrl+o"], shown: `${tr("Ctrl¦key")}+O`, what: tr("open a file"), run: () => chooseFiles() },
  { keys: ["n"], shown: "n", what: tr("new game"), run: () => show("new") },
  { keys: ["g"], shown: "g", what: tr("your games"), run: () => location.hash = "games" },
  { keys: ["t"], shown: "t", what: tr("the course for newcomers"), run: () => location.hash = "course" },
  { keys: ["l"], shown: "l", what: tr("the rules laboratory"), run: () => location.hash = "lab" },
  { keys: ["y"], shown: "y", what: tr("the library"), run: () => location.hash = "library" },
  { rooms: ["training"], keys: [], shown: "← →", what: tr("on a curve: from point to point; Home, End, Esc") },
  { rooms: ["learning"], keys: [], shown: "← →", what: tr("on a curve or the slider: from generation to generation; Home, End") },
  { rooms: ["learning"], keys: ["p"], shown: "p", what: tr("pause or resume"), run: () => void togglePause() },
  { keys: ["d"], shown: "d", what: tr("light or dark"), run: toggleTheme },
  { keys: ["?"], shown: "?", what: tr("these keys"), run: () => show("keys") }
];
function takeBack2() {
  const button = document.getElementById("mistake-back");
  return button ? button.click() : undo();
}
function keysHere() {
  const here3 = bindings.filter((b) => !b.rooms || b.rooms.includes(room()));
  return here3.filter((b, i2) => b.keys.length === 0 || !here3.slice(0, i2).some((earlier) => earlier.keys.includes(b.keys[0])));
}
var focusBoard = () => (
  /** @type {HTMLElement|null} */
  document.querySelector('.point[tabindex="0"]')?.focus({ preventScroll: true })
);
function nameOf2(event) {
  const held = event.ctrlKey || event.metaKey;
  const key = event.key.length === 1 && held ? event.key.toLowerCase() : event.key;
  return `${held ? "Ctrl+" : ""}${event.shiftKey && (held || event.key.length > 1) ? "Shift+" : ""}${key}`;
}
function listenForKeys() {
  const root3 = document.documentElement;
  document.addEventListener("keydown", (event) => !["Control", "Meta", "Alt", "Shift"].includes(event.key) && root3.classList.add("by-keyboard"), true);
  document.addEventListener("pointerdown", () => root3.classList.remove("by-keyboard"), true);
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.defaultPrevented) return;
    const here3 = room();
    if (state.dialog || /** @type {Element} */
    event.target.closest(`input:not([type=file]${here3 === "record" ? ", [type=range]" : ""}), select, textarea`)) return;
    const arrow2 = event.key.startsWith("Arrow") && !event.ctrlKey && !event.metaKey;
    if (arrow2 && (here3 === "game" || here3 === "lab" || here3 === "lesson" || here3 === "record" && event.shiftKey)) {
      focusBoard();
      return event.preventDefault();
    }
    if ((event.key === "Enter" || event.key === " ") && /** @type {Element} */
    event.target.closest("button, a, summary")) return;
    const name = nameOf2(event);
    const found2 = bindings.find((b) => b.keys.includes(name) && (!b.rooms || b.rooms.includes(here3)));
    if (!found2?.run) return;
    event.preventDefault();
    found2.run(name);
  });
}

// ../page/languageview.js
var options = [
  ["", tr("As the browser")],
  ["en", "English"],
  ...Object.entries(languages).map(([tag, { name, share }]) => (
    /** @type {[string, string]} */
    [tag, share < 100 ? `${name} (${share} %)` : name]
  ))
];
function LanguageChoice({ id }) {
  const share = languages[language]?.share ?? 100;
  return html`<div><label class="field">${language === "en" ? "Language" : `${tr("Language")} · Language`}
    <select id=${id} value=${chosen} onChange=${(e2) => choose(e2.target.value)}>
      ${options.map(([tag, name]) => html`<option key=${tag} value=${tag} lang=${tag || language} selected=${tag === chosen}>${name}</option>`)}
    </select></label>
    ${share < 100 && html`<p class="hint">${tr("{share} % of this page is translated. The rest is in English.", { share })}</p>`}</div>`;
}

// ../page/lookview.js
var themes = [["system", tr("As the system")], ["light", tr("Light")], ["dark", tr("Dark")]];
var boards = [["light", tr("Light wood")], ["dark", tr("Dark wood")], ["paper", tr("Paper")]];
function LookForm() {
  const { theme, board, coordinates: coordinates2, sounds } = state;
  return html`<form class="form look" onSubmit=${(e2) => e2.preventDefault()}>
    <${Chips} name="board" label="Board" options=${boards} value=${board} onPick=${(v2) => choose2("board", v2)} />
    <${Chips} name="theme" label="Page" options=${themes} value=${theme} onPick=${(v2) => choose2("theme", v2)} />
    <${LanguageChoice} id="language" />
    <div>
      <${Switch} id="show-coordinates" on=${coordinates2} text="Coordinates" run=${() => toggle("coordinates")} />
      <${Switch} id="sounds" on=${sounds} text="Sounds of stones and clocks" run=${toggle3} />
      ${possible2() && html`<${Switch} id="notices" on=${on()} text="Tell me when a game needs me" run=${toggle4} />`}
    </div>
  </form>`;
}
function Switch({ id, on: on2, text, run }) {
  return html`<button type="button" id=${id} class="switch" role="switch" aria-checked=${on2} onClick=${run}><span>${text}</span><i></i></button>`;
}

// ../page/boardform.js
var sizes = ["5", "7", "9", "13", "19"];
function choiceOf(text, kinds2) {
  const choice = { mode: "9", width: "9", height: "9", kind: "torus", numbers: ["9", "9"], text: "", file: null };
  const size2 = /^(\d+)(?:x(\d+))?$/.exec(text);
  if (size2) {
    const [width, height2] = [size2[1], size2[2] ?? size2[1]];
    return { ...choice, mode: width === height2 && sizes.includes(width) ? width : "other", width, height: height2 };
  }
  if (!text) return choice;
  const kind = kinds2.find((k2) => text.startsWith(k2.name) && /^(?: [\dx ]+)?$/.test(text.slice(k2.name.length)));
  const numbers4 = kind ? text.slice(kind.name.length).match(/\d+/g) ?? [] : [];
  if (kind && numbers4.length === formOf(kind).labels.length) return { ...choice, mode: "shape", kind: kind.name, numbers: numbers4 };
  return { ...choice, mode: "shape", kind: "", text };
}
function formOf({ name, example: example2 }) {
  const rest = example2.slice(name.length).trim();
  const numbers4 = rest.match(/\d+/g) ?? [];
  if (/\d+x\d+/.test(rest)) return { numbers: numbers4, labels: [tr("Width"), tr("Height")], join: "x" };
  if (name === "planar") return { numbers: numbers4, labels: [tr("Points"), tr("Seed")], join: " " };
  return { numbers: numbers4, labels: numbers4.map(() => name === "ring" ? tr("Points") : tr("Size")), join: " " };
}
function boardText(c2, kinds2) {
  if (c2.mode === "file") return c2.file?.text ?? "";
  if (c2.mode === "shape") {
    const kind = kinds2.find((k2) => k2.name === c2.kind);
    return kind ? `${kind.name} ${c2.numbers.join(formOf(kind).join)}`.trim() : c2.text;
  }
  return c2.mode === "other" ? `${Number(c2.width)}x${Number(c2.height)}` : `${c2.mode}x${c2.mode}`;
}
function sides(c2) {
  if (c2.mode === "shape" || c2.mode === "file") return [0, 0];
  return c2.mode === "other" ? [Number(c2.width), Number(c2.height)] : [Number(c2.mode), Number(c2.mode)];
}
function Preview({ graph, stones }) {
  const { endless, points: points3, radius: radius2 } = shapeOf(graph);
  const f2 = frame(graph, false);
  return html`<svg class="preview" id="preview" role="img" aria-label=${tr("{name}, {n} points", { name: trBoard(graph.name), n: graph.points.length })} viewBox="${f2.x} ${f2.y} ${f2.width} ${f2.height}">
    ${endless ? html`<${Plane} graph=${graph} left=${f2.x} right=${f2.x + f2.width} top=${f2.y} bottom=${f2.y + f2.height} />` : html`<${Lines} graph=${graph} />`}
    ${points3.map((i2) => stones[i2] !== 0 && html`<circle class="stone ${colors[stones[i2]]}" cx=${graph.points[i2].x} cy=${graph.points[i2].y} r=${radius2} />`)}
  </svg>`;
}
var BoardForm = class extends x {
  state = { sketch: null, error: "" };
  timer = 0;
  asked = "";
  componentDidMount() {
    this.ask();
  }
  componentDidUpdate() {
    this.ask();
  }
  componentWillUnmount() {
    clearTimeout(this.timer);
  }
  /** Asks the server for a picture of the board, after a pause in typing. */
  ask() {
    const { value, config: config2, onSketch } = this.props;
    const special = value.mode === "shape" || value.mode === "file";
    const text = special ? boardText(value, config2.boards) : "";
    if (text === this.asked) return;
    this.asked = text;
    clearTimeout(this.timer);
    if (!text) {
      this.setState({ sketch: null, error: "" });
      return onSketch(null);
    }
    this.timer = setTimeout(async () => {
      let [sketch, error] = [null, ""];
      try {
        sketch = await post("board", { board: text });
      } catch (refusal) {
        error = messageOf(refusal);
      }
      if (this.asked !== text) return;
      this.setState({ sketch, error });
      onSketch(sketch);
    }, 200);
  }
  pick = (changes2) => this.props.onChange({ ...this.props.value, ...changes2 });
  pickFile = async (event) => {
    const file = event.target.files[0];
    if (!file) return;
    if (file.size > 2 << 20) return this.setState({ sketch: null, error: tr("{name} is larger than 2 MiB, so it is not a board file", { name: file.name }) });
    this.pick({ file: { name: file.name, text: await file.text() } });
  };
  render({ config: config2, value: v2, error }, { sketch, error: wrong }) {
    const kinds2 = config2.boards.filter((k2) => k2.name !== "rectangle");
    const kind = kinds2.find((k2) => k2.name === v2.kind);
    const number2 = (i2, label) => html`<${NumberField} id="shape-${i2}" label=${label} min="0" step="1" value=${v2.numbers[i2]}
      onInput=${(n3) => this.pick({ numbers: v2.numbers.with(i2, n3) })} />`;
    return html`<${Chips} name="size" label="Board" value=${v2.mode} onPick=${(mode) => this.pick({ mode })}
        options=${[...sizes.map((n3) => [n3, `${n3}×${n3}`]), ["other", tr("Other size")], ["shape", tr("Other shape")], ["file", tr("From a file")]]} />
      ${v2.mode === "other" && html`<div class="row">
        ${["width", "height"].map((side) => html`<${NumberField} id=${side} label=${side === "width" ? tr("Width") : tr("Height")} min="2" max=${config2.maxSide} step="1"
          value=${v2[side]} wrong=${error?.field === side} onInput=${(n3) => this.pick({ [side]: n3 })} />`)}
      </div>`}
      ${v2.mode === "shape" && html`<div class="row shape">
        <${Choice} id="shape" label="Shape" value=${v2.kind} onPick=${(name) => this.pick({ kind: name, numbers: formOf(kinds2.find((k2) => k2.name === name) ?? { name: "", example: "" }).numbers })}
          options=${[...kinds2.map((k2) => [k2.name, trBoard(k2.name)]), ["", tr("in words …")]]} />
        ${kind && formOf(kind).labels.map((label, i2) => number2(i2, label))}
        ${!kind && html`<label class="field">In words<input id="shape-text" type="text" placeholder="threshold-2 torus 9x9" value=${v2.text} onInput=${(e2) => this.pick({ text: e2.target.value })} /></label>`}
      </div>
      <p class="hint">${kind ? tr("{sentence}.", { sentence: sentence(kind.description) }) : tr("A kind of board and its size, as on the command line.")}</p>`}
      ${v2.mode === "file" && html`<label class="button upload"><span>${v2.file ? v2.file.name : tr("Choose a board file (JSON)")}</span>
        <input id="board-file" type="file" accept=".json,application/json" onChange=${this.pickFile} /></label>`}
      ${wrong && html`<p id="board-error" class="error" role="alert">${sentence(wrong)}</p>`}
      ${sketch && html`<figure class="sketch"><${Preview} graph=${sketch.graph} stones=${sketch.stones} />
        <figcaption>${trBoard(sketch.graph.name)}<small>${sketch.graph.beyond >= 0 ? tr("{n} points, growing", { n: sketch.graph.points.length - 1 }) : tr("{n} points", { n: sketch.graph.points.length })}${sketch.graph.life ? `, ${sketch.graph.life.text}` : ""}</small></figcaption></figure>`}`;
  }
};

// ../page/clocktime.js
function timeAfter(clocks, color, passed) {
  const { main, period, count } = clocks[color];
  if (clocks.running !== color) return clocks[color];
  if (passed <= main) return { main: main - passed, period, count };
  const over = passed - main;
  if (clocks.kind !== "byoyomi" || over <= period) return { main: 0, period: Math.max(0, period - over), count };
  const used = Math.ceil((over - period) / clocks.period);
  if (used >= count) return { main: 0, period: 0, count: 1 };
  return { main: 0, period: period + used * clocks.period - over, count: count - used };
}
var inOvertime = (clocks, t3) => t3.main === 0 && clocks.period > 0;
function timeText2(ms) {
  if (ms < 1e4) return decimal(Math.floor(ms / 100) / 10, 1);
  const whole = Math.floor(ms / 1e3);
  const [days, hours, minutes, seconds] = [Math.floor(whole / 86400), Math.floor(whole / 3600) % 24, Math.floor(whole / 60) % 60, whole % 60];
  const two = (n3) => String(n3).padStart(2, "0");
  if (days) return tr("{days} d {hours} h", { days, hours });
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}
function clockText(clocks, t3) {
  const over = inOvertime(clocks, t3);
  const length = clocks.period % 6e4 ? tr("{n} s", { n: clocks.period / 1e3 }) : tr("{n} min", { n: clocks.period / 6e4 });
  const rest = { byoyomi: over ? t3.count === 1 ? tr("last period") : tr("{n} periods", { n: t3.count }) : `${t3.count} × ${length}`, canadian: over ? trCount(t3.count, "1 stone", "{n} stones") : `${length} / ${t3.count}` };
  return { time: timeText2(over ? t3.period : t3.main), more: clocks.kind === "byoyomi" || clocks.kind === "canadian" ? rest[clocks.kind] : "" };
}
function warning(clocks, t3) {
  const over = inOvertime(clocks, t3);
  if (!over && clocks.period > 0) return 0;
  const left3 = over ? t3.period : t3.main;
  if (left3 <= 1e4) return 10;
  return left3 <= 3e4 && (!over || clocks.period > 3e4) ? 30 : 0;
}
function controlText(control) {
  const words3 = (t3) => t3.replace(/(\d+(?:\.\d+)?)ms/g, (_2, n3) => `${+n3 / 1e3}s`).replace(/(\d+)([hms])/g, (_2, n3, unit) => `${{ h: tr("{n} h", { n: n3 }), m: tr("{n} min", { n: n3 }), s: tr("{n} s", { n: n3 }) }[unit]} `).trim();
  const [main, over = ""] = control.split("+");
  const [, times, period] = /^(\d+)x(.+)$/.exec(over) ?? [];
  if (times && main === "0s") return times === "1" ? tr("{time} a move", { time: words3(period) }) : tr("{times} × {time} a move", { times, time: words3(period) });
  if (times) return `${words3(main)} + ${times} × ${words3(period)}`;
  const [, block, stones] = /^(.+)\/(\d+)$/.exec(over) ?? [];
  if (block) return tr("{main} + {time} for {n} stones", { main: words3(main), time: words3(block), n: stones });
  return over ? tr("{main} + {time} a move", { main: words3(main), time: words3(over) }) : words3(main);
}

// ../page/clockform.js
var usual = ["none", "10m+3x30s", "20m+5x30s", "5m+5s", "20m", "0s+1x30s", "30m+5m/20"];
var ClockChoice = class extends x {
  /** @param {{value: string}} props */
  constructor({ value }) {
    super();
    this.state = { own: !usual.includes(value) };
  }
  /** @param {string} choice */
  choose(choice) {
    const own = choice === "own";
    this.setState({ own });
    this.props.onChange(own ? "" : choice);
  }
  render({ value, wrong, onChange: onChange2 }, { own }) {
    return html`<label class="field">Clock
        <select id="clock" value=${own ? "own" : value} onChange=${(e2) => this.choose(e2.target.value)}>
          ${usual.map((c2) => html`<option key=${c2} value=${c2} selected=${!own && c2 === value}>${c2 === "none" ? tr("No clock") : controlText(c2)}</option>`)}
          <option value="own" selected=${own}>Another…</option>
        </select></label>
      ${own && html`<label class="field">In words<input id="clock-text" type="text" required aria-invalid=${wrong} placeholder="15m+10s, 1h+5x1m, 1h+5m/25" value=${value} onInput=${(e2) => onChange2(e2.target.value)} /></label>`}`;
  }
};

// ../page/opponents.js
var usualRank = "15k";
var opponentOf = (all, rank) => all.find((o2) => o2.rank === rank);
var title = (o2) => `${o2.name}, ${o2.rank === "full" ? tr("full strength") : rankText(o2.rank)}`;
function change4(games2, all) {
  const [a2, b] = entriesOf(games2, null).filter((e2) => e2.opponent && e2.outcome !== "open");
  if (!a2 || !b || a2.of.rank !== b.of.rank || a2.outcome !== b.outcome || a2.outcome !== "won" && a2.outcome !== "lost") return null;
  const won = a2.outcome === "won";
  const place5 = (rank) => rank === "full" ? Infinity : rank.endsWith("d") ? parseInt(rank, 10) : 1 - parseInt(rank, 10);
  const at2 = place5(a2.of.rank);
  const next3 = won ? all.find((o2) => place5(o2.rank) > at2) : all.findLast((o2) => place5(o2.rank) < at2);
  return next3 ? { won, last: opponentOf(all, a2.of.rank)?.name ?? rankText(a2.of.rank), next: next3 } : null;
}

// ../page/opponentform.js
function ChangeOffer({ opponents, rank, onPick }) {
  const offer = change4(state7.games, opponents);
  if (!offer || offer.next.rank === rank) return null;
  return html`<p class="hint change-offer">${offer.won ? tr("You won the last two games against {opponent}.", { opponent: offer.last }) : tr("You lost the last two games against {opponent}.", { opponent: offer.last })}
    <button type="button" id="change-opponent" onClick=${() => onPick(offer.next.rank)}>${tr("Play {opponent}", { opponent: title(offer.next) })}</button></p>`;
}
var NextOpponent = class extends x {
  componentDidMount() {
    loadGames();
  }
  render({ opponents }) {
    return html`<${ChangeOffer} opponents=${opponents} onPick=${(rank) => location.hash = `new?rank=${rank}`} />`;
  }
};
function OpponentChoice({ opponents, rank, onPick }) {
  const named = opponentOf(opponents, rank);
  return html`<label class="field">Opponent
    <select id="opponent" value=${rank} aria-describedby="opponent-text" onChange=${(e2) => onPick(e2.target.value)}>
      ${!named && html`<option key=${rank} value=${rank} selected>${rankText(rank)}</option>`}
      ${opponents.map((o2) => html`<option key=${o2.rank} value=${o2.rank} selected=${o2.rank === rank}>${title(o2)}</option>`)}
    </select></label>`;
}
var OpponentText = ({ opponents, rank }) => html`<p class="hint" id="opponent-text">${opponentOf(opponents, rank)?.text ? trServer(opponentOf(opponents, rank)?.text ?? "") : tr("Plays like people of {rank}.", { rank: rankText(rank) })}</p>`;

// ../page/rulesform.js
var groups2 = [["usual", tr("Usual")], ["other", tr("Other")], ["specification", tr("From the specification")]];
var titles = {
  scoring: tr("Scoring"),
  tax: tr("Tax"),
  ko: tr("Ko"),
  suicide: tr("Suicide"),
  dead: tr("Dead stones"),
  friendlyPassOk: tr("Agreement"),
  end: tr("End"),
  hasButton: tr("Button"),
  passStones: tr("Pass stones"),
  whiteHandicapBonus: tr("Handicap bonus"),
  ties: tr("Ties")
};
var usualDead = { AREA: "UNCONDITIONAL", TERRITORY: "CLEANUP" };
function valuesOf(config2, choice) {
  return { ...config2.rules.find((r2) => r2.name === choice.name)?.values, ...choice.changes };
}
function rulesText(config2, choice) {
  return Object.keys(choice.changes).length === 0 ? choice.name : JSON.stringify(valuesOf(config2, choice));
}
function changed2(config2, choice, key, word) {
  const before = valuesOf(config2, choice);
  const preset = valuesOf(config2, { name: choice.name, changes: {} });
  const after = { ...before, [key]: word };
  if (key === "scoring" && before.dead === (usualDead[before.scoring] ?? "NONE")) after.dead = usualDead[word] ?? "NONE";
  return { ...choice, changes: Object.fromEntries(Object.entries(after).filter(([k2, v2]) => preset[k2] !== v2)) };
}
function RulesSelect({ config: config2, value, onPick, ...more3 }) {
  return html`<select value=${value} onChange=${(e2) => onPick(e2.target.value)} ...${more3}>
    ${value === void 0 && html`<option value="">choose …</option>`}
    ${groups2.map(([group, label]) => html`<optgroup key=${group} label=${label}>
      ${config2.rules.filter((r2) => r2.group === group).map((r2) => html`<option key=${r2.name} value=${r2.name} selected=${r2.name === value}>${trServer(r2.title)}</option>`)}
    </optgroup>`)}
  </select>`;
}
var RulesParts = class extends x {
  render({ config: config2, value, error, onChange: onChange2 }) {
    const rules = config2.rules.find((r2) => r2.name === value.name);
    const values = valuesOf(config2, value);
    const many2 = Object.keys(value.changes).length;
    return html`<p class="hint" id="rules-hint">${tr("{sentence}.", { sentence: trServer(rules.description) })}</p>
      <details class="more" id="rules-more"><summary>More about the rules${many2 > 0 && html` <b>${tr("({many} changed)", { many: many2 })}</b>`}</summary>
        <p class="hint">${trServer(rules.title)}: ${tr("{sentence}.", { sentence: trServer(rules.source) })}</p>
        <div class="axes">${config2.axes.map((axis2) => html`<div key=${axis2.key} class=${value.changes[axis2.key] ? "changed" : ""}>
          <${Choice} id="axis-${axis2.key}" label=${titles[axis2.key] ?? axis2.key} value=${values[axis2.key]} options=${axis2.values.map((v2) => [v2.word, v2.word.toLowerCase()])}
            onPick=${(word) => onChange2(changed2(config2, value, axis2.key, word))} />
          <p class="hint">${axis2.values.find((v2) => v2.word === values[axis2.key])?.meaning ? trServer(axis2.values.find((v2) => v2.word === values[axis2.key])?.meaning) : ""}</p>
        </div>`)}</div>
        ${many2 > 0 && html`<button type="button" class="plain" id="rules-reset" onClick=${() => onChange2({ ...value, changes: {} })}>${tr("Back to {title}", { title: trServer(rules.title) })}</button>`}
      </details>`;
  }
};

// ../page/newgame.js
var humans = { black: tr("Black"), white: tr("White"), both: tr("Both"), none: tr("Neither") };
var humanHints = {
  black: tr("You play Black against the engine."),
  white: tr("You play White against the engine."),
  both: tr("Two people play at this screen."),
  none: tr("Watch the engine play itself.")
};
var colors2 = { nigiri: tr("Random¦colours"), black: tr("Black"), white: tr("White") };
var colorHints = { nigiri: tr("The server chooses the colours at random when your friend joins."), black: tr("You play Black."), white: tr("You play White.") };
var memory2 = "newGame";
var friendMemory = "friendGame";
var remembered = (friend) => JSON.parse(localStorage.getItem(friend ? friendMemory : memory2) ?? "{}");
function mostHandicap(width, height2) {
  const least = Math.min(width, height2);
  if (least < 7) return 0;
  return least === 7 || width % 2 === 0 || height2 % 2 === 0 ? 4 : 9;
}
var NewGameForm = class extends x {
  /** @type {NewGameState} */
  state;
  /** @param {{config: Config, setup: Record<string, string>, friend?: boolean}} props  setup: the choices of a link */
  constructor({ config: config2, setup, friend = false }) {
    super();
    const d2 = config2.defaults;
    const linked = Object.keys(setup).length > 0;
    if (!linked) setup = remembered(friend);
    const named = config2.rules.some((r2) => r2.name === setup.rules);
    const rank = config2.ranks.includes(setup.rank) ? setup.rank : usualRank;
    this.state = {
      board: choiceOf(setup.board ?? `${d2.width}x${d2.height}`, config2.boards),
      sketch: null,
      rules: { name: named ? setup.rules : d2.rules, changes: changesIn(config2, setup) },
      rulesTouched: named,
      komi: setup.komi ?? null,
      handicap: Number(setup.handicap) || 0,
      human: humans[setup.human] ? setup.human : d2.human,
      strength: { ...usualStrength(d2), ...rank !== "full" ? { by: "rank", rank } : {} },
      error: null,
      busy: false,
      more: linked && (named || setup.komi !== void 0),
      clock: setup.clock ?? (friend ? "10m+3x30s" : "none"),
      color: colors2[setup.color] ? setup.color : "nigiri",
      name: localStorage.getItem("playerName") ?? "",
      teach: { yes: true, no: false }[setup.teach] ?? null
    };
  }
  componentDidMount() {
    this.tell();
  }
  componentDidUpdate() {
    this.tell();
  }
  begun = "-";
  // the address of the game that was begun and is about to open
  told = "";
  tell() {
    const { board, human } = this.state;
    const text = boardText(board, this.props.config.boards);
    if (this.told === `${human} ${text}`) return;
    this.told = `${human} ${text}`;
    this.props.onChosen?.(text, human, this.begin);
  }
  /** The komi and the handicap that result from the choices. With handicap stones the usual komi is half a point. */
  terms() {
    const s2 = this.state;
    const { config: config2 } = this.props;
    const [width, height2] = sides(s2.board);
    const most6 = mostHandicap(width, height2);
    const handicap = Math.min(s2.handicap, most6);
    const rules = (
      /** @type {Rules} */
      config2.rules.find((r2) => r2.name === s2.rules.name)
    );
    const usual2 = s2.sketch?.komi ?? (handicap ? 0.5 : rules.komi);
    return { most: most6, handicap, rules, komi: s2.komi ?? String(usual2) };
  }
  /** Uses the rules that a board suggests, unless the user has chosen rules. @param {Sketch|null} sketch */
  sketched = (sketch) => {
    const { config: config2 } = this.props;
    const suggested = sketch?.rules || config2.defaults.rules;
    const name = config2.rules.find((r2) => r2.name === suggested)?.name;
    this.setState((s2) => ({ sketch, rules: s2.rulesTouched || !name ? s2.rules : { name, changes: s2.rules.changes } }));
  };
  start = (event) => {
    event.preventDefault();
    this.begin("");
  };
  /** Begins the game. Black's first move is at the vertex, unless it is "" or White moves first. @param {string} vertex */
  begin = async (vertex) => {
    const s2 = this.state;
    if (s2.busy || location.hash === this.begun) return;
    const { config: config2 } = this.props;
    const { handicap, komi } = this.terms();
    const [width, height2] = sides(s2.board);
    const start3 = {
      ...width ? { width, height: height2 } : { board: boardText(s2.board, config2.boards) },
      rules: !s2.rulesTouched && s2.sketch?.rules ? void 0 : rulesText(config2, s2.rules),
      komi: Number(komi),
      handicap,
      clock: s2.clock
    };
    this.setState({ busy: true, error: null });
    try {
      if (this.props.friend) {
        await invite({ ...start3, friend: { name: s2.name, color: this.color() } });
        localStorage.setItem("playerName", s2.name);
      } else await newGame({ ...start3, human: s2.human, ...strengthRequest(s2.strength), teach: this.teaches() }, handicap ? "" : vertex);
      this.begun = location.hash;
      this.remember();
    } catch (error) {
      this.setState({ error: (
        /** @type {Error} */
        error
      ), more: true });
    }
    this.setState({ busy: false });
  };
  /** @param {"komi"} field @param {string} label @param {object} more @param {string} value */
  number(field, label, more3, value) {
    const wrong = this.state.error?.field === field;
    return html`<${NumberField} id=${field} label=${label} value=${value} wrong=${wrong} onInput=${(n3) => this.setState({ [field]: n3 })} ...${more3} />`;
  }
  /** Stores the choices for the next game. The komi and the rules are stored only if the user has chosen them. */
  remember() {
    const { komi, rules, rulesTouched } = this.state;
    const usual2 = [...komi === null ? ["komi"] : [], ...rulesTouched ? [] : ["rules", ...Object.keys(rules.changes)]];
    const chosen3 = Object.entries(this.setup()).filter(([name]) => !usual2.includes(name));
    localStorage.setItem(this.props.friend ? friendMemory : memory2, JSON.stringify(Object.fromEntries(chosen3)));
  }
  /** The choices, as a link has them. */
  setup() {
    const s2 = this.state;
    const { handicap, komi } = this.terms();
    const setup = { rules: s2.rules.name, ...s2.rules.changes, komi, human: s2.human };
    if (s2.board.mode !== "file") setup.board = boardText(s2.board, this.props.config.boards);
    if (handicap) setup.handicap = String(handicap);
    setup.rank = this.rank();
    if (s2.teach !== null) setup.teach = s2.teach ? "yes" : "no";
    if (this.props.friend || s2.clock !== "none") setup.clock = s2.clock;
    if (this.props.friend) setup.color = s2.color;
    return setup;
  }
  /** A link that opens this form with the current choices. */
  link() {
    if (this.state.board.mode === "file" || this.props.friend) return null;
    return html`<p class="hint link"><a id="setup-link" href="#new?${new URLSearchParams(this.setup())}">A link to this choice</a></p>`;
  }
  /** Whether the person is told about mistakes. The usual choice is to tell it if the opponent is weaker than 5 kyu. */
  teaches() {
    const { human, strength, teach } = this.state;
    if (human === "both" || human === "none") return false;
    const { ranks } = this.props.config;
    return teach ?? (strength.by === "rank" && ranks.indexOf(strength.rank) < ranks.indexOf("5k"));
  }
  /** The colour of the player who invites. With handicap stones there is no nigiri: Black has the stones. */
  color = () => this.state.color === "nigiri" && this.terms().handicap ? "white" : this.state.color;
  /** The rank of the opponent, or full strength. */
  rank = () => this.state.strength.by === "rank" ? this.state.strength.rank : "full";
  /** @param {string} rank */
  pickRank = (rank) => this.setState(({ strength }) => ({ strength: rank === "full" ? { ...strength, by: "time" } : { ...strength, by: "rank", rank } }));
  /** The choice of the players, and the button that begins the game. @param {Config} config @param {NewGameState} s @param {number} handicap */
  players(config2, s2, handicap) {
    if (this.props.friend) {
      const free = Object.entries(colors2).filter(([c2]) => c2 !== "nigiri" || !handicap);
      return html`<${Chips} name="color" label="Your colour" value=${this.color()} onPick=${(color) => this.setState({ color })} options=${free} />
        <p class="hint">${colorHints[this.color()]}</p>
        <div class="row pair">
          <label class="field">Your name<input id="player-name" autocomplete="nickname" maxlength="40" required aria-invalid=${s2.error?.field === "name"} value=${s2.name} onInput=${(e2) => this.setState({ name: e2.target.value })} /></label>
          <${ClockChoice} value=${s2.clock} wrong=${s2.error?.field === "clock"} onChange=${(clock) => this.setState({ clock })} />
        </div>
        <button id="start" class="primary wide" disabled=${s2.busy}>Make the invitation</button>`;
    }
    return html`<${Chips} name="human" label="You play" value=${s2.human} onPick=${(human) => this.setState({ human })} options=${Object.entries(humans)} />
      <p class="hint">${humanHints[s2.human]}</p>
      <div class="row begin">${s2.human !== "both" && html`<${OpponentChoice} opponents=${config2.opponents} rank=${this.rank()} onPick=${this.pickRank} />`}<button id="start" class="primary wide" disabled=${s2.busy}>Start the game</button></div>
      ${s2.human !== "both" && html`<${OpponentText} opponents=${config2.opponents} rank=${this.rank()} /><${ChangeOffer} opponents=${config2.opponents} rank=${this.rank()} onPick=${this.pickRank} />`}`;
  }
  render({ config: config2 }, s2) {
    const { friend } = this.props;
    const { most: most6, handicap, komi, rules } = this.terms();
    const engine = !friend && s2.human !== "both";
    return html`<form id="new-game-form" class="form" onSubmit=${this.start} onInvalidCapture=${() => this.setState({ more: true })}>
      <${BoardForm} config=${config2} value=${s2.board} error=${s2.error} onChange=${(board) => this.setState({ board })} onSketch=${this.sketched} />
      ${this.players(config2, s2, handicap)}
      ${s2.error && html`<p id="form-error" class="error" role="alert">${sentence(s2.error.message)}</p>`}
      <details class="more" id="more-choices" open=${s2.more} onToggle=${(e2) => this.setState({ more: e2.target.open })}><summary>${[tr("More: {rules} rules, komi {komi}", { rules: trServer(rules.title), komi: Number(komi) }), handicap && tr("{n} handicap stones", { n: handicap }), !friend && s2.clock !== "none" && controlText(s2.clock)].filter(Boolean).join(", ")}</summary>
      <div class="form">
      <div class="row terms">
        <label class="field">Rules
          <${RulesSelect} id="rules" config=${config2} value=${s2.rules.name} onPick=${(name) => this.setState({ rules: { name, changes: {} }, rulesTouched: true })} /></label>
        <label class="field">Handicap
          <select id="handicap" value=${handicap} onChange=${(e2) => this.setState({ handicap: Number(e2.target.value), komi: null })}>
            ${[0, 2, 3, 4, 5, 6, 7, 8, 9].filter((n3) => n3 <= most6).map((n3) => html`<option key=${n3} value=${n3} selected=${n3 === handicap}>${n3 === 0 ? tr("None") : tr("{n} stones", { n: n3 })}</option>`)}
          </select></label>
        ${this.number("komi", tr("Komi"), { step: 0.5 }, komi)}
      </div>
      <${RulesParts} config=${config2} value=${s2.rules} error=${s2.error} onChange=${(rules2) => this.setState({ rules: rules2, rulesTouched: true })} />
      ${engine && html`<${StrengthChoice} value=${s2.strength} ranks=${config2.ranks} wrong=${s2.error?.field} onChange=${(strength) => this.setState({ strength })} />`}
      ${!friend && html`<div class="row pair"><${ClockChoice} value=${s2.clock} wrong=${s2.error?.field === "clock"} onChange=${(clock) => this.setState({ clock })} /></div>`}
      ${config2.review && engine && s2.human !== "none" && html`<label class="check"><input id="teach" type="checkbox" checked=${this.teaches()} onChange=${(e2) => this.setState({ teach: e2.target.checked })} /> Tell me about mistakes</label>`}
      ${this.link()}
      </div></details>
    </form>`;
  }
};
function changesIn(config2, setup) {
  const changes2 = {};
  for (const axis2 of config2.axes) if (axis2.values.some((v2) => v2.word === setup[axis2.key])) changes2[axis2.key] = setup[axis2.key];
  return changes2;
}

// ../page/shareview.js
var links = [
  ["guest", tr("To play¦link"), tr("A person with this link can play and watch games.")],
  ["spectator", tr("To watch"), tr("A person with this link can watch games.")],
  ["owner", tr("For your own machines"), tr("Keep this link to yourself: it can do everything.")]
];
var ShareForm = class extends x {
  componentDidMount() {
    load3();
  }
  render() {
    const { links: known4, shown: shown4 } = state4;
    if (!known4) return null;
    const base2 = base();
    if (!base2) return html`<p>Only this machine can reach tengen. To let others in, end it with Ctrl-C and start it like this:</p><pre>tengen web --addr 0.0.0.0:8017</pre>`;
    return html`<div class="form share">
      ${links.map(([role, title3, about]) => html`<${Link} key=${role} role=${role} title=${title3} about=${about} base=${base2} shown=${shown4} link=${known4.links.find((l2) => l2.role === role)} />`)}
    </div>`;
  }
};
function Link({ role, title: title3, about, base: base2, link, shown: shown4 }) {
  const address2 = link?.key ? `${base2}?key=${link.key}` : "";
  return html`<fieldset id="share-${role}"><legend>${title3}</legend>
    ${address2 && html`<input type="text" readonly aria-label=${title3} value=${address2} onFocus=${(e2) => e2.target.select()} />`}
    <div class="row">
      ${address2 && html`<button type="button" onClick=${() => copyAndSay(address2)}>Copy</button>`}
      ${address2 && html`<button type="button" data-code onClick=${() => showCode(address2)}>QR code</button>`}
      ${role !== "owner" && html`<button type="button" data-make onClick=${() => change3(role, true)}>${address2 ? tr("New link") : tr("Make a link")}</button>`}
      ${role !== "owner" && address2 && html`<button type="button" data-end onClick=${() => change3(role, false)}>Turn off</button>`}
    </div>
    ${address2 && shown4?.link === address2 && html`<${QRCode} rows=${shown4.code.rows} label=${tr("QR code of {address}", { address: address2 })} />`}
    <p class="hint">${about}</p></fieldset>`;
}
function QRCode({ rows: rows2, label }) {
  const size2 = rows2.length + 8;
  const path = rows2.flatMap((row, y3) => [...row].map((square, x3) => square === "1" ? `M${x3 + 4} ${y3 + 4}h1v1h-1z` : "")).join("");
  return html`<svg class="qr" viewBox="0 0 ${size2} ${size2}" role="img" aria-label=${label} shape-rendering="crispEdges"><rect width=${size2} height=${size2} fill="#fff" /><path d=${path} fill="#000" /></svg>`;
}
function Gate() {
  const { role } = state.config ?? {};
  if (state4.uninvited && state4.uninvited === addressed()) {
    if (state4.deleted) return html`<main class="gate"><h1>This game is gone</h1><p>The person who runs this tengen has deleted it.</p></main>`;
    return html`<main class="gate"><h1>This invitation does not work</h1>
      <p>The link is incomplete, or the game does not exist any more. Ask the person who invites you to send you the whole link again.</p></main>`;
  }
  if (role !== "anyone") {
    return html`<main class="gate"><h1>Welcome</h1><p>${role === "guest" ? tr("You can play and watch games here. Open the link of a game to see it.") : tr("You can watch games here. Open the link of a game to see it.")}</p>
      ${role === "guest" && html`<p><button id="door-friend" class="primary" onClick=${() => show("friend")}>Play a friend</button></p>`}</main>`;
  }
  const wrong = location.search === "?wrong";
  return html`<main class="gate">
    <h1>${wrong ? tr("This link does not work") : tr("You need a link")}</h1>
    <p>${wrong ? tr("It is incomplete, or it was replaced by a new one. Ask the person who runs this tengen for the new link.") : tr("This tengen opens with a link. Ask the person who runs it.")}</p>
    <p>If you started this tengen yourself, your terminal shows the link. On the same machine you do not need a link: open the first address that the terminal shows.</p>
  </main>`;
}

// ../page/roomview.js
function roomStatus(g2) {
  const s2 = g2.seats;
  if (!s2) return null;
  const turn2 = nameOf(g2, g2.toPlay);
  if (s2.free) return s2.invitation ? tr("Waiting for your friend") : invitationOf(g2.id) ? tr("{host} invites you", { host: s2.host }) : tr("Waiting for the person whom {host} invites", { host: s2.host });
  if (s2.asked) return askedFor(g2);
  if (g2.phase === "dead") {
    if (g2.thinking) return null;
    const other = s2.accepted.find((c2) => c2 !== s2.you);
    if (s2.you && s2.accepted.includes(s2.you)) return tr("You have accepted. Waiting for your opponent…");
    return other ? tr("{player} has accepted these dead stones", { player: nameOf(g2, other) }) : null;
  }
  if (g2.paused) return tr("The game is paused");
  if (g2.proposed) return g2.proposed === s2.you ? tr("You propose to end the game here and count…") : proposal(g2, g2.proposed);
  const passed = g2.lastMove === "pass" ? `${tr("{player} passed.", { player: colorName(g2.moves.at(-1)?.color ?? "") })} ` : "";
  return `${passed}${g2.yourTurn ? tr("Your turn") : tr("{player} to play", { player: turn2 })}`;
}
var terms = (g2) => [
  g2.graph.width && !g2.graph.life ? `${g2.graph.width} × ${g2.graph.height}` : trBoard(g2.graph.name),
  tr("{rules} rules", { rules: trServer(g2.rules.title) }),
  tr("komi {komi}", { komi: g2.komi }),
  g2.handicap ? tr("{n} handicap stones", { n: g2.handicap }) : "",
  g2.clocks ? controlText(g2.clocks.control) : tr("no clock")
].filter(Boolean).join(" · ");
var Join = class extends x {
  state = { name: localStorage.getItem("playerName") ?? "", error: "", busy: false };
  /** @param {Event} event */
  sit = async (event) => {
    event.preventDefault();
    this.setState({ busy: true, error: "" });
    try {
      await sit(this.state.name);
      localStorage.setItem("playerName", this.state.name);
    } catch (error) {
      this.setState({ error: messageOf(error) });
    }
    this.setState({ busy: false });
  };
  render({ g: g2 }, { name, error, busy }) {
    const s2 = g2.seats;
    if (!s2) return null;
    const colour = s2.color === "nigiri" ? tr("The colours are chosen at random when you take the seat.") : s2.color === "black" ? tr("You play White.") : tr("You play Black.");
    const form = html`<form id="join" class="form join" onSubmit=${this.sit}>
      <p class="hint">${colour} ${tr("The game begins when you take the seat.")}</p>
      <label class="field">Your name<input id="guest-name" autocomplete="nickname" maxlength="40" required value=${name} onInput=${(e2) => this.setState({ name: e2.target.value })} /></label>
      ${error && html`<p class="error" role="alert">${sentence(error)}</p>`}
      <button id="sit" class="primary wide" disabled=${busy}>Take the seat</button>
    </form>`;
    if (!s2.machine || !state.config?.machine) return html`<p class="join">${terms(g2)}</p>${form}`;
    return html`<div class="join">
      <p>${terms(g2)}</p>
      <p id="own-invitation">${tr("{host} has made this invitation at this machine. Are you {host}? Then send the link to your friend, and go back to the page on which you made it.", { host: s2.host })}</p>
      <details><summary>Another person plays at this machine</summary>${form}</details>
    </div>`;
  }
};
var waits = (g2) => g2.clocks?.waiting && html`<p id="waits" class="hint">The server was started again. The clocks go on when both players are back, or when one has waited for five minutes.</p>`;
var aimTime = 800;
var Agree = class extends x {
  state = { early: true };
  componentDidMount() {
    this.timer = setTimeout(() => this.setState({ early: false }), aimTime);
  }
  componentWillUnmount() {
    clearTimeout(this.timer);
  }
  render({ off, onClick }, { early }) {
    return html`<button id="agree" class="primary" disabled=${off || early} onClick=${onClick}>Agree</button>`;
  }
};
function roomActions(g2) {
  const s2 = g2.seats;
  if (!s2) return null;
  const off = !state6.connected;
  if (s2.free) {
    if (s2.invitation) return html`<div class="actions"><button id="show-invitation" class="primary" onClick=${() => show("invite")}>${icon("share")}Invitation</button></div>`;
    return invitationOf(g2.id) ? html`<${Join} g=${g2} />` : html`<p class="hint">${terms(g2)}</p>`;
  }
  if (!s2.you) return html`<p class="hint" id="looking-on">You are watching.</p>${waits(g2)}`;
  const alone = !!s2.alone && Date.now() >= Date.parse(s2.alone);
  if (s2.asked && !alone) {
    return s2.asker === s2.you ? html`<div class="actions"><button id="take-question-back" disabled=${off} onClick=${refuse}>Never mind</button></div>
        ${s2.alone && html`<p class="hint" id="alone">${tr("The clocks go on when {player} agrees. From {time} on, you can go on without waiting.", { player: nameOf(g2, s2.you === "black" ? "white" : "black"), time: exactly(new Date(s2.alone)) })}</p>`}` : html`<div class="actions"><${Agree} key=${s2.asked} off=${off} onClick=${agree} />
          <button id="refuse" disabled=${off} onClick=${refuse}>No</button></div>`;
  }
  if (g2.phase === "dead") {
    const other = s2.you === "black" ? "white" : "black";
    const gone2 = g2.clocks && s2.accepted.includes(s2.you) && state6.people && !state6.people[other];
    return html`<p class="hint">Click a stone to mark its chain as dead or alive. Dead stones count as captured. The game ends when both players accept the same stones.</p>
      ${gone2 && html`<p class="hint" id="gone">${tr("{player} is away. If {player} does not come back, let play go on, and pass if it is your turn: then the clock of {player} decides.", { player: nameOf(g2, other) })}</p>`}
      <div class="actions">
        <button id="accept" class="primary" disabled=${off || !!g2.thinking || s2.accepted.includes(s2.you)} onClick=${accept}>Accept</button>
        <button id="resume" disabled=${off} title="You disagree, and play goes on" onClick=${() => resume("")}>${g2.rules.cleanup ? tr("Play it out") : tr("Resume play")}</button>
      </div>`;
  }
  if (g2.proposed) {
    return g2.proposed === s2.you ? html`<div class="actions"><button id="decline" disabled=${off} onClick=${decline}>Never mind</button></div>` : html`<div class="actions"><${Agree} key="end" off=${off} onClick=${() => propose()} />
          <button id="decline" disabled=${off} onClick=${decline}>Play on</button></div>`;
  }
  return html`${waits(g2)}<div class="actions">
      ${g2.paused ? html`<button id="continue" class="primary" disabled=${off} title=${alone ? tr("The clocks go on") : tr("Ask to go on: the clocks go on when your opponent agrees")} onClick=${goOn}>${alone ? tr("Go on") : tr("Go on…")}</button>` : html`<button id="pass" disabled=${!mayPlay()} title="Pass (p)" onClick=${pass}>Pass</button>
            <button id="undo" disabled=${!mayUndo()} title="Ask to take your last move back (u)" onClick=${undo}>Undo…</button>
            <button id="propose" disabled=${off} title="Propose to end the game here and count, without two passes" onClick=${() => propose()}>End…</button>`}
      <button id="resign" disabled=${!mayResign()} title="Resign (r)" onClick=${askResign}>Resign</button>
    </div>
    ${!g2.paused && html`<div class="actions small">
      ${g2.clocks && html`<button id="pause" class="plain" disabled=${off || s2.refused} title="Ask for a pause: the clocks stop" onClick=${pause2}>Pause…</button>`}
      <button id="draw" class="plain" disabled=${off || s2.refused} title="Ask for a draw" onClick=${draw3}>Draw…</button>
    </div>`}`;
}
function AfterRoom({ g: g2 }) {
  const s2 = g2.seats;
  if (!s2) return null;
  if (s2.next) return html`<div class="actions"><a id="next" class="button primary" href="#${s2.next}">To the rematch</a></div>`;
  if (!s2.you) return null;
  return html`${s2.asked && html`<p id="status" class="status">${roomStatus(g2)}</p>`}
    ${s2.asked ? roomActions(g2) : html`<div class="actions"><button id="rematch" class="primary" disabled=${!state6.connected || s2.refused} title="Ask for another game, with the other colour" onClick=${rematch}>Rematch…</button></div>`}`;
}
function Room({ g: g2 }) {
  if (!g2.seats || g2.seats.free) return null;
  const watching = state6.people?.watching ?? 0;
  return html`<section id="chat" class="chat" aria-label="Messages">
    <${Messages} g=${g2} list=${state6.chat ?? []} />
    ${g2.seats.you && html`<${Say} />`}
    ${watching > 0 && html`<p id="watching" class="hint">${icon("eye")} ${trCount(watching, "One person is watching", "{n} people are watching")}</p>`}
  </section>`;
}
var Messages = class extends x {
  ref = M();
  shown = 0;
  componentDidMount() {
    this.componentDidUpdate();
  }
  componentDidUpdate() {
    if (this.shown === this.props.list.length) return;
    this.shown = this.props.list.length;
    this.ref.current.scrollTop = this.ref.current.scrollHeight;
  }
  render({ g: g2, list }) {
    return html`<div ref=${this.ref} id="messages" class="said" role="log" tabindex="0" aria-label="Messages of the players">
      ${list.length === 0 && html`<p class="hint">${g2.seats?.you ? tr("No messages yet. Spectators can read them.") : tr("No messages yet.")}</p>`}
      ${list.map((m2, i2) => html`<p key=${i2}><b>${nameOf(g2, m2.color)}</b> ${m2.text}</p>`)}
    </div>`;
  }
};
var Say = class extends x {
  state = { text: "" };
  /** @param {Event} event */
  send = async (event) => {
    event.preventDefault();
    const { text } = this.state;
    if (!text.trim()) return;
    this.setState({ text: "" });
    await attempt(() => say2(text).catch((error) => {
      this.setState((s2) => ({ text: [text, s2.text].filter(Boolean).join(" ") }));
      throw error;
    }));
  };
  render({}, { text }) {
    return html`<form class="say" onSubmit=${this.send}>
      <input id="say" type="text" aria-label="A message to your opponent" placeholder="A message" autocomplete="off" maxlength="300" value=${text} onInput=${(e2) => this.setState({ text: e2.target.value })} />
      <button id="send" disabled=${!text.trim()}>Send</button>
    </form>`;
  }
};
var Invitation = class extends x {
  state = { bases: [location.origin], base: location.origin, rows: (
    /** @type {string[]} */
    []
  ), copied: false };
  componentDidMount() {
    attempt(async () => {
      if (isLocal(location.hostname) && mayAll()) {
        const { addresses } = await get("access");
        if (addresses.length > 0) return this.choose(addresses[0], addresses);
      }
      await this.choose(this.state.base, this.state.bases);
    });
  }
  /** @param {string} base */
  link = (base2) => new URL(`/#${this.props.g.id}/${this.props.g.seats?.invitation}`, base2).href;
  /** @param {string} base @param {string[]} bases */
  async choose(base2, bases) {
    this.setState({ base: base2, bases, copied: false });
    const { rows: rows2 } = await post("qr", { text: this.link(base2) });
    this.setState({ rows: rows2 });
  }
  copy = async () => {
    const copied = await copy(this.link(this.state.base));
    if (!copied) document.getElementById("invitation-link").select();
    this.setState({ copied });
  };
  render({ g: g2, about }, { bases, base: base2, rows: rows2, copied }) {
    if (!g2.seats?.invitation) return html`<p>The seat is taken.</p>`;
    return html`<p>${about ?? tr("Send this link to your friend. The first person who takes the seat plays with you. Later visitors can watch.")}</p>
      ${rows2.length > 0 && html`<${QRCode} rows=${rows2} label="The link as a QR code" />`}
      ${bases.length > 1 && html`<label class="field">Address of this machine
        <select id="invitation-base" value=${base2} onChange=${(e2) => void attempt(() => this.choose(e2.target.value, bases))}>
          ${bases.map((b) => html`<option key=${b} value=${b} selected=${b === base2}>${b}</option>`)}</select></label>`}
      <label class="field">Link<input id="invitation-link" type="text" readonly value=${this.link(base2)} onFocus=${(e2) => e2.target.select()} /></label>
      ${isLocal(new URL(base2).hostname) && html`<p class="hint" id="only-here">${trParts("This address only leads to this machine. Start tengen with {option} to play with other machines.", { option: html`<code>--addr 0.0.0.0:8017</code>` })}</p>`}
      <button id="copy-link" class="primary wide" onClick=${this.copy}>${copied ? tr("Copied") : tr("Copy the link")}</button>`;
  }
};

// ../page/recorddialogs.js
var shownGames = 300;
var GameChooser = class extends x {
  state = { text: "" };
  componentDidMount() {
    loadRecords();
  }
  render(_2, { text }) {
    const r2 = state9.record;
    if (!r2) return null;
    const found2 = r2.games.map((g2, k2) => ({ g: g2, k: k2 })).filter(({ g: g2 }) => Object.values(g2).join(" ").toLowerCase().includes(text.toLowerCase()));
    return html`<div class="list">
      ${r2.games.length > 8 && html`<input id="filter-games" type="text" placeholder=${tr("Find among all {n} games", { n: r2.games.length })} aria-label="Find among all games of the file" value=${text} onInput=${(e2) => this.setState({ text: e2.target.value })} />`}
      <ul id="games-in-file">${found2.slice(0, shownGames).map(({ g: g2, k: k2 }) => html`<li key=${k2}>
        <a href="#${`record/${r2.id}/${k2}`}" aria-current=${k2 === r2.game ? "true" : null} onClick=${() => show("")}>
          <b>${k2 + 1}</b><span>${titleOf2(g2, tr("Game {game}", { game: k2 + 1 }))}<small>${[g2.black || g2.white ? g2.title : "", g2.date, trCount(g2.nodes, "1 node", "{n} nodes")].filter(Boolean).join(" · ")}</small></span>
          ${g2.result ? html`<em>${resultName(g2.result)}</em>` : html`<i></i>`}</a></li>`)}</ul>
      ${found2.length > shownGames && html`<p class="hint">${tr("The first {shownGames} of {n}.", { shownGames, n: found2.length })}</p>`}
      <div class="actions"><button id="add-game" onClick=${() => changes(() => add2(r2), tr("add a game"))}>${icon("plus")}<span>Add a game</span></button>
        <button id="delete-game" disabled=${r2.games.length < 2} onClick=${() => changes(() => drop(r2), tr("delete the game"))}>${icon("bin")}<span>${tr("Delete game {game}", { game: r2.game + 1 })}</span></button></div>
      ${others(r2).length > 0 && html`<label class="field">${tr("Merge a record into game {game}, as variations", { game: r2.game + 1 })}
        <select id="merge" onChange=${({ target: { value: id } }) => id && changes(() => merge(id), tr("merge"))}><option value="">choose …</option>
          ${others(r2).map((o2) => html`<option key=${o2.id} value=${o2.id}>${trCount(o2.moves, "{title}, 1 move", "{title}, {n} moves", { title: titleOf2(o2, o2.name) })}</option>`)}</select></label>`}
    </div>`;
  }
};
var others = (r2) => (state7.records ?? []).filter((o2) => o2.id !== r2.id);
function changes(change5, what) {
  show("");
  if (mayEdit(change5, what)) change5();
}
async function merge(id) {
  if (await edit("merge", { record: id, fromGame: 0 })) say(tr("The record was merged into this one."), { text: tr("Undo"), run: undo2 });
}
function add2(r2) {
  const { width, height: height2, name } = r2.graph;
  edit("addGame", width ? { width, height: height2 } : { board: name });
}
async function drop(r2) {
  if (await edit("deleteGame")) say(tr("Game {game} was deleted.", { game: r2.game + 1 }), { text: tr("Undo"), run: undo2 });
}
var pictures = [["svg", "SVG"], ["png", "PNG"], ["pdf", "PDF"], ["txt", tr("Text")]];
var formats = () => [["sgf", "SGF"], ...(state.config?.formats ?? []).map(({ name }) => [name, name.length > 4 ? name : name.toUpperCase()])];
var asOpened = ["original", tr("As it was opened")];
var themes2 = [["wood", tr("Wood")], ["print", tr("Print")], ["dark", tr("Dark")]];
var ExportForm = class extends x {
  state = { what: "position", format: "svg", theme: "wood", reader: "game", numbers: "0", width: "800", figures: "50", part: "", error: "" };
  /** The URL of the file. @param {Record<string, string>} more */
  address(more3 = { download: "1" }) {
    const { record: r2 } = opened();
    const { node } = state9;
    const { what, format: format2, theme, numbers: numbers4, width, figures, part } = this.state;
    const base2 = `/api/records/${r2.id}`;
    if (what === "format") return format2 === "sgf" || format2 === "original" ? `${base2}/${format2}` : `${base2}/export?${new URLSearchParams({ format: format2, game: String(r2.game) })}`;
    if (what === "page") return `${base2}/page?${new URLSearchParams({ game: String(r2.game), theme, ...this.state.reader === "problem" ? { problem: "1" } : {} })}`;
    const query = { game: String(r2.game), ...what === "card" ? { card: "1", ...cardWords(r2) } : { node: String(node) }, format: this.format(), theme, ...more3 };
    if (what === "figures") Object.assign(query, { figures, theme: "print" });
    if (what === "game") Object.assign(query, { width });
    if (what === "position") Object.assign(query, Number(numbers4) > 0 ? { numbers: numbers4 } : {}, part ? { part } : {}, format2 === "png" ? { width } : {});
    return `${base2}/picture?${new URLSearchParams(query)}`;
  }
  /** Fetches the file and passes it to the browser. An error is shown in the dialog. */
  download = async (event) => {
    event.preventDefault();
    try {
      const response = await fetched(this.address());
      const name = fileNameOf(response.headers.get("Content-Disposition") ?? "");
      const lost2 = JSON.parse(response.headers.get("X-Lost") ?? "[]");
      const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(await response.blob()), download: name });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 6e4);
      this.setState({ error: lost2.length ? tr("Left out: {lost}.", { lost: lost2.map(sentence).join("; ") }) : "" });
    } catch (error) {
      this.setState({ error: sentence(messageOf(error)) });
    }
  };
  /** Shows the reason if there is no preview. */
  explain = async () => {
    const answer = await fetch(this.address({ format: "svg" })).then((r2) => r2.ok ? {} : r2.json()).catch(() => ({ error: tr("tengen does not answer.") }));
    this.setState({ error: answer.error ? sentence(answer.error) : "" });
  };
  format() {
    const { what, format: format2 } = this.state;
    if (what === "figures") return "pdf";
    if (what === "card") return "png";
    if (what === "game") return "gif";
    return pictures.some(([f2]) => f2 === format2) ? format2 : "svg";
  }
  render(_2, s2) {
    const set = (field) => (value) => this.setState({ [field]: value, error: "" });
    const chips = (name, label, options2, value) => html`<${Chips} name=${name} label=${label} value=${value} options=${options2} onPick=${set(name)} />`;
    const pick4 = (what) => this.setState({ what, format: what === "format" ? "sgf" : "svg" });
    return html`<form class="form" id="export-form" onSubmit=${(e2) => e2.preventDefault()}>
      <${Chips} name="what" label="What" value=${s2.what} onPick=${pick4}
        options=${[["position", tr("This position")], ["figures", tr("The game in figures")], ["game", tr("The game, animated")], ["card", tr("A card to post")], ["page", tr("A web page")], ["format", tr("The file")]]} />
      ${s2.what === "position" && html`${chips("format", tr("Format"), pictures, this.format())}
        ${chips("theme", tr("Look"), themes2, s2.theme)}
        <div class="row">
          <label class="field">Part of the board<input id="export-part" type="text" placeholder="all, or A1:G7" value=${s2.part} onInput=${(e2) => this.setState({ part: e2.target.value.trim(), error: "" })} /></label>
          <${NumberField} id="export-numbers" label="Number the last … moves" min="0" step="1" value=${s2.numbers} onInput=${set("numbers")} />
          ${s2.format === "png" && html`<${NumberField} id="export-width" label="Width in pixels" min="50" max="4000" value=${s2.width} onInput=${set("width")} />`}
        </div>
        ${!s2.error && html`<img class="export-preview" alt="Preview" src=${this.address({ format: "svg" })} onError=${this.explain} />`}`}
      ${s2.what === "card" && html`<p class="hint">A PNG of the last position, with the players, the result and the date from the record.</p>
        ${chips("theme", tr("Look"), themes2, s2.theme)}
        ${!s2.error && html`<img class="export-preview" alt="Preview" src=${this.address({ format: "svg" })} onError=${this.explain} />`}`}
      ${s2.what === "figures" && html`<p class="hint">A PDF to print: diagrams with numbered moves, up to here.</p>
        <${NumberField} id="export-figures" label="Moves in a figure" min="1" max="400" value=${s2.figures} onInput=${set("figures")} />`}
      ${s2.what === "game" && html`<p class="hint">A GIF that plays the moves up to here.</p>
        <${NumberField} id="export-width" label="Width in pixels" min="50" max="1200" value=${s2.width} onInput=${set("width")} />`}
      ${s2.what === "page" && html`${chips("reader", tr("The reader"), [["game", tr("Looks at the game")], ["problem", tr("Solves a problem")]], s2.reader)}
        ${chips("theme", tr("Look"), themes2, s2.theme)}
        <p class="hint">One file with all variations, comments and the analysis in the record. It opens in any browser, without tengen and without a network. To show it on a website, put the file there and add this line:</p>
        <input id="export-embed" type="text" readonly aria-label="Line for a website" value=${`<iframe src="game.html" title="A game of Go" width="100%" height="640"></iframe>`} onFocus=${(e2) => e2.target.select()} />`}
      ${s2.what === "format" && chips("format", tr("Format"), opened().record.original ? [...formats(), asOpened] : formats(), s2.format)}
      ${s2.what === "format" && s2.format !== "sgf" && s2.format !== "original" && html`<p class="hint">Only the main line of this game, without variations, comments and marks.</p>`}
      ${s2.error && html`<p id="export-error" class="error" role="alert">${s2.error}</p>`}
      <a id="export-go" class="button primary wide" href=${this.address()} download onClick=${this.download}>${icon("download")}<span>Download</span></a>
    </form>`;
  }
};
function fileNameOf(disposition) {
  const coded = /filename\*=utf-8''([^;]+)/i.exec(disposition);
  return coded ? decodeURIComponent(coded[1]) : /filename="?([^";]+)"?/.exec(disposition)?.[1] ?? "record";
}
var config = () => (
  /** @type {import("../types.d.ts").Config} */
  state.config
);
var PlayForm = class extends x {
  state = { human: state9.position?.toPlay ?? "black", strength: usualStrength(config().defaults), error: "", busy: false };
  start = async (event) => {
    event.preventDefault();
    const { record: r2 } = opened();
    const { node } = state9;
    this.setState({ busy: true, error: "" });
    try {
      await drafts.flush();
      const { id } = await post(`records/${r2.id}/play`, { game: r2.game, node, human: this.state.human, ...strengthRequest(this.state.strength) });
      update({ dialog: "" });
      location.hash = id;
    } catch (refusal) {
      this.setState({ error: messageOf(refusal), busy: false });
    }
  };
  render(_2, s2) {
    return html`<form class="form" id="play-form" onSubmit=${this.start}>
      <${Chips} name="human" label="You play" value=${s2.human} onPick=${(human) => this.setState({ human })}
        options=${[["black", tr("Black")], ["white", tr("White")], ["both", tr("Both")], ["none", tr("Neither")]]} />
      ${s2.human !== "both" && html`<${StrengthChoice} value=${s2.strength} ranks=${config().ranks} onChange=${(strength) => this.setState({ strength })} />`}
      ${s2.error && html`<p class="error" role="alert">${sentence(s2.error)}</p>`}
      <button id="play-start" class="primary wide" disabled=${s2.busy}>Play</button>
    </form>`;
  }
};

// ../page/newrecord.js
var NewRecordForm = class extends x {
  constructor({ config: config2 }) {
    super();
    const { width, height: height2, rules } = config2.defaults;
    this.state = { board: choiceOf(`${Math.max(19, width)}x${Math.max(19, height2)}`, config2.boards), rules, komi: null, black: "", white: "", handicap: "0", error: null };
  }
  begin = async (event) => {
    event.preventDefault();
    const { board, rules, black, white, handicap } = this.state;
    const { config: config2 } = this.props;
    const [width, height2] = sides(board);
    try {
      await begin2({
        ...width ? { width, height: height2 } : { board: boardText(board, config2.boards) },
        rules,
        komi: Number(this.komi()),
        handicap: Number(handicap),
        black,
        white
      });
    } catch (error) {
      this.setState({ error });
    }
  };
  komi = () => this.state.komi ?? String(Number(this.state.handicap) ? 0.5 : this.props.config.rules.find((r2) => r2.name === this.state.rules)?.komi ?? 7);
  render({ config: config2 }, s2) {
    const text = (field, label) => html`<label class="field">${label}<input id="record-${field}" type="text" autocomplete="off" value=${s2[field]} onInput=${(e2) => this.setState({ [field]: e2.target.value })} /></label>`;
    return html`<form id="new-record-form" class="form" onSubmit=${this.begin}>
      <div class="row">${text("black", tr("Black"))}${text("white", tr("White"))}</div>
      <${BoardForm} config=${config2} value=${s2.board} error=${s2.error} onChange=${(board) => this.setState({ board })} onSketch=${() => {
    }} />
      <div class="row terms">
        <label class="field">Rules<${RulesSelect} id="record-rules" config=${config2} value=${s2.rules} onPick=${(rules) => this.setState({ rules })} /></label>
        <label class="field">Handicap<select id="record-handicap" value=${s2.handicap} onChange=${(e2) => this.setState({ handicap: e2.target.value, komi: null })}>
          ${[0, 2, 3, 4, 5, 6, 7, 8, 9].map((n3) => html`<option key=${n3} value=${n3} selected=${String(n3) === s2.handicap}>${n3 || tr("None")}</option>`)}</select></label>
        <${NumberField} id="record-komi" label="Komi" step=${0.5} value=${this.komi()} onInput=${(komi) => this.setState({ komi })} />
      </div>
      ${s2.error && html`<p class="error" role="alert">${sentence(s2.error.message)}</p>`}
      <button id="begin-record" class="primary wide">Begin</button>
    </form>`;
  }
};

// ../page/tournamentform.js
var hints2 = {
  swiss: tr("In each round, players with nearly equal scores play. Everyone plays in all rounds."),
  "round-robin": tr("Everyone plays everyone once."),
  knockout: tr("The loser of a game is out.")
};
var TournamentForm = class extends x {
  /** @type {TournamentFormState} */
  state;
  /** @param {{config: Config}} props */
  constructor({ config: config2 }) {
    super();
    this.state = {
      name: "",
      system: "swiss",
      rounds: "",
      board: choiceOf("19x19", config2.boards),
      sketch: null,
      rules: config2.defaults.rules,
      komi: null,
      clock: "20m+5x30s",
      error: null,
      busy: false
    };
  }
  /** The komi of the choices. */
  komi() {
    const { sketch, rules, komi } = this.state;
    return komi ?? String(sketch?.komi ?? /** @type {Rules} */
    this.props.config.rules.find((r2) => r2.name === rules).komi);
  }
  /** @param {Event} event */
  create = async (event) => {
    event.preventDefault();
    const { name, system, rounds, board, rules, clock } = this.state;
    const [width, height2] = sides(board);
    this.setState({ busy: true, error: null });
    try {
      await create({
        name,
        system,
        rounds: system === "swiss" ? Number(rounds) : 0,
        rules,
        komi: Number(this.komi()),
        clock,
        ...width ? { width, height: height2 } : { board: boardText(board, this.props.config.boards) }
      });
    } catch (error) {
      this.setState({ error: (
        /** @type {Error} */
        error
      ), busy: false });
    }
  };
  render({ config: config2 }, s2) {
    const wrong = (field) => s2.error?.field === field;
    return html`<form id="tournament-form" class="form" onSubmit=${this.create}>
      <label class="field">Name<input id="tournament-name" type="text" autocomplete="off" maxlength="40" required aria-invalid=${wrong("name")} value=${s2.name} onInput=${(e2) => this.setState({ name: e2.target.value })} /></label>
      <${Chips} name="system" label="System" value=${s2.system} onPick=${(system) => this.setState({ system })} options=${Object.entries(systems)} />
      <p class="hint">${hints2[s2.system]}</p>
      ${s2.system === "swiss" && html`<${NumberField} id="rounds" label="Rounds (empty: as many as the number of players needs)" min="1" max="255" step="1" required=${false} value=${s2.rounds} wrong=${wrong("rounds")}
        onInput=${(rounds) => this.setState({ rounds })} />`}
      <${BoardForm} config=${config2} value=${s2.board} error=${s2.error} onChange=${(board) => this.setState({ board })} onSketch=${(sketch) => this.setState({ sketch })} />
      <div class="row pair">
        <label class="field">Rules<${RulesSelect} id="tournament-rules" config=${config2} value=${s2.rules} onPick=${(rules) => this.setState({ rules, komi: null })} /></label>
        <${NumberField} id="tournament-komi" label="Komi" step="0.5" value=${this.komi()} wrong=${wrong("komi")} onInput=${(komi) => this.setState({ komi })} />
        <${ClockChoice} value=${s2.clock} wrong=${wrong("clock")} onChange=${(clock) => this.setState({ clock })} />
      </div>
      ${s2.error && html`<p class="error" role="alert">${sentence(s2.error.message)}</p>`}
      <button id="create-tournament" class="primary wide" disabled=${s2.busy}>Make the tournament</button>
    </form>`;
  }
};

// ../page/tournamentview.js
var TournamentPage = class extends x {
  stop = () => {
  };
  componentDidMount() {
    state3.error = "";
    this.stop = repeat(() => load2(this.props.id));
  }
  componentWillUnmount() {
    this.stop();
  }
  render({ id }) {
    const { open: open8, error } = state3;
    const t3 = open8?.id === id ? open8 : null;
    return html`<main class="club" id="tournament" data-round=${t3?.rounds.length}>
      <div class="club-head"><h1 tabindex="-1">${t3?.name ?? tr("Tournament")}</h1>
        ${state.config?.role !== "anyone" && html`<a href="#club">All tournaments</a>`}</div>
      ${error && html`<p class="error" role="alert">${sentence(error)}</p>`}
      ${t3 && html`<p>${termsOf(t3)}</p>
        ${t3.problem && html`<p class="error" role="alert">${tr("Some games could not be made: {problem}. The server tries again.", { problem: trServer(t3.problem) })}</p>`}
        <${You} t=${t3} />
        ${mayAll() && mayGoOn(t3) && html`<${Controls} t=${t3} />`}
        ${t3.rounds.length === 0 ? html`<${Players} t=${t3} />` : html`
          <section><h2 id="standings-title">${t3.done ? tr("Final standings") : tr("Standings")}</h2><${Standings} t=${t3} /></section>
          <section><h2>${roundTitle(t3.rounds.length)}</h2><${Round} t=${t3} number=${t3.rounds.length} /></section>
          ${t3.rounds.slice(0, -1).map((_2, i2) => html`<details key=${i2}><summary>${roundTitle(i2 + 1)}</summary><${Round} t=${t3} number=${i2 + 1} /></details>`).reverse()}
          ${mayAll() && mayGoOn(t3) && html`<${Roster} t=${t3} />`}`}
        <p class="organize">
          ${t3.rounds.flat().some((p2) => p2.game) && html`<a id="tournament-sgf" class="button plain" href="/api/tournaments/${t3.id}/sgf" download onClick=${(e2) => downloadSGF(e2, "tournaments", t3.id)}>${icon("download")}<span>All games as SGF</span></a>`}
          ${mayAll() && html`<button id="delete-tournament" class="plain" onClick=${() => confirm(tr("Delete this tournament permanently? Its games stay.")) && remove2()}>${icon("bin")}<span>Delete</span></button>`}</p>`}
    </main>`;
  }
};
var mayGoOn = (t3) => !t3.done || t3.rounds.length < t3.length;
function termsOf(t3) {
  const rounds = t3.length ? trCount(t3.length, "1 round", "{n} rounds") : "";
  const { board, rules, komi, clock } = t3.terms;
  return [systems[t3.system], rounds, trBoard(board), tr("{rules} rules", { rules: trServer(rules) }), tr("komi {komi}", { komi }), clock ? controlText(clock) : tr("no clock")].filter(Boolean).join(" · ");
}
var roundTitle = (n3) => tr("Round {n}", { n: n3 });
var nameOf3 = (t3, player) => t3.players[player]?.name ?? "";
var titleOf3 = (t3, p2) => `${nameOf3(t3, p2.black)} – ${nameOf3(t3, p2.white)}`;
function You({ t: t3 }) {
  if (t3.you < 0) {
    const free = t3.players.filter((p3) => !p3.browser);
    if (t3.done || t3.rounds.length > 0 && free.length === 0 || state.config?.role === "spectator" && !invitationOf(t3.id)) return null;
    return html`<${Join2} free=${free.map((p3) => p3.name)} begun=${t3.rounds.length > 0} />`;
  }
  const you = t3.players[t3.you];
  const name = html`<b>${you.name}</b>`;
  const p2 = ownGame(t3);
  const other = p2 && nameOf3(t3, p2.black === t3.you ? p2.white : p2.black);
  const playing = p2 && p2.white >= 0 && !p2.result;
  const idle = t3.rounds.length > 0 && !t3.done && !you.withdrawn && !(p2 && p2.white >= 0);
  return html`<section id="you" aria-label="You" class="you">
    <p>${you.withdrawn ? trParts("You played as {name}, and have left the tournament.", { name }) : trParts("You play as {name}.", { name })}
      ${" "}${t3.rounds.length === 0 && tr("The tournament has not begun. Leave this page open: it shows your game.")}</p>
    ${playing && p2.game && html`<a id="own-game" class="button primary" href="#${p2.game}">${icon("play")}<span>${tr("Your game against {player}", { player: other })}</span></a>`}
    ${playing && !p2.game && html`<p>${tr("You play against {player} on a real board. The organizer enters the result.", { player: other })}</p>`}
    ${idle && html`<p>${opponentText(t3)}</p>`}
    ${!t3.done && !you.withdrawn && html`<button id="leave" class="plain" onClick=${() => confirm(tr("Leave the tournament? You play no further rounds.")) && withdraw(you.name)}>Leave the tournament</button>`}
  </section>`;
}
var Join2 = class extends x {
  state = { name: localStorage.getItem("playerName") ?? "", error: "", busy: false };
  /** @param {Event} event */
  join = async (event) => {
    event.preventDefault();
    this.setState({ busy: true, error: "" });
    try {
      await join(this.state.name);
      localStorage.setItem("playerName", this.state.name);
    } catch (error) {
      this.setState({ error: messageOf(error) });
    }
    this.setState({ busy: false });
  };
  render({ free, begun }, { name, error, busy }) {
    return html`<form id="join-tournament" class="form you" onSubmit=${this.join}>
      ${begun && html`<p>The tournament has begun. If your name is in the list, you can still take your place.</p>`}
      <div class="joined"><label class="field">Your name<input id="entrant" type="text" autocomplete="nickname" maxlength="40" required list="free-places" value=${name} onInput=${(e2) => this.setState({ name: e2.target.value })} /></label>
        <button id="join-button" class="primary" disabled=${busy}>Join</button></div>
      <datalist id="free-places">${free.map((n3) => html`<option key=${n3} value=${n3} />`)}</datalist>
      ${error && html`<p class="error" role="alert">${sentence(error)}</p>`}
    </form>`;
  }
};
function Controls({ t: t3 }) {
  const next3 = t3.rounds.length + 1;
  const begin5 = () => (next3 > 1 || confirm(tr("Begin the first round? Afterwards new players cannot join by themselves, and the order is fixed."))) && begin(next3);
  const last = next3 - 1;
  const takeBack3 = () => confirm(tr("Take round {n} back? Its games are deleted. They have no moves yet.", { n: last })) && takeBack(last);
  return html`<section aria-label="Organize" class="organize">
    ${!t3.done && (t3.length === 0 || next3 <= t3.length) && html`<button id="begin-round" class="primary" disabled=${!!t3.wait} onClick=${begin5}>${tr("Begin round {n}", { n: next3 })}</button>`}
    ${t3.undo && html`<button id="take-round-back" onClick=${takeBack3}>${tr("Take round {n} back", { n: last })}</button>`}
    <button id="invite-players" onClick=${() => show("tournament-invite")}>${icon("share")}<span>Invitation</span></button>
    ${t3.wait && html`<p class="hint" id="wait">${sentence(t3.wait)}</p>`}
  </section>`;
}
function TournamentInvitation() {
  const t3 = state3.open;
  if (!t3?.invitation) return null;
  const g2 = { id: `tournament/${t3.id}`, seats: (
    /** @type {any} */
    { invitation: t3.invitation }
  ) };
  return html`<div class="form"><${Invitation} g=${g2} about=${tr("Everyone who opens this link can join the tournament with a name until it begins, and can watch it.")} /></div>`;
}
var AddPlayer = class extends x {
  state = { name: "", error: "" };
  /** @param {Event} event */
  add = async (event) => {
    event.preventDefault();
    try {
      await add(this.state.name);
      this.setState({ name: "", error: "" });
    } catch (error) {
      this.setState({ error: messageOf(error) });
    }
  };
  render({ label }, { name, error }) {
    return html`<form id="add-player" class="form" onSubmit=${this.add}>
      <div class="joined"><label class="field">${label}<input id="added" type="text" autocomplete="off" maxlength="40" required value=${name} onInput=${(e2) => this.setState({ name: e2.target.value })} /></label>
        <button id="add-button">Add</button></div>
      ${error && html`<p class="error" role="alert">${sentence(error)}</p>`}</form>`;
  }
};
function Players({ t: t3 }) {
  const owner = mayAll();
  const up = (i2) => {
    const names = t3.players.map((p2) => p2.name);
    names.splice(i2 - 1, 0, ...names.splice(i2, 1));
    void order(names);
  };
  return html`<section aria-labelledby="players-title"><h2 id="players-title">Players</h2>
    ${owner && html`<p class="hint">The order is that of strength, the strongest first. It decides the first round.</p>`}
    ${t3.players.length === 0 && html`<p class="hint">No player has joined yet.</p>`}
    <ol id="entrants" class="entrants">${t3.players.map((p2, i2) => html`<li key=${p2.name}><div><span>${p2.name}${!p2.browser && html` <small>has no browser here</small>`}</span>
      ${owner && html`<button class="plain" data-up=${i2} disabled=${i2 === 0} aria-label=${tr("Move {name} up", { name: p2.name })} title="Up" onClick=${() => up(i2)}>${icon("up")}</button>
        <button class="plain" data-remove=${i2} aria-label=${tr("Remove {name}", { name: p2.name })} title="Remove" onClick=${() => confirm(tr("Remove {name}?", { name: p2.name })) && withdraw(p2.name)}>${icon("bin")}</button>`}</div></li>`)}</ol>
    ${owner && html`<${AddPlayer} label=${tr("A player who joins later, or has no browser")} />`}
  </section>`;
}
var Roster = ({ t: t3 }) => html`<details id="roster"><summary>Players</summary>
  <ol class="entrants">${t3.players.map((p2, i2) => html`<li key=${p2.name}><div><span>${p2.name}${p2.withdrawn ? html` <small>has left</small>` : !p2.browser && html` <small>has no browser here</small>`}</span>
    <button class="plain" data-withdraw=${i2} aria-label=${p2.withdrawn ? tr("Bring {name} back", { name: p2.name }) : tr("Withdraw {name}", { name: p2.name })} onClick=${() => withdraw(p2.name, p2.withdrawn)}>${p2.withdrawn ? tr("Bring back") : tr("Withdraw")}</button></div></li>`)}</ol>
  ${t3.admits && html`<${AddPlayer} label=${tr("A player who comes late, and plays from the next round on")} />`}
</details>`;
var points = (n3) => Number.isInteger(n3) ? String(n3) : `${n3 < 1 ? "" : Math.floor(n3)}½`;
function Standings({ t: t3 }) {
  return html`<div class="club-table" tabindex="0" role="region" aria-label="Standings"><table id="standings">
    <thead><tr><th scope="col">${tr("Place¦standings")}</th><th scope="col">Player</th><th scope="col">${tr("Score¦standings")}</th><th scope="col"><abbr title="Sum of the opponents’ scores">SOS</abbr></th>
      <th scope="col"><abbr title="Sum of the opponents’ SOS">SOSOS</abbr></th><th scope="col">Won</th><th scope="col">Lost</th><th scope="col">Drawn</th></tr></thead>
    <tbody>${t3.standings.map((s2) => {
    const p2 = t3.players[s2.player];
    return html`<tr key=${s2.player} class=${s2.player === t3.you ? "own" : ""}><td>${s2.place}</td><th scope="row">${p2.name}${p2.withdrawn && html` <small>has left</small>`}</th><td>${points(s2.score)}</td><td>${points(s2.sos)}</td><td>${points(s2.sosos)}</td>
        <td>${s2.wins}</td><td>${s2.losses}</td><td>${s2.draws}</td></tr>`;
  })}</tbody></table></div>`;
}
var results2 = { "": tr("not over"), black: tr("Black won"), white: tr("White won"), draw: tr("Draw"), "both lost": tr("Both lost") };
var disc = (color) => html`<i class="disc ${color}"></i>`;
function Round({ t: t3, number: number2 }) {
  return html`<div class="club-table" tabindex="0" role="region" aria-label=${tr("Games of round {n}", { n: number2 })}><table data-games=${number2}>
    <thead><tr><th scope="col">Table</th><th scope="col">Black</th><th scope="col">White</th><th scope="col">Result</th><th scope="col">Game</th></tr></thead>
    <tbody>${t3.rounds[number2 - 1].map((p2, i2) => html`<tr key=${i2} class=${plays(p2, t3.you) ? "own" : ""}><td>${i2 + 1}</td><td>${p2.white >= 0 && disc("black")}${nameOf3(t3, p2.black)}</td><td>${p2.white < 0 ? html`<small>no opponent</small>` : html`${disc("white")}${nameOf3(t3, p2.white)}`}</td>
      <td><${Result} t=${t3} p=${p2} round=${number2} table=${i2 + 1} /></td>
      <td>${p2.game && html`<a href="#${p2.game}">${p2.result ? tr("View") : tr("Watch")}<span class="hidden">: ${titleOf3(t3, p2)}</span></a>`}</td></tr>`)}</tbody></table></div>`;
}
function Result({ t: t3, p: p2, round: round4, table }) {
  if (p2.white < 0) return p2.black < 0 ? null : html`<small>counts as a win</small>`;
  const last = round4 === t3.rounds.length;
  if (!mayAll() || !last && t3.system === "knockout") return html`${results2[p2.result]}${p2.text && ` (${p2.text})`}`;
  const options2 = Object.keys(results2).filter((r2) => (r2 !== "draw" || t3.system !== "knockout" || p2.result === r2) && (r2 || last));
  return html`<select data-result="${round4}-${table}" aria-label=${tr("Result of {title}", { title: titleOf3(t3, p2) })} value=${p2.result} onChange=${(e2) => enter(round4, table, e2.target.value)}>
    ${options2.map((r2) => html`<option key=${r2} value=${r2} selected=${r2 === p2.result}>${results2[r2]}${r2 === p2.result && p2.text ? ` (${p2.text})` : ""}</option>`)}</select>`;
}

// ../page/dialogs.js
function Messages2({ shown: shown4 }) {
  const { message, remedy } = state;
  return html`<div class="messages" role="status" aria-live="assertive">${shown4 && message && html`<div id="message-box"><p id="message" onClick=${() => say("")}>${message}</p>
    ${remedy && html`<button id="remedy" onClick=${() => (say(""), remedy.run())}>${remedy.text}</button>`}</div>`}</div>`;
}
var Dialog = class extends x {
  ref = M();
  /** @type {EventTarget|null} */
  pressed = null;
  // where the pointer went down
  componentDidMount() {
    this.ref.current.showModal();
    const form = this.ref.current.querySelector("form");
    (form?.querySelector(":checked") ?? form?.querySelector("input"))?.focus();
  }
  componentWillUnmount() {
    this.ref.current.close();
  }
  render({ id, title: title3, children }) {
    const close4 = () => this.ref.current && update({ dialog: "" });
    return html`<dialog ref=${this.ref} id=${id} aria-labelledby="${id}-title" onClose=${close4}
        onPointerDown=${(e2) => this.pressed = e2.target} onClick=${(e2) => e2.target === this.ref.current && this.pressed === e2.target && close4()}>
      <div class="sheet">
        <div class="sheet-head"><h2 id="${id}-title">${title3}</h2>
          <button class="plain" data-close aria-label="Close" onClick=${close4}>${icon("close")}</button></div>
        ${children}
      </div>
      <${Messages2} shown />
    </dialog>`;
  }
};
function Keys() {
  return html`<dl class="keys">${keysHere().map((b) => html`<div><dt><kbd>${b.shown}</kbd></dt><dd>${b.what}</dd></div>`)}</dl>`;
}
var shownGraph = () => (state6.game ?? state9.record)?.graph;
var visit4 = (name) => state6.game ? visit(name) : visit2(name);
function playAt2(name) {
  update({ dialog: "" });
  if (state6.game) touchPoint(name.trim());
  else touch2(name.trim());
}
function dialogs() {
  const { config: config2, dialog } = state;
  const graph = shownGraph();
  switch (dialog) {
    case "new":
      return config2 && html`<${Dialog} id="new-game-dialog" title="New game"><${NewGameForm} config=${config2} setup=${{}} /></${Dialog}>`;
    case "friend":
      return config2 && html`<${Dialog} id="friend-dialog" title="Play a friend"><${NewGameForm} config=${config2} setup=${{}} friend /></${Dialog}>`;
    case "invite":
      return state6.game && html`<${Dialog} id="invite-dialog" title="Invite your friend"><div class="form"><${Invitation} g=${state6.game} /></div></${Dialog}>`;
    case "tournament":
      return config2 && html`<${Dialog} id="tournament-dialog" title="New tournament"><${TournamentForm} config=${config2} /></${Dialog}>`;
    case "tournament-invite":
      return html`<${Dialog} id="tournament-invite-dialog" title="Invite players"><${TournamentInvitation} /></${Dialog}>`;
    case "keys":
      return html`<${Dialog} id="keys-dialog" title="Keys"><${Keys} /></${Dialog}>`;
    case "look":
      return html`<${Dialog} id="look-dialog" title="Look and sound"><${LookForm} /></${Dialog}>`;
    case "share":
      return html`<${Dialog} id="share-dialog" title="Links for others"><${ShareForm} /></${Dialog}>`;
    case "point":
      return html`<${Dialog} id="point-dialog" title="Go to a point">
        <form class="form" onSubmit=${(e2) => (e2.preventDefault(), visit4(e2.target.elements.point.value))}>
          <label class="field">${tr("Its name, such as {name}", { name: graph?.points[0].name })}
            <input id="point-name" name="point" autocomplete="off" required /></label>
          <button class="primary wide">Go there</button>
          ${graph && graph.beyond >= 0 && html`<p class="hint">You can place stones up to a million points away from the middle.</p>
            <button type="button" class="wide" id="point-play" onClick=${(e2) => playAt2(e2.target.form.elements.point.value)}>Play there</button>`}
        </form></${Dialog}>`;
    case "new-record":
      return config2 && html`<${Dialog} id="new-record-dialog" title="New record"><${NewRecordForm} config=${config2} /></${Dialog}>`;
    case "record-games":
      return state9.record && html`<${Dialog} id="record-games-dialog" title="Games in this file"><${GameChooser} /></${Dialog}>`;
    case "record-info":
      return state9.record && html`<${Dialog} id="record-info-dialog" title="Game info"><${GameInfo} info=${state9.record.info} /></${Dialog}>`;
    case "record-export":
      return state9.record && html`<${Dialog} id="record-export-dialog" title="Export"><${ExportForm} /></${Dialog}>`;
    case "record-play":
      return state9.record && html`<${Dialog} id="record-play-dialog" title="Play from here"><${PlayForm} /></${Dialog}>`;
    case "resign":
      return html`<${Dialog} id="resign-dialog" title="Resign?">
        <p>The game ends and your opponent wins.</p>
        <div class="actions"><button id="resign-yes" class="primary" onClick=${resign}>Resign</button>
          <button id="resign-no" onClick=${() => update({ dialog: "" })}>Play on</button></div>
      </${Dialog}>`;
    case "stop":
      return html`<${Dialog} id="stop-dialog" title="Stop the game?">
        <p>The game ends here without a result. Its moves are kept.</p>
        <div class="actions"><button id="stop-yes" class="primary" onClick=${stop3}>Stop</button>
          <button id="stop-no" onClick=${() => update({ dialog: "" })}>Let it go on</button></div>
      </${Dialog}>`;
  }
  return null;
}

// ../page/homeview.js
var toForm = (event) => {
  event.preventDefault();
  const start3 = document.getElementById("start");
  start3?.scrollIntoView({ block: "center" });
  start3?.focus({ preventScroll: true });
};
var Doors = () => html`<section class="doors" aria-label="Begin">
  <a class="door" id="door-course" href="#course" title="Learn the rules in short lessons on the board">${icon("bulb")}<b>New to Go</b></a>
  <a class="door" id="door-play" href="#new" title="Begin a game against the engine" onClick=${toForm}>${icon("play")}<b>I play</b></a>
  <button class="door" id="door-friend" title="Invite a friend, who plays on another machine" onClick=${() => show("friend")}>${icon("people")}<b>Play a friend</b></button>
  <label class="door upload" id="door-file" title="Open a file: a game record, or problems">${icon("upload")}<b>I have a game to look at</b>
    <input type="file" multiple aria-label="I have a game to look at: open a file" onChange=${(e2) => {
  openFiles([...e2.target.files]);
  e2.target.value = "";
}} /></label>
</section>`;
var unfinished = () => state7.games?.find((g2) => !g2.over && (g2.seats ? secretOf(g2.id) : g2.moves > 0 && g2.human !== "none"));
var nothing2 = [];
var latest2 = 12;
var Home = class extends x {
  /** Begins the game of the form with this first move. @type {(vertex: string) => void} */
  begin = () => {
  };
  asked = "";
  // the board that the form has asked for
  wanted = "";
  // the game that the board is to show
  /** @param {{config: Config, setup: Record<string, string>}} props */
  constructor({ setup }) {
    super();
    this.state = { fresh: Object.keys(setup).length > 0, sketch: null, last: null, human: "black" };
  }
  componentDidMount() {
    this.showLast();
  }
  componentDidUpdate() {
    this.showLast();
  }
  showLast() {
    const id = unfinished()?.id ?? "";
    if (id === this.wanted) return;
    this.wanted = id;
    attempt(async () => {
      const last = id ? await get(`games/${id}`) : null;
      if (this.wanted === id) this.setState({ last });
    });
  }
  /** Shows the board of the form. @param {string} board @param {string} human @param {(vertex: string) => void} begin */
  chosen = (board, human, begin5) => {
    this.begin = begin5;
    if (this.asked) this.setState({ fresh: true });
    this.setState({ human });
    if (board === this.asked || !board) return;
    this.asked = board;
    setTimeout(async () => {
      if (this.asked !== board) return;
      const sketch = await post("board", { board }).catch(() => null);
      if (this.asked === board) this.setState({ sketch });
    }, 0);
  };
  render({ config: config2, setup }, { fresh: fresh2, sketch, last, human }) {
    const { coordinates: coordinates2 } = state;
    const going = fresh2 ? null : last;
    const shown4 = going ?? sketch;
    const graph = shown4?.graph;
    const size2 = graph ? frame(graph, coordinates2) : { width: 1, height: 1 };
    const entries = everything();
    return html`<main class="front">
      <div class="play" style=${{ "--ratio": size2.width / size2.height }}>
        <div class="table">
          <div class="stage" inert=${!!going} aria-busy=${!graph}>
            ${graph && html`<${Board} key=${graph.name} seed=${going?.id} graph=${graph} visit=${null} blocked=${nothing2} stones=${shown4.stones} lastMove=${going?.lastMove ?? ""} koBan="" dead=${nothing2}
              ghost=${going || human === "none" ? "" : "black"} quiet=${!!going} coordinates=${coordinates2}
              onPoint=${(vertex) => this.begin(human === "white" || human === "none" ? "" : vertex)} onAim=${(vertex) => say(tr("Tap {vertex} again to begin there.", { vertex }))} />`}
          </div>
          ${going && html`<a class="go-on-board" href="#${going.id}" aria-hidden="true" tabindex="-1"></a>`}
        </div>
        <aside class="panel">
          <${Doors} />
          ${going && html`<a id="go-on" class="button wide go-on" href="#${going.id}">${icon("play")}<span>Go on with your game
            <small>${[going.graph.width ? `${going.graph.width} × ${going.graph.height}` : trBoard(going.graph.name), going.seats ? [going.blackName, going.whiteName].filter(Boolean).join(" – ") || tr("waiting for your friend") : going.human === "both" ? tr("two people") : rankText(going.rank), tr("move {n}", { n: going.moves.length })].join(" · ")}</small></span></a>`}
          <h1>A game of Go</h1>
          <${NewGameForm} config=${config2} setup=${setup} onChosen=${this.chosen} />
        </aside>
      </div>
      <section class="shelf games" aria-labelledby="shelf-title">
        <div class="games-head"><h2 id="shelf-title">Your games</h2>
          <div class="actions"><${OpenButton} />
            <button id="new-record" onClick=${() => show("new-record")}>${icon("plus")}<span>New record</span></button></div></div>
        <${Notices} />
        ${entries.length === 0 && state7.games && state7.records && html`<p class="hint">Your games are stored on this computer and stay there when you close the page.</p>`}
        <${Cards} entries=${entries.slice(0, latest2)} />
        ${entries.length > latest2 && html`<p><a href="#games">${tr("All {n} games and records", { n: entries.length })}</a></p>`}
        <p><button id="links" class="plain" onClick=${() => show("share")}>${icon("share")}<span>Links for others</span></button></p>
        <${LanguageChoice} id="home-language" />
      </section>
    </main>`;
  }
};

// ../page/labstate.js
var example = `
.XO.O
XXOOO
.XXXO
XX.XO
X.XXO`;
function sourceOf(path, troubles) {
  const asked5 = new URLSearchParams(path);
  const id = asked5.get("game");
  if (id) return { game: id, dead: asked5.get("dead")?.split(" ") };
  const trouble = troubles.find((t3) => t3.name === path) ?? troubles[0];
  return trouble ? { trouble: trouble.name, step: 0 } : readDrawing(example).position ?? {};
}
var positionOf = (board, stones, prisoners) => ({ board, ...lists(stones), prisoners });
function lists(stones) {
  const of2 = (color) => stones.flatMap((s2, i2) => s2 === color ? [`#${i2}`] : []);
  return { black: of2(1), white: of2(-1) };
}
function readDrawing(text) {
  const rows2 = text.split("\n").map((row) => row.replace(/[\s|]/g, "")).filter(Boolean);
  const width = rows2[0]?.length ?? 0;
  if (width === 0) return { error: tr("Draw a position: X for black, O for white, a dot for an empty point.") };
  const odd = rows2.findIndex((row) => row.length !== width);
  if (odd >= 0) return { error: tr("Row {odd} has {n} points, the first has {width}.", { odd: odd + 1, n: rows2[odd].length, width }) };
  const letters3 = { X: 1, B: 1, "#": 1, "●": 1, O: -1, W: -1, "○": -1, ".": 0, "+": 0, "·": 0, "-": 0 };
  const stones = [...rows2.join("").toUpperCase()].map((letter) => letters3[letter]);
  const wrong = stones.findIndex((stone2) => stone2 === void 0);
  if (wrong >= 0) return { error: tr("Row {wrong} has a character other than X, O and the dot.", { wrong: Math.floor(wrong / width) + 1 }) };
  return { position: positionOf(`${width}x${rows2.length}`, stones) };
}
function chainAt(graph, stones, start3) {
  const chain = /* @__PURE__ */ new Set([start3]);
  for (let grown = true; grown; ) {
    grown = false;
    for (const [a2, b] of graph.edges) {
      if (stones[a2] === stones[start3] && stones[b] === stones[start3] && chain.has(a2) !== chain.has(b)) {
        chain.add(a2).add(b);
        grown = true;
      }
    }
  }
  return [...chain];
}

// ../page/score.js
var points2 = (n3) => number(n3).replaceAll("-", "−");
var cell = (item) => item ? html`${points2(item.points)}${item.note && html`<small>${trServer(item.note)}</small>`}` : "–";
function ScoreCard({ score, final }) {
  const { rows: rows2, black, white } = score;
  return html`<table id="score" class="score" data-result=${score.result}>
    <caption class="hidden">${final ? tr("The count") : tr("The count if these stones are dead")}</caption>
    <thead><tr><td></td>
      <th scope="col"><span class="disc black" aria-hidden="true"></span><span class="hidden">Black</span></th>
      <th scope="col"><span class="disc white" aria-hidden="true"></span><span class="hidden">White</span></th>
    </tr></thead>
    <tbody>${rows2.map((row) => html`<tr key=${row.key} data-row=${row.key}>
      <th scope="row">${trServer(row.title)}${hint3(score, row.key)}</th>
      <td data-side="black">${cell(row.black)}</td><td data-side="white">${cell(row.white)}</td>
    </tr>`)}</tbody>
    <tfoot><tr data-row="total"><th scope="row">Total</th>
      <td data-side="black">${points2(black.total)}</td><td data-side="white">${points2(white.total)}</td></tr></tfoot>
  </table>
  ${score.inStones && html`<p class="hint" id="in-stones">${tr("In stones: Black {black}, White {white}; a player with more than {half} wins.", { black: points2(score.inStones.black), white: points2(score.inStones.white), half: points2(score.inStones.half) })}</p>`}
  ${!final && html`<p class="hint">${trParts("As marked: {result}.", { result: html`<b>${resultName(score.result)}</b>` })}</p>`}`;
}
function ScoreWords({ score }) {
  return html`<p class="hint">${legend2(score.neutral)}</p>
  <details class="reasons" id="reasons"><summary>The count in words</summary>
    <ul>${score.lines.map((line3) => html`<li class=${line3.startsWith("  ") ? "sub" : ""}>${trServer(line3.trim().replace(/ {2,}/, " "))}</li>`)}</ul>
  </details>`;
}
function hint3({ black, white }, key) {
  const dead = black.dead + white.dead;
  return key === "territory" && dead > 0 ? html`<small>${trCount(dead, "with {n} dead stone taken off", "with {n} dead stones taken off")}</small>` : null;
}
function legend2(neutral) {
  const dame = neutral === 0 ? "" : ` ${trCount(neutral, "One point is neutral.", "{n} points are neutral.")}`;
  return `${tr("The colours show the owner of each point. For the reason, point at a point or tap it.")}${dame}`;
}

// ../page/labtable.js
function Rulings({ names, rulings, focus, other, onFocus, onOther, onDrop }) {
  return html`<table class="rulings" id="rulings">
    <thead><tr><th scope="col" title="Paint the board">show</th><th scope="col" title="Compare with">with</th><th scope="col">Rules</th>
      <th scope="col">Black</th><th scope="col">White</th><th scope="col">Result</th><td></td></tr></thead>
    <tbody>${rulings.map((r2) => ({ ...r2, title: trServer(r2.title) })).map((r2, i2) => html`<tr key=${names[i2]} data-rules=${names[i2]} class=${i2 === focus ? "focus" : i2 === other ? "other" : ""}>
      <td><input type="radio" name="focus" aria-label=${tr("Show {title}", { title: r2.title })} checked=${i2 === focus} onChange=${() => onFocus(i2)} /></td>
      <td><input type="radio" name="other" aria-label=${tr("Compare with {title}", { title: r2.title })} checked=${i2 === other} onChange=${() => onOther(i2)} /></td>
      <th scope="row" title=${r2.text.map(ruleText).join("\n")} onClick=${() => onFocus(i2)}>${r2.title}</th>
      ${r2.error ? html`<td colspan="3" class="error">${sentence(r2.error)}</td>` : html`<td data-side="black">${points2(round2(r2.score.black.total))}</td><td data-side="white">${points2(round2(r2.score.white.total))}</td><td data-result>${resultName(r2.result)}</td>`}
      <td><button class="plain small" aria-label=${tr("Leave {title} out", { title: r2.title })} title="Leave out" onClick=${() => onDrop(i2)}>${icon("close")}</button></td>
    </tr>`)}</tbody>
  </table>`;
}
var round2 = (n3) => Number(n3.toPrecision(6));
function ruleText(line3) {
  const [heading, ...rule] = line3.split(": ");
  return `${trServer(heading)}: ${trServer(rule.join(": "))}`;
}
function Contrast({ answer, focus, other }) {
  const c2 = answer.explain;
  const [a2, b] = [answer.rulings[focus], answer.rulings[other]];
  if (!c2 || !a2 || !b) return html`<p class="hint">Choose two rulesets to see why they differ.</p>`;
  const [one, two] = [trServer(a2.title), trServer(b.title)];
  return html`<section class="contrast" id="contrast">
    <h2>${tr("{one} and {other}", { one, other: two })}</h2>
    <p id="contrast-summary">${trServer(c2.summary)}</p>
    ${c2.parts.length > 0 && html`<ul id="contrast-parts">${c2.parts.map((part) => html`<li><b>${gap(part.points)}</b><span>${trServer(part.text)}</span></li>`)}</ul>`}
    <details class="reasons"><summary>${tr("The rules that differ ({n})", { n: c2.rules.length })}</summary>
      <dl>${c2.rules.map((d2) => html`<div><dt>${trServer(d2.text.split(":")[0])}</dt><dd><b>${one}:</b> ${trServer(d2.a.meaning)} <b>${two}:</b> ${trServer(d2.b.meaning)}</dd></div>`)}</dl></details>
    ${a2.score && html`<details class="reasons"><summary>${tr("The count under {title}", { title: one })}</summary>
      <ul>${a2.score.lines.map((line3) => html`<li class=${line3.startsWith("  ") ? "sub" : ""}>${trServer(line3.trim().replace(/ {2,}/, " "))}</li>`)}</ul></details>`}
  </section>`;
}
function gap(n3) {
  if (n3 === 0) return "";
  return `${n3 > 0 ? "B" : "W"} +${Math.abs(round2(n3))}`;
}
var outcomeName = (result) => result.startsWith("refused ") ? tr("forbidden") : resultName(result);
function Outcomes({ trouble, step: step3 }) {
  if (!trouble || trouble.outcomes.length === 0) return null;
  return html`<section class="contrast" id="outcomes"><h2>What happens</h2>
    <ul>${trouble.outcomes.map((o2) => html`<li><b>${trServer(o2.title)}<small>${outcomeName(o2.result)}</small></b><span>${trCourse(o2.text)}
      ${o2.refused > 0 && html`<small class=${o2.refused === step3 ? "error" : ""}>${tr("Step {refused} is forbidden: {why}.", { refused: o2.refused, why: trServer(o2.why.replace(/^move \d+, \w+ \S+, is illegal: /, "")) })}</small>`}</span></li>`)}</ul></section>`;
}

// ../page/labview.js
var firstRules = ["chinese", "japanese", "tromp-taylor", "aga", "aga-pass-stones", "stone-scoring", "ancient-territory", "tromp-taylor-000"];
var tools2 = [["dead", tr("Dead")], ["black", tr("Black")], ["white", tr("White")], ["empty", tr("Remove")]];
var Laboratory = class extends x {
  /** @type {LabState} */
  state = {
    troubles: null,
    source: null,
    rules: firstRules,
    focus: 0,
    other: 1,
    dead: null,
    tool: "dead",
    komi: false,
    answer: null,
    error: "",
    pasting: false,
    text: ""
  };
  asked = 0;
  async componentDidMount() {
    try {
      const [{ troubles }] = await insist(() => Promise.all([get("lab/troubles"), loadCourse()]), () => state.lab !== null);
      this.setState({ troubles }, () => this.enter(troubles));
    } catch (refusal) {
      this.setState({ error: messageOf(refusal) });
    }
  }
  componentDidUpdate(old) {
    if (old.path !== this.props.path && this.state.troubles) this.enter(this.state.troubles);
  }
  /** Shows the position that the URL names. @param {Trouble[]} troubles */
  enter(troubles) {
    const { dead, ...source4 } = sourceOf(this.props.path, troubles);
    this.show(source4, { dead: dead ?? null, komi: !!source4.game });
  }
  /** Shows another position, without the marks of the previous one. @param {Source} source @param {Partial<LabState>} [more] */
  show(source4, more3 = {}) {
    const trouble = this.state.troubles?.find((t3) => t3.name === source4.trouble);
    const named = trouble && source4.trouble !== this.state.source?.trouble ? { rules: rulesFor(trouble), focus: 0, other: 1 } : {};
    this.setState({ source: source4, dead: null, pasting: false, ...named, ...more3 }, this.ask);
  }
  change(changes2) {
    this.setState(changes2, this.ask);
  }
  /** Asks the server to count the position under the rules. */
  ask = async () => {
    const { source: source4, dead, focus, other, komi } = this.state;
    const rules = this.state.rules.map((name) => komi ? name : `${name}+komi=0`);
    const number2 = ++this.asked;
    const explain2 = focus !== other && Math.max(focus, other) < rules.length ? [focus, other] : [];
    try {
      const answer = await post("lab/compare", { ...source4, rules, dead, explain: explain2 });
      if (number2 === this.asked) this.setState({ answer, error: "" });
    } catch (refusal) {
      if (number2 === this.asked) this.setState({ error: messageOf(refusal) });
    }
  };
  /** A click on the board. The page shows the change at once, because the next click builds on it. @param {string} vertex */
  touch = (vertex) => {
    const { answer, tool } = this.state;
    if (!answer) return;
    const i2 = answer.graph.points.findIndex((p2) => p2.name === vertex);
    if (tool !== "dead") {
      const stones = answer.stones.with(i2, tool === "black" ? 1 : tool === "white" ? -1 : 0);
      return this.show(positionOf(answer.board, stones, answer.prisoners), { dead: this.state.dead, answer: { ...answer, stones } });
    }
    if (answer.stones[i2] === 0) return say(reason(answer.graph, answer.rulings[this.state.focus]?.score, vertex));
    const chain = chainAt(answer.graph, answer.stones, i2).map((p2) => answer.graph.points[p2].name);
    const dead = answer.dead.includes(vertex) ? answer.dead.filter((v2) => !chain.includes(v2)) : [...answer.dead, ...chain];
    this.change({ dead, answer: { ...answer, dead } });
  };
  /** Sets a number of prisoners. The position then becomes the user's own. @param {Color} color @param {any} event */
  take = (color, event) => {
    const { answer, dead } = this.state;
    if (!answer) return;
    const prisoners = { ...answer.prisoners, [color]: Number(event.target.value) };
    this.show(positionOf(answer.board, answer.stones, prisoners), { dead, answer: { ...answer, prisoners } });
  };
  paste = (event) => {
    event.preventDefault();
    const { position: position2, error } = readDrawing(this.state.text);
    if (position2) this.show(position2);
    else this.setState({ error });
  };
  pickRules = (name) => {
    const { rules } = this.state;
    if (!name) return;
    if (rules.includes(name)) this.change({ focus: rules.indexOf(name) });
    else this.change({ rules: [...rules, name], focus: rules.length });
  };
  dropRules = (i2) => {
    const rules = this.state.rules.toSpliced(i2, 1);
    const least = (k2) => Math.max(0, k2 > i2 || k2 >= rules.length ? k2 - 1 : k2);
    this.change({ rules, focus: least(this.state.focus), other: least(this.state.other) });
  };
  /** The choice of the position, and the steps of a trouble. @param {any} s */
  renderSource({ troubles, source: source4 }) {
    const trouble = troubles.find((t3) => t3.name === source4.trouble);
    const step3 = source4.step ?? 0;
    const to = (n3) => this.show({ trouble: trouble.name, step: n3 });
    const at2 = troubles.indexOf(trouble);
    const go2 = (n3) => this.show({ trouble: troubles[n3].name, step: 0 });
    return html`<section class="trouble">
      <div class="row source">
        ${troubles.length > 0 && html`<label class="field">Position
          <select id="trouble" onChange=${(e2) => e2.target.value ? this.show({ trouble: e2.target.value, step: 0 }) : this.setState({ pasting: true })}>
            ${!trouble && html`<option value="" selected>${source4.game ? tr("from your game") : tr("your own")}</option>`}
            ${troubles.map((t3) => html`<option key=${t3.name} value=${t3.name} selected=${t3 === trouble}>${trCourse(t3.title)}</option>`)}
          </select></label>`}
        <button id="paste" onClick=${() => this.setState({ pasting: !this.state.pasting })}>Draw or paste</button>
      </div>
      ${trouble && html`<p id="trouble-text">${trCourse(trouble.text)}</p>
        ${trouble.steps.length > 0 && html`<div class="history">
          ${stepButton("step-first", "first", tr("To the start"), step3 > 0, () => to(0))}
          ${stepButton("step-back", "back", tr("A step back"), step3 > 0, () => to(step3 - 1))}
          <span id="step-number">${tr("Step {step} of {n}", { step: step3, n: trouble.steps.length })}</span>
          ${stepButton("step-next", "forward", tr("The next step"), step3 < trouble.steps.length, () => to(step3 + 1))}
          ${stepButton("step-last", "last", tr("To the end"), step3 < trouble.steps.length, () => to(trouble.steps.length))}
        </div>
        <p id="step-text" class="step" aria-live="polite">${step3 === 0 ? tr("The position before the first step.") : stepText(trouble.steps[step3 - 1])}</p>`}
        <div class="actions">
          <button id="trouble-previous" disabled=${at2 <= 0} onClick=${() => go2(at2 - 1)}>Previous position</button>
          <button id="trouble-next" disabled=${at2 + 1 >= troubles.length} onClick=${() => go2(at2 + 1)}>Next position</button>
        </div>`}
    </section>`;
  }
  renderPaste({ text }) {
    return html`<form class="form" onSubmit=${this.paste}>
      <label class="field">A position in X, O and dots, a row on each line
        <textarea id="drawing" rows="7" spellcheck="false" value=${text} onInput=${(e2) => this.setState({ text: e2.target.value })}></textarea></label>
      <div class="actions"><button class="primary" id="use-drawing">Use this position</button>
        ${[5, 7, 9].map((n3) => html`<button type="button" onClick=${() => this.show({ board: `${n3}x${n3}`, black: [], white: [] }, { tool: "black" })}>${tr("Empty {n}×{n}", { n: n3 })}</button>`)}</div>
    </form>`;
  }
  render({ config: config2, coordinates: coordinates2 }, s2) {
    if (!config2 || !s2.troubles || !s2.source) return s2.error && html`<main class="home"><p class="error">${sentence(s2.error)}</p></main>`;
    const { answer } = s2;
    const ruling = answer?.rulings[s2.focus];
    const whole = answer && frame(answer.graph, coordinates2);
    return html`<main class="play lab" id="laboratory" style=${{ "--ratio": whole ? whole.width / whole.height : 1 }}>
      <div class="table">
        ${answer && html`<${Board} key=${answer.graph.name} graph=${answer.graph} stones=${answer.stones} lastMove=${answer.lastMove} koBan="" dead=${answer.dead}
          score=${ruling?.score} ghost=${s2.tool === "black" || s2.tool === "white" ? s2.tool : ""} quiet=${false} coordinates=${coordinates2} onPoint=${this.touch} />
        <p class="caption" id="lab-caption">${ruling ? html`Counted under <b>${trServer(ruling.title)}</b>: ${ruling.error ? trServer(ruling.error) : resultName(ruling.result)}.` : tr("Choose a ruleset.")}
          ${" "}${s2.dead ? html`<button class="plain small" id="judge" onClick=${() => this.change({ dead: null })}>Let the rules judge dead stones</button>` : tr("The rules judge which stones are dead.")}</p>`}
        <${Chips} name="tool" label="A click on the board" value=${s2.tool} options=${tools2} onPick=${(tool) => this.setState({ tool })} />
      </div>
      <aside class="panel">
        <h1>Rules laboratory</h1>
        <p class="hint">${trParts("Small boards are solved: {link}.", { link: html`<a id="to-solved" href="#lab?solved=3x3">see the exact value of every move</a>` })}</p>
        ${this.renderSource(s2)}
        ${s2.pasting && this.renderPaste(s2)}
        ${s2.error && html`<p id="lab-error" class="error" role="alert">${sentence(s2.error)}</p>`}
        ${answer && html`<div class="row prisoners">${/** @type {Color[]} */
    ["black", "white"].map((color) => html`<label class="field">${color === "black" ? tr("Prisoners of Black") : tr("Prisoners of White")}
          <input id="prisoners-${color}" type="number" inputmode="numeric" min="0" step="1" value=${answer.prisoners[color]} onChange=${(e2) => this.take(color, e2)} /></label>`)}</div>
        <label class="check"><input id="with-komi" type="checkbox" checked=${s2.komi} onChange=${() => this.change({ komi: !s2.komi })} /> Count the komi too</label>
        <${Rulings} names=${s2.rules} rulings=${answer.rulings} focus=${s2.focus} other=${s2.other}
          onFocus=${(focus) => this.change({ focus })} onOther=${(other) => this.change({ other })} onDrop=${this.dropRules} />
        <label class="field">Add rules<${RulesSelect} id="add-rules" config=${config2} onPick=${this.pickRules} /></label>
        <${Contrast} answer=${answer} focus=${s2.focus} other=${s2.other} />
        <${Outcomes} trouble=${s2.troubles.find((t3) => t3.name === s2.source.trouble)} step=${s2.source.step ?? 0} />`}
      </aside>
    </main>`;
  }
};
function stepText({ color, vertex, text }) {
  const move = color === "black" ? tr("black {vertex}", { vertex }) : tr("white {vertex}", { vertex });
  return html`<b>${vertex === "pass" ? tr("{player} passed.", { player: colorName(color) }) : `${capital(move)}.`}</b> ${trCourse(text)}`;
}
function rulesFor(trouble) {
  const named = trouble.outcomes.map((o2) => o2.rules);
  return [.../* @__PURE__ */ new Set([...named, ...firstRules])].slice(0, Math.max(named.length, 6));
}
var stepButton = (id, name, title3, possible3, run) => html`<button id=${id} class="plain" title=${title3} aria-label=${title3} disabled=${!possible3} onClick=${run}>${icon(name)}</button>`;
var turnBar = (name, at2, n3, go2) => html`<div class="history">
  ${stepButton(`${name}-first`, "first", tr("To the start"), at2 > 0, () => go2(0))}
  ${stepButton(`${name}-back`, "back", tr("A turn back"), at2 > 0, () => go2(at2 - 1))}
  <span>${tr("Turn {at} of {n}", { at: at2, n: n3 })}</span>
  ${stepButton(`${name}-next`, "forward", tr("The next turn"), at2 < n3, () => go2(at2 + 1))}
  ${stepButton(`${name}-last`, "last", tr("To the end"), at2 < n3, () => go2(n3))}
</div>`;

// ../page/proofview.js
var nothing3 = { certificate: null, claim: 0, turns: [], at: 0, answer: null };
var Proofs = class extends x {
  /** @type {ProofState} */
  state = { ...nothing3, checking: false, error: "" };
  asked = 0;
  reads = 0;
  componentDidMount() {
    this.enter();
  }
  /** @param {{path: string}} old */
  componentDidUpdate(old) {
    if (old.path !== this.props.path) this.enter();
  }
  componentWillUnmount() {
    this.asked++;
    this.reads++;
  }
  enter() {
    const board = new URLSearchParams(this.props.path).get("proof");
    if (board) this.read({ board });
  }
  /** Lets the server make or read a certificate, and check it. @param {{board: string}|{text: string}} what */
  async read(what) {
    const number2 = ++this.reads;
    this.setState({ checking: true, error: "" });
    try {
      const certificate = (
        /** @type {Certificate} */
        await post("lab/certificate", what)
      );
      if (number2 === this.reads) this.setState({ ...nothing3, certificate, checking: false }, () => this.to(0, [], 0));
    } catch (refusal) {
      if (number2 === this.reads) this.setState({ checking: false, error: messageOf(refusal) });
    }
  }
  /** @param {any} event */
  open = async (event) => {
    const file = event.target.files[0];
    event.target.value = "";
    if (file) this.read({ text: await file.text() });
  };
  /** Shows the position after a number of turns. @param {number} claim @param {string[]} turns @param {number} at */
  async to(claim, turns, at2) {
    const number2 = ++this.asked;
    try {
      const certificate = this.state.certificate?.id;
      const answer = (
        /** @type {ProofPosition} */
        await post("lab/proof", { certificate, claim, turns: turns.slice(0, at2) })
      );
      if (number2 === this.asked) this.setState({ claim, turns, at: at2, answer, error: "" }, this.reply);
    } catch (refusal) {
      if (number2 === this.asked) this.setState({ error: messageOf(refusal) });
    }
  }
  /** Plays the turn of the strategy at the end of the game. */
  reply = () => {
    const { answer, at: at2, turns } = this.state;
    if (answer && at2 === turns.length && answer.toPlay === this.claimant()) this.play(answer.turns[0]);
  };
  claimant() {
    const { certificate, claim } = this.state;
    return certificate?.claims[claim].white ? "white" : "black";
  }
  /** @param {string|undefined} vertex */
  play = (vertex) => {
    const { claim, turns, at: at2, answer } = this.state;
    if (!answer || answer.end || vertex === void 0) return;
    if (!answer.turns.includes(vertex)) return say(tr("This turn is not possible."));
    this.to(claim, [...turns.slice(0, at2), vertex], at2 + 1);
  };
  go = (at2) => this.to(this.state.claim, this.state.turns, at2);
  /** What the proof says about the position. */
  said() {
    const { answer } = this.state;
    const claimant = colorName(this.claimant());
    switch (answer?.end) {
      case "over":
        return tr("The game is over, with the result that was claimed.");
      case "settled":
      case "held":
        return tr("The proof ends here: {player} has enough points that cannot be taken any more.", { player: claimant });
    }
    if (answer?.toPlay === this.claimant()) return tr("The proof plays {vertex}.", { vertex: answer.turns[0] });
    return tr("Try to refute the proof: play any turn of the other player. The proof has an answer to each.");
  }
  /** @param {{path: string, coordinates: boolean}} props @param {ProofState} s */
  render({ coordinates: coordinates2 }, { certificate, answer, ...s2 }) {
    const whole = answer && frame(answer.graph, coordinates2);
    const opponents = answer && !answer.end && answer.toPlay !== this.claimant();
    return html`<main class="play lab" id="proof" data-turns=${s2.at} data-end=${answer?.end} style=${{ "--ratio": whole ? whole.width / whole.height : 1 }}>
      <div class="table">
        ${answer && html`<${Board} key=${certificate?.id} graph=${answer.graph} stones=${answer.stones} lastMove=${answer.lastMove} koBan=${answer.koBan} dead=${[]}
          ghost=${opponents ? answer.toPlay : ""} quiet=${!opponents} coordinates=${coordinates2} onPoint=${this.play} />
        <p class="caption" id="proof-says">${this.said()}</p>
        ${turnBar("proof", s2.at, s2.turns.length, this.go)}
        <div class="actions"><button id="proof-pass" disabled=${!opponents} onClick=${() => this.play("pass")}>Pass</button></div>`}
      </div>
      <aside class="panel">
        <h1>Proofs</h1>
        <p>A certificate is a strategy that has an answer to every turn of the opponent. tengen checks it with a program that knows only the rules.</p>
        ${s2.checking && html`<p class="hint" role="status">Checking…</p>`}
        ${s2.error && html`<p class="error" role="alert" id="proof-error">${sentence(s2.error)}</p>`}
        ${certificate && html`<label class="field">${tr("Proved on {board}", { board: trBoard(certificate.board) })}
          <select id="proof-claim" value=${s2.claim} onChange=${(e2) => this.to(Number(e2.target.value), [], 0)}>
            ${certificate.claims.map((c2, i2) => html`<option key=${i2} value=${i2} selected=${i2 === s2.claim}>${claimText(c2)}</option>`)}</select></label>
        <p class="hint" id="proof-size">${tr("{states} states were checked.", { states: grouped(certificate.claims[s2.claim].states) })}</p>
        <a class="button plain" href="/api/lab/certificates/${certificate.id}" download>Download the certificate</a>`}
        <label class="field">Open a certificate
          <input id="proof-file" type="file" accept=".txt,text/plain" onChange=${this.open} /></label>
        <p class="hint">${trParts("The command {command} writes a certificate.", { command: html`<code>tengen solve 4x4 --certificate proof.txt</code>` })}</p>
        <a class="button plain" href="#lab?solved=${encodeURIComponent(new URLSearchParams(this.props.path).get("proof") || "3x3")}">Solved boards</a>
      </aside>
    </main>`;
  }
};
function claimText(c2) {
  const values = { player: c2.white ? tr("White") : tr("Black"), result: leadText(c2.lead) };
  return c2.finite ? tr("{player} forces {result} or better.", values) : tr("{player} forces {result} or better, or a game without end.", values);
}

// ../page/solvedtext.js
var boundsText = (b) => b.low === b.high ? leadText(b.low) : tr("{low} to {high}", { low: leadText(b.low), high: leadText(b.high) });
function shortText(b, player) {
  const own = player === "black" ? [b.low, b.high] : [-b.high, -b.low];
  const signed2 = (v2) => v2 > 0 ? `+${v2}` : v2 < 0 ? `−${-v2}` : "0";
  return b.low === b.high ? signed2(own[0]) : `${signed2(own[0])}…${signed2(own[1])}`;
}

// ../page/solvedview.js
var boards2 = ["3x3", "2x2", "3x2", "4x2", "5x2", "6x2", "4x3", "4x1", "7x1", "torus 3x3", "cylinder 3x3", "torus 4x3", "hex 3x3", "triangular 3x3", "ring 7"];
var perfectTurn = (answer) => answer.turns.find((t3) => t3.keeps)?.vertex ?? "pass";
var SolvedBoards = class extends x {
  /** @type {SolvedState} */
  state = { board: "", turns: [], at: 0, perfect: "", answer: null, error: "", counting: "9x9", share: null, count: "" };
  asked = 0;
  /** @type {EventSource|null} */
  events = null;
  componentDidMount() {
    this.begin(new URLSearchParams(this.props.path).get("solved") || boards2[0]);
  }
  /** @param {{path: string}} old */
  componentDidUpdate(old) {
    const named = new URLSearchParams(this.props.path).get("solved");
    if (old.path !== this.props.path && named) this.begin(named);
  }
  componentWillUnmount() {
    this.events?.close();
    this.asked++;
  }
  /** @param {string} board */
  begin = (board) => this.to(board, [], 0);
  /** Shows the position after a number of turns. @param {string} board @param {string[]} turns @param {number} at */
  async to(board, turns, at2) {
    const number2 = ++this.asked;
    try {
      const answer = (
        /** @type {Solved} */
        await post("lab/solved", { board, turns: turns.slice(0, at2) })
      );
      if (number2 !== this.asked) return;
      this.setState({ board, turns, at: at2, answer, error: "" }, this.reply);
    } catch (refusal) {
      if (number2 === this.asked) this.setState({ error: messageOf(refusal) });
    }
  }
  /** Plays the turn of the perfect player, if it is this player's turn at the end of the game. */
  reply = () => {
    const { answer, perfect, at: at2, turns } = this.state;
    if (answer && !answer.over && answer.toPlay === perfect && at2 === turns.length) this.play(perfectTurn(answer));
  };
  /** @param {string} vertex */
  play = (vertex) => {
    const { board, turns, at: at2, answer } = this.state;
    if (!answer || answer.over) return;
    if (!answer.turns.some((t3) => t3.vertex === vertex)) return say(tr("This turn is not possible."));
    this.to(board, [...turns.slice(0, at2), vertex], at2 + 1);
  };
  go = (at2) => this.to(this.state.board, this.state.turns, at2);
  /** @param {""|Color} perfect */
  setPerfect = (perfect) => this.setState({ perfect }, this.reply);
  count = (event) => {
    event.preventDefault();
    this.events?.close();
    const { counting } = this.state;
    const path = `lab/count?board=${encodeURIComponent(counting)}`;
    const events = new EventSource(`/api/${path}`);
    this.events = events;
    const end = (count) => {
      events.close();
      this.setState({ share: null, count });
    };
    this.setState({ share: 0, count: "" });
    events.addEventListener("progress", (e2) => this.setState({ share: JSON.parse(e2.data).share }));
    events.addEventListener("done", (e2) => {
      const { legal, share } = JSON.parse(e2.data);
      end(tr("{board} has {legal} legal positions, {percent} % of all colourings.", { board: counting, legal, percent: (100 * share).toPrecision(4) }));
    });
    events.addEventListener("failed", (e2) => end(sentence(JSON.parse(e2.data).error)));
    events.addEventListener("error", async () => {
      events.close();
      end(sentence(await whyRefused(path)));
    });
  };
  /** @param {{path: string, coordinates: boolean}} props @param {SolvedState} s */
  render({ coordinates: coordinates2 }, s2) {
    const { answer } = s2;
    if (!answer) return html`<main class="home">${s2.error ? html`<p class="error" role="alert">${sentence(s2.error)}</p>` : html`<p class="hint">Solving…</p>`}</main>`;
    const whole = frame(answer.graph, coordinates2);
    const player = answer.toPlay === "black" ? tr("Black") : tr("White");
    return html`<main class="play lab" id="solved" data-turns=${s2.at} style=${{ "--ratio": whole.width / whole.height }}>
      <div class="table">
        <${Board} key=${answer.graph.name} graph=${answer.graph} stones=${answer.stones} lastMove=${answer.lastMove} koBan=${answer.koBan} dead=${[]}
          ghost=${answer.over ? "" : answer.toPlay} quiet=${answer.over} coordinates=${coordinates2} onPoint=${this.play}
          told=${(vertex) => told2(answer, vertex)}><${Values} answer=${answer} /></${Board}>
        <p class="caption" id="solved-value">${answer.over ? tr("The game is over:") : tr("{player} to play. Exact value:", { player })} <b>${boundsText(answer.value)}</b>${answer.value.low === answer.value.high ? "." : `, ${tr("depending on the rule about cycles")}.`}</p>
        ${turnBar("solved", s2.at, s2.turns.length, this.go)}
        <div class="actions">
          <button id="solved-pass" disabled=${answer.over} onClick=${() => this.play("pass")}>Pass</button>
          <button id="solved-perfect" disabled=${answer.over} onClick=${() => this.play(perfectTurn(answer))}>Perfect turn</button>
        </div>
      </div>
      <aside class="panel">
        <h1>Solved boards</h1>
        <p>Every number is proved. It is the lead at the end if both players play perfectly, by area scoring and the basic ko rule, without suicide and without komi. On the board it is from the point of view of the player to move.</p>
        <div class="row source"><label class="field">Board
          <select id="solved-board" value=${s2.board} onChange=${(e2) => this.begin(e2.target.value)}>
            ${[.../* @__PURE__ */ new Set([s2.board, ...boards2])].map((b) => html`<option key=${b} value=${b} selected=${b === s2.board}>${trBoard(b)}</option>`)}</select></label>
          <label class="field">Plays perfectly
          <select id="solved-side" value=${s2.perfect} onChange=${(e2) => this.setPerfect(e2.target.value)}>
            ${[["", tr("neither player")], ["white", tr("White")], ["black", tr("Black")]].map(([v2, text]) => html`<option key=${v2} value=${v2} selected=${v2 === s2.perfect}>${text}</option>`)}</select></label></div>
        ${s2.error && html`<p class="error" role="alert">${sentence(s2.error)}</p>`}
        <${Turns} answer=${answer} onPlay=${this.play} />
        <p class="hint">${tr("{positions} positions of this board were solved. Symmetric positions are counted once.", { positions: grouped(answer.positions) })}</p>
        <a id="to-proof" class="button plain" href="#lab?proof=${encodeURIComponent(s2.board)}">The proof of this value</a>
        <form class="form" onSubmit=${this.count}>
          <label class="field">Count the legal positions of
            <input id="count-board" value=${s2.counting} maxlength="60" onInput=${(e2) => this.setState({ counting: e2.target.value })} /></label>
          <div class="actions"><button id="count" disabled=${s2.share !== null}>Count</button></div>
          ${s2.share !== null && html`<progress id="count-progress" max="1" value=${s2.share} aria-label="Progress of the count"></progress>`}
          ${s2.count && html`<p id="count-result" role="status">${s2.count}</p>`}
        </form>
        <a class="button plain" href="#lab">Rules laboratory</a>
      </aside>
    </main>`;
  }
};
function told2(answer, vertex) {
  const turn2 = answer.turns.find((t3) => t3.vertex === vertex);
  return turn2 ? boundsText(turn2) : "";
}
function Values({ answer }) {
  const k2 = shapeOf(answer.graph).radius / 0.475;
  const player = answer.toPlay === "black" ? "black" : "white";
  return html`<g class="solved-values" pointer-events="none">${answer.turns.map((t3) => {
    const p2 = answer.graph.points.find((q2) => q2.name === t3.vertex);
    if (!p2) return null;
    const text = shortText(t3, player);
    return html`<g key=${t3.vertex} class=${t3.keeps ? "keeps" : ""} data-value=${t3.vertex} transform="translate(${p2.x} ${p2.y}) scale(${k2})">
      <circle r=".4" /><text font-size=${text.length > 4 ? 0.165 : 0.3}>${text}</text></g>`;
  })}</g>`;
}
function Turns({ answer, onPlay }) {
  if (answer.over) return null;
  return html`<table class="solved-turns" aria-label="Turns"><thead><tr><th scope="col">Turn</th><th scope="col">Value</th></tr></thead>
    <tbody>${answer.turns.map((t3) => html`<tr key=${t3.vertex} class=${t3.keeps ? "keeps" : ""}>
      <th scope="row"><button class="plain" data-turn=${t3.vertex} onClick=${() => onPlay(t3.vertex)}>${trVertex(t3.vertex)}</button></th><td>${boundsText(t3)}</td></tr>`)}</tbody></table>`;
}

// ../page/learningchart.js
var pad = { left: 52, right: 14, top: 10, bottom: 24 };
var dots = 80;
var keySteps = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -Infinity, End: Infinity };
var TimeChart = class extends x {
  state = { width: 0 };
  box = M();
  observer = new ResizeObserver(([entry]) => this.setState({ width: Math.round(entry.contentRect.width) }));
  componentDidMount() {
    this.observer.observe(this.box.current);
  }
  componentWillUnmount() {
    this.observer.disconnect();
  }
  pick = (event) => {
    const { spots, seconds, onChoose } = this.props;
    const { left: left3 } = this.box.current.getBoundingClientRect();
    const at2 = (event.clientX - left3 - pad.left) / (this.state.width - pad.left - pad.right) * seconds;
    const i2 = nearest(spots.map((s2) => s2.x), at2);
    if (i2 >= 0) onChoose(spots[i2].generation);
  };
  /** With the button down, the pointer chooses as it moves. */
  drag = (event) => event.buttons === 1 && event.pointerType === "mouse" && this.pick(event);
  key = (event) => {
    const { spots, chosen: chosen3, onChoose } = this.props;
    const by = keySteps[event.key];
    if (!by || spots.length === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const at2 = Math.max(0, spots.findIndex((s2) => s2.generation === chosen3));
    onChoose(spots[Math.min(spots.length - 1, Math.max(0, at2 + by))].generation);
  };
  render({ id, title: title3, hint: hint4, spots, seconds, chosen: chosen3, said, height: height2 }, { width }) {
    return html`<figure class="chart run-0" id="chart-${id}" data-points=${spots.length}>
      <figcaption><b>${title3}</b><small>${hint4}</small><span class="readings"><span>${said}</span></span></figcaption>
      <div class="plot" ref=${this.box} style=${{ height: `${height2}px` }} tabindex="0" role="slider" aria-label=${tr("{title} ({hint}) by generation", { title: title3, hint: hint4 })}
        aria-valuemin=${spots[0]?.generation ?? 0} aria-valuemax=${spots.at(-1)?.generation ?? 0} aria-valuenow=${chosen3} aria-valuetext="${tr("generation {generation}", { generation: chosen3 })}: ${said || tr("nothing yet")}"
        onPointerDown=${this.pick} onPointerMove=${this.drag} onKeyDown=${this.key}>
        ${width > 0 && spots.length > 0 && html`<${Drawing} id=${id} spots=${spots} seconds=${seconds} chosen=${chosen3} width=${width} height=${height2} />`}
      </div></figure>`;
  }
};
function Drawing({ id, spots, seconds, chosen: chosen3, width, height: height2 }) {
  const axis2 = valueAxis(spots);
  const x3 = scaleOf({ from: 0, to: Math.max(seconds, 1), log: false }, pad.left, width - pad.right);
  const y3 = scaleOf(axis2, height2 - pad.bottom, pad.top);
  const aim2 = spots.find((s2) => s2.generation === chosen3);
  const clear3 = (at2) => !aim2 || Math.abs(at2 - middle2(x3(aim2.x))) > 64;
  const middle2 = (at2) => Math.min(Math.max(at2, pad.left + 40), width - pad.right - 40);
  return html`<svg width=${width} height=${height2} viewBox="0 0 ${width} ${height2}" aria-hidden="true">
    <clipPath id="clip-${id}"><rect x=${pad.left} y="0" width=${Math.max(0, width - pad.left - pad.right)} height=${height2 - pad.bottom} /></clipPath>
    <g class="grid">${ticks(axis2, height2 > 200 ? 6 : 4).map((v2) => html`<line key=${v2} x1=${pad.left} x2=${width - pad.right} y1=${y3(v2)} y2=${y3(v2)} /><text x=${pad.left - 7} y=${y3(v2)}>${String(v2).replace("-", "−")}</text>`)}
      ${timeTicks(seconds, Math.max(2, Math.floor((width - pad.left) / 95))).filter(({ at: at2 }) => clear3(x3(at2))).map(({ at: at2, text }) => html`<text key=${text} class="x" x=${x3(at2)} y=${height2 - 7}>${text}</text>`)}</g>
    <g clip-path="url(#clip-${id})"><path class="band" d=${bandOf(spots, x3, y3, axis2)} /></g>
    <path class="smooth" d=${lineOf(spots, x3, y3)} />
    ${spots.length <= dots && spots.map((s2) => html`<circle key=${s2.generation} class=${s2.hollow ? "" : "full"} cx=${x3(s2.x)} cy=${y3(s2.y)} r="3.2" />`)}
    ${aim2 && html`<g class="aim"><line x1=${x3(aim2.x)} x2=${x3(aim2.x)} y1=${pad.top} y2=${height2 - pad.bottom} /><circle cx=${x3(aim2.x)} cy=${y3(aim2.y)} r="4.5" />
      <text x=${middle2(x3(aim2.x))} y=${height2 - 7}>${tr("generation {generation}", { generation: aim2.generation })}</text></g>`}
  </svg>`;
}

// ../page/learninglist.js
function summaryOf(run) {
  if (run.error) return tr("cannot be read");
  const state14 = run.running ? run.paused ? tr("paused") : "" : tr("ended");
  return [
    trCount(run.generations, "{n} generation in {time}", "{n} generations in {time}", { time: duration(run.seconds) }),
    run.elo !== null && run.generations > 0 && tr("{elo} Elo", { elo: signed(run.elo) }),
    state14,
    ago(new Date(run.changed))
  ].filter(Boolean).join(" · ");
}
var LearningRuns = ({ list, current }) => html`<ul id="learning-runs">${list.learning.map((run) => html`<li key=${run.name}>
  <a href="#learning/${encodeURIComponent(run.name)}" data-run=${run.name} aria-current=${run.name === current ? "page" : null}>
    <b>${titleOf(run.name, list.folder)}</b><small>${run.boards.map(trBoard).join(", ")} · ${summaryOf(run)}</small></a></li>`)}</ul>`;

// ../page/thoughtview.js
var listed2 = 5;
var none2 = [];
function Thoughts({ run, coordinates: coordinates2 }) {
  const { positions: positions2, at: at2, thoughts } = state10;
  const position2 = positions2[at2];
  const [net, nets] = [shownNet(), withNets(run.list)];
  const thought = thoughts.get(net)?.[at2] ?? null;
  const several = run.boards.length > 1;
  if (!position2) return null;
  return html`<section class="shelf thoughts" id="thoughts" data-generation=${thoughts.has(net) ? net : -1}>
    <h2>What the nets think, without a search</h2>
    <label class="field slider"><span>${trParts("Net of generation {generation}", { generation: html`<b>${net}</b>` })}${net === run.best && `, ${tr("which plays")}`}</span>
      <input id="generation" type="range" min="0" max=${nets.length - 1} step="1" value=${net} aria-valuetext=${saidOf(net, position2, thought)} onInput=${(e2) => choose3(Number(e2.target.value))} /></label>
    ${positions2.length > 1 && html`<${Chips} name="position" label="Position" value=${String(at2)} options=${positions2.map((p2, i2) => [String(i2), positionName(p2, several)])} onPick=${(i2) => lookAt(Number(i2))} />`}
    ${run.positions === 0 && html`<p class="hint">From generation 4 on, a few positions of its games are shown here, too.</p>`}
    <div class="thought">
      <div class="thought-board" style=${sizeOf2(position2, coordinates2)}><${Board} key=${at2} graph=${position2.graph} stones=${position2.stones} lastMove=${position2.lastMove} koBan="" dead=${none2} ghost="" quiet=${true} coordinates=${coordinates2}
        onPoint=${(vertex) => thought && say(pointText(position2, thought, vertex))}>${thought && html`<${Policy2} position=${position2} thought=${thought} />`}</${Board}></div>
      ${thought ? html`<${Verdict} position=${position2} thought=${thought} />` : html`<p class="hint">${thoughts.has(net) ? tr("This net was not asked about the position.") : tr("Reading…")}</p>`}
    </div>
  </section>`;
}
function sizeOf2({ graph }, coordinates2) {
  const { width, height: height2 } = frame(graph, coordinates2);
  return { maxWidth: `${Math.min(30, Math.max(12, 3.4 * width), 34 * width / height2)}rem` };
}
function pointText({ graph, stones }, { policy }, vertex) {
  const i2 = graph.points.findIndex((p2) => p2.name === vertex);
  if (i2 < 0 || stones[i2] !== 0) return tr("There is a stone at {vertex}.", { vertex });
  return `${vertex}: ${percent(policy[i2])}`;
}
function Policy2({ position: { graph, stones }, thought }) {
  const { radius: radius2 } = shapeOf(graph);
  return html`<g class="policy" aria-hidden="true">${movesOf(thought, stones).map(({ point: point2, radius: part, opacity, label }) => {
    const { x: x3, y: y3 } = graph.points[point2];
    return html`<g key=${point2}><circle cx=${x3} cy=${y3} r=${(radius2 * part).toFixed(3)} fill-opacity=${opacity.toFixed(2)} />${label && html`<text x=${x3} y=${y3}>${label}</text>`}</g>`;
  })}</g>`;
}
function Verdict({ position: position2, thought }) {
  const { toPlay, komi, graph, generation, game, number: number2 } = position2;
  const black = Math.round(1e3 * thought.win) / 10;
  return html`<div class="verdict">
    <div class="win-bar" role="img" aria-label=${tr("Black wins {win}", { win: percent(thought.win) })}><i style=${{ width: `${black}%` }}></i></div>
    <dl><div><dt>Black wins</dt><dd id="thought-win">${percent(thought.win)}</dd></div><div><dt>Lead</dt><dd id="thought-lead">${leadText(thought.lead)}</dd></div>
      <div><dt>To play</dt><dd>${toPlay === "black" ? tr("Black") : tr("White")}</dd></div><div><dt>Komi</dt><dd>${komi}</dd></div></dl>
    <ol class="best" aria-label="The most probable moves">${bestMoves(thought, graph, listed2).map(({ name, p: p2 }) => html`<li key=${name}><b>${name}</b><span class="share"><i style=${{ width: `${100 * p2}%` }}></i></span><span>${percent(p2)}</span></li>`)}</ol>
    ${number2 > 0 && html`<p class="hint">${tr("From game {game} of generation {generation}.", { game: game + 1, generation })}</p>`}
  </div>`;
}
function saidOf(net, position2, thought) {
  if (!thought) return tr("generation {generation}", { generation: net });
  const best2 = bestMoves(thought, position2.graph, 3).map(({ name, p: p2 }) => `${name} ${percent(p2)}`).join(", ");
  return tr("generation {net}: Black wins {win}, lead {lead}; {best}", { net, win: percent(thought.win), lead: leadText(thought.lead), best: best2 });
}

// ../page/learningview.js
var rowsFirst = 12;
var again6 = 5e3;
var LearningPage = class extends x {
  timer = 0;
  componentDidMount() {
    enter2(this.props.path);
    this.timer = setInterval(() => this.setState({}), again6);
  }
  componentDidUpdate(old) {
    if (old.path !== this.props.path) enter2(this.props.path);
  }
  componentWillUnmount() {
    clearInterval(this.timer);
    leave4();
  }
  render({ config: config2, coordinates: coordinates2 }) {
    const { name, list, run, connected, error } = state10;
    if (config2 && !config2.training) return html`<main class="home"><section class="welcome"><h1 tabindex="-1">Learning</h1>
      <p>${trParts("To see the runs of {command} here, name the folder that contains them: {option}.", { command: html`<code>tengen learn</code>`, option: html`<code>tengen web --runs DIR</code>` })}</p></section></main>`;
    return html`<main class="training learning" id="learning" data-run=${name} data-generations=${run?.generations ?? -1}>
      <section class="shelf runs">
        <h1 tabindex="-1">Learning from itself</h1>
        ${error && html`<p id="learning-error" class="error" role="alert">${sentence(error)}</p>`}
        ${list && list.learning.length > 0 && html`<${LearningRuns} list=${list} current=${name} />`}
        ${list && list.learning.length === 0 && html`<p class="hint" id="no-learning">${trParts("The folder {folder} has no run of {command} yet.", { folder: list.folder, command: html`<code>tengen learn</code>` })}</p>`}
        <p class="hint"><a href="#training">Training runs</a></p>
      </section>
      <section class="curves">
        ${!connected && html`<p class="hint" role="status">Connection lost. Trying again…</p>`}
        ${name && !run && html`<p class="hint">Reading…</p>`}
        ${run && html`<${Run} run=${run} coordinates=${coordinates2} />`}
      </section>
    </main>`;
  }
};
function Run({ run, coordinates: coordinates2 }) {
  const chosen3 = shown();
  const g2 = run.list[chosen3];
  const end = Math.max(run.seconds, ...run.list.map((one) => one.at), 1);
  const rated = run.list.filter((one) => one.elo !== null);
  const lossSpots = (key) => run.list.filter((one) => one[key] !== null).map((one) => ({ generation: one.number, x: one.at, y: one[key] }));
  const elo = rated.map((one) => ({ generation: one.number, x: one.at, y: one.elo, low: one.low, high: one.high, hollow: !one.passed }));
  const chart = (id, title3, hint4, spots, said, height2) => html`<${TimeChart} key=${id} id=${id} title=${title3} hint=${hint4} spots=${spots} seconds=${end} chosen=${chosen3} said=${said} height=${height2} onChoose=${choose3} />`;
  const loss = (v2) => typeof v2 === "number" ? decimal(v2, 3) : "";
  return html`<${Card2} run=${run} />
    ${run.list.length > 0 && run.generations === 0 && html`<p class="hint" id="no-generation">The first generation is under way. The curves begin when it is finished.</p>`}
    ${run.generations > 0 && html`<div class="charts">
      ${chart("elo", tr("Strength"), tr("Elo of the nets, with 95 % intervals"), elo, g2 ? eloText(g2) : "", 260)}
      ${chart("policy", tr("Moves"), tr("loss of the policy, nats"), lossSpots("policy"), loss(g2?.policy), 165)}
      ${chart("value", tr("Win or loss"), tr("loss of the value, nats"), lossSpots("value"), loss(g2?.value), 165)}
    </div>`}
    ${withNets(run.list).length > 0 && html`<${Thoughts} run=${run} coordinates=${coordinates2} />`}
    ${run.list.length > 1 && html`<${Generations} run=${run} chosen=${chosen3} /><${Games} chosen=${chosen3} />`}
    <p class="hidden" aria-live="polite">${g2 && document.activeElement?.closest("#learning") ? spoken2(g2) : ""}</p>`;
}
var spoken2 = (g2) => [tr("Generation {number}", { number: g2.number }), g2.elo !== null && tr("Elo {elo}", { elo: eloText(g2) }), g2.match > 0 && tr("match {points}", { points: matchText(g2) }), playsOn(g2)].filter(Boolean).join(", ");
function Card2({ run }) {
  const { is, text, button } = conditionOf(run, Date.now());
  const title3 = titleOf(run.name, state10.list?.folder ?? "");
  const stage = is === "runs" || is === "paused" ? stageText(run) : "";
  const part = run.now && stage.includes(":") && run.now.total > 0 ? Math.min(100, 100 * run.now.done / run.now.total) : 0;
  const best2 = run.list[run.best];
  const facts = [
    [tr("Learned for"), run.seconds > 0 ? duration(run.seconds) : "", run.limit > 0 ? tr("of {time}", { time: duration(run.limit) }) : ""],
    [tr("Generations"), String(run.generations), run.mostGenerations > 0 ? tr("of {n}", { n: run.mostGenerations }) : ""],
    [tr("Net that plays"), tr("generation {generation}", { generation: run.best }), best2?.elo ? tr("{elo} Elo", { elo: signed(best2.elo) }) : ""],
    [tr("Board"), run.boards.map(trBoard).join(", "), tr("komi {komi}, {rules}", { komi: run.komi, rules: run.rules })],
    [tr("Net"), run.architecture, tr("from {name}", { name: trServer(run.from) })]
  ].filter(([, value]) => value);
  return html`<article class="run-card run-0" id="learning-card" data-state=${is}>
    <h2 title=${run.name}><i></i>${title3}</h2>
    <p class="state ${is}" id="learning-state" role="status">${text}</p>
    ${button && html`<button id="pause" disabled=${state10.busy} title=${button === "pause" ? tr("Pause (p)") : tr("Resume (p)")} onClick=${togglePause}>${button === "pause" ? tr("Pause") : tr("Resume")}</button>`}
    ${run.error && html`<p class="error" role="alert">${sentence(run.error)}</p>`}
    ${stage && html`<p class="step-of" id="stage">${stage}</p>
      ${stage.includes(":") && html`<div class="progress" role="progressbar" aria-label=${stage} aria-valuemin="0" aria-valuemax="100" aria-valuenow=${Math.round(part)}><i style=${{ width: `${part}%` }}></i></div>`}`}
    <dl>${facts.map(([label, value, more3]) => html`<div><dt>${label}</dt><dd title=${more3}>${value}${more3 && html`<small>${more3}</small>`}</dd></div>`)}</dl>
  </article>`;
}
function Generations({ run, chosen: chosen3 }) {
  const all = run.list.slice(1).reverse();
  const cut2 = !state10.allGenerations && all.length > rowsFirst;
  const rows2 = cut2 ? all.slice(0, rowsFirst) : all;
  const old = cut2 && chosen3 > 0 ? all.slice(rowsFirst).find((g2) => g2.number === chosen3) : void 0;
  const number2 = (v2, digits = 3) => v2 === null ? "" : decimal(v2, digits);
  const row = (g2) => html`<tr key=${g2.number} data-generation=${g2.number} aria-current=${g2.number === chosen3 ? "true" : null} onClick=${() => choose3(g2.number)}>
    <th scope="row"><button class="plain small" aria-label=${tr("Generation {number}", { number: g2.number })}>${g2.number}</button></th>
    <td>${g2.at > 0 ? duration(g2.at) : ""}</td><td>${grouped(g2.games)}</td><td>${g2.games ? decimal(g2.turns / g2.games, 1) : ""}</td><td>${g2.games ? percent(g2.black / g2.games) : ""}</td>
    <td>${number2(g2.policy)}</td><td>${number2(g2.value)}</td><td>${matchText(g2)}</td><td>${g2.elo === null ? "" : signed(g2.elo)}</td><td class=${g2.passed ? "passed" : ""}>${playsOn(g2)}</td></tr>`;
  return html`<section class="shelf generations"><h2>Generations</h2><div class="scroll" tabindex="0" role="region" aria-label="Table of the generations"><table>
    <thead><tr><th scope="col" title="Number of the generation">No.</th><th scope="col">After</th><th scope="col">Games</th><th scope="col" title="Mean length of the games, in moves">Length</th>
      <th scope="col" title="Share of the games that Black won">Black wins</th><th scope="col" title="Loss of the policy, nats">Moves</th><th scope="col" title="Loss of the value, nats">Win</th>
      <th scope="col" title="Points of the new net against the net that played">Match</th><th scope="col">Elo</th><th scope="col">Plays on</th></tr></thead>
    <tbody>${rows2.map(row)}${old && row(old)}</tbody></table></div>
    ${cut2 && html`<button id="all-generations" onClick=${showAll}>${tr("All {n} generations", { n: all.length })}</button>`}
  </section>`;
}
function Games({ chosen: chosen3 }) {
  const { games: games2, run } = state10;
  const mine = games2?.generation === chosen3 ? games2 : null;
  const several = (run?.boards.length ?? 0) > 1;
  return html`<section class="shelf learning-games" id="learning-games" data-generation=${mine?.generation ?? -1}>
    <h2>${tr("Games of generation {chosen}", { chosen: chosen3 })}</h2>
    ${mine?.message && html`<p class="hint">${sentence(mine.message)}</p>`}
    ${!mine && html`<p class="hint">Reading…</p>`}
    <ul>${mine?.games.map((g2) => html`<li key=${g2.game}><button class="plain" data-game=${g2.game} onClick=${() => openGame2(g2.game)}>
      <b>${tr("Game {game}", { game: g2.game + 1 })}</b><span>${resultName(g2.result) || "?"}</span><small>${[several && trBoard(g2.board), tr("{n} moves, komi {komi}", { n: g2.moves, komi: g2.komi }), g2.handicap && tr("handicap {handicap}", { handicap: g2.handicap })].filter(Boolean).join(", ")}</small></button></li>`)}</ul>
    ${mine && mine.games.length > 0 && mine.games.length < mine.total && html`<button id="more-games" onClick=${more2}>${tr("More games: {n} of {total} are listed", { n: mine.games.length, total: grouped(mine.total) })}</button>`}
  </section>`;
}

// ../page/lessonview.js
var none3 = [];
var LessonPage = class extends x {
  componentDidMount() {
    enter3(this.props.path);
  }
  componentDidUpdate(old) {
    if (old.path !== this.props.path) enter3(this.props.path);
  }
  componentWillUnmount() {
    leave5();
  }
  render({ coordinates: coordinates2 }) {
    const { step: step3, scene, error, busy, shown: shown4 } = state11;
    if (error) return html`<main class="home"><section class="welcome"><h1 tabindex="-1">Lesson</h1><p class="error" role="alert">${sentence(error)}</p><p><a href="#course">The course</a> · <a href="#problems">Problems</a></p></section></main>`;
    const at2 = position();
    if (!step3 || !scene || !at2) return html`<main class="play lesson"></main>`;
    const { width, height: height2 } = frame(step3.graph, coordinates2);
    const quiet = !!shown4 || scene.over;
    return html`<main class="play lesson" data-verdict=${scene.verdict} data-step=${step3.step} data-moves=${scene.moves.length} data-busy=${busy} style=${{ "--ratio": width / height2 }}>
      <div class="table">
        <${Board} key=${state11.path} seed=${state11.path} graph=${step3.graph} stones=${at2.stones} lastMove=${at2.lastMove} koBan=${at2.koBan} dead=${none3} ghost=${quiet || busy ? "" : step3.player}
          quiet=${quiet} coordinates=${coordinates2} onPoint=${touch3} onAim=${(vertex) => say(tr("Tap {vertex} again to play there.", { vertex }))}>
          <${Marks} graph=${step3.graph} position=${marked(at2)} next=${false} from="" />
        </${Board}>
      </div>
      <${LessonPanel} step=${step3} />
    </main>`;
  }
};
var drawn2 = { key: "", at: null, position: {} };
function marked(at2) {
  const { scene, marked: marked2, shown: shown4 } = state11;
  const hint4 = marked2 && !shown4 ? scene?.hint ?? "" : "";
  const tried = shown4 ? "" : scene?.tried ?? "";
  const key = `${hint4} ${tried}`;
  if (drawn2.at !== at2 || drawn2.key !== key) {
    const add3 = (kind, vertex) => [...at2.marks[kind] ?? [], ...vertex && vertex !== "pass" ? [vertex] : []];
    Object.assign(drawn2, { key, at: at2, position: { ...at2, children: [], marks: { ...at2.marks, circle: add3("circle", hint4), cross: add3("cross", tried) } } });
  }
  return drawn2.position;
}
function LessonPanel({ step: step3 }) {
  const { place: place5, scene, shown: shown4 } = state11;
  if (!place5 || !scene) return null;
  const course2 = place5.kind === "course";
  return html`<aside class="panel">
    <div class="lesson-head">
      <a class="hint" href=${course2 ? "#course" : "#problems"}>${course2 ? tr("Learn Go") : tr("Problems")}</a>
      <h1 id="lesson-title" tabindex="-1">${step3.title}</h1>
    </div>
    <${Ribbon} step=${step3} place=${place5} />
    <section class="lesson-task">
      <h2>${place5.kind === "set" ? tr("Problem {step}, level {name}", { step: step3.step + 1, name: step3.name }) : step3.name || tr("Problem {step}", { step: step3.step + 1 })}</h2>
      <${Prose} text=${step3.at.text || (step3.player === "black" ? tr("Black to play.") : tr("White to play."))} id="lesson-text" />
      ${!course2 && html`<p class="hint">${step3.player === "black" ? tr("You are Black.") : tr("You are White.")}</p>`}
      ${step3.empty && html`<p class="hint">This game has no moves, so there is nothing to solve.</p>`}
      ${step3.unsure && !step3.empty && html`<p class="hint">The file does not say which moves are right, so no answer counts.</p>`}
    </section>
    ${shown4 ? html`<${Solution} />` : html`<${Answer} />`}
    <${LessonActions} step=${step3} course=${course2} />
    <footer class="facts"><div class="tray pair">
      <button id="coordinates" class="plain" aria-pressed=${state.coordinates} title="Coordinates (c)" onClick=${() => toggle("coordinates")}>${icon("grid")}<span>Coordinates</span></button>
      ${recordOf(place5) && html`<a class="button plain" href="#record/${recordOf(place5)}">${icon("book")}<span>Record</span></a>`}
    </div>${!course2 && html`<p class="hint" id="lesson-item">${itemText(step3)}</p>`}</footer>
  </aside>`;
}
function recordOf({ kind, name, step: step3 }) {
  if (kind === "record") return `${name}/${step3}`;
  return kind === "mine" && name !== "all" ? name.replace("-", "/") : "";
}
function itemText({ item }) {
  const parts = [item.solved && trCount(item.solved, "solved once", "solved {n} times"), item.missed && trCount(item.missed, "missed once", "missed {n} times"), item.due && tr("asked again {due}", { due: dayText(item.due) })];
  return sentence(parts.filter(Boolean).join(", ")) || tr("Not tried yet");
}
var Prose = ({ text, id }) => html`<div class="lesson-prose" id=${id}>${text.split(/\n{2,}/).map((p2) => html`<p>${p2}</p>`)}</div>`;
function Ribbon({ step: step3, place: place5 }) {
  if (step3.of < 2) return null;
  const steps = ribbonOf(step3.step, step3.of);
  return html`<ol class="ribbon" aria-label=${tr("Step {step} of {of}", { step: step3.step + 1, of: step3.of })}>
    ${steps[0] > 0 && html`<li aria-hidden="true">…</li>`}
    ${steps.map((i2) => html`<li key=${i2}><a href="#lesson/${pathOf({ ...place5, step: i2 })}" data-mark=${step3.marks[i2]} aria-current=${i2 === step3.step ? "step" : null}
      title="${i2 + 1}: ${markTexts[step3.marks[i2]]}" aria-label=${tr("Step {step}, {state}", { step: i2 + 1, state: markTexts[step3.marks[i2]] })}>${step3.marks[i2] === "s" ? icon("check") : i2 + 1}</a></li>`)}
    ${(steps.at(-1) ?? 0) < step3.of - 1 && html`<li aria-hidden="true">… ${step3.of}</li>`}
  </ol>`;
}
function Answer() {
  const { scene, busy, streak, place: place5 } = state11;
  if (!scene?.verdict) return busy ? html`<div class="lesson-answer waiting"></div>` : null;
  const good = scene.verdict === "right" || scene.verdict === "open";
  return html`<section class="lesson-answer ${good ? "good" : "not-yet"}" id="lesson-answer">
    <h2>${icon(good ? "check" : "undo")}<span id="lesson-verdict">${headingOf2(scene.verdict)}</span>
      ${place5?.kind !== "course" && scene.verdict === "right" && streak > 1 && html`<small>${tr("{streak} in a row", { streak })}</small>`}</h2>
    <${Prose} text=${scene.text} id="lesson-reply" />
  </section>`;
}
function Solution() {
  const { shown: shown4, shownAt, refuting } = state11;
  if (!shown4) return null;
  const button = (id, name, by, title3, off) => html`<button id=${id} class="plain" title=${title3} aria-label=${title3} disabled=${off} onClick=${() => show4(by)}>${icon(name)}</button>`;
  const text = shown4[shownAt - 1]?.text;
  return html`<div class="history" id="lesson-solution">
      ${button("first", "first", -Infinity, tr("To the start"), shownAt === 0)}${button("back", "back", -1, tr("Back (z)"), shownAt === 0)}
      <span>${refuting ? tr("Refutation") : tr("Solution")} ${shownAt} / ${shown4.length}</span>
      ${button("forward", "forward", 1, tr("Forward (x)"), shownAt === shown4.length)}${button("last", "last", Infinity, tr("To the end"), shownAt === shown4.length)}
    </div>
    ${text && html`<section class="lesson-answer ${refuting ? "not-yet" : "good"}"><${Prose} text=${text} id="solution-text" /></section>`}`;
}
function LessonActions({ step: step3, course: course2 }) {
  const { scene, past, shown: shown4, refuting, busy } = state11;
  if (!scene) return null;
  const solution2 = shown4 && !refuting;
  const solved = scene.verdict === "right" || step3.empty;
  const missed = scene.verdict === "wrong";
  const last = step3.step + 1 === step3.of;
  const nextText = !last || state11.due ? tr("Next") : course2 ? tr("Next lesson") : tr("All problems");
  return html`<div class="actions lesson-actions">
    ${solved || solution2 ? html`<button id="next-step" class="primary" title="Next (n)" onClick=${next2}>${nextText}</button>` : null}
    ${missed && !solution2 && html`<button id="try-again" class="primary" title="Try again (Backspace)" disabled=${busy} onClick=${back}>Try again</button>`}
    ${step3.pass && !solved && !missed && !shown4 && html`<button id="pass" disabled=${busy} title="Pass (p)" onClick=${pass3}>Pass</button>`}
    ${!missed && past.length > 0 && !shown4 && html`<button id="take-back" title="Back (Backspace)" disabled=${busy} onClick=${back}>Back</button>`}
    ${missed && scene.refutation && !solution2 && html`<button id="refutation" aria-pressed=${!!shown4} title="What follows the move (w)" disabled=${busy} onClick=${refute}>${shown4 ? tr("Close") : tr("Why?")}</button>`}
    ${!solved && !shown4 && html`<button id="hint" title="Hint (h)" disabled=${busy} onClick=${hint2}>Hint</button>`}
    ${(shown4 || !step3.unsure && !step3.empty && (!course2 || step3.item.missed > 0)) && html`<button id="solution" aria-pressed=${!!solution2} title="Solution (s)" onClick=${solution}>${solution2 ? tr("Close") : tr("Solution")}</button>`}
  </div>`;
}

// ../page/patternview.js
var tools3 = [["X", tr("Black")], ["O", tr("White")], [".", tr("Empty")], ["?", tr("Anything")]];
var words = { X: tr("black stone"), O: tr("white stone"), ".": tr("empty"), "?": tr("anything¦point") };
var ways = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
var stoneKeys = { x: "X", b: "X", o: "O", w: "O", ".": ".", "?": "?" };
var anchorNames = { whole: tr("Whole board"), corner: tr("In a corner"), side: tr("At a side"), anywhere: tr("Anywhere") };
var PatternEditor = class extends x {
  svg = M();
  /** @type {Place|null} */
  anchor = null;
  // the place where the user began to mark a region with the keyboard
  /** @type {EditorState} */
  state = { tool: "X", cursor: { x: 3, y: 3 }, drag: null };
  place(event) {
    const at2 = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.current.getScreenCTM().inverse());
    const { width, height: height2 } = this.props.pattern;
    return { x: Math.min(Math.max(Math.round(at2.x), 0), width - 1), y: Math.min(Math.max(Math.round(at2.y), 0), height2 - 1) };
  }
  down = (event) => {
    if (event.button !== 0) return;
    const at2 = this.place(event);
    this.svg.current.setPointerCapture(event.pointerId);
    this.setState({ drag: { from: at2, to: at2 }, cursor: at2 });
  };
  move = (event) => {
    const { drag } = this.state;
    if (!drag) return;
    const to = this.place(event);
    if (to.x !== drag.to.x || to.y !== drag.to.y) this.setState({ drag: { ...drag, to, moved: true } });
  };
  up = () => {
    const { drag } = this.state;
    if (!drag) return;
    this.setState({ drag: null });
    if (drag.moved) this.mark(drag.from, drag.to);
    else this.put(drag.from);
  };
  put({ x: x3, y: y3 }) {
    const { pattern, onChange: onChange2 } = this.props;
    const i2 = y3 * pattern.width + x3;
    const now = pattern.points[i2] === this.state.tool ? "." : this.state.tool;
    onChange2({ ...pattern, points: pattern.points.with(i2, now) });
  }
  mark(a2, b) {
    const { pattern, onChange: onChange2 } = this.props;
    onChange2(between(pattern, a2, b));
  }
  key = (event) => {
    const way = ways[event.key];
    const { pattern } = this.props;
    const { cursor } = this.state;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (way) {
      const next3 = { x: Math.min(Math.max(cursor.x + way[0], 0), pattern.width - 1), y: Math.min(Math.max(cursor.y + way[1], 0), pattern.height - 1) };
      if (event.shiftKey) {
        this.anchor ??= cursor;
        this.mark(this.anchor, next3);
      } else this.anchor = null;
      this.setState({ cursor: next3 });
    } else if (event.key === "Enter" || event.key === " ") this.put(cursor);
    else {
      const tool = stoneKeys[event.key];
      if (!tool) return;
      this.setState({ tool });
    }
    event.preventDefault();
    event.stopPropagation();
  };
  render({ pattern: p2, continuations: continuations2, onChange: onChange2 }, { tool, cursor, drag }) {
    const shown4 = regionOf(drag?.moved ? between(p2, drag.from, drag.to) : p2);
    const whole = !p2.region && !drag?.moved;
    const here3 = vertexAt(p2, cursor.x, cursor.y);
    const what = words[p2.points[cursor.y * p2.width + cursor.x]];
    return html`<div class="pattern">
      <svg class="thumb editor" id="pattern" ref=${this.svg} viewBox="-.8 -.8 ${p2.width + 0.6} ${p2.height + 0.6}" tabindex="0" role="application"
          aria-label=${tr("Pattern, {width} by {height}. {here}, {what}. Arrow keys move, Enter puts a stone, Shift with the arrow keys marks the part to search for.", { width: p2.width, height: p2.height, here: here3, what })}
          onPointerDown=${this.down} onPointerMove=${this.move} onPointerUp=${this.up} onPointerCancel=${() => this.setState({ drag: null })} onKeyDown=${this.key}>
        <${Grid} width=${p2.width} height=${p2.height} />
        ${!whole && html`<path class="outside" d=${outside(p2, shown4)} /><rect class="part" x=${shown4.left - 0.5} y=${shown4.top - 0.5} width=${shown4.right - shown4.left + 1} height=${shown4.bottom - shown4.top + 1} />`}
        ${p2.points.map((s2, i2) => mark(s2, i2 % p2.width, Math.floor(i2 / p2.width), i2))}
        ${continuations2.filter((c2) => c2.first).map(continuation)}
        <rect class="cursor" x=${cursor.x - 0.46} y=${cursor.y - 0.46} width=".92" height=".92" rx=".16" />
      </svg>
      <${Chips} name="stone" label="Click to place; drag to mark the part to search for" value=${tool} options=${tools3} onPick=${(t3) => this.setState({ tool: t3 })} />
      <div class="row">
        <${Choice} id="anchor" label="Where" value=${p2.anchor} options=${anchorsOf(p2).map((a2) => [a2, anchorNames[a2]])} onPick=${(anchor) => onChange2({ ...p2, anchor })} />
        <${Choice} id="pattern-size" label="Board" value=${String(p2.width)} options=${sizes2(p2.width).map((n3) => [n3, `${n3}×${n3}`])} onPick=${(n3) => onChange2(emptyPattern(Number(n3)))} />
        <button type="button" id="clear-pattern" onClick=${() => onChange2(emptyPattern(p2.width, p2.height))}>Clear</button>
      </div>
    </div>`;
  }
};
var between = (p2, a2, b) => withRegion(p2, { left: a2.x, top: a2.y, right: b.x, bottom: b.y });
var sizes2 = (width) => [.../* @__PURE__ */ new Set(["9", "13", "19", String(width)])];
var outside = (p2, { left: left3, top: top2, right: right2, bottom: bottom2 }) => `M-.8-.8H${p2.width - 0.2}V${p2.height - 0.2}H-.8zM${left3 - 0.5} ${top2 - 0.5}V${bottom2 + 0.5}H${right2 + 0.5}V${top2 - 0.5}z`;
function mark(s2, x3, y3, key) {
  if (s2 === "X" || s2 === "O") return html`<circle key=${key} class="s ${s2 === "X" ? "black" : "white"}" cx=${x3} cy=${y3} r=".47" />`;
  if (s2 === "?") return html`<path key=${key} class="any" d="M${x3 - 0.25} ${y3 - 0.25}l.5.5m0-.5l-.5.5" />`;
  return null;
}
var continuation = ({ at: at2, color, letter }) => html`<g key="c${letter}" class="continuation ${color}" transform="translate(${at2.x} ${at2.y})"><circle r=".45" /><text>${letter}</text></g>`;
function NextMoves({ pattern, list, onPlay }) {
  return html`<table class="continuations" id="continuations"><caption class="hidden">Moves that were played here</caption>
    <thead><tr><th scope="col"></th><th scope="col">Next move</th><th scope="col">Games</th><th scope="col" title="By the player of the move, in the games with a result">Won by its player</th></tr></thead>
    <tbody>${list.map((c2) => {
    const decided = c2.blackWins + c2.whiteWins;
    const rate = decided ? Math.round(100 * (c2.color === "black" ? c2.blackWins : c2.whiteWins) / decided) : null;
    return html`<tr key="${c2.letter}${c2.color}"><td><b>${c2.letter}</b></td>
        <td><button type="button" class="plain small" title="Add this move to the pattern" onClick=${() => onPlay(c2)}><i class="disc ${c2.color}"></i>${vertexAt(pattern, c2.at.x, c2.at.y)}</button></td>
        <td title=${c2.later ? tr("{later} of them after moves elsewhere", { later: c2.later }) : ""}>${c2.count}</td><td title=${tr("Black won {blackWins}, White {whiteWins}", { blackWins: c2.blackWins, whiteWins: c2.whiteWins })}>${rate === null ? "–" : html`${rate} %<i class="rate"><i style=${{ width: `${rate}%` }}></i></i>`}</td></tr>`;
  })}</tbody></table>`;
}

// ../page/libraryview.js
var narrow2 = 860;
var LibraryPage = class extends x {
  componentDidMount() {
    open3();
    giveFilesTo((files) => importFiles(files.map(given)));
  }
  componentDidUpdate(old) {
    if (old.path !== this.props.path) open3();
  }
  componentWillUnmount() {
    giveFilesTo(null);
  }
  render() {
    const { info, pattern, source: source4, filters, found: found2, busy, error } = state8;
    const continuations2 = continuations();
    return html`<main class="library" id="library" data-games=${info?.games} data-busy=${busy}>
      <section class="welcome">
        <h1 tabindex="-1">Library</h1>
        <form class="form" id="search-form" onSubmit=${search2}>
          <${Areas} path=${this.props.path} rectangle=${!source4} />
          ${source4 ? html`<p class="source">${tr("The position of the record, on the board {name}.", { name: trBoard(source4.name) })} <button type="button" id="clear-source" onClick=${() => update8({ source: null })}>Draw a pattern instead</button></p>` : html`<${PatternEditor} pattern=${pattern} continuations=${continuations2} onChange=${(p2) => update8({ pattern: p2 })} />`}
          <${Filters} filters=${filters} />
          <button id="search" class="primary wide" disabled=${busy}>${icon("search")}<span>${busy ? tr("Searching…") : tr("Search")}</span></button>
          ${continuations2.length > 0 && html`<${NextMoves} pattern=${pattern} list=${continuations2} onPlay=${addMove} />`}
        </form>
      </section>
      <section class="shelf">
        <${Import} info=${info} />
        ${error && html`<p id="library-error" class="error" role="alert">${sentence(error)}</p>`}
        ${found2 && html`<${Results2} found=${found2} busy=${busy} strict=${isStrict()} pattern=${found2.continuations.length > 0 || found2.ends > 0} />`}
      </section>
    </main>`;
  }
};
function Areas({ path, rectangle }) {
  const asks = new URLSearchParams(path);
  if (!asks.get("record") || !rectangle) return null;
  const link = (area, text) => {
    const to = new URLSearchParams(asks);
    to.set("area", area);
    to.delete("pattern");
    return html`<a id="find-${area}" class="button" href="#library?${to}" aria-current=${asks.get("area") === area ? "true" : null}>${text}</a>`;
  };
  return html`<nav class="areas" aria-label="The position of the record">${link("whole", tr("Whole position"))}${link("corner", tr("Corner only"))}</nav>`;
}
async function search2(event) {
  event.preventDefault();
  await search();
  document.getElementById("found")?.scrollIntoView({ block: innerWidth <= narrow2 ? "start" : "nearest" });
}
function addMove({ at: at2, color }) {
  const { pattern } = state8;
  update8({ pattern: { ...pattern, points: pattern.points.with(at2.y * pattern.width + at2.x, color === "black" ? "X" : "O") } });
  search();
}
var people = [["player", tr("Player")], ["event", tr("Event")]];
var texts2 = [["black", tr("Black")], ["white", tr("White")], ["dateFrom", tr("From"), "1990"], ["dateTo", tr("To"), "1999-12"], ["rules", tr("Rules")], ["komi", tr("Komi")], ["text", tr("Any text")]];
var choices = [
  ["winner", tr("Won by"), [["", tr("anyone")], ["black", tr("Black")], ["white", tr("White")], ["player", tr("the player")], ["opponent", tr("the opponent")], ["nobody", tr("no one")]]],
  ["result", tr("Ended by"), [["", tr("anything")], ["points", tr("points")], ["resignation", tr("resignation")], ["time", tr("time")], ["forfeit", tr("forfeit")], ["draw", tr("a draw")], ["void", tr("no result")]]],
  ["sort", tr("Order"), [["", tr("newest first")], ["oldest", tr("oldest first")], ["relevant", tr("most relevant first")], ["added", tr("as added")]]]
];
function Filters({ filters }) {
  const set = (name, value) => update8({ filters: { ...filters, [name]: value } });
  const field = ([name, label, hint4]) => html`<label key=${name} class="field">${label}<input id="filter-${name}" type="text" autocomplete="off" placeholder=${hint4} value=${filters[name] ?? ""} onInput=${(e2) => set(name, e2.target.value)} /></label>`;
  const many2 = [...texts2, ...choices].filter(([name]) => filters[name]).length;
  return html`<div class="row">${people.map(field)}</div>
    <details class="more"><summary>More conditions${many2 > 0 && html` <b>(${many2})</b>`}</summary>
      <div class="row pairs">${texts2.map(field)}
        ${choices.map(([name, label, options2]) => html`<${Choice} key=${name} id="filter-${name}" label=${label} value=${filters[name] ?? ""} options=${options2} onPick=${(v2) => set(name, v2)} />`)}
      </div></details>`;
}
function left(seconds) {
  if (!(seconds >= 0)) return "";
  if (seconds < 60) return tr("{seconds} s left", { seconds: Math.ceil(seconds) });
  return seconds < 3600 ? tr("{seconds} min left", { seconds: Math.ceil(seconds / 60) }) : tr("{hours} h left", { hours: decimal(seconds / 3600, 1) });
}
var Import = class extends x {
  state = { path: "", shown: false };
  submit = (event) => {
    event.preventDefault();
    const path = this.state.path.trim();
    if (path) importPaths([path]);
  };
  render({ info }, { path, shown: shown4 }) {
    if (!info) return null;
    const indexing = state8.sending?.progress(info.indexing) ?? info.indexing;
    const last = state8.sent ?? info.last;
    const send = (event) => {
      importFiles([...event.target.files].map(given));
      event.target.value = "";
    };
    const open8 = shown4 || info.games === 0 || indexing;
    return html`<div class="import">
      <div class="import-head"><h2 id="library-size">${info.games === 0 ? tr("No games yet") : games(info.games)}</h2>
        ${info.games > 0 && !indexing && html`<button id="show-import" class="plain" aria-expanded=${!!open8} onClick=${() => this.setState({ shown: !shown4 })}>${icon("plus")}<span>Add games</span></button>`}</div>
      ${info.error && html`<p class="error">${sentence(info.error)}</p>`}
      ${indexing ? html`<${Progress} at=${indexing} />` : open8 && html`<form class="form" onSubmit=${this.submit}>
            <label class="field">A folder or a file on this machine
              <div class="joined"><input id="import-path" type="text" spellcheck="false" autocomplete="off" placeholder="/home/me/games" value=${path} onInput=${(e2) => this.setState({ path: e2.target.value })} />
              <button id="import">Add</button></div></label>
            <label class="button upload">${icon("upload")}<span>Choose files, or drop them here</span>
              <input id="import-files" type="file" multiple onChange=${send} /></label>
            <label class="button upload">${icon("upload")}<span>Choose a folder, or drop it here</span>
              <input id="import-folder" type="file" webkitdirectory onChange=${send} /></label>
          </form>`}
      ${last && !indexing && html`<${Last} last=${last} />`}
    </div>`;
  }
};
var games = (n3) => trCount(n3, "{count} game", "{count} games", { count: grouped(n3) });
function Progress({ at: at2 }) {
  const done = at2.total ? Math.min(100, 100 * at2.done / at2.total) : 0;
  return html`<div class="progress" role="progressbar" aria-label="Import" aria-valuemin="0" aria-valuemax="100" aria-valuenow=${Math.round(done)}><i style=${{ width: `${done}%` }}></i></div>
    <p class="figures"><span id="import-progress">${tr("{done} %, {games} added", { done: Math.floor(done), games: games(at2.games) })}</span><span>${left(at2.left)}</span>
      <button id="stop-import" class="plain small" onClick=${stop4}>Stop</button></p>`;
}
function Last({ last }) {
  const parts = [
    tr("{games} added", { games: games(last.games) }),
    last.known && tr("{known} files were there already", { known: last.known }),
    last.duplicates && tr("{duplicates} duplicates left out", { duplicates: last.duplicates }),
    last.others > 0 && trCount(last.others, "{n} other file left out", "{n} other files left out"),
    last.unindexed && tr("{unindexed} not found by patterns", { unindexed: last.unindexed }),
    last.stopped && tr("stopped")
  ];
  return html`<div id="last-import" class="hint"><p>${parts.filter(Boolean).join(" · ")}</p>
    ${last.error && html`<p class="error">${sentence(last.error)}</p>`}
    ${last.problems > 0 && html`<details><summary>${trCount(last.problems, "{n} problem", "{n} problems")}</summary><ul>${last.listed.map((text) => html`<li>${sentence(text)}</li>`)}</ul></details>`}</div>`;
}
function Results2({ found: found2, busy, strict, pattern }) {
  const { hits, games: many2, total, blackWins, whiteWins } = found2;
  const facts = [blackWins + whiteWins > 0 && (pattern ? tr("the pattern’s Black won {black}, White {white}", { black: grouped(blackWins), white: grouped(whiteWins) }) : tr("Black won {black}, White {white}", { black: grouped(blackWins), white: grouped(whiteWins) })), total !== many2 && tr("{places} places", { places: grouped(total) }), found2.tenuki > 0 && tr("play went elsewhere {tenuki} times", { tenuki: found2.tenuki }), found2.ends > 0 && tr("{ends} end here", { ends: found2.ends }), found2.took < 1e3 ? `${found2.took} ms` : `${decimal(found2.took / 1e3, 1)} s`];
  return html`<div class="results">
    <p id="found" role="status">${many2 === 0 ? tr("Nothing was found.") : html`<b>${games(many2)}</b>`} <small>${facts.filter(Boolean).join(" · ")}</small></p>
    ${many2 === 0 && strict && html`<p id="strict" class="hint">Empty points of the pattern must be empty in the game, too. Mark a smaller part of the board, or put “Anything” on points that do not matter.</p>`}
    <ul id="hits">${hits.map((hit) => html`<li key=${hit.game}><a class="button plain hit-card" data-hit=${hit.game} title=${hit.file} href="#library/${hit.game}/${hit.move}">
      ${hit.width > 0 && hit.stones.length > 0 ? html`<${Thumb} width=${hit.width} height=${hit.height} stones=${hit.stones} part=${hit.part} lastMove=${hit.lastMove} />` : html`<span class="thumb none">${trBoard(hit.board)}</span>`}
      <span class="names">${hit.black || hit.white ? html`<b>${hit.black || tr("Black")}</b><b>${hit.white || tr("White")}</b>` : html`<b>${hit.title || hit.file}</b>`}
        <small>${[hit.result, hit.date, tr("move {n}", { n: hit.move })].filter(Boolean).join(" · ")}</small></span></a></li>`)}</ul>
    ${hits.length < many2 && html`<button id="more-hits" class="wide" disabled=${busy} onClick=${more}>More</button>`}
  </div>`;
}

// ../page/reviewchart.js
var left2 = 38;
var right = 8;
var top = 8;
var winHeight = 104;
var gap2 = 22;
var leadHeight = 92;
var axis = 18;
var badges = 24;
var radius = 8.5;
var height = top + winHeight + gap2 + leadHeight + axis + badges;
var bottom = top + winHeight + gap2 + leadHeight;
var edge = (lead) => [5, 10, 20, 30, 40, 60, 80, 100, 120, 150, 200].find((step3) => lead <= step3) ?? 300;
var xOf = (last, width) => (at2) => left2 + (width - left2 - right) * at2 / last;
function scales(review, width) {
  const last = Math.max(1, review.nodes.length - 1);
  const leads = review.lead.filter((v2) => v2 !== null);
  const [most6, least] = [Math.max(5, ...leads), Math.max(5, ...leads.map((v2) => -v2))];
  const [up, down] = [edge(Math.max(most6, least / 4)), edge(Math.max(least, most6 / 4))];
  return {
    up,
    down,
    last,
    x: xOf(last, width),
    at: (x3) => Math.min(last, Math.max(0, Math.round((x3 - left2) / (width - left2 - right) * last))),
    yWin: (win) => top + (1 - win) * winHeight,
    yLead: (lead) => top + winHeight + gap2 + (up - Math.min(up, Math.max(-down, lead))) / (up + down) * leadHeight
  };
}
function runs(values) {
  const all = [];
  values.forEach((v2, i2) => {
    if (v2 === null) return;
    if (i2 === 0 || values[i2 - 1] === null) all.push([]);
    all[all.length - 1].push(i2);
  });
  return all;
}
var round3 = (v2) => Math.round(v2 * 10) / 10;
var pathOf2 = (points3) => points3.map(([x3, y3], i2) => `${i2 ? "L" : "M"}${round3(x3)} ${round3(y3)}`).join("");
function winPaths(review, s2) {
  return runs(review.win).map((run) => {
    const curve2 = run.map((i2) => [s2.x(i2), s2.yWin(review.win[i2])]);
    const [from, to] = [curve2[0][0], curve2[curve2.length - 1][0]];
    const area = (y3) => `${pathOf2([...curve2, [to, y3], [from, y3]])}Z`;
    return { curve: pathOf2(curve2), black: area(top + winHeight), white: area(top) };
  });
}
function leadPaths(review, s2) {
  const zero = s2.yLead(0);
  return runs(review.lead).map((run) => {
    const [curve2, above, below] = [[], [], []];
    run.forEach((i2) => {
      const [x3, y3] = [s2.x(i2), s2.yLead(review.lead[i2])];
      const before = curve2.at(-1);
      if (before && (before[1] - zero) * (y3 - zero) < 0) {
        const cross = [before[0] + (x3 - before[0]) * (zero - before[1]) / (y3 - before[1]), zero];
        above.push(cross);
        below.push(cross);
      }
      curve2.push([x3, y3]);
      above.push([x3, Math.min(y3, zero)]);
      below.push([x3, Math.max(y3, zero)]);
    });
    const area = (points3) => `${pathOf2([...points3, [curve2[curve2.length - 1][0], zero], [curve2[0][0], zero]])}Z`;
    return { curve: pathOf2(curve2), black: area(above), white: area(below) };
  });
}
function places(review, s2, width) {
  const room2 = 2 * radius + 2;
  const all = [];
  review.moments.forEach((move, k2) => all[k2] = Math.max(s2.x(move + 1), (all[k2 - 1] ?? left2 - room2) + room2));
  for (let k2 = all.length - 1, next3 = width - right + room2; k2 >= 0; k2--) next3 = all[k2] = Math.min(all[k2], next3 - room2);
  return all;
}
var shown2 = /* @__PURE__ */ new Set(["mistake", "blunder"]);
function told3(review, at2) {
  const move = review.moves[at2 - 1];
  const name = move ? move.color === "black" ? tr("Move {number}, black {vertex}", { number: move.number, vertex: trVertex(move.vertex) }) : tr("Move {number}, white {vertex}", { number: move.number, vertex: trVertex(move.vertex) }) : tr("Start");
  const [win, lead] = [review.win[at2], review.lead[at2]];
  return { name, stands: win === null || lead === null ? tr("not judged yet") : `${leadText(lead)} · ${review.exact?.includes(at2) ? tr("exact") : tr("Black {win} %", { win: Math.round(100 * win) })}` };
}
var categoryName = (category) => ({
  excellent: tr("excellent"),
  great: tr("great"),
  good: tr("good"),
  inaccuracy: tr("inaccuracy"),
  mistake: tr("mistake"),
  blunder: tr("blunder")
})[category] ?? category;
var Course = class extends x {
  state = { width: 440, aim: null };
  ref = M();
  dragging = false;
  observer = new ResizeObserver(([entry]) => {
    const width = Math.round(entry.contentRect.width);
    if (width > 0 && width !== this.state.width) this.setState({ width });
  });
  componentDidMount() {
    this.observer.observe(this.ref.current);
  }
  componentWillUnmount() {
    this.observer.disconnect();
  }
  /** The position below the pointer. */
  under = (event) => {
    const box = this.ref.current.getBoundingClientRect();
    return scales(this.props.review, this.state.width).at(event.clientX - box.left);
  };
  press = (event) => {
    if (event.button !== 0 || event.target.closest(".badge")) return;
    this.dragging = true;
    if (event.pointerType === "mouse") this.ref.current.setPointerCapture(event.pointerId);
    this.props.onGo(this.under(event));
  };
  move = (event) => {
    const aim2 = this.under(event);
    if (this.dragging && aim2 !== this.props.at) this.props.onGo(aim2);
    if (event.pointerType === "mouse" && aim2 !== this.state.aim) this.setState({ aim: aim2 });
  };
  release = () => this.dragging = false;
  away = () => this.setState({ aim: null });
  render({ review, at: at2, beside: beside3, onMoment }, { width, aim: aim2 }) {
    const s2 = scales(review, width);
    const move = review.moves[at2 - 1];
    const { name, stands } = told3(review, aim2 ?? at2);
    const text = told3(review, at2);
    return html`<figure class="course">
      <figcaption class=${aim2 === null ? "" : "aimed"}><span>${name}</span><b>${stands}</b></figcaption>
      <div ref=${this.ref} class="plane" tabindex="0" role="slider" aria-label="The course of the game" aria-valuemin="0" aria-valuemax=${s2.last} aria-valuenow=${at2}
          aria-valuetext="${text.name}: ${text.stands}${move?.category ? `, ${categoryName(move.category)}` : ""}"
          onPointerDown=${this.press} onPointerMove=${this.move} onPointerUp=${this.release} onPointerCancel=${this.release} onPointerLeave=${this.away}>
        <svg width=${width} height=${height} viewBox="0 0 ${width} ${height}" aria-hidden="true">
          <${Ground} moves=${review.moves} phases=${review.phases} last=${s2.last} width=${width} />
          <${Curves} review=${review} s=${s2} width=${width} />
          ${aim2 !== null && aim2 !== at2 && html`<path class="aim" d="M${round3(s2.x(aim2))} ${top}V${bottom}" />`}
          <g class=${beside3 ? "place beside" : "place"} data-at=${at2}><path d="M${round3(s2.x(at2))} ${top - 4}V${bottom + 4}" />
            ${review.win[at2] !== null && html`<circle cx=${s2.x(at2)} cy=${s2.yWin(review.win[at2])} r="3.6" /><circle cx=${s2.x(at2)} cy=${s2.yLead(review.lead[at2])} r="3.6" />`}</g>
          <${Moments} review=${review} s=${s2} width=${width} at=${at2} onMoment=${onMoment} />
        </svg>
      </div>
    </figure>`;
  }
};
var Ground = pure(({ moves, phases, last, width }) => {
  const x3 = xOf(last, width);
  const right_ = width - right;
  const numbers4 = [5, 10, 20, 50, 100, 200].find((step3) => last / step3 * 30 < width) ?? 500;
  return html`<g>
    <rect class="plane-ground" x=${left2} y=${top} width=${right_ - left2} height=${winHeight} rx="3" />
    <rect class="plane-ground" x=${left2} y=${top + winHeight + gap2} width=${right_ - left2} height=${leadHeight} rx="3" />
    ${phases.map(({ name, from }, k2) => html`<g class="phase" key=${name}>
      ${k2 > 0 && html`<path d="M${round3(x3(from))} ${top}V${top + winHeight}M${round3(x3(from))} ${top + winHeight + gap2}V${bottom}" />`}
      ${x3(phases[k2 + 1]?.from ?? last) - x3(from) > 62 && html`<text x=${x3(from) + 3} y=${top + winHeight + 14}>${trServer(name)}</text>`}</g>`)}
    ${moves.map((m2, i2) => m2.number % numbers4 === 0 && html`<text class="number" key=${i2} x=${x3(i2 + 1)} y=${bottom + 13}>${m2.number}</text>`)}
  </g>`;
});
function Curves({ review, s: s2, width }) {
  const line3 = (y3, even) => html`<path class=${even ? "even" : "grid"} d="M${left2} ${round3(y3)}H${width - right}" />`;
  const label = (y3, text) => html`<text class="scale" x=${left2 - 5} y=${y3}>${text}</text>`;
  const draw4 = ({ curve: curve2, black, white }) => html`<path class="white" d=${white} /><path class="black" d=${black} /><path class="curve" d=${curve2} />`;
  return html`<g>
    ${winPaths(review, s2).map(draw4)}
    ${line3(s2.yWin(0.25))}${line3(s2.yWin(0.75))}${line3(s2.yWin(0.5), true)}
    ${label(s2.yWin(1) + 4, "100 %")}${label(s2.yWin(0.5), "50 %")}${label(s2.yWin(0) - 4, "0 %")}
    ${leadPaths(review, s2).map(draw4)}
    ${line3(s2.yLead(0), true)}
    ${label(s2.yLead(s2.up) + 4, `B+${s2.up}`)}${label(s2.yLead(0), "0")}${label(s2.yLead(-s2.down) - 4, `W+${s2.down}`)}
    ${review.moves.map((m2, i2) => shown2.has(m2.category) && !review.moments.includes(i2) && html`<circle key=${i2} class="dot ${m2.category}" cx=${s2.x(i2 + 1)} cy=${s2.yLead(review.lead[i2 + 1])} r="2.6" />`)}
  </g>`;
}
function Moments({ review, s: s2, width, at: at2, onMoment }) {
  const where = places(review, s2, width);
  const foot = bottom + axis + radius + 2;
  return html`<g>${review.moments.map((move, k2) => {
    const [x3, y3] = [s2.x(move + 1), s2.yLead(review.lead[move + 1])];
    return html`<g key=${move} class="badge ${at2 === move + 1 ? "here" : ""}" data-moment=${k2 + 1} onClick=${() => onMoment(k2)}>
      <path d="M${round3(x3)} ${round3(y3)}V${bottom + axis - 3}L${round3(where[k2])} ${foot}" /><circle cx=${x3} cy=${y3} r="3.2" />
      <circle class="disk" cx=${where[k2]} cy=${foot} r=${radius} /><text x=${where[k2]} y=${foot}>${k2 + 1}</text></g>`;
  })}</g>`;
}

// ../page/analysisview.js
var AnalysisPanel = class extends x {
  componentDidMount() {
    this.stop = watch(() => this.setState({}));
    follow3(this.props.subject);
  }
  componentDidUpdate() {
    follow3(this.props.subject);
  }
  componentWillUnmount() {
    this.stop?.();
    leave2();
  }
  render({ subject: subject2, off, path, onPlay }) {
    const { on: on2, result: a2, other, error, lost: lost2 } = state2;
    return html`<section class="live" id="live" aria-label="Analysis" data-doing=${on2 ? a2?.doing ?? "" : "off"} data-visits=${on2 ? a2?.visits ?? 0 : 0}>
      <button id="analyse" class="switch" role="switch" aria-checked=${on2 && !off} disabled=${!!off} title=${off || tr("Analyse the position (Space)")} onClick=${toggle2}>
        <span>Analysis</span><i aria-hidden="true"></i></button>
      ${off && html`<p class="hint">${off}</p>`}
      ${on2 && !off && html`
        ${error && html`<p class="error" role="alert">${sentence(error)}.</p>`}
        ${lost2 && html`<p class="hint" role="status">Connection lost. Trying again…</p>`}
        <${Verdict2} a=${a2} />
        ${secondJudge() > 0 && html`<${Second} other=${other} />`}
        <${Tools} />
        <div class="candidates-place">${a2 && a2.moves.length > 0 && html`<${Table2} a=${a2} other=${secondJudge() > 0 ? other ?? unknown : null} onPlay=${onPlay} />`}</div>
        ${path && html`<${Graph} path=${path} />`}
      `}
    </section>`;
  }
};
function Balance({ win, lead, exact }) {
  if (win === void 0 || lead === void 0) return html`<div class="bar"></div><p class="figures"><span> </span></p>`;
  if (exact) {
    const result = win > 0.5 ? tr("Black wins") : win < 0.5 ? tr("White wins") : tr("Draw");
    return html`<div class="bar" title=${tr("{result} with perfect play", { result })}><i style=${{ width: `${100 * win}%` }}></i></div>
      <p class="figures exact"><span>Exact</span><b>${leadText(lead)}</b><span>${result}</span></p>`;
  }
  const black = Math.round(100 * win);
  return html`<div class="bar" title=${tr("Black wins {black} %, White {white} %", { black, white: 100 - black })}><i style=${{ width: `${black}%` }}></i></div>
    <p class="figures"><span>${tr("Black {black} %", { black })}</span><b>${leadText(lead)}</b><span>${tr("White {white} %", { white: 100 - black })}</span></p>`;
}
function Verdict2({ a: a2 }) {
  if (!a2 || a2.visits === 0) return html`<div class="estimate"><${Balance} /><p class="hint">Looking at the position…</p></div>`;
  const doing = { searching: tr("{visits} visits, {perSecond} a second", { visits: short(a2.visits), perSecond: short(a2.perSecond) }), done: tr("{visits} visits", { visits: short(a2.visits) }), full: tr("{visits} visits; the memory of this search is full", { visits: short(a2.visits) }) }[a2.doing];
  return html`<div class="estimate">
    <${Balance} win=${a2.win} lead=${a2.lead} exact=${a2.exact} />
    <p class="hint" id="live-visits" title=${tr("Judged by {judge}", { judge: a2.judge })}>${doing}</p>
  </div>`;
}
var unknown = { moves: [] };
function Second({ other }) {
  const text = other && other.visits > 0 ? tr("Black {win} %, {lead}, {visits} visits", { win: Math.round(100 * other.win), lead: leadText(other.lead), visits: short(other.visits) }) : tr("looking at the position…");
  return html`<p class="hint second" id="second-verdict"><i class="choice-of-second" aria-hidden="true"></i>${state2.second}: ${text}</p>`;
}
function SecondChoice2() {
  const judges2 = state.config?.judges.slice(1) ?? [];
  if (judges2.length === 0) return null;
  const chosen3 = secondJudge() > 0 ? state2.second : "";
  return html`<label class="pill-label">Second opinion <select id="second" value=${chosen3} onChange=${(e2) => askSecond(e2.target.value)}>
    ${["", ...judges2].map((name) => html`<option key=${name} value=${name} selected=${name === chosen3}>${name || tr("none")}</option>`)}</select></label>`;
}
function Tools() {
  const { layers, label, visits, threat, only, avoid, picking } = state2;
  const layer = (name, text, title3) => html`<button id="layer-${name}" class="pill" aria-pressed=${layers.includes(name)} title=${title3} onClick=${() => toggleLayer(name)}>${text}</button>`;
  const choice = (name, text, title3, count) => html`<button id="pick-${name}" class="pill" aria-pressed=${picking === name} title=${title3} onClick=${() => pick(name)}>${text}${count > 0 ? ` (${count})` : ""}</button>`;
  return html`<div class="live-tools">
    <div class="switches" role="group" aria-label="On the board">
      ${layer("moves", tr("Moves"), tr("The candidates on the board (Shift+W)"))}${layer("owners", tr("Territory"), tr("Who is expected to own each point (e)"))}${layer("policy", tr("Policy"), tr("The moves that the net expects without a search (j)"))}
    </div>
    <div class="switches" role="group" aria-label="Moves that are considered">
      <button id="threat" class="pill" aria-pressed=${threat} title="What if the other player were to move?" onClick=${toggleThreat}>Threat</button>
      ${choice("only", tr("Region"), tr("Consider only the points that you click"), only.length)}${choice("avoid", tr("Avoid"), tr("Do not consider the points that you click"), avoid.length)}
      ${(only.length > 0 || avoid.length > 0 || threat) && html`<button id="consider-all" class="pill" onClick=${clear}>All moves</button>`}
    </div>
    <div class="switches">
      <label class="pill-label">Show <select id="live-label" value=${label} onChange=${(e2) => setLabel(e2.target.value)}>
        <option value="win" selected=${label === "win"}>win rate</option><option value="lead" selected=${label === "lead"}>points</option></select></label>
      <label class="pill-label">Stop at <select id="live-limit" value=${visits} onChange=${(e2) => setVisits(Number(e2.target.value))}>
        ${[0, 100, 500, 1e3, 5e3, 2e4, 1e5].map((n3) => html`<option key=${n3} value=${n3} selected=${n3 === visits}>${n3 === 0 ? tr("never") : tr("{visits} visits", { visits: grouped(n3) })}</option>`)}</select></label>
      <${SecondChoice2} />
    </div>
    ${picking && html`<p class="hint" role="status">${picking === "only" ? tr("Click the points that may be played. Click the button again when you are done.") : tr("Click the points that may not be played. Click the button again when you are done.")}</p>`}
  </div>`;
}
var rows = 8;
var Table2 = class extends x {
  /** @type {string[]|null} */
  held = null;
  hold = () => this.held ??= this.props.a.moves.slice(0, rows).map((m2) => m2.vertex);
  release = (event) => {
    if (event.type === "focusout" && event.currentTarget.contains(event.relatedTarget)) return;
    this.held = null;
  };
  /** @param {{a: LiveAnalysis, other: (Partial<LiveAnalysis> & {moves: AnalysedMove[]})|null, onPlay: (vertex: string) => void}} props */
  render({ a: a2, other, onPlay }) {
    const held = this.held?.map((vertex) => a2.moves.find((m2) => m2.vertex === vertex));
    const shown4 = held?.every(Boolean) ? (
      /** @type {AnalysedMove[]} */
      held
    ) : bestOf(a2, other);
    const of2 = (m2) => other?.moves.find((o2) => o2.vertex === m2.vertex);
    return html`<table class="candidates" aria-label="Candidates" onPointerEnter=${this.hold} onPointerLeave=${this.release} onFocusIn=${this.hold} onFocusOut=${this.release}>
      <thead><tr><th scope="col">Move</th><th scope="col">Win</th><th scope="col">Lead</th><th scope="col">Visits</th>
        ${other ? html`<th scope="col" class="of-second" title=${tr("The second opinion: {second}", { second: state2.second })}><i class="choice-of-second" aria-hidden="true"></i>Win</th><th scope="col">Lead</th><th scope="col">Visits</th>` : html`<th scope="col" class="variation">Line</th>`}</tr></thead>
      <tbody>${shown4.map((m2) => html`<tr key=${m2.vertex} class=${state2.pointed === m2.vertex ? "pointed" : ""}
          onPointerEnter=${() => point(m2.vertex)} onPointerLeave=${() => point("")}>
        <th scope="row"><button class="plain" data-play=${m2.vertex} title=${tr("Play {vertex}", { vertex: trVertex(m2.vertex) })} onFocus=${() => point(m2.vertex)} onBlur=${() => point("")}
            onClick=${() => (this.held = null, onPlay(m2.vertex))}>
          <i class="quality q${quality(lossOf(a2, m2))}" aria-hidden="true"></i>${trVertex(m2.vertex)}</button></th>
        <td>${m2.exact ? tr("exact") : decimal(winOf(a2, m2), 1)}</td><td>${leadText(m2.lead)}</td><td>${short(m2.visits)}</td>
        ${other ? opinion(a2, of2(m2), m2.vertex === other.moves[0]?.vertex) : html`<td class="variation">${m2.line.slice(1, 7).map(trVertex).join(" ")}</td>`}</tr>`)}</tbody>
    </table>`;
  }
};
function bestOf(a2, other) {
  const best2 = a2.moves.slice(0, rows);
  if (!other) return best2;
  const added = other.moves.slice(0, rows / 2).filter((o2) => !best2.some((m2) => m2.vertex === o2.vertex)).map((o2) => a2.moves.find((m2) => m2.vertex === o2.vertex)).filter((m2) => m2 !== void 0);
  return [...best2.slice(0, rows - added.length), ...added];
}
function opinion(a2, m2, best2) {
  if (!m2) return html`<td class="of-second">–</td><td>–</td><td>–</td>`;
  return html`<td class="of-second">${best2 && html`<i class="choice-of-second" title="The best move of the second opinion"></i>`}${decimal(winOf(a2, m2), 1)}</td><td>${leadText(m2.lead)}</td><td>${short(m2.visits)}</td>`;
}
var none4 = [];
function Graph({ path }) {
  const known4 = courseOf(path.line);
  const values = path.nodes.map((node) => known4.get(node) ?? null);
  if (values.length < 2) return null;
  const review = {
    nodes: path.nodes,
    win: values.map((v2) => v2?.win ?? null),
    lead: values.map((v2) => v2?.lead ?? null),
    moves: path.moves,
    moments: none4,
    phases: none4
  };
  return html`<${Course} review=${review} at=${path.at} beside=${false} onGo=${path.onGo} onMoment=${() => void 0} />`;
}

// ../page/clockview.js
var Clock = class extends x {
  timer = 0;
  warned = 0;
  componentDidMount() {
    this.timer = setInterval(() => this.props.clocks.running === this.props.color && this.setState({}), 100);
  }
  componentWillUnmount() {
    clearInterval(this.timer);
  }
  componentDidUpdate() {
    const { mine, clocks, color } = this.props;
    const level = clocks.running === color ? warning(clocks, this.now()) : 0;
    const warn3 = mine && level > 0 && level !== this.warned;
    this.warned = level;
    if (warn3) warn(level);
  }
  now = () => timeAfter(this.props.clocks, this.props.color, performance.now() - state6.received);
  render({ clocks, color }) {
    const t3 = this.now();
    const running = clocks.running === color;
    const { time, more: more3 } = clockText(clocks, t3);
    const level = running ? warning(clocks, t3) : 0;
    return html`<span class="watch ${running ? "running" : ""} ${level ? `last${level}` : ""}" data-clock=${color} role="timer" aria-label="time left">
      <b>${time}</b>${more3 && html`<small>${more3}</small>`}</span>`;
  }
};

// ../page/resultview.js
var Result2 = ({ g: g2 }) => html`<div class="result">
  <h2 id="result">${headingOf(g2)}</h2><span id="result-code">${g2.result === "0" ? "" : g2.result}</span>
  ${g2.hints > 0 && html`<small id="hints-taken">${hintsText(g2.hints)}</small>`}
</div>`;
async function analyse() {
  await recordGame();
  if (location.hash.startsWith("#record/") && !state2.on) toggle2();
}
function AfterGame({ g: g2 }) {
  const mine = g2.human === "black" || g2.human === "white";
  const other = g2.human === "black" ? tr("White") : tr("Black");
  return html`<div class="actions after">
    ${!g2.seats && html`<button id="rematch" class="primary" title="A new game with the same board, rules and players" onClick=${() => again4(false)}>Rematch</button>`}
    ${mine && html`<button id="rematch-swapped" title=${tr("A new game in which you play {other}", { other })} onClick=${() => again4(true)}>Swap colours</button>`}
    ${state.config?.review && mayAll() && g2.moves.length > 0 && html`<button id="review-game" title="The moves that mattered in the game, and why" onClick=${reviewGame}>Review</button>`}
    ${(state.config?.judges.length ?? 0) > 0 && mayAll() && html`<button id="analyse-game" title="Make a record of the game and search its positions" onClick=${analyse}>Analyse</button>`}
    ${mayAll() && html`<button id="again" onClick=${() => show("new")}>New game</button>`}
    ${g2.human !== "none" && !g2.seats && html`<button id="undo" disabled=${!mayUndo()} title="Go on before your last move (u)" onClick=${undo}>Take back</button>`}
  </div>`;
}
var Pause = ({ g: g2 }) => html`<div class="actions">
  ${g2.paused ? html`<button id="continue" class="primary" disabled=${!state6.connected} title="The engine plays on (p)" onClick=${goOn}>Go on</button>` : html`<button id="pause" disabled=${!state6.connected} title="The engine waits until you let it go on (p)" onClick=${pause2}>Pause</button>`}
  <button id="stop" disabled=${!state6.connected} title="End the game here, without a result" onClick=${askStop}>Stop…</button>
</div>`;

// ../page/teachview.js
function TeachMarks({ g: g2 }) {
  const { hint: hint4, mistake, why } = state5;
  const { view: view2 } = state6;
  const k2 = shapeOf(g2.graph).radius / 0.475;
  if (view2) {
    const better = why && mistake && view2.after === mistake.number - 1 ? mistake.better : void 0;
    return better && html`<${Line} graph=${g2.graph} a=${{ player: g2.human }} move=${{ line: better }} k=${k2} />`;
  }
  if (!hint4 || hint4.number !== g2.number) return null;
  return html`${!hint4.vertex && html`<${Zone} graph=${g2.graph} zone=${hint4.zone} />`}
    ${hint4.vertex && html`<${Line} graph=${g2.graph} a=${{ player: g2.toPlay }} move=${{ line: hint4.line ?? [hint4.vertex] }} k=${k2} />`}`;
}
function Zone({ graph, zone }) {
  const index = indexOf(graph);
  const squares = zone.map((v2) => graph.points[index.get(v2) ?? -1]).filter(Boolean).map(({ x: x3, y: y3 }) => `M${x3 - 0.5} ${y3 - 0.5}h1v1h-1z`).join("");
  return html`<path class="hint-zone" d=${squares} />`;
}
function HintButton({ g: g2 }) {
  const { hint: hint4, busy } = state5;
  const name = stepName(hint4, g2.number);
  return html`<button id="hint" disabled=${!mayPlay() || busy || !nextStep(hint4, g2.number)} aria-busy=${busy} title=${tr("Hint (h): {name}", { name })} aria-label=${tr("Hint: {name}", { name })}
    onClick=${() => hint(g2)}>Hint</button>`;
}
function TeachPanel({ g: g2 }) {
  if (!mayHint(g2)) return null;
  const { hint: hint4, mistake } = state5;
  return html`<div class="teacher" role="status">
    ${hint4 && hint4.number === g2.number && !state6.view && html`<section class="lesson-answer" id="hint-shown" data-step=${hint4.step}>
      <h2>${icon("bulb")}<span>Hint</span><small>${tr("{step} of 3", { step: hint4.step })}</small></h2><${Sentences} texts=${hintTexts(hint4)} /></section>`}
    ${mistake && html`<${MistakeBox} g=${g2} m=${mistake} />`}
  </div>`;
}
var Sentences = ({ texts: texts3 }) => html`<div class="lesson-prose">${texts3.map((text) => html`<p>${text}</p>`)}</div>`;
function MistakeBox({ g: g2, m: m2 }) {
  const { why } = state5;
  const toggle7 = () => {
    explain(!why);
    void look2(why ? Infinity : m2.number - 1);
  };
  const leave8 = () => {
    dismiss();
    if (why) void look2(Infinity);
  };
  const back2 = async () => {
    if (state6.view) await look2(Infinity);
    undo();
  };
  return html`<section class="lesson-answer not-yet" id="mistake" data-move=${m2.number}>
    <h2><span>${tr("{vertex} lost {loss}", { vertex: trVertex(m2.vertex ?? ""), loss: lossText(m2.loss ?? 0) })}</span></h2>
    ${why && html`<${Sentences} texts=${mistakeTexts(m2)} />
      ${m2.better && html`<p class="hint">${tr("On the board: the line that would have been better, {better}.", { better: m2.better.slice(0, 4).join(", ") })}</p>`}`}
    <div class="actions">
      <button id="mistake-why" aria-expanded=${why} title="Show why (w)" onClick=${toggle7}>${why ? tr("Hide") : tr("Show why")}</button>
      <button id="mistake-back" disabled=${!g2.canUndo || !state6.connected} title="Take back (u)" onClick=${back2}>Take back</button>
      <button id="mistake-leave" title="Leave it (Esc)" onClick=${leave8}>Leave it</button>
    </div>
  </section>`;
}

// ../page/panel.js
function nameOf4(g2, color) {
  const given2 = color === "black" ? g2.blackName : g2.whiteName;
  if (given2) return given2;
  if (g2.seats?.free) return g2.seats.color === color ? g2.seats.host : g2.seats.color === "nigiri" ? "?" : tr("Free seat");
  if (g2.human === "both") return colorName(color);
  if (g2.human === color) return tr("You");
  return g2.rank !== "full" && opponentOf(state.config?.opponents ?? [], g2.rank)?.name || tr("Engine");
}
function Player({ g: g2, color, toPlay, connected }) {
  const active = g2.phase === "play" && toPlay === color;
  const taken2 = g2.captures[color];
  const thinking = connected && active && g2.thinking;
  const name = nameOf4(g2, color);
  const { people: people2 } = state6;
  const away = g2.seats && !g2.seats.free && people2 && !people2[color] && g2.phase !== "over";
  const you = g2.seats?.you === color;
  return html`<div class="player ${active ? "active" : ""}" data-player=${color} aria-current=${active ? "true" : null}>
    <span class="disc ${color}" aria-hidden="true"></span>
    <span class="who"><b>${name}</b>
      ${thinking ? html`<small id="thinking">${g2.thinking === "waiting" ? tr("waiting for its turn to think") : tr("thinking")}<i class="dots" aria-hidden="true"></i></small>` : name !== colorName(color) && html`<small>${[colorName(color), you && tr("you"), away && tr("away")].filter(Boolean).join(", ")}</small>`}
    </span>
    ${g2.button === color && html`<span class="button-held" title="took the button: half a point">½</span>`}
    ${g2.clocks && html`<${Clock} clocks=${g2.clocks} color=${color} mine=${g2.seats ? you : g2.human === color} />`}
    <span class="taken" title=${trCount(taken2, "1 stone captured", "{n} stones captured")}><b data-captures=${color}>${taken2}</b><small>captured</small></span>
  </div>`;
}
function status(g2) {
  const { view: view2, connected } = state6;
  if (view2) return tr("After move {after} of {n}", { after: view2.after, n: g2.moves.length });
  if (!connected) return tr("Not connected");
  const room2 = roomStatus(g2);
  if (room2) return room2;
  if (g2.paused) return tr("The game is paused");
  const stopped = g2.cleanup > 1 ? tr("The first clean-up is over.") : tr("Play has stopped.");
  if (g2.phase === "dead" && g2.thinking) return `${stopped} ${tr("Looking for dead stones…")}`;
  if (g2.phase === "dead") return `${stopped} ${g2.dead.length ? tr("Are these stones dead?") : tr("Is any stone dead?")}`;
  const mover = colorName(g2.moves.at(-1)?.color ?? "");
  const last = g2.lastMove === "pass" ? `${tr("{player} passed.", { player: mover })} ` : g2.lifted ? `${tr("{player} spent the turn on lifting the ko block at {vertex}.", { player: mover, vertex: g2.lastMove })} ` : "";
  if (g2.proposed && g2.human === "both") return tr("{player} proposes to end the game here and count", { player: colorName(g2.proposed) });
  if (g2.human === "both") return `${last}${tr("{player} to play", { player: colorName(g2.toPlay) })}`;
  if (g2.offered) return tr("{player} would resign. Play on?", { player: colorName(g2.offered) });
  if (g2.proposed && g2.thinking) return tr("You propose to end the game. The engine considers it…");
  if (g2.declined && g2.yourTurn) return tr("The engine wants to play on. Your turn");
  if (g2.yourTurn) return `${last}${tr("Your turn")}`;
  if (g2.message && g2.phase === "play" && !g2.thinking) return sentence(g2.message);
  return `${last}${tr("The engine’s turn")}`;
}
function Actions({ g: g2, view: view2 }) {
  if (view2) {
    return html`<div class="actions"><button id="present" class="primary" onClick=${() => look2(Infinity)}>Back to the game</button></div>`;
  }
  const room2 = roomActions(g2);
  if (room2) return room2;
  if (!mayAct(g2)) return html`<p class="hint">You are watching.</p>`;
  if (g2.phase === "dead") {
    return html`<p class="hint">${tr("Click a stone to mark its chain as dead or alive.")} ${g2.dead.length || g2.thinking ? tr("Dead stones count as captured.") : tr("If no stones are marked, “Accept” counts every stone as alive.")}${decline2(g2)}</p>
      <div class="actions">
        <button id="accept" class="primary" disabled=${!!g2.thinking || !state6.connected} onClick=${accept}>Accept</button>
        ${g2.human === "both" && g2.rules.requester ? html`<button id="resume-black" title="Black disagrees: White plays first" onClick=${() => resume("black")}>Black disagrees</button>
              <button id="resume-white" title="White disagrees: Black plays first" onClick=${() => resume("white")}>White disagrees</button>` : html`<button id="resume" onClick=${() => resume("")}>${g2.rules.cleanup ? tr("Play it out") : tr("Resume play")}</button>`}
      </div>`;
  }
  if (g2.offered) {
    return html`<div class="actions">
      <button id="accept-win" class="primary" disabled=${!state6.connected} onClick=${accept}>Accept</button>
      <button id="play-on" disabled=${!state6.connected} onClick=${decline}>Play on</button>
    </div>`;
  }
  if (g2.human === "none") return html`<${Pause} g=${g2} />`;
  if (g2.paused) return html`<div class="actions"><button id="continue" class="primary" disabled=${!state6.connected} onClick=${goOn}>Go on</button></div>`;
  if (g2.proposed && g2.human === "both") {
    const other = g2.proposed === "black" ? "white" : "black";
    return html`<div class="actions">
      <button id="agree" class="primary" onClick=${() => propose(other)}>${tr("{player} agrees", { player: colorName(other) })}</button>
      <button id="decline" onClick=${decline}>Play on</button>
    </div>`;
  }
  return html`<div class="actions">
    <button id="pass" disabled=${!mayPlay()} title="Pass (p)" onClick=${pass}>Pass</button>
    <button id="undo" disabled=${!mayUndo()} title="Undo (u)" onClick=${undo}>Undo</button>
    ${mayHint(g2) && html`<${HintButton} g=${g2} />`}
    <button id="propose" disabled=${!!g2.proposed || !state6.connected} title="Propose to end the game here and count, without two passes" onClick=${() => propose()}>End…</button>
    <button id="resign" disabled=${!mayResign()} title="Resign (r)" onClick=${askResign}>Resign</button>
    ${g2.clocks && html`<button id="pause" disabled=${!state6.connected} title="The clocks stop" onClick=${pause2}>Pause</button>`}
  </div>`;
}
function decline2(g2) {
  if (g2.rules.cleanup) return g2.cleanup > 1 ? ` ${tr("If you do not agree, the second clean-up settles it.")}` : ` ${tr("If you do not agree, play it out in the clean-up.")}`;
  return g2.rules.requester ? ` ${tr("The player who disagrees resumes play, and the opponent plays first.")}` : "";
}
function Procedure({ g: g2 }) {
  const lines4 = [];
  if (g2.phase === "play" && g2.cleanup > 0) {
    lines4.push(g2.cleanup === 1 ? tr("Clean-up, first phase: capture the stones that you call dead. A ko that was taken is blocked: it may be retaken only after a player has spent a turn on the marked stone to lift the block.") : tr("Clean-up, second phase: this is like the first phase, but stones played from now on do not count as prisoners. Afterwards the rules decide which of the remaining stones are dead."));
  }
  if (g2.stands > 1) {
    lines4.push(`${g2.stands === 2 ? tr("This position occurs for the second time.") : g2.stands === 3 ? tr("This position occurs for the third time.") : tr("This position occurs for the {n}th time.", { n: g2.stands })} ${g2.cycleVoid ? tr("If a position occurs for the third time without a pass, the game is void.") : tr("These rules allow such a cycle to continue forever: play elsewhere, pass, or propose to end the game.")}`);
  }
  if (g2.blocked.length > 0 && g2.phase === "play") lines4.push(tr("Blocked: {blocked}. Click a blocked stone, or the point that would take it, to spend a turn on lifting the block.", { blocked: g2.blocked.join(", ") }));
  if (g2.rules.button && g2.phase === "play") {
    lines4.push(g2.button ? tr("{player} took the button, half a point.", { player: colorName(g2.button) }) : tr("The button, half a point, is free: the first to pass takes it."));
  }
  return lines4.map((line3) => html`<p class="procedure">${line3}</p>`);
}
function History({ g: g2, view: view2 }) {
  const now = view2?.after ?? g2.moves.length;
  const button = (id, name, to, title3) => html`<button id=${id} class="plain" title=${title3} aria-label=${title3}
    disabled=${to < 0 || to > g2.moves.length || to === now} onClick=${() => look2(to)}>${icon(name)}</button>`;
  return html`<div class="history">
    ${button("first", "first", 0, tr("First move (Home)"))}
    ${button("back", "back", now - 1, tr("Back (z)"))}
    <span id="move-number" title="Moves played">${view2 ? `${now} / ${g2.moves.length}` : tr("Move {now}", { now })}</span>
    ${button("forward", "forward", now + 1, tr("Forward (x)"))}
    ${button("last", "last", g2.moves.length, tr("Last move (End)"))}
  </div>`;
}
function Estimate({ g: g2, shown: shown4 }) {
  if (g2.human === "both") return null;
  const e2 = g2.estimate;
  return html`<div class="estimate">
    <button id="estimate" class="switch" role="switch" aria-checked=${shown4} title="Estimate (e)" onClick=${() => toggle("estimate")}>
      <span>Engine’s estimate</span><i aria-hidden="true"></i>
    </button>
    ${shown4 && (e2 ? html`<${Balance} win=${e2.win} lead=${e2.lead} />
          ${g2.thinking && html`<p class="hint" id="visits-so-far">${tr("{visits} visits so far", { visits: grouped(e2.visits) })}</p>`}` : html`<p class="hint">The engine's estimate appears after its first move.</p>`)}
  </div>`;
}
var axesText = (config2, rules) => config2?.axes.map((a2) => `${a2.key} ${rules.values[a2.key]}: ${trServer(a2.values.find((v2) => v2.word === rules.values[a2.key])?.meaning ?? "")}`).join("\n");
function Facts({ g: g2, coordinates: coordinates2, config: config2 }) {
  const size2 = g2.graph.width && !g2.graph.life ? `${g2.graph.width} × ${g2.graph.height}` : trBoard(g2.graph.name);
  const strength = [g2.rank !== "full" && rankText(g2.rank), g2.timeMs && tr("{n} s a move", { n: g2.timeMs / 1e3 }), g2.visits && tr("{visits} visits", { visits: g2.visits })].filter(Boolean).join(", ");
  return html`<footer class="facts">
    ${g2.recordResult && html`<p class="note">${tr("Result in the record: {recordResult}", { recordResult: g2.recordResult })}</p>`}
    ${g2.notes?.map((note) => html`<p class="note">${trServer(note)}</p>`)}
    ${g2.seats?.tournament && html`<p><a id="to-tournament" href="#tournament/${g2.seats.tournament.id}">${tr("{name}, round {round}", { name: g2.seats.tournament.name, round: g2.seats.tournament.round })}</a></p>`}
    <p title=${axesText(config2, g2.rules)}>${[size2, tr("{rules} rules", { rules: trServer(g2.rules.title) }), tr("komi {komi}", { komi: g2.komi }), g2.handicap && tr("{n} handicap stones", { n: g2.handicap }), g2.clocks && controlText(g2.clocks.control), g2.human !== "both" && strength].filter(Boolean).join(" · ")}</p>
    <div class="tray pair">
      <button id="coordinates" class="plain" aria-pressed=${coordinates2} title="Coordinates (c)" onClick=${() => toggle("coordinates")}>${icon("grid")}<span>Coordinates</span></button>
      ${mayAll() && html`<a id="look-closer" class="button plain" href="#lab?game=${g2.id}${g2.dead.length ? `&dead=${g2.dead.map(encodeURIComponent).join("+")}` : ""}" title="Count this position under other rules">${icon("lab")}<span>Rules</span></a>`}
      ${mayAll() && html`<button id="record-game" class="plain" title="Make a record of this game, to study it and to write comments" onClick=${recordGame}>${icon("book")}<span>Record</span></button>`}
      <a id="sgf" class="button plain" href="/api/games/${g2.id}/sgf" download onClick=${download} title="Download the record (s)">${icon("download")}<span>SGF</span></a>
    </div>
  </footer>`;
}
var mayAnalyse = (g2) => g2.phase === "over" || g2.human === "both" && !g2.seats || g2.human === "none";
function subjectOf(g2, view2) {
  if (!mayAnalyse(g2)) return null;
  const after = view2?.after ?? g2.moves.length;
  const stones = view2?.stones ?? g2.stones;
  return { key: `${g2.id} ${after} ${stones.join("")}`, line: g2.id, node: after, request: { play: g2.id, after }, toPlay: view2?.toPlay ?? g2.toPlay };
}
function Panel({ g: g2 }) {
  const { view: view2, connected } = state6;
  const { estimate, coordinates: coordinates2, config: config2 } = state;
  const toPlay = view2 ? "" : g2.toPlay;
  const over = g2.phase === "over" && !view2;
  const player = (color) => html`<${Player} g=${g2} color=${color} toPlay=${toPlay} connected=${connected} />`;
  return html`<aside class="panel">
    <div class="players">${player("black")}${player("white")}</div>
    ${!over && html`<p id="status" class="status">${status(g2)}</p>`}
    ${over && html`<${Result2} g=${g2} /><${AfterRoom} g=${g2} /><${AfterGame} g=${g2} />
      ${config2 && (g2.human === "black" || g2.human === "white") && html`<${NextOpponent} opponents=${config2.opponents} />`}`}
    ${!view2 && html`<${Procedure} g=${g2} />`}
    ${!over && html`<${Actions} g=${g2} view=${view2} />`}
    ${g2.score && !view2 && html`<${ScoreCard} score=${g2.score} final=${g2.phase === "over"} />`}
    <${TeachPanel} g=${g2} />
    <${Room} g=${g2} />
    ${g2.score && !view2 && html`<${ScoreWords} score=${g2.score} />`}
    <${History} g=${g2} view=${view2} />
    ${config2 && config2.judges.length > 0 && mayAll() && (!g2.seats || over) && html`<${AnalysisPanel} subject=${subjectOf(g2, view2)} off=${mayAnalyse(g2) ? "" : tr("The analysis is off while you play against the engine.")} path=${null} onPlay=${touchPoint} />`}
    <${Estimate} g=${g2} shown=${estimate} />
    <${Facts} g=${g2} coordinates=${coordinates2} config=${config2} />
  </aside>`;
}

// ../page/noteview.js
var leaveText = () => drafts.flush();
var moveJudgements = [
  ["TE", tr("Good move"), tr("Very good move"), "!"],
  ["BM", tr("Bad move"), tr("Very bad move"), "?"],
  ["IT", tr("Interesting move"), tr("Very interesting move"), "!?"],
  ["DO", tr("Doubtful move"), tr("Very doubtful move"), "?!"]
];
var positionJudgements = [
  ["GB", tr("Good for Black"), tr("Very good for Black"), "●"],
  ["GW", tr("Good for White"), tr("Very good for White"), "○"],
  ["DM", tr("Even"), tr("Clearly even"), "="],
  ["UC", tr("Unclear"), tr("Very unclear"), "∞"],
  ["HO", tr("Important"), tr("Very important"), "◆"]
];
function Judgements({ judgements, hasMove }) {
  const level = (name) => judgements.find((j2) => j2.name === name)?.level ?? 0;
  const button = ([name, text, emphasized, sign]) => {
    const now = level(name);
    const label = now > 1 ? emphasized : text;
    return html`<button key=${name} id="judge-${name}" class="plain judge" aria-pressed=${now > 0} title=${label} aria-label=${label}
      onClick=${() => edit("judge", { name, level: now === 2 ? 0 : now + 1 })}>${now > 1 && sign.length === 1 ? sign.repeat(2) : sign}</button>`;
  };
  return html`<div class="judgements" role="group" aria-label="Judgement">
    ${hasMove && moveJudgements.map(button)}${hasMove && html`<span class="gap"></span>`}${positionJudgements.map(button)}
  </div>`;
}
function KeptTexts({ kept: kept2, node }) {
  return kept2.map((k2) => {
    const isName = k2.op === "name";
    const button = (id, text, run) => html`<button class="small" data-kept=${id} onClick=${run}>${text}</button>`;
    const drop2 = () => drafts.drop(k2);
    if (k2.node === null) return html`<div class="kept" role="alert"><p>${isName ? tr("The node of this name was deleted: “{text}”", { text: k2.text }) : tr("The node of this comment was deleted: “{text}”", { text: k2.text })}</p>
      <div>${button("copy", tr("Copy"), () => copyAndSay(k2.text))}${button("drop", tr("Discard"), drop2)}</div></div>`;
    if (k2.node !== node) return html`<div class="kept" role="alert"><p>${isName ? tr("A name is not saved yet: “{text}”", { text: k2.text.slice(0, 60) }) : tr("A comment is not saved yet: “{text}”", { text: k2.text.slice(0, 60) })}</p>
      <div>${button("go", tr("Go there"), () => go(k2.node))}</div></div>`;
    if (k2.theirs === null) return html`<div class="kept" role="alert"><p>${isName ? tr("Your name is not saved yet.") : tr("Your comment is not saved yet.")}</p>
      <div>${button("mine", tr("Try again"), () => drafts.save(k2, k2.text))}${button("drop", tr("Discard"), drop2)}</div></div>`;
    return html`<div class="kept" role="alert"><p>${isName ? tr("Another page has changed this name to: “{theirs}”. Your name is below and not saved yet.", { theirs: k2.theirs }) : tr("Another page has changed this comment to: “{theirs}”. Your comment is below and not saved yet.", { theirs: k2.theirs })}</p>
      <div>${button("both", tr("Keep both"), () => drafts.save(k2, [k2.theirs, k2.text].filter(Boolean).join(isName ? " / " : "\n\n")))}
        ${button("mine", tr("Keep mine"), () => drafts.save(k2, k2.text))}${button("theirs", tr("Keep theirs"), drop2)}</div></div>`;
  });
}
var Reading = class extends x {
  box = M();
  componentDidUpdate(old) {
    if (old.position.node !== this.props.position.node) this.box.current.scrollTop = 0;
  }
  render({ position: position2 }) {
    const text = (op) => position2.node === state9.node ? drafts.textOf(op) : position2[op];
    const [name, comment, judged] = [text("name"), text("comment"), position2.judgements.map(judgementText)];
    return html`<section class="reading-box" id="reading" ref=${this.box} tabindex="0" role="region" aria-label="Comment"><div key=${position2.node}>
      ${name && html`<h2 id="read-name">${name}</h2>`}
      ${judged.length > 0 && html`<p id="read-judgements" class="judged-as">${judged.join(", ")}</p>`}
      ${comment && html`<p id="read-comment" class="comment">${comment}</p>`}
      <${Faults} faults=${position2.faults} />
      ${!name && !comment && !judged.length && !position2.faults.length && html`<p class="hint">No comment at this move.</p>`}
    </div></section>`;
  }
};
function judgementText({ name, level }) {
  const [, text, emphasized] = [...moveJudgements, ...positionJudgements].find(([other]) => other === name) ?? [name, name, name];
  return level > 1 ? emphasized : text;
}
function Words({ node }) {
  return html`<div class="words">
    <input id="node-name" type="text" autocomplete="off" placeholder="Name of this node" aria-label="Name of this node" value=${drafts.textOf("name")}
      onInput=${(e2) => write("name", e2.target.value)} onBlur=${leaveText} onKeyDown=${leaveOnEscape} />
    <textarea id="comment" key=${node} rows="4" placeholder="Comment" aria-label="Comment" value=${drafts.textOf("comment")}
      onInput=${(e2) => write("comment", e2.target.value)} onBlur=${leaveText} onKeyDown=${leaveOnEscape}></textarea>
  </div>`;
}
function leaveOnEscape(e2) {
  if (e2.key !== "Escape") return;
  e2.target.blur();
  focusBoard();
  e2.stopPropagation();
}
function Faults({ faults }) {
  if (!faults.length) return null;
  return html`<div class="faults" role="status">${faults.map((f2) => html`<p class="error">${sentence2(f2)}</p>`)}</div>`;
}
var sentence2 = ({ wrong, assumed }) => sentence(`${wrong}${assumed ? `; ${assumed}` : ""}.`.replace(/\.\.$/, "."));
var place4 = (text) => text.split(", ").map(trServer).join(", ");
function Diagnostics({ notes, diagnostics, omitted }) {
  const count = notes.length + diagnostics.length + omitted;
  if (count === 0) return null;
  const worst = diagnostics.some((d2) => d2.severity === "error") ? "error" : diagnostics.some((d2) => d2.severity === "warning") ? "warning" : "note";
  return html`<details class="diagnostics" id="diagnostics"><summary>${icon("info")}<span>${trCount(count, "One remark on the file", "{n} remarks on the file")}</span><i class="severity ${worst}" title=${sentence(worst)}></i></summary>
    <ul>${notes.map((text) => html`<li>${sentence(text)}</li>`)}
      ${diagnostics.map((d2) => html`<li><i class="severity ${d2.severity}" title=${sentence(d2.severity)}></i>
        ${d2.node === void 0 ? html`<span>${sentence2(d2)}<small>${place4(d2.place)}</small></span>` : html`<button class="plain" data-goto=${d2.node} onClick=${() => go(d2.node)}>${sentence2(d2)}<small>${place4(d2.place)}</small></button>`}</li>`)}
      ${omitted > 0 && html`<li>${tr("And {omitted} more.", { omitted })}</li>`}
    </ul></details>`;
}
function Properties({ properties }) {
  if (!properties.length) return null;
  return html`<details class="diagnostics" id="properties"><summary><span>${trCount(properties.length, "One more property", "{n} more properties")}</span></summary>
    <dl>${properties.map(({ name, values, bytes }) => html`<div><dt><code>${name}</code></dt><dd>${values === null ? tr("{n} bytes", { n: bytes }) : values.join(" ")}</dd></div>`)}</dl></details>`;
}
function clockText2(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return (parts[0] ? parts : parts.slice(1)).map((n3, i2) => i2 ? String(n3).padStart(2, "0") : String(n3)).join(":");
}
function Analysis({ analysis: a2, kept: kept2 = false }) {
  if (!a2) return kept2 ? html`<div class="estimate"><div class="bar"></div><p class="figures"></p></div>` : null;
  const win = a2.win === void 0 ? null : Math.round(a2.win * 100);
  const lead = a2.lead === void 0 ? "" : leadText(a2.lead);
  return html`<div class="estimate" id="analysis" title=${[a2.engine, a2.visits && tr("{visits} visits", { visits: a2.visits })].filter(Boolean).join(", ")}>
    ${win !== null && html`<div class="bar" title=${tr("Black wins {win} %, White {white} %", { win, white: 100 - win })}><i style=${{ width: `${win}%` }}></i></div>`}
    ${a2.exact ? html`<p class="figures exact"><span>Exact</span><span>${lead}</span></p>` : html`<p class="figures"><span>${win === null ? "" : tr("Black {win} %", { win })}</span><span>${lead}</span><span>${win === null ? "" : tr("White {win} %", { win: 100 - win })}</span></p>`}
  </div>`;
}

// ../page/reviewview.js
var ReviewPanel = class extends x {
  componentDidMount() {
    enter4(this.props.of);
  }
  componentDidUpdate(old) {
    if (old.of !== this.props.of) enter4(this.props.of);
    else if (old.version !== this.props.version) recordChanged();
  }
  componentWillUnmount() {
    leave6();
  }
  render() {
    const { review: r2, error, connected } = state12;
    return html`<section class="review" id="review" aria-label="Review" data-judged=${r2?.judged} data-positions=${r2?.positions} data-doing=${r2?.doing}>
      <${Bar} r=${r2} />
      ${error && html`<p id="review-error" class="error" role="alert">${sentence(error)}</p>`}
      ${!connected && html`<p class="hint" role="status">Connection lost. Trying again…</p>`}
      ${r2 && html`<${Content} r=${r2} />`}
    </section>`;
  }
};
function Content({ r: r2 }) {
  const { at: at2, beside: beside3 } = place3();
  return html`
    <${Progress2} r=${r2} />
    <${Course} review=${r2} at=${at2} beside=${beside3} onGo=${goTo2} onMoment=${(k2) => (goTo2(r2.moments[k2] + 1), show5(k2))} />
    <${Here} r=${r2} at=${at2} beside=${beside3} />
    <${Players2} r=${r2} />
    <${Moments2} r=${r2} at=${at2} />
    <footer class="hint">${r2.notes.map((note) => html`<p>${sentence(note)}</p>`)}
      <p>${tr("Judged by {by}. A move’s loss is the difference between it and the best move of the search. A player’s accuracy is the average accuracy of the moves. Every lost point reduces a move’s accuracy by a fifth, and by more on a small board.", { by: r2.by })}</p></footer>`;
}
function BetterPoint({ graph }) {
  const { at: at2, beside: beside3 } = place3();
  const move = state12.review?.moves[at2 - 1];
  const point2 = graph.points[indexOf(graph).get(move?.better?.[0] ?? "") ?? -1];
  if (beside3 || !point2 || state12.of !== here2()) return null;
  return html`<g class="better-point" data-better=${point2.name} transform="translate(${point2.x} ${point2.y}) scale(${shapeOf(graph).radius / 0.475})" pointer-events="none">
    <circle class="tint" r=".32" /><circle r=".38" /></g>`;
}
function Bar({ r: r2 }) {
  const level = requestOf3(here2())?.level ?? "";
  const ranks = (state.config?.ranks ?? []).filter((rank) => rank !== "full");
  const said = r2 && !r2.level && (r2.levels.black === r2.levels.white ? r2.levels.black : tr("{one} and {other}", { one: r2.levels.black, other: r2.levels.white }));
  return html`<div class="review-bar"><h2>Review</h2>
    <label>${tr("for")} <select id="review-level" title="The strength of the players decides which mistakes they could have avoided" value=${level} onChange=${(e2) => choose4(e2.target.value)}>
      <option value="" selected=${level === ""}>${said ? tr("the players ({ranks})", { ranks: said }) : tr("the players")}</option>
      ${ranks.map((rank) => html`<option key=${rank} value=${rank} selected=${rank === level}>${rankText(rank)}</option>`)}</select></label>
    <button id="review-close" class="plain" title="Back to the record (r)" aria-label="Back to the record" onClick=${toggle5}>${icon("close")}</button>
  </div>`;
}
function Progress2({ r: r2 }) {
  const whole = r2.judged >= r2.positions;
  const text = {
    searching: r2.seconds === void 0 ? tr("{judged} of {positions} positions", { judged: r2.judged, positions: r2.positions }) : tr("{judged} of {positions} positions, {time} left", { judged: r2.judged, positions: r2.positions, time: duration(r2.seconds) }),
    waiting: tr("{judged} of {positions} positions. The review waits while an engine is thinking.", { judged: r2.judged, positions: r2.positions }),
    stopped: tr("Stopped after {judged} of {positions} positions", { judged: r2.judged, positions: r2.positions }),
    failed: r2.error && sentence(r2.error),
    done: whole ? tr("All {positions} positions are judged", { positions: r2.positions }) : tr("{judged} of {positions} positions are judged", { judged: r2.judged, positions: r2.positions })
  }[r2.doing];
  const goes = r2.doing === "searching" || r2.doing === "waiting";
  const saved = isSaved();
  const query = new URLSearchParams({ game: String(r2.game), ...r2.level ? { level: r2.level } : {} });
  return html`<div class="review-progress">
    ${r2.doing !== "done" && html`<div class="progress" role="progressbar" aria-label="Positions that are judged" aria-valuemin="0" aria-valuemax=${r2.positions} aria-valuenow=${r2.judged}><i style=${{ width: `${100 * r2.judged / Math.max(1, r2.positions)}%` }}></i></div>`}
    <p id="review-doing" class=${r2.doing === "failed" ? "error" : ""} role="status">${text}</p>
    <div class="tray">
      ${goes && html`<button id="review-stop" class="small" onClick=${stop5}>Stop</button>`}
      ${(r2.doing === "stopped" || r2.doing === "failed") && html`<button id="review-go-on" class="small primary" onClick=${goOn2}>Go on</button>`}
      ${r2.judged > 0 && html`<button id="review-save" class="small" disabled=${saved || drafts.saving > 0} title="Write the analyses, comments and better lines into the record" onClick=${save}>${saved ? tr("Saved") : tr("Save")}</button>
        <a id="review-report" class="button small" href="/api/records/${opened().record.id}/review/report?${query}" download title="A page to keep or to print">Report</a>`}
    </div>
  </div>`;
}
var countOf2 = ({ category, moves }) => ({
  inaccuracy: trCount(moves, "{n} inaccuracy", "{n} inaccuracies"),
  mistake: trCount(moves, "{n} mistake", "{n} mistakes"),
  blunder: trCount(moves, "{n} blunder", "{n} blunders")
})[category];
var percent2 = (share) => `${Math.round(100 * share)} %`;
var lost = (loss) => {
  const text = decimal(loss, loss < 9.95 ? 1 : 0);
  return text === decimal(1, 1) ? tr("1 point") : tr("{points} points", { points: text });
};
function unjudged(move) {
  if (move.handicap) return tr("a handicap stone");
  return move.broken ? tr("not judged: the record changes the position or the player to move here") : tr("not judged yet");
}
function Here({ r: r2, at: at2, beside: beside3 }) {
  const move = r2.moves[at2 - 1];
  if (beside3) return html`<div class="here" id="review-here"><p class="hint">This variation is not reviewed. The mark shows where it leaves the main line.</p></div>`;
  if (!move) return html`<div class="here" id="review-here"><p class="hint">Click the graph, or step through the game. The keys “,” and “.” go to the previous and the next moment.</p></div>`;
  const k2 = r2.moments.indexOf(at2 - 1);
  return html`<div class="here" id="review-here">
    <p class="verdict"><span class="disc ${move.color}" aria-hidden="true"></span><b>${tr("Move {number}, {vertex}", { number: move.number, vertex: trVertex(move.vertex) })}</b>
      ${move.category && html`<span class="tag ${move.category}">${categoryName(move.category)}</span>`}
      ${move.category && move.loss >= 0.05 && html`<span>${tr("{loss} lost", { loss: lost(move.loss) })}</span>`}
      ${move.rank === 1 && html`<span>the search’s own choice</span>`}
      ${!move.known && !move.fault && html`<span class="hint">${unjudged(move)}</span>`}</p>
    ${move.fault && html`<p class="error">${tr("Illegal: {fault}.", { fault: trServer(move.fault) })}</p>`}
    <${Reasons} move=${move} />
    ${k2 >= 0 && html`<button class="plain link" onClick=${() => show5(k2)}>${tr("Moment {k} of {n}: what was played, and what was better", { k: k2 + 1, n: r2.moments.length })}</button>`}
    ${k2 < 0 && move.better && html`<${Diagrams} r=${r2} i=${at2 - 1} />`}
  </div>`;
}
function Reasons({ move }) {
  const all = [...move.decided && move.reasons ? [tr("The game was decided before this move.")] : [], ...(move.reasons ?? []).map(trServer)];
  return all.length > 0 && html`<ul class="why">${all.map((text) => html`<li>${text}</li>`)}</ul>`;
}
var Diagrams = class extends x {
  state = { large: false };
  render({ r: r2, i: i2 }, { large }) {
    const move = r2.moves[i2];
    const draw4 = (line3, title3, at2) => {
      const asks = new URLSearchParams({ game: String(r2.game), of: r2.of, move: String(i2), line: line3.join(",") });
      return html`<figure><button class="picture" aria-label="${title3}: ${line3.join(" ")}. ${large ? tr("Smaller") : tr("Larger")}" onClick=${() => this.setState({ large: !large })}>
          <img loading="lazy" alt="" width="400" height="400" src="/api/records/${opened().record.id}/review/diagram?${asks}" /></button>
        <figcaption><b>${title3}</b> ${title3 !== tr("Played") ? line3.slice(0, 4).join(" ") : line3.length === 1 ? line3[0] : tr("{vertex}, and the best play after it", { vertex: line3[0] })}${r2.lead[at2] === null ? "" : `, ${leadText(r2.lead[at2])}${r2.exact?.includes(at2) ? `, ${tr("exact")}` : ""}`}</figcaption></figure>`;
    };
    return html`<div class="diagrams ${large ? "large" : ""}">
      ${draw4([move.vertex, ...move.reply ?? []], tr("Played"), i2 + 1)}
      ${move.better && draw4(move.better.slice(0, 8), tr("Better"), i2)}
    </div>`;
  }
};
function Players2({ r: r2 }) {
  return html`<div class="did">${r2.players.map((p2, side) => {
    const color = side === 0 ? "black" : "white";
    const total = Math.max(1, p2.moves);
    return html`<article key=${color} data-did=${color}>
      <h3><span class="disc ${color}" aria-hidden="true"></span><span>${p2.name || (side === 0 ? tr("Black") : tr("White"))}${p2.rank && html` <small>${p2.rank}</small>`}</span></h3>
      ${p2.moves === 0 ? html`<p class="hint">No move is judged yet.</p>` : html`
        <p class="accuracy"><b>${Math.round(100 * p2.accuracy)}<small> %${p2.margin >= 5e-3 && html` ± ${Math.round(100 * p2.margin)}`}</small></b><span>accuracy</span><em>${decimal(p2.loss, 2)}<small>points a move</small></em></p>
        <div class="shares" role="img" aria-label=${p2.counts.map((c2) => `${c2.moves} ${categoryName(c2.category)}`).join(", ")} title=${p2.counts.map((c2) => `${categoryName(c2.category)}: ${c2.moves}`).join("\n")}>${p2.counts.map((c2) => c2.moves > 0 && html`<i key=${c2.category} class=${c2.category} style=${{ width: `${100 * c2.moves / total}%` }}></i>`)}</div>
        <p class="counts">${p2.counts.slice(3).reverse().filter((c2) => c2.moves > 0).map((c2) => html`<span key=${c2.category}><i class=${c2.category}></i>${countOf2(c2)}</span>`)}
          <span>${tr("{strong} strong moves", { strong: percent2(p2.strong) })}</span></p>
        ${r2.doing === "done" && p2.name !== "tengen" && html`<button id="train-${color}" class="small" title=${tr("The mistakes of {name} become problems: what would you play?", { name: p2.name || color })} onClick=${() => train(color)}>Train</button>`}`}
    </article>`;
  })}</div>`;
}
function Moments2({ r: r2, at: at2 }) {
  const levels = r2.levels.black === r2.levels.white ? tr("players of {black}", { black: r2.levels.black }) : tr("a Black of {black} and a White of {white}", { black: r2.levels.black, white: r2.levels.white });
  return html`<div class="moments" id="moments">
    <h3>The moves that mattered <small>${tr("for {levels}", { levels })}</small></h3>
    ${r2.moments.length === 0 && html`<p class="hint">${r2.judged < r2.positions ? tr("None so far.") : tr("No move stands out that players of this level could have avoided while the game was open.")}</p>`}
    ${r2.moments.map((i2, k2) => {
    const move = r2.moves[i2];
    const [was, is] = [i2, i2 + 1].map((at3) => percent2(move.color === "black" ? r2.win[at3] : 1 - r2.win[at3]) + (r2.exact?.includes(at3) ? ` (${tr("exact")})` : ""));
    const proved = r2.exact?.includes(i2) && r2.exact.includes(i2 + 1);
    return html`<article key=${i2} id="moment-${k2 + 1}" class="moment ${at2 === i2 + 1 ? "here" : ""}">
        <button class="plain head" aria-current=${at2 === i2 + 1 ? "true" : null} onClick=${() => goTo2(i2 + 1)}>
          <span class="number">${k2 + 1}</span><span class="disc ${move.color}" aria-hidden="true"></span><b>${tr("Move {number}, {vertex}", { number: move.number, vertex: trVertex(move.vertex) })}</b>
          <span class="tag ${move.category}">${categoryName(move.category)}</span><span>${tr("{loss} lost", { loss: lost(move.loss) })}</span>
          <small>${leadText(r2.lead[i2])} → ${leadText(r2.lead[i2 + 1])}, ${proved ? tr("exact") : move.color === "black" ? tr("Black’s chances {was} → {is}", { was, is }) : tr("White’s chances {was} → {is}", { was, is })}</small></button>
        <${Reasons} move=${move} />
        <${Diagrams} r=${r2} i=${i2} />
      </article>`;
  })}
    ${r2.moments.length > 0 && html`<p class="hint">In the diagrams, 1 is the next move, the ring marks the previous move, and the cross marks the move that was played instead.</p>`}
  </div>`;
}

// ../page/stepsview.js
function Steps({ tree, here: here3 }) {
  const { path, at: at2 } = line2();
  const [number2, last] = [tree.entries[here3][5], tree.entries[path[path.length - 1]][5]];
  const text = tr("Move {number} of {last}", { number: number2, last });
  const button = (id, name, title3, possible3, run) => html`<button id=${id} class="plain" title=${title3} aria-label=${title3} disabled=${!possible3} onClick=${run}>${icon(name)}</button>`;
  const [before, after] = [at2 > 0, at2 < path.length - 1];
  return html`<div class="steps" role="group" aria-label="Moves">
    <div class="history">
      ${button("first", "first", tr("To the start (Home)"), before, () => step2(-Infinity))}
      ${button("back", "back", tr("Back (←)"), before, () => step2(-1))}
      <span id="move-number">${text}</span>
      ${button("forward", "forward", tr("Forward (→)"), after, () => step2(1))}
      ${button("last", "last", tr("To the end (End)"), after, () => step2(Infinity))}
    </div>
    <div class="autoplay">
      <${PlayButton} possible=${path.length > 1} />
      <input id="move-slider" type="range" min="0" max=${path.length - 1} step="1" value=${at2} disabled=${path.length < 2}
        aria-label="Move" aria-valuetext=${text} onInput=${(e2) => go(tree.entries[path[e2.target.valueAsNumber]][0])} />
      <select id="pace" title="The time for each move while the moves play" aria-label="Seconds for each move" value=${autoplay.pace} onChange=${(e2) => setPace(Number(e2.target.value))}>
        ${paces.map((pace) => html`<option key=${pace} value=${pace} selected=${pace === autoplay.pace}>${tr("{pace} s", { pace })}</option>`)}</select>
    </div>
  </div>`;
}
function PlayButton({ possible: possible3 }) {
  const { playing } = autoplay;
  const title3 = playing ? tr("Pause (Shift A)") : tr("Play the moves (Shift A)");
  return html`<button id="autoplay" class="plain" title=${title3} aria-label=${title3} data-playing=${playing} disabled=${!possible3} onClick=${() => autoplay.toggle()}>${icon(playing ? "pause" : "play")}</button>`;
}

// ../page/treeview.js
var cell2 = 26;
var x2 = (column) => column * cell2 + cell2 / 2 + 4;
var y2 = (row) => row * cell2 + cell2 / 2 + 4;
var widthOf = (tree) => x2(tree.width - 1) + cell2 / 2 + 4;
var heightOf = (tree) => y2(tree.rows.length - 1) + cell2 / 2 + 4;
var between2 = (at2, most6) => Math.round(Math.max(0, Math.min(at2, most6)));
var TreeView = class extends x {
  box = M();
  watch = new ResizeObserver(() => this.look());
  state = { left: 0, top: 0, width: 600, height: 200 };
  scrolling = 0;
  componentDidMount() {
    this.watch.observe(this.box.current);
    this.look();
    this.reveal(this.props);
  }
  componentWillReceiveProps(next3) {
    if (next3.node !== this.props.node || next3.tree !== this.props.tree) this.reveal(next3);
  }
  componentWillUnmount() {
    this.watch.disconnect();
  }
  look = () => {
    const { scrollLeft: left3, scrollTop: top2, clientWidth: width, clientHeight: height2 } = this.box.current;
    const s2 = this.state;
    if (s2.left !== left3 || s2.top !== top2 || s2.width !== width || s2.height !== height2) this.setState({ left: left3, top: top2, width, height: height2 });
  };
  /**
   * Scrolls just far enough to show the node and its neighbours. The browser is asked to scroll together with the next
   * picture, because it computes the layout of the page for that.
   */
  reveal({ tree, node }) {
    const i2 = tree.at.get(node);
    if (i2 === void 0) return;
    const s2 = this.state;
    const shift2 = (at2, from, size2) => {
      const margin = Math.min(2.5 * cell2, size2 / 3);
      return at2 < from + margin ? at2 - margin : at2 > from + size2 - margin ? at2 - size2 + margin : from;
    };
    const left3 = between2(shift2(x2(tree.column[i2]), s2.left, s2.width), widthOf(tree) - s2.width);
    const top2 = between2(shift2(y2(tree.row[i2]), s2.top, s2.height), heightOf(tree) - s2.height);
    if (left3 === s2.left && top2 === s2.top) return;
    this.setState({ left: left3, top: top2 });
    this.scrolling ||= requestAnimationFrame(() => {
      this.scrolling = 0;
      if (this.box.current) Object.assign(this.box.current, { scrollLeft: this.state.left, scrollTop: this.state.top });
    });
  }
  render({ tree, node, onPick }, { left: left3, top: top2, width, height: height2 }) {
    const size2 = { width: `${widthOf(tree)}px`, height: `${heightOf(tree)}px` };
    const part = [Math.floor((left3 - 4) / cell2) - 1, Math.ceil((left3 + width) / cell2) + 1, Math.floor((top2 - 4) / cell2) - 1, Math.ceil((top2 + height2) / cell2) + 1];
    const [first4, last, above, below] = part.map((n3) => Math.max(0, n3));
    return html`<div class="tree" id="tree" ref=${this.box} onScroll=${this.look} tabindex="0" role="tree" aria-label="Variations"
        aria-activedescendant="node-${node}">
      <div class="tree-size" style=${size2}>
        <${Part} tree=${tree} node=${node} first=${first4} last=${last} above=${above} below=${below} onPick=${onPick} />
      </div>
    </div>`;
  }
};
function within2(tree, row, first4, last) {
  const list = tree.rows[row] ?? [];
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle2 = low + high >> 1;
    if (tree.column[list[middle2]] < first4) low = middle2 + 1;
    else high = middle2;
  }
  let end = low;
  while (end < list.length && tree.column[list[end]] <= last) end++;
  return list.slice(low, end);
}
var Part = pure(({ tree, node, first: first4, last, above, below, onPick }) => {
  const path = new Set(pathTo(tree, tree.at.get(node) ?? 0));
  const nodes = [];
  for (let row = above; row <= Math.min(below, tree.rows.length - 1); row++) nodes.push(...within2(tree, row, first4, last));
  let [lines4, way] = ["", ""];
  for (let column = first4; column <= last; column++) {
    for (const { from, to } of tree.forks.get(column) ?? []) if (from <= below && to >= above && to > from) lines4 += `M${x2(column)} ${y2(from)}V${y2(to)}`;
  }
  for (const i2 of nodes) {
    const p2 = tree.parent[i2];
    if (p2 < 0) continue;
    const [from, to] = [tree.row[p2], tree.row[i2]];
    const down = from === to ? "" : `V${y2(to - 1)}`;
    if (path.has(i2)) way += `M${x2(tree.column[p2])} ${y2(from)}${down}L${x2(tree.column[i2])} ${y2(to)}`;
    else lines4 += `M${x2(tree.column[p2])} ${y2(to === from ? from : to - 1)}L${x2(tree.column[i2])} ${y2(to)}`;
  }
  const box = { left: first4 * cell2, top: above * cell2, width: (last - first4 + 2) * cell2, height: (below - above + 2) * cell2 };
  return html`<svg class="tree-part" width=${box.width} height=${box.height} viewBox="${box.left} ${box.top} ${box.width} ${box.height}"
      style=${{ left: `${box.left}px`, top: `${box.top}px` }} onClick=${(e2) => pick3(e2, onPick)}>
    <path class="lines" d=${lines4} /><path class="way" d=${way} />
    ${nodes.map((i2) => html`<${TreeNode} key=${tree.entries[i2][0]} entry=${tree.entries[i2]} x=${x2(tree.column[i2])} y=${y2(tree.row[i2])}
      level=${tree.column[i2] + 1} here=${tree.entries[i2][0] === node} on=${path.has(i2)} />`)}
  </svg>`;
});
function pick3(event, onPick) {
  const found2 = event.target.closest("[data-node]");
  if (found2) onPick(Number(found2.dataset.node));
}
var sides2 = { 1: "black", [-1]: "white", 0: "none" };
function words2([, parent, color, vertex, flags2, move, label]) {
  const parts = [color ? `${move}, ${color > 0 ? tr("black {vertex}", { vertex: trVertex(vertex) }) : tr("white {vertex}", { vertex: trVertex(vertex) })}` : parent < 0 ? tr("the start") : flags2 & has.setup ? tr("stones set up") : tr("no move")];
  if (label) parts.push(label);
  if (flags2 & has.comment) parts.push(tr("with a comment"));
  if (flags2 & has.marks) parts.push(tr("with marks"));
  if (flags2 & has.judgement) parts.push(tr("judged"));
  if (flags2 & has.fault) parts.push(tr("with a fault"));
  return parts.join(", ");
}
var TreeNode = pure(({ entry, x: x3, y: y3, level, here: here3, on: on2 }) => {
  const [number2, parent, color, vertex, flags2, move] = entry;
  return html`<g class="node ${sides2[color]} ${here3 ? "here" : ""} ${on2 ? "on" : ""}" id="node-${number2}" data-node=${number2} data-vertex=${vertex}
      role="treeitem" aria-level=${level} aria-selected=${here3} aria-label=${words2(entry)} transform="translate(${x3} ${y3})">
    <title>${words2(entry)}</title>
    <rect class="hit" x="-13" y="-13" width="26" height="26" />
    ${here3 && html`<rect class="halo" x="-12.5" y="-12.5" width="25" height="25" rx="8" />`}
    ${shape(color, parent, flags2)}
    ${color !== 0 && html`<text y=".5">${vertex === "pass" ? "–" : move}</text>`}
    ${(flags2 & has.fault) !== 0 && html`<circle class="fault" r="10.5" />`}
    ${(flags2 & (has.comment | has.name)) !== 0 && html`<circle class="talk" cx="8" cy="-8" r="3.4" />`}
    ${(flags2 & has.judgement) !== 0 && html`<circle class="judged" cx="8" cy="8" r="3.4" />`}
    ${(flags2 & has.marks) !== 0 && html`<path class="marks" d="M-11 -5.5h5.5l-2.75 -5z" />`}
  </g>`;
});
function shape(color, parent, flags2) {
  if (color) return html`<circle class="disc" r="9.5" />`;
  if (flags2 & has.setup) return html`<path class="disc split" d="M-7 -7h14v14h-14z" /><path class="half" d="M-7 7L7 -7V7z" />`;
  return html`<path class="disc empty" d=${parent < 0 ? "M-7 -7h14v14h-14z" : "M0 -6L6 0L0 6L-6 0z"} />`;
}

// ../page/recordview.js
var nothing4 = [];
var RecordPage = class extends x {
  componentDidMount() {
    open4(this.props.path);
    window.addEventListener("focus", catchUp);
    document.addEventListener("visibilitychange", catchUp);
    window.addEventListener("beforeunload", warn2);
    window.addEventListener("pagehide", flushLast);
  }
  componentDidUpdate(old) {
    if (old.path !== this.props.path) open4(this.props.path);
    if (state.dialog) autoplay.stop();
  }
  componentWillUnmount() {
    window.removeEventListener("focus", catchUp);
    document.removeEventListener("visibilitychange", catchUp);
    window.removeEventListener("beforeunload", warn2);
    window.removeEventListener("pagehide", flushLast);
    close2();
  }
  render({ coordinates: coordinates2, next: next3 }) {
    const { record: r2, position: position2, tree, node, tool, from, visit: visit5, editing } = state9;
    if (!r2 || !position2 || !tree) return html`<main class="play record" aria-busy="true"></main>`;
    const { width, height: height2 } = frame(r2.graph, coordinates2);
    const here3 = tree.at.get(node) ?? 0;
    const reviewed = requestOf3(here2()) !== null;
    const analysed = state.config !== null && state.config.judges.length > 0;
    const subject2 = subjectOf2(r2, position2, node);
    if (analysed) follow3(subject2, true);
    return html`<main class="play record ${editing ? "editing" : "reading"}" id="record" style=${{ "--ratio": width / height2 }} data-record=${r2.id} data-node=${node} data-shown=${position2.node}
        data-number=${position2.number} data-version=${r2.version} data-saving=${drafts.saving}>
      <div class="table">
        <${Board} key="${r2.id} ${r2.game}" seed="${r2.id} ${r2.game}" graph=${r2.graph} stones=${position2.stones} lastMove=${position2.lastMove} koBan=${position2.koBan} dead=${nothing4}
          ghost=${editing ? ghostOf(tool, position2) : ""} quiet=${!editing && position2.children.length === 0} coordinates=${coordinates2} visit=${visit5}
          onPoint=${(vertex) => touch(vertex) || touch2(vertex)} onWheel=${step2} onAim=${(vertex) => say(tr("Tap {vertex} again.", { vertex }))}>
          ${reviewed && html`<${BetterPoint} graph=${r2.graph} />`}
          <${Candidates} graph=${r2.graph} stones=${position2.stones} />
          <${Marks} graph=${r2.graph} position=${position2} next=${next3 && tool === "play"} from=${from} />
        </${Board}>
        ${editing && html`<${EditBar} tool=${tool} canUndo=${r2.canUndo || drafts.draft !== null} canRedo=${r2.canRedo} toPlay=${position2.toPlay}
          siblings=${siblingsOf(tree, here3)} root=${tree.parent[here3] < 0} />`}
      </div>
      <aside class="panel">
        <${Head} r=${r2} editing=${editing} next=${next3} coordinates=${coordinates2} />
        ${!reviewed && html`<${Sides} r=${r2} position=${position2} />`}
        <${Steps} tree=${tree} here=${here3} />
        ${!editing && !reviewed && html`<${Notes} tree=${tree} position=${position2} />`}
        ${analysed && html`<${AnalysisPanel} subject=${subject2} off="" path=${reviewed ? null : pathOf3(r2, tree)} onPlay=${playAt} />`}
        ${reviewed && html`<${ReviewPanel} of=${here2()} version=${r2.version} />`}
        ${!reviewed && html`<${TreeView} tree=${tree} node=${node} onPick=${go} />`}
        ${(editing || reviewed) && html`<${Faults} faults=${position2.faults} />`}
        ${editing && !reviewed && html`<${Analysis} analysis=${position2.analysis} />`}
        <${KeptTexts} kept=${drafts.keptHere().filter((k2) => k2.node === null || k2.game === r2.game)} node=${node} />
        ${editing && !reviewed && html`<${Words} node=${node} />
          <${Judgements} judgements=${position2.judgements} hasMove=${tree.entries[here3][2] !== 0} />`}
        ${!reviewed && html`<${Diagnostics} notes=${r2.message ? [r2.message, ...r2.notes] : r2.notes} diagnostics=${r2.diagnostics} omitted=${r2.omitted} />`}
        ${editing && !reviewed && html`<${Properties} properties=${position2.properties} />`}
        <${Foot} r=${r2} node=${node} />
      </aside>
    </main>`;
  }
};
function Notes({ tree, position: position2 }) {
  const flags2 = flagsOf(tree);
  return html`
    ${(flags2 & has.analysis) !== 0 && html`<${Analysis} analysis=${position2.analysis} kept=${true} />`}
    ${(flags2 & (has.comment | has.name | has.judgement | has.fault)) !== 0 && html`<${Reading} position=${position2} />`}`;
}
var flags = /* @__PURE__ */ new WeakMap();
function flagsOf(tree) {
  if (!flags.has(tree)) flags.set(tree, tree.entries.reduce((all, entry) => all | entry[4], 0));
  return flags.get(tree) ?? 0;
}
function subjectOf2(r2, position2, node) {
  if (position2.node !== node) return null;
  const line3 = courseOf2(r2);
  return { key: `${line3}/${node} ${position2.toPlay} ${position2.stones.join("")} ${position2.koBan}`, line: line3, node, request: { record: r2.id, game: r2.game, node }, toPlay: position2.toPlay };
}
var courseOf2 = (r2) => `${coursesOf(r2.id, r2.game)} ${r2.rules} ${r2.komi} ${r2.info.handicap ?? ""}`;
var paths2 = /* @__PURE__ */ new WeakMap();
function pathOf3(r2, tree) {
  const { path, at: at2 } = line2();
  if (!paths2.has(path)) {
    const moves = path.slice(1).map((i2) => ({ number: tree.entries[i2][5], color: tree.entries[i2][2] > 0 ? "black" : "white", vertex: tree.entries[i2][3], category: "" }));
    paths2.set(path, { nodes: path.map((i2) => tree.entries[i2][0]), moves, onGo: (k2) => go(tree.entries[path[k2]][0]) });
  }
  return { line: courseOf2(r2), at: at2, ...paths2.get(path) };
}
var warn2 = (event) => (drafts.kept.length > 0 || drafts.edits > 0) && event.preventDefault();
var siblingsOf = (tree, i2) => tree.children[tree.parent[variationOf(tree, i2)]]?.length ?? 1;
var ghostOf = (tool, { toPlay }) => tool === "play" ? toPlay : tool === "black" || tool === "white" ? tool : "";
function Head({ r: r2, editing, next: next3, coordinates: coordinates2 }) {
  const g2 = r2.games[r2.game];
  const facts = [g2.date, g2.result, (g2.black || g2.white) && g2.title].filter(Boolean).join(" · ");
  const option = (id, name, pressed, text, key, run) => html`<button id=${id} class="plain" aria-pressed=${pressed} title="${text} (${key})" aria-label=${text} onClick=${run}>${icon(name)}</button>`;
  return html`<div class="record-head">
    <div class="wide"><h1 id="record-title" tabindex="-1" title=${r2.name}>${titleOf2(g2, r2.name)}</h1><${Saved} editing=${editing} /></div>
    <p class="hint" title=${facts}>${facts || r2.name}</p>
    <div class="options">
      ${option("next-moves", "eye", next3, tr("Show the next moves on the board"), "v", () => toggle("nextMoves"))}
      ${option("coordinates", "grid", coordinates2, tr("Coordinates"), "c", () => toggle("coordinates"))}
      <button id="edit" aria-pressed=${editing} title=${editing ? tr("Hide the tools that change the record (Shift E)") : tr("Change the record (Shift E)")} onClick=${() => setEditing(!editing)}>${icon("pencil")}<span>Edit</span></button>
    </div>
    ${r2.games.length > 1 && html`<button id="choose-game" class="wide" onClick=${() => show("record-games")}>${icon("list")}<span>${tr("Game {game} of {n}", { game: r2.game + 1, n: r2.games.length })}</span></button>`}
  </div>`;
}
function Saved({ editing }) {
  const { saving, unsaved, draft } = drafts;
  const [kind, text] = unsaved ? ["error", tr("Not saved")] : saving > 0 || draft ? ["busy", tr("Saving")] : ["done", tr("Saved")];
  return html`<span id="saved" class="saved ${kind} ${kind === "done" && !editing ? "hidden" : ""}" role="status" title=${sentence(unsaved) || (kind === "done" ? tr("Every change is saved") : "")}>${text}</span>`;
}
function Sides({ r: r2, position: position2 }) {
  return html`<div class="players">${["black", "white"].map((color) => {
    const [clock, rank, team] = [position2.clocks[color], r2.info[`${color}Rank`], r2.info[`${color}Team`]];
    const name = r2.games[r2.game][color] || (color === "black" ? tr("Black") : tr("White"));
    return html`<div key=${color} class="player ${position2.toPlay === color ? "active" : ""}" data-player=${color} aria-current=${position2.toPlay === color ? "true" : null}>
      <span class="disc ${color}" aria-hidden="true"></span>
      <span class="who"><b title=${name}>${name}</b>${(rank || team) && html`<small>${[rank, team].filter(Boolean).join(", ")}</small>`}</span>
      ${clock && html`<span class="clock" title="time left">${clock.seconds !== void 0 && clockText2(clock.seconds)}${clock.overtime > 0 && html`<small>${tr("{overtime} left", { overtime: clock.overtime })}</small>`}</span>`}
      <span class="taken" title=${trCount(position2.captures[color], "1 stone captured", "{n} stones captured")}><b data-captures=${color}>${position2.captures[color]}</b></span>
    </div>`;
  })}</div>`;
}
function Foot({ r: r2, node }) {
  const link = (id, href, name, text, title3) => html`<a id=${id} class="button plain" href=${href} title=${title3}>${icon(name)}<span>${text}</span></a>`;
  const button = (id, name, text, title3, run) => html`<button id=${id} class="plain" title=${title3} onClick=${run}>${icon(name)}<span>${text}</span></button>`;
  return html`<footer class="facts">
    <div class="tray">
      ${state.config?.review && button("review-record", "curve", tr("Review"), tr("The moves that mattered in the game, and why (r)"), toggle5)}
      ${button("play-from-here", "play", tr("Play from here"), tr("Play on from this position"), () => show("record-play"))}
      ${button("info", "info", tr("Game info"), tr("Players, event, result, rules … (f)"), () => show("record-info"))}
      ${button("games-in-record", "list", tr("Games in file"), tr("The games of this file; add, merge, delete"), () => show("record-games"))}
      ${button("share", "share", tr("Export"), tr("Pictures, print, other formats (o)"), () => show("record-export"))}
      <a id="sgf" class="button plain" href="/api/records/${r2.id}/sgf" download title="Download the file (s)">${icon("download")}<span>SGF</span></a>
      ${button("as-problems", "bulb", tr("As problems"), tr("Solve the games of this file as problems"), () => beginProblems(r2.id, r2.game))}
      ${link("find-position", `#library?record=${r2.id}&game=${r2.game}&node=${node}&area=whole`, "search", tr("Find in library"), tr("Games with this position, or its corner"))}
    </div>
    <p class="hint" title=${r2.encoding}>${r2.name}${r2.rulesKnown ? ` · ${tr("{rules} rules", { rules: trServer(r2.rules) })}` : ""}${r2.komiKnown ? ` · ${tr("komi {komi}", { komi: r2.komi })}` : ""}</p>
  </footer>`;
}

// ../page/training.js
var measures = ["loss", "policy", "answer", "value", "ownership", "score", "spread", "lead", "top1", "length", "rate", "perSecond"];
var most5 = 8;
var state13 = {
  /** @type {RunList|null} */
  list: null,
  /** @type {string[]|null} */
  chosen: null,
  // names by colour; "" for a colour that is free
  /** @type {Map<string, Curve>} */
  curves: /* @__PURE__ */ new Map(),
  // by name
  log: false,
  // the axis of steps
  smooth: 1,
  // 0 not at all, 1 a little, 2 much
  connected: true,
  error: ""
};
var refreshAfter2 = 1e4;
var timer4 = 0;
var source3 = null;
var followed = "";
var open7 = false;
function update13(changes2) {
  Object.assign(state13, changes2);
  if (open7) redraw();
}
var shown3 = () => (state13.chosen ?? []).map((name, color) => ({ name, color })).filter((run) => run.name);
function enter5() {
  open7 = true;
  const asks = new URLSearchParams(location.hash.replace(/^#training[?/]?/, ""));
  if (asks.has("run")) state13.chosen = [...new Set(asks.getAll("run"))].slice(0, most5);
  if (asks.has("x")) state13.log = asks.get("x") === "log";
  if (asks.has("smooth")) state13.smooth = Math.min(2, Math.max(0, Math.trunc(Number(asks.get("smooth")) || 0)));
  refresh3();
  follow5();
}
function leave7() {
  open7 = false;
  clearTimeout(timer4);
  follow5();
}
document.addEventListener("visibilitychange", () => {
  follow5();
  if (open7 && !document.hidden) refresh3();
});
async function refresh3() {
  clearTimeout(timer4);
  if (!open7 || document.hidden) return;
  try {
    const list = await get("training");
    update13({ list, error: "" });
    if (state13.chosen === null && list.runs.length > 0) choose5([list.runs[0].name]);
  } catch (refusal) {
    update13({ error: messageOf(refusal) });
  }
  clearTimeout(timer4);
  timer4 = setTimeout(refresh3, refreshAfter2);
}
function choose5(chosen3) {
  while (chosen3.at(-1) === "") chosen3.pop();
  update13({ chosen: chosen3 });
  remember2();
  follow5();
}
function toggle6(name) {
  const chosen3 = [...state13.chosen ?? []];
  if (chosen3.includes(name)) return choose5(chosen3.map((n3) => n3 === name ? "" : n3));
  const free = chosen3.indexOf("");
  if (free < 0 && chosen3.length >= most5) return say(tr("{most} runs are the most that can be shown in different colours. Remove a run first.", { most: most5 }));
  chosen3[free < 0 ? chosen3.length : free] = name;
  choose5(chosen3);
}
function view(changes2) {
  update13(changes2);
  remember2();
}
function remember2() {
  if (!open7) return;
  const asks = new URLSearchParams();
  for (const { name } of shown3()) asks.append("run", name);
  if (state13.log) asks.set("x", "log");
  if (state13.smooth !== 1) asks.set("smooth", String(state13.smooth));
  const text = asks.toString();
  history.replaceState(null, "", `#training${text ? `?${text}` : ""}`);
}
function follow5() {
  const names = open7 && !document.hidden ? shown3().map((run) => run.name) : [];
  const wanted2 = names.map((name) => `run=${encodeURIComponent(name)}`).join("&");
  if (wanted2 === followed) return;
  followed = wanted2;
  source3?.close();
  source3 = null;
  if (wanted2) connect3(wanted2);
}
function connect3(wanted2) {
  if (wanted2 !== followed || source3) return;
  const mine = new EventSource(`/api/training/events?${wanted2}`);
  source3 = mine;
  mine.addEventListener("open", () => update13({ connected: true }));
  mine.addEventListener("curve", (event) => take8(JSON.parse(event.data)));
  mine.addEventListener("error", () => {
    if (source3 !== mine) return;
    update13({ connected: false });
    if (mine.readyState !== EventSource.CLOSED) return;
    source3 = null;
    setTimeout(connect3, 2e3, wanted2);
  });
}
function take8(news) {
  const old = news.fresh ? void 0 : state13.curves.get(news.run);
  if (!news.fresh && !old) return;
  const curve2 = { ...news, version: (state13.curves.get(news.run)?.version ?? 0) + 1 };
  curve2.train = joined(old?.train, news.train);
  curve2.test = joined(old?.test, news.test);
  state13.curves.set(news.run, curve2);
  update13({ connected: true });
}

// ../page/trainingchart.js
var charts = [
  { measure: "loss", title: tr("Loss"), hint: tr("all parts by their weights"), tested: true, text: (v2) => decimal(v2, 3) },
  { measure: "top1", title: tr("First choices"), hint: tr("of the moves that were played"), zero: true, tested: true, text: (v2) => `${decimal(100 * v2, 1)} %`, axis: (v2) => `${number(Math.round(1e3 * v2) / 10)} %` },
  { measure: "policy", title: tr("Moves"), hint: tr("cross entropy, nats"), tested: true, text: (v2) => decimal(v2, 3) },
  { measure: "value", title: tr("Win or loss"), hint: tr("cross entropy, nats"), tested: true, text: (v2) => decimal(v2, 3) },
  { measure: "ownership", title: tr("Owners of points"), hint: tr("cross entropy, nats"), tested: true, text: (v2) => decimal(v2, 3) },
  { measure: "lead", title: tr("Lead"), hint: tr("loss of points"), tested: true, text: (v2) => decimal(v2, 2) },
  { measure: "rate", title: tr("Rate"), hint: tr("of learning"), zero: true, plain: true, text: (v2) => figure(v2), axis: (v2) => figure(v2) },
  { measure: "perSecond", title: tr("Speed"), hint: tr("positions a second"), zero: true, text: (v2) => v2 < 10 ? decimal(v2, 1) : grouped(Math.round(v2)), axis: short2 },
  { measure: "length", title: tr("Gradient"), hint: tr("its length"), zero: true, text: (v2) => decimal(v2, 2) },
  { measure: "answer", title: tr("Answers"), hint: tr("cross entropy, nats"), tested: true, text: (v2) => decimal(v2, 3) },
  { measure: "score", title: tr("Score"), hint: tr("loss of points"), tested: true, text: (v2) => decimal(v2, 2) },
  { measure: "spread", title: tr("Spread of the score"), hint: tr("loss of points"), tested: true, text: (v2) => decimal(v2, 2) }
];
function figure(v2) {
  if (v2 === 0) return "0";
  return v2 < 1e-3 ? v2.toExponential(1).replace("e-", "e−") : number(Number(v2.toPrecision(2)));
}
var halves = [0, 5e-3, 0.03];
var keySteps2 = { ArrowLeft: -1, ArrowRight: 1, PageUp: -20, PageDown: 20, Home: -Infinity, End: Infinity };
var pad2 = { left: 48, right: 12, top: 10, bottom: 24 };
var dots2 = 60;
function stepAxis(runs2, log) {
  let [from, to] = [Infinity, 0];
  for (const { curve: curve2 } of runs2) {
    for (const { step: step3, since } of [curve2.train, curve2.test]) {
      if (step3.length === 0) continue;
      from = Math.min(from, since[0]);
      to = Math.max(to, step3[step3.length - 1]);
    }
  }
  if (to <= 0) return null;
  from = Math.max(1, from);
  return log ? { from, to: Math.max(to, from * 1.5), log } : { from: 0, to, log };
}
var has2 = (runs2, measure) => {
  const m2 = measures.indexOf(measure);
  return runs2.some(({ curve: curve2 }) => curve2.train.mean[m2].some((v2) => v2) || curve2.test.mean[m2].some((v2) => v2));
};
var CurveChart = class extends x {
  state = { width: 0 };
  box = M();
  /** @type {{key: string, plan: any}} */
  planned = { key: "", plan: null };
  observer = new ResizeObserver(([entry]) => this.setState({ width: Math.round(entry.contentRect.width) }));
  componentDidMount() {
    this.observer.observe(this.box.current);
  }
  componentWillUnmount() {
    this.observer.disconnect();
  }
  aim = (event) => {
    const { left: left3 } = this.box.current.getBoundingClientRect();
    const at2 = (event.clientX - left3 - pad2.left) / (this.state.width - pad2.left - pad2.right);
    this.props.onCursor(at2 < -0.02 || at2 > 1.02 ? null : valueAt(this.props.axis, Math.min(1, Math.max(0, at2))));
  };
  /** The arrow keys go from point to point. */
  step = (event) => {
    const { runs: runs2, cursor, onCursor } = this.props;
    const by = keySteps2[event.key];
    if (event.key === "Escape" && cursor !== null) return event.stopPropagation(), onCursor(null);
    const steps = runs2[0]?.curve.train.step ?? [];
    if (!by || steps.length === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const last = steps.length - 1;
    const at2 = cursor === null ? by < 0 ? last + 1 : -1 : nearest(steps, cursor);
    onCursor(steps[Math.min(last, Math.max(0, at2 + by * (event.shiftKey ? 10 : 1)))]);
  };
  /** The drawing. It is made again only if something in it has changed. */
  plan() {
    const { chart, runs: runs2, axis: axis2, smooth, height: height2 } = this.props;
    const { width } = this.state;
    const key = JSON.stringify([width, height2, axis2, smooth, runs2.map((r2) => [r2.name, r2.color, r2.curve.version])]);
    if (this.planned.key !== key) this.planned = { key, plan: planOf(chart, runs2, axis2, halves[smooth], width, height2) };
    return this.planned.plan;
  }
  render({ chart, runs: runs2, axis: axis2, cursor, height: height2 }, { width }) {
    const plan = width > 0 && axis2 ? this.plan() : null;
    const read = readings(chart, runs2, cursor);
    const said = read.map(({ name, train: train2, test }) => `${name}: ${[train2 && tr("training {value}", { value: train2 }), test && tr("test {test}", { test })].filter(Boolean).join(", ") || tr("nothing yet")}`).join("; ");
    return html`<figure class="chart" id="chart-${chart.measure}" data-points=${plan?.points ?? 0}>
      <figcaption><b>${chart.title}</b><small>${chart.hint}</small>
        <span class="readings">${read.map((r2) => html`<span key=${r2.name} class="run-${r2.color}"><i></i>${r2.train}${r2.test && html` <em title="test">${r2.test}</em>`}</span>`)}</span></figcaption>
      <div class="plot" ref=${this.box} style=${{ height: `${height2}px` }} tabindex="0" role="img" aria-label="${chart.title} (${chart.hint}). ${said}"
        onPointerMove=${this.aim} onPointerDown=${this.aim} onPointerLeave=${() => this.props.onCursor(null)} onKeyDown=${this.step}>
        ${plan && html`<svg width=${width} height=${height2} viewBox="0 0 ${width} ${height2}" aria-hidden="true">
          <clipPath id="clip-${chart.measure}"><rect x=${pad2.left} y="0" width=${Math.max(0, width - pad2.left - pad2.right)} height=${height2 - pad2.bottom} /></clipPath>
          <g class="grid">${plan.yTicks.map(({ at: at2, text }) => html`<line key=${text} x1=${pad2.left} x2=${width - pad2.right} y1=${at2} y2=${at2} /><text x=${pad2.left - 7} y=${at2}>${text}</text>`)}
            ${plan.xTicks.map(({ at: at2, text }) => html`<text key=${text} class="x" x=${at2} y=${height2 - 7}>${text}</text>`)}</g>
          <g clip-path="url(#clip-${chart.measure})">${plan.lines.map((l2) => html`<g key=${l2.name} class="run-${l2.color}">
            ${l2.band && html`<path class="band" d=${l2.band} />`}
            ${l2.raw && html`<path class="raw" d=${l2.raw} />`}
            <path class="smooth" d=${l2.smooth} />
            ${l2.test && html`<path class="test" d=${l2.test} />`}
            ${l2.dots.map(([x3, y3]) => html`<circle cx=${x3} cy=${y3} r="3.2" />`)}</g>`)}</g>
          ${cursor !== null && plan.cursor(runs2, cursor)}
        </svg>`}
      </div></figure>`;
  }
};
var at = (v2) => Math.round(10 * v2) / 10;
function pathOf4(xs, ys) {
  let text = "";
  let pen = "M";
  for (let i2 = 0; i2 < xs.length; i2++) {
    if (ys[i2] === null) pen = "M";
    else {
      text += `${pen}${at(xs[i2])} ${at(ys[i2])}`;
      pen = "L";
    }
  }
  return text;
}
function columns2(xs, lines4, mean, strong, high, low) {
  const out = [[], [], [], [], []];
  for (let i2 = 0; i2 < xs.length; ) {
    let end = i2 + 1;
    while (end < xs.length && Math.round(xs[end]) === Math.round(xs[i2])) end++;
    let [n3, sum, made, where, top2, bottom2] = [0, 0, 0, 0, -Infinity, Infinity];
    for (; i2 < end; i2++) {
      const value = mean[i2] ?? null;
      if (value === null) continue;
      n3 += lines4[i2];
      sum += lines4[i2] * value;
      made += lines4[i2] * strong[i2];
      where += lines4[i2] * xs[i2];
      top2 = Math.max(top2, high[i2]);
      bottom2 = Math.min(bottom2, low[i2]);
    }
    const point2 = n3 > 0 ? [where / n3, sum / n3, made / n3, top2, bottom2] : [xs[end - 1], null, null, null, null];
    point2.forEach((v2, k2) => out[k2].push(v2));
  }
  return out;
}
function planOf(chart, runs2, axis2, half, width, height2) {
  const m2 = measures.indexOf(chart.measure);
  const x3 = (step3) => pad2.left + place(axis2, step3) * (width - pad2.left - pad2.right);
  const series = runs2.map(({ name, color, curve: { train: train2, test } }) => {
    const places2 = train2.step.map((s2) => place(axis2, s2));
    return { name, color, train: train2, test, places: places2, mean: train2.mean[m2], strong: smoothed(train2.mean[m2], places2, train2.lines, chart.plain ? 0 : half), tests: chart.tested ? test.mean[m2] : [] };
  });
  const from = axis2.log ? 0 : 0.012;
  let [low, high] = [Infinity, -Infinity];
  const see = (v2, p2) => {
    if (v2 === null || p2 < from) return;
    low = Math.min(low, v2);
    high = Math.max(high, v2);
  };
  for (const s2 of series) {
    s2.strong.forEach((v2, i2) => see(v2, s2.places.length < 100 ? 1 : s2.places[i2]));
    s2.tests.forEach((v2, i2) => see(v2, s2.tests.length <= dots2 ? 1 : place(axis2, s2.test.step[i2])));
  }
  if (low > high) [low, high] = [0, 1];
  if (chart.zero) low = Math.min(0, low);
  const room2 = (high - low || Math.abs(high) || 1) * 0.06;
  const scale = { from: chart.zero ? low : low - room2, to: high + room2, log: false };
  const y3 = (v2) => v2 === null ? null : pad2.top + (1 - place(scale, v2)) * (height2 - pad2.top - pad2.bottom);
  const lines4 = series.map(({ name, color, train: train2, test, mean, strong, tests }) => {
    const [xs, means, strongs, highs, lows] = columns2(train2.step.map(x3), train2.lines, mean, strong, train2.high[m2], train2.low[m2]);
    const many2 = train2.lines.some((n3) => n3 > 1);
    const [top2, bottom2] = [highs.map(y3), lows.map(y3)];
    const there = xs.map((_2, i2) => i2).filter((i2) => top2[i2] !== null);
    const band = many2 && there.length > 1 ? `${pathOf4(there.map((i2) => xs[i2]), there.map((i2) => top2[i2]))}${pathOf4(there.map((i2) => xs[i2]).reverse(), there.map((i2) => bottom2[i2]).reverse()).replace("M", "L")}Z` : "";
    const [testX, testMeans] = columns2(test.step.map(x3), test.lines, tests, tests, tests, tests);
    const testY = testMeans.map(y3);
    return {
      name,
      color,
      band,
      raw: half > 0 && !chart.plain ? pathOf4(xs, means.map(y3)) : "",
      smooth: pathOf4(xs, strongs.map(y3)),
      test: chart.tested ? pathOf4(testX, testY) : "",
      dots: tests.length <= dots2 ? testY.map((v2, i2) => [at(testX[i2]), v2]).filter(([, v2]) => v2 !== null).map(([a2, b]) => [a2, at(b)]) : [],
      strong
    };
  });
  const cursor = (now, step3) => {
    const text = tr("step {step}", { step: grouped(Math.round(step3)) });
    const left3 = at(x3(step3));
    return html`<g class="aim"><line x1=${left3} x2=${left3} y1=${pad2.top} y2=${height2 - pad2.bottom} />
      ${lines4.map((l2, k2) => {
      const i2 = nearest(now[k2]?.curve.train.step ?? [], step3);
      const v2 = i2 < 0 ? null : y3(l2.strong[i2] ?? null);
      return v2 === null ? null : html`<circle class="run-${l2.color}" cx=${at(x3(now[k2].curve.train.step[i2]))} cy=${at(v2)} r="4" />`;
    })}
      <text x=${Math.min(Math.max(left3, pad2.left + 34), width - pad2.right - 34)} y=${height2 - 7}>${text}</text></g>`;
  };
  return {
    lines: lines4,
    cursor,
    points: series.reduce((n3, s2) => n3 + s2.train.step.length, 0),
    yTicks: ticks(scale, height2 > 200 ? 6 : 4).map((v2) => ({ at: at(y3(v2)), text: (chart.axis ?? ((n3) => String(n3)))(v2) })),
    xTicks: ticks(axis2, Math.max(2, Math.floor(width / 95))).map((v2) => ({ at: at(x3(v2)), text: short2(v2) }))
  };
}
function readings(chart, runs2, cursor) {
  const m2 = measures.indexOf(chart.measure);
  return runs2.map(({ name, color, curve: { train: train2, test } }) => {
    const value = (points3) => {
      const i2 = points3.step.length === 0 ? -1 : cursor === null ? points3.step.length - 1 : nearest(points3.step, cursor);
      return i2 < 0 || points3.mean[m2][i2] === null ? "" : chart.text(points3.mean[m2][i2]);
    };
    return { name, color, train: value(train2), test: chart.tested ? value(test) : "" };
  });
}

// ../page/trainingview.js
var first3 = 9;
var tableRows = 16;
var manyRuns = 12;
var again7 = 15e3;
var TrainingPage = class extends x {
  state = { cursor: null, filter: "", more: false };
  timer = 0;
  componentDidMount() {
    enter5();
    window.addEventListener("hashchange", enter5);
    this.timer = setInterval(() => this.setState({}), again7);
  }
  componentWillUnmount() {
    window.removeEventListener("hashchange", enter5);
    clearInterval(this.timer);
    leave7();
  }
  aim = (cursor) => {
    if (cursor !== this.state.cursor) this.setState({ cursor });
  };
  render({ config: config2 }, { cursor, filter, more: more3 }) {
    const { list, curves, log, smooth, connected, error } = state13;
    if (config2 && !config2.training) return html`<${NoFolder} />`;
    const runs2 = shown3().map((run) => ({ ...run, curve: curves.get(run.name) }));
    const drawn3 = (
      /** @type {Shown[]} */
      runs2.filter((run) => run.curve && run.curve.lines > 0)
    );
    const axis2 = stepAxis(drawn3, log);
    const there = charts.filter((chart, i2) => i2 < first3 && i2 < 2 || has2(drawn3, chart.measure));
    const seen2 = there.filter((chart) => more3 || charts.indexOf(chart) < first3);
    return html`<main class="training" id="training" data-runs=${list?.runs.length} data-whole=${runs2.every((run) => run.curve?.whole)}>
      <section class="shelf runs">
        <h1 tabindex="-1">Training</h1>
        ${error && html`<p id="training-error" class="error" role="alert">${sentence(error)}</p>`}
        ${list && html`<${Runs} list=${list} filter=${filter} onFilter=${(text) => this.setState({ filter: text })} />`}
        ${list && list.learning.length > 0 && html`<h2>Learning from itself</h2><${LearningRuns} list=${list} current=${null} />`}
        ${config2?.cluster && html`<p class="hint"><a href="#cluster">The cluster: workers and queues</a></p>`}
      </section>
      <section class="curves">
        ${!connected && runs2.length > 0 && html`<p class="hint" role="status">Connection lost. Trying again…</p>`}
        <div class="run-cards">${runs2.map((run) => html`<${RunCard} key=${run.name} run=${run} />`)}</div>
        ${list?.runs.length === 0 && html`<p class="hint" id="no-runs">${tr("The folder {folder} has no run of tengen train yet.", { folder: list.folder })} ${how}
          ${list.learning.length > 0 ? tr("The runs of tengen learn are in the list.") : trParts("{command} writes runs in which a net learns from its own games.", { command: html`<code>tengen learn</code>` })}</p>`}
        ${list && list.runs.length > 0 && runs2.length === 0 && html`<p class="hint">Choose a run.</p>`}
        ${axis2 && html`<div class="chart-tools">
          <${Chips} name="axis" label="Steps" value=${log ? "log" : "linear"} options=${[["linear", tr("Linear")], ["log", tr("Logarithmic")]]} onPick=${(v2) => view({ log: v2 === "log" })} />
          <${Chips} name="smooth" label="Smoothing" value=${String(smooth)} options=${[["0", tr("None")], ["1", tr("Little")], ["2", tr("Much")]]} onPick=${(v2) => view({ smooth: Number(v2) })} />
          <p class="legend" aria-hidden="true"><span class="run-${drawn3[0].color}"><svg width="30" height="14"><path class="smooth" d="M1 7H29" /></svg>training</span>
            <span class="run-${drawn3[0].color}"><svg width="30" height="14"><path class="test" d="M1 7H29" /><circle cx="15" cy="7" r="3.2" /></svg>test</span></p>
        </div>
        <div class="charts">${seen2.map((chart, i2) => html`<${CurveChart} key=${chart.measure} chart=${chart} runs=${drawn3} axis=${axis2} smooth=${smooth} cursor=${cursor} onCursor=${this.aim} height=${i2 === 0 ? 290 : 175} />`)}</div>
        ${there.length > seen2.length && html`<button id="more-charts" onClick=${() => this.setState({ more: true })}>More curves</button>`}
        ${drawn3.map((run) => html`<${Table3} key=${run.name} run=${run} log=${log} many=${drawn3.length > 1} />`)}`}
        <p class="hidden" aria-live="polite">${cursor !== null && drawn3.length > 0 && document.activeElement?.classList.contains("plot") ? spoken3(drawn3, cursor) : ""}</p>
      </section>
    </main>`;
  }
};
var how = trParts("{command} writes one into {folder}.", { command: html`<code>tengen train --out net.bin.gz</code>`, folder: html`<code>net.run</code>` });
function NoFolder() {
  return html`<main class="home"><section class="welcome"><h1 tabindex="-1">Training</h1>
    <p>${trParts("To see the curves of training runs here, name the folder that contains them: {option}.", { option: html`<code>tengen web --runs DIR</code>` })} ${how}</p></section></main>`;
}
function spoken3(runs2, cursor) {
  const said = readings(charts[0], runs2, cursor).map((r2) => `${runs2.length > 1 ? `${r2.name}: ` : ""}${tr("loss {value}", { value: r2.train })}${r2.test ? `, ${tr("test {test}", { test: r2.test })}` : ""}`);
  return tr("Step {step}: {values}", { step: grouped(Math.round(cursor)), values: said.join("; ") });
}
function Runs({ list, filter, onFilter }) {
  const { curves } = state13;
  const looked = new Map(shown3().map(({ name, color }) => [name, color]));
  const words3 = filter.toLowerCase().split(/\s+/);
  const runs2 = list.runs.filter((run) => words3.every((word) => run.name.toLowerCase().includes(word)));
  const lost2 = [...looked.keys()].filter((name) => !list.runs.some((run) => run.name === name));
  const row = (name, text) => html`<li key=${name}><label class=${looked.has(name) ? `run-${looked.get(name)}` : ""}>
    <input type="checkbox" data-run=${name} checked=${looked.has(name)} onChange=${() => toggle6(name)} />
    <i></i><span><b title=${name}>${titleOf(name, list.folder)}</b><small>${text}</small></span></label></li>`;
  return html`${list.runs.length >= manyRuns && html`<input id="run-filter" type="text" autocomplete="off" aria-label="Search the runs" placeholder=${tr("Search {n} runs", { n: list.runs.length })} value=${filter} onInput=${(e2) => onFilter(e2.target.value)} />`}
    <ul id="runs">${lost2.map((name) => row(name, tr("no longer there")))}
      ${runs2.map((run) => {
    const step3 = curves.get(run.name)?.step || run.step;
    return row(run.name, [run.steps > 0 ? tr("{percent} % of {steps} steps", { percent: Math.min(100, Math.floor(100 * step3 / run.steps)), steps: short2(run.steps) }) : tr("nothing measured yet"), ago(new Date(run.changed))].join(" · "));
  })}</ul>
    ${list.cut && html`<p class="hint">${tr("There are more folders below {folder} than tengen searches. Name a smaller folder.", { folder: list.folder })}</p>`}`;
}
function rhythm({ train: train2, each }) {
  const n3 = train2.step.length;
  return n3 < 2 ? 0 : each * (train2.step[n3 - 1] - train2.step[n3 - 2]) / train2.lines[n3 - 1];
}
function condition(curve2) {
  const { step: step3, steps, each, gone: gone2, last } = curve2;
  if (gone2) return { is: "gone", text: tr("the file is gone") };
  if (curve2.lines === 0) return { is: "quiet", text: curve2.whole ? tr("nothing measured yet") : tr("reading…") };
  if (steps > 0 && step3 >= steps) return { is: "done", text: tr("finished") };
  const silent = last ? (Date.now() - new Date(last).getTime()) / 1e3 : 0;
  if (silent > Math.max(300, 8 * rhythm(curve2))) return { is: "quiet", text: tr("no news for {time}", { time: duration(silent) }) };
  if (!curve2.whole) return { is: "quiet", text: tr("reading…") };
  if (!each) return { is: "runs", text: tr("running") };
  const left3 = (steps - step3) * each;
  const end = new Date(Date.now() + 1e3 * left3);
  const day2 = left3 > 20 * 3600 ? end.toLocaleString(language, { weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" }) : end.toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
  return { is: "runs", text: html`${tr("{time} left", { time: duration(left3) })} <small>${tr("until {time}", { time: day2 })}</small>` };
}
function RunCard({ run: { name, color, curve: curve2 } }) {
  const title3 = titleOf(name, state13.list?.folder ?? "");
  if (!curve2) return html`<article class="run-card run-${color}"><h2><i></i>${title3}</h2><p class="hint">Reading…</p></article>`;
  const { is, text } = condition(curve2);
  const part = curve2.steps > 0 ? Math.min(100, 100 * curve2.step / curve2.steps) : 0;
  const value = (measure, points3) => {
    const [found2] = readings(charts.filter((c2) => c2.measure === measure)[0], [{ name, color, curve: curve2 }], null);
    return found2[points3];
  };
  const facts = [
    [tr("Loss"), value("loss", "train"), value("loss", "test")],
    [tr("First choices"), value("top1", "train"), value("top1", "test")],
    [tr("Positions a second"), value("perSecond", "train"), ""],
    [tr("Epoch"), String(curve2.epoch + 1), ""]
  ].filter(([, train2, test]) => train2 || test);
  return html`<article class="run-card run-${color}" data-run=${name} data-step=${curve2.step} data-state=${is}>
    <h2 title=${name}><i></i>${title3}</h2>
    <div class="progress" role="progressbar" aria-label=${tr("Steps of {title}", { title: title3 })} aria-valuemin="0" aria-valuemax=${curve2.steps} aria-valuenow=${curve2.step}><i style=${{ width: `${part}%` }}></i></div>
    <p class="step-of">${trParts("Step {step} of {steps}", { step: html`<b>${grouped(curve2.step)}</b>`, steps: short2(curve2.steps) })}</p>
    <p class="state ${is}">${text}</p>
    <dl>${facts.map(([label, train2, test]) => html`<div><dt>${label}</dt><dd>${train2 || "–"}${test && html`<small>${tr("test {test}", { test })}</small>`}</dd></div>`)}</dl>
    ${curve2.bad > 0 && html`<p class="hint">${trCount(curve2.bad, "One line of the file could not be read and was left out.", "{count} lines of the file could not be read and were left out.", { count: grouped(curve2.bad) })}</p>`}
  </article>`;
}
function Table3({ run, log, many: many2 }) {
  const { name, curve: curve2 } = run;
  const { train: train2 } = curve2;
  const title3 = titleOf(name, state13.list?.folder ?? "");
  const axis2 = stepAxis([run], log);
  const rows2 = /* @__PURE__ */ new Set();
  for (let k2 = 0; k2 < tableRows; k2++) axis2 && rows2.add(nearest(train2.step, valueAt(axis2, k2 / (tableRows - 1))));
  const columns3 = charts.slice(0, first3).filter((chart) => has2([run], chart.measure));
  const cells = (i2) => rowOf(columns3, curve2, train2.step[i2]);
  return html`<details class="more numbers"><summary>In numbers${many2 && html`: ${title3}`}</summary><div class="scroll"><table>
    <caption class="hidden">${tr("Training of {title}; after a slash, the value of the nearest test", { title: title3 })}</caption>
    <thead><tr><th scope="col">Step</th>${columns3.map((c2) => html`<th scope="col" title=${c2.hint}>${c2.title}</th>`)}</tr></thead>
    <tbody>${[...rows2].filter((i2) => i2 >= 0).map((i2) => html`<tr key=${train2.step[i2]}><th scope="row">${grouped(train2.step[i2])}</th>${cells(i2).map((text) => html`<td>${text}</td>`)}</tr>`)}</tbody>
  </table></div></details>`;
}
var rowOf = (columns3, curve2, step3) => columns3.map((chart) => {
  const [{ train: train2, test }] = readings(chart, [{ name: "", color: 0, curve: curve2 }], step3);
  return test ? `${train2} / ${test}` : train2;
});

// ../page/app.js
var Header = pure(({ owner, seen: seen2, training, cluster }) => html`<header>
    <a class="brand" href="#" aria-label="tengen, all games"><img src="icon.svg" alt="" width="30" height="30" /><span>tengen</span></a>
    <nav>
      ${owner && html`<a id="games" class="button plain" href="#games" title="Your games (g)">${icon("list")}<span>Games</span></a>
      <button id="new-game" class="plain" title="New game (n)" onClick=${() => show("new")}>${icon("plus")}<span>New game</span></button>
      <a id="to-course" class="button plain" href="#course" title="The course and problems (t)">${icon("bulb")}<span>Learn</span></a>
      <a id="to-library" class="button plain" href="#library" title="The library (y)">${icon("book")}<span>Library</span></a>
      <a id="to-lab" class="button plain" href="#lab" title="The rules laboratory (l)">${icon("lab")}<span>Rules</span></a>
      ${(training || cluster) && html`<a id="to-training" class="button plain" href=${training ? "#training" : "#cluster"} title=${training ? tr("Training runs") : tr("The cluster")}>${icon("curve")}<span>${training ? tr("Training") : tr("Cluster")}</span></a>`}`}
      ${seen2 && html`<a id="to-club" class="button plain" href="#club" title="The club: games between people, and tournaments">${icon("people")}<span>Club</span></a>`}
      <button id="theme" class="plain" aria-label="Look and sound" title="Look and sound (d: light or dark)" onClick=${() => show("look")}>${icon("theme")}</button>
      <button id="keys" class="plain" aria-label="Keys" title="Keys (?)" onClick=${() => show("keys")}>${icon("help")}</button>
    </nav>
  </header>`);
function Play({ g: g2 }) {
  const { view: view2, visit: visit5 } = state6;
  const { coordinates: coordinates2 } = state;
  const stones = view2?.stones ?? g2.stones;
  const mine = mayPlay();
  const marking = g2.phase === "dead" && !view2 && mayAct(g2);
  const { width, height: height2 } = frame(g2.graph, coordinates2);
  return html`<main class="play" style=${{ "--ratio": width / height2 }} data-phase=${g2.phase} data-number=${g2.number}>
    <h1 class="hidden">${tr("Game on {board}", { board: g2.graph.width ? tr("{width} by {height}", { width: g2.graph.width, height: g2.graph.height }) : trBoard(g2.graph.name) })}</h1>
    <div class="table">
      <${Board} key=${g2.id} seed=${g2.id} graph=${g2.graph} visit=${visit5} blocked=${view2 ? none5 : g2.blocked} stones=${stones} lastMove=${view2 ? view2.lastMove : g2.lastMove}
        koBan=${view2 ? "" : g2.koBan} dead=${view2 ? none5 : g2.dead} score=${view2 ? void 0 : g2.score}
        told=${g2.score && !view2 ? (vertex) => reason(g2.graph, g2.score, vertex) : void 0}
        ghost=${mine ? g2.toPlay : ""} quiet=${!mine && !marking} coordinates=${coordinates2}
        onPoint=${(vertex) => mayAnalyse(g2) && touch(vertex) || touchPoint(vertex)} onAim=${(vertex) => say(tr("Tap {vertex} again to play there.", { vertex }))}>
        ${mayAnalyse(g2) && html`<${Candidates} graph=${g2.graph} stones=${stones} />`}
        <${TeachMarks} g=${g2} />
      </${Board}>
    </div>
    <${Panel} g=${g2} />
  </main>`;
}
var none5 = [];
function announcement() {
  const { game: g2 } = state6;
  if (g2) {
    if (state6.view) return status(g2);
    const last = g2.moves.at(-1);
    const waits2 = g2.phase === "dead" || g2.offered || g2.proposed || g2.paused || g2.seats?.asked || g2.message && !g2.yourTurn && !g2.thinking;
    const turn2 = g2.phase === "over" ? headingOf(g2) : waits2 ? status(g2) : g2.yourTurn && hasOpponent(g2) ? tr("Your turn") : "";
    return `${state6.warning}${last ? `${last.color === "black" ? tr("black") : tr("white")} ${trVertex(last.vertex)}. ` : ""}${turn2}`;
  }
  if (state.lesson !== null) return spoken();
  const { position: p2, node, tree } = state9;
  if (!p2 || !tree || p2.node !== node) return "";
  const vertex = trVertex(p2.lastMove);
  const move = [tr("white {vertex}", { vertex }), vertex, tr("black {vertex}", { vertex })][(tree.entries[tree.at.get(node) ?? -1]?.[2] ?? 0) + 1];
  const variations = p2.children.length > 1 ? ` ${tr("{n} variations follow.", { n: p2.children.length })}` : "";
  return `${p2.number ? p2.lastMove ? tr("Move {number}, {move}.", { number: p2.number, move }) : tr("Move {number}.", { number: p2.number }) : tr("The start.")}${variations} ${p2.comment.slice(0, 300)}`;
}
function title2() {
  const { game: g2 } = state6;
  const { games: games2, lab, record: r2, library, training, learning, course: course2, lesson: path, problems, cluster, club, tournament } = state;
  if (r2 !== null && state9.record) return `${titleOf2(state9.record.games[state9.record.game], state9.record.name)} · tengen`;
  if (games2 !== null) return `${tr("Your games")} · tengen`;
  if (lab !== null) return `${tr("Rules laboratory")} · tengen`;
  if (library !== null) return `${tr("Library")} · tengen`;
  if (training !== null) return `${tr("Training")} · tengen`;
  if (learning !== null) return `${learning ? `${learning} · ` : ""}${tr("Learning")} · tengen`;
  if (course2 !== null) return `${tr("Learn Go")} · tengen`;
  if (problems !== null) return `${tr("Problems")} · tengen`;
  if (cluster !== null) return `${tr("Cluster")} · tengen`;
  if (club !== null) return `${tr("Club")} · tengen`;
  if (tournament !== null) return `${state3.open?.name ?? tr("Tournament")} · tengen`;
  if (path !== null && state11.step) return `${state11.step.title} · tengen`;
  if (!g2) return "tengen";
  if (g2.phase === "over") return `${headingOf(g2)} · tengen`;
  return g2.yourTurn && hasOpponent(g2) ? `${tr("Your turn")} · tengen` : "tengen";
}
function Main() {
  const { config: config2, coordinates: coordinates2, games: games2, lab, record: path, library, learning, lesson: place5, nextMoves: nextMoves2, setup } = state;
  if (!mayAll() && !["game", "club", "tournament"].includes(room())) return html`<${Gate} />`;
  switch (room()) {
    case "game":
      return html`<${Play} g=${state6.game} />`;
    case "games":
      return html`<${GamesPage} path=${games2} />`;
    case "lab":
      if (new URLSearchParams(lab ?? "").has("proof")) return html`<${Proofs} path=${lab} coordinates=${coordinates2} />`;
      if (new URLSearchParams(lab ?? "").has("solved")) return html`<${SolvedBoards} path=${lab} coordinates=${coordinates2} />`;
      return html`<${Laboratory} config=${config2} path=${lab} coordinates=${coordinates2} />`;
    case "record":
      return html`<${RecordPage} path=${path} coordinates=${coordinates2} next=${nextMoves2} />`;
    case "library":
      return html`<${LibraryPage} path=${library} />`;
    case "training":
      return html`<${TrainingPage} config=${config2} />`;
    case "learning":
      return html`<${LearningPage} config=${config2} path=${learning} coordinates=${coordinates2} />`;
    case "course":
      return html`<${CoursePage} config=${config2} />`;
    case "lesson":
      return html`<${LessonPage} path=${place5} coordinates=${coordinates2} />`;
    case "problems":
      return html`<${ProblemsPage} />`;
    case "cluster":
      return html`<${ClusterPage} />`;
    case "club":
      return html`<${ClubPage} />`;
    case "tournament":
      return html`<${TournamentPage} key=${state.tournament} id=${state.tournament} />`;
  }
  return config2 && html`<${Home} key=${JSON.stringify(setup)} config=${config2} setup=${setup} />`;
}
function App() {
  const dialog = dialogs();
  return html`
    <${Header} owner=${mayAll()} seen=${state.config?.role !== "anyone"} training=${state.config?.training} cluster=${mayAll() && state.config?.cluster} />
    ${!state6.connected && state6.game && html`<p class="banner" role="status">Connection lost. Trying again…</p>`}
    <${Main} />
    <p id="announcement" class="hidden" aria-live="polite">${announcement()}</p>
    <${Messages2} shown=${!dialog} />
    <p class="drop-here" aria-hidden="true">Drop the file to open it</p>
    ${dialog}`;
}
var seen = "";
function focusPage() {
  const { record: r2, dialog } = state;
  const { game: g2 } = state6;
  const now = g2?.id ?? (r2 !== null ? `record/${r2.split("/")[0]}` : room());
  if (now === seen || dialog || now === "home" && location.hash.length > 1) return;
  const target = document.querySelector("main h1:not(.hidden)") ?? document.querySelector("main .point[tabindex='0']");
  if (!target) return;
  const began2 = seen === "";
  seen = now;
  if (began2 || document.activeElement?.closest("main input, main textarea, main select")) return;
  if (target.tagName === "H1") target.setAttribute("tabindex", "-1");
  target.focus({ preventScroll: true });
}
var root2 = (
  /** @type {HTMLElement} */
  document.getElementById("app")
);
onChange(() => {
  const text = title2();
  if (text !== document.title) document.title = text;
  Q(html`<${App} />`, root2);
  focusPage();
});
listenForKeys();
listenForFiles();
start2();
start();
