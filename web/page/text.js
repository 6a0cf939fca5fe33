// The texts of the page in the language of the user. The English text is the key of its translations, which are in
// ../languages. Templates of html.js translate their own texts. All others pass through the functions of this module.
import { languages } from "./languages.js";

/** @typedef {string|Record<string, string>} Translation  a text, or texts by their plural category */
/** @typedef {{name: string, texts: Record<string, Translation>, server: Record<string, Translation>}} Catalogue  a file of ../languages */

const memory = "language"; // the key of the user's choice

const root = globalThis.document?.documentElement; // tests of modules have none

/** The language that the user has chosen; "" if the browser decides. */
export const chosen = globalThis.localStorage?.getItem(memory) ?? "";

/** Chooses a language, or lets the browser decide. The page loads again. @param {string} tag */
export function choose(tag) {
  if (tag) localStorage.setItem(memory, tag);
  else localStorage.removeItem(memory);
  location.reload();
}

const enough = 95; // percent of a language's texts that must be translated before the page chooses it by itself

/** The language for a list of wishes, the best first. @param {readonly string[]} wishes @param {Record<string, {share: number}>} offered */
export function best(wishes, offered) {
  /** Language and script, such as zh-Hant for zh-TW; "" for a tag that is not valid. @param {string} tag */
  const short = (tag) => {
    try {
      const { language, script } = new Intl.Locale(tag).maximize();
      return `${language}-${script}`;
    } catch {
      return "";
    }
  };
  for (const wish of wishes) {
    const tag = Object.keys(offered).find((t) => short(t) === short(wish));
    if (tag && offered[tag].share >= enough) return tag;
    if (short(wish) === short("en")) break;
  }
  return "en";
}

/** A file of translations. If it cannot be loaded, its texts are in English. @param {string} name @returns {Promise<any>} */
const load = (name) => fetch(`languages/${name}.json`).then((answer) => (answer.ok ? answer.json() : {}), () => ({}));

/** The language of the page, as a tag of BCP 47. */
export const language = languages[chosen] || chosen === "en" ? chosen : best(root ? navigator.languages : [], languages);
/** @type {Partial<Catalogue>} */
const { texts = {}, server = {} } = language === "en" ? {} : await load(language);
const catalogue = { texts: new Map(Object.entries(texts)), server: new Map(Object.entries(server)) };
if (root) root.lang = language;

const plurals = new Intl.PluralRules(language);
const numbers = new Intl.NumberFormat(language, { useGrouping: false, maximumFractionDigits: 20 });
const tinyNumbers = new Intl.NumberFormat(language, { notation: "scientific", maximumFractionDigits: 2 });

/** The text for a number of things. @param {Translation} translation @param {unknown} n */
const formFor = (translation, n) => (typeof translation === "string" ? translation : (translation[plurals.select(Number(n))] ?? translation.other));

/**
 * A number as the language writes it, with its digits in one group. Tiny numbers, such as the weight of a point far from
 * the middle of an infinite board, have an exponent.
 * @param {number} n
 */
export const number = (n) => (n !== 0 && Math.abs(n) < 1e-6 ? tinyNumbers : numbers).format(n);

/** @param {unknown} value */
const written = (value) => (typeof value === "number" ? number(value) : String(value));

/** Puts values into a text. @param {string} text @param {Record<string, unknown>} values */
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (all, name) => (name in values ? written(values[name]) : all));

/**
 * A text in the language of the page, with values for the names in braces. What follows "¦" in a text is not shown: it
 * tells apart two meanings of the same English words.
 * @param {string} text @param {Record<string, unknown>} [values]
 */
export function tr(text, values = {}) {
  const translation = catalogue.texts.get(text);
  return fill(translation ? formFor(translation, values.n) : text.split("¦")[0], values);
}

/**
 * A text with a number of things, which is the value n.
 * @param {number} n @param {string} one  the English text for one thing @param {string} other  the English text for other numbers, the key
 * @param {Record<string, unknown>} [values]
 */
export function trCount(n, one, other, values = {}) {
  const translation = catalogue.texts.get(other);
  return fill(translation ? formFor(translation, n) : n === 1 ? one : other, { n, ...values });
}

/** A text with elements as values, as a list of children for a template. @param {string} text @param {Record<string, any>} values @returns {any[]} */
export const trParts = (text, values) => tr(text).split(/\{(\w+)\}/).map((part, i) => (i % 2 ? values[part] : part));

/**
 * The place of a sentence in the list of patterns, the largest first. Sentences that only add to another one come first,
 * and then those with more text of their own. Those without words only say where a sentence has its parts.
 * @param {string} key
 */
function placeOf(key) {
  const own = key.replace(/\{\w+\}/g, "");
  if (!/\p{L}/u.test(own)) return 0;
  return key.startsWith("{why}") ? 1000 + own.length : own.length;
}

/** What a value of a sentence looks like: n is a number, and color and player are one word. @param {string} name */
const valueOf = (name) => `(?<${name}>${{ n: "[-+]?[\\d.]+(?:e[-+]?\\d+)?", color: "\\w+", player: "\\w+" }[name] ?? ".+?"})`;

/** The sentences of the server with values in them: what such a sentence looks like, and its translation. */
const patterns = [...catalogue.server].filter(([key]) => key.includes("{"))
  .sort(([a], [b]) => placeOf(b) - placeOf(a))
  .map(([key, translation]) => ({
    shape: new RegExp(`^${key.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{(\w+)\}/g, (_, name) => valueOf(name))}$`, "s"), translation, worded: placeOf(key) > 0,
  }));

/**
 * A sentence of the server in the language of the page. Its values may be sentences, too. Names of players, boards and
 * keys stay as a user types them.
 * @param {string} text @returns {string}
 */
export function trServer(text) {
  const whole = catalogue.server.get(text) ?? catalogue.texts.get(text);
  if (whole) return formFor(whole, 1);
  for (const { shape, translation, worded } of patterns) {
    const values = shape.exec(text)?.groups;
    if (!values) continue;
    const said = Object.entries(values).map(([name, v]) => [name, name === "name" ? v : /^\d+(\.\d+)?$/.test(v) ? Number(v) : trServer(v)]);
    if (worded || said.some(([name, v]) => v !== values[name])) return fill(formFor(translation, values.n), Object.fromEntries(said));
  }
  return text;
}

/**
 * The name of a board, such as "torus 9x9", in the language of the page. The words are translated; sizes and other names
 * stay as they are.
 * @param {string} name
 */
export const trBoard = (name) => name.replace(/[a-z]{2,}(?:[ -][a-z]{2,})*/g, trServer);

/** The name of a point; "pass" in the language of the page. @param {string} vertex */
export const trVertex = (vertex) => (vertex === "pass" ? tr("pass") : vertex);

/** The texts of the course and of the positions in the laboratory, which are not in the catalogue. @type {Map<string, string>} */
let course = new Map();

/** Loads the texts of the course and of the positions in the laboratory, once. */
export async function loadCourse() {
  if (language !== "en" && course.size === 0) course = new Map(Object.entries(await load(`course/${language}`)));
}

/** A text in the language of the page, each of its paragraphs on its own. @param {string} text @param {(paragraph: string) => string} translated */
const paragraphs = (text, translated) => text.split(/\n{2,}/).map(translated).join("\n\n");

/** A text of the course, or of a position in the laboratory, in the language of the page. @param {string} text */
export const trCourse = (text) => paragraphs(text, (p) => course.get(p) ?? p);

/** A text of a bundled problem or of a mistake in the language of the page. @param {string} text */
export const trProblem = (text) => paragraphs(text, trServer);

/** @type {Map<number, Intl.NumberFormat>} by the number of decimals */
const decimalFormats = new Map();

/** A number with a fixed number of decimals. @param {number} n @param {number} decimals */
export function decimal(n, decimals) {
  const format = decimalFormats.get(decimals) ?? new Intl.NumberFormat(language, { useGrouping: false, minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  decimalFormats.set(decimals, format);
  return format.format(n);
}

/** A lead: "B+3.5", "W+0.5" or "even". @param {number} lead Black's */
export const leadText = (lead) => (Math.abs(lead) < 0.05 ? tr("even") : `${lead > 0 ? "B" : "W"}+${decimal(Math.abs(lead), 1)}`);

/** A large number with its digits in groups. @param {number} n */
export const grouped = (n) => n.toLocaleString(language);

/** The name of a player's colour at the beginning of a sentence. @param {string} color */
export const colorName = (color) => (color === "black" ? tr("Black") : color === "white" ? tr("White") : color);
