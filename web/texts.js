// The texts of the page and of the course, and their translations.
//
//	node web/texts.js
//
// finds the texts in page/, in the lessons of the course, and in the positions of the laboratory. It writes them into
// the files in languages/ and languages/course/, where a new text has the empty translation, removes those that do not
// exist any more, and says how much of each language is translated. It reads the modules with the TypeScript compiler: `npm ci` in web/ installs it.
import fs from "node:fs";
import path from "node:path";
import ts from "typescript";
import { plainText, shownAttributes, textPlaces } from "./page/template.js";

const here = import.meta.dirname;
const pageFolder = path.join(here, "page");
const languagesFolder = path.join(here, "languages");
const courseFolder = path.join(languagesFolder, "course");
const lessonsFolder = path.join(here, "../internal/course/lessons");
const troublesFolder = path.join(here, "../lab/troubles");

/** Strings that look like texts and are none, by module. */
const exceptions = {
  "notices.js": ["Notification"], // the name of an interface of the browser
  "languageview.js": ["English", "Language", "  · Language"], // readers of English find their language with them
  "page.js": ["You cannot play $1: "], // a sentence of the server in other words, which sentence translates
};

/** @typedef {{module: string, line: number, text: string}} Found */

// Functions and methods whose arguments are not texts.
const silent = /^(add|addEventListener|append|closest|contains|createElement|endsWith|exec|execCommand|fetch|get|getElementById|getItem|has|icon|includes|matchMedia|matches|post|querySelector|querySelectorAll|RegExp|remove|removeEventListener|removeItem|request|setAttribute|setItem|show|split|startsWith|test|toggle|replace|URLSearchParams)$/;
const silentProperties = ["keys", "shown"]; // names of keys on the keyboard

/** Whether a string looks like a text: it begins with a capital letter and a small one, or has two words. @param {string} s */
const looksLikeText = (s) => /^\p{Lu}\p{Ll}+([ ,.:…’'–-]|$)/u.test(s.trim()) || /\p{L}{2,}[,.:;]? \p{L}+/u.test(s);

/** The texts of a module for its catalogue, and those that are not translated. @param {string} module @param {string} source */
export function textsOf(module, source) {
  const file = ts.createSourceFile(module, source, ts.ScriptTarget.ES2023, true, ts.ScriptKind.JS);
  /** @type {(Found & {counted: boolean})[]} */
  const texts = [];
  /** @type {Found[]} */
  const missed = [];
  /** @param {ts.Node} node @param {string} text */
  const found = (node, text) => ({ module, line: file.getLineAndCharacterOfPosition(node.getStart()).line + 1, text });

  /** @param {ts.TaggedTemplateExpression} node */
  const template = ({ template: t }) => {
    const spans = ts.isTemplateExpression(t) ? t.templateSpans : [];
    const parts = ts.isTemplateExpression(t) ? [t.head.text, ...spans.map((s) => s.literal.text)] : [t.text];
    for (const { part, from, to, element, valueBefore, valueAfter } of textPlaces(parts)) {
      if (["code", "pre"].includes(element)) continue;
      const text = plainText(parts[part].slice(from, to));
      const values = [valueBefore && spans[part - 1], valueAfter && spans[part]].filter((s) => s && !drawsElement(s.expression));
      if (values.length > 0) missed.push(found(t, text));
      else texts.push({ ...found(t, text), counted: false });
    }
  };

  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isTaggedTemplateExpression(node) && node.tag.getText() === "html") template(node);
    else if (ts.isCallExpression(node) && /^tr(Count|Parts)?$/.test(node.expression.getText())) {
      const counted = node.expression.getText() === "trCount";
      const key = node.arguments[counted ? 2 : 0];
      if (!ts.isStringLiteral(key)) throw new Error(`${module}: the text of ${node.getText()} is not a string`);
      texts.push({ ...found(node, key.text), counted });
      return node.arguments.slice(counted ? 3 : 1).forEach(visit);
    } else if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node)) {
      const s = ts.isTemplateExpression(node) ? [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join(" ") : node.text;
      if ((looksLikeText(s) || (/\p{L}{2}/u.test(s) && isDrawn(node))) && !isSilent(node) && !exceptions[module]?.includes(s)) missed.push(found(node, s));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { texts, missed };
}

/** Whether a value of a template is an element, so that a text beside it stands alone. @param {ts.Expression} value */
const drawsElement = (value) => /^icon\(|html`/.test(value.getText());

/** Whether a string is not for the user. @param {ts.Expression} node */
function isSilent(node) {
  const { parent } = node;
  if (ts.isTaggedTemplateExpression(parent) || ts.isImportDeclaration(parent) || ts.isCaseClause(parent) || ts.isElementAccessExpression(parent)) return true;
  if (ts.isBinaryExpression(parent) && /^[!=]==$/.test(parent.operatorToken.getText())) return true;
  if ((ts.isCallExpression(parent) || ts.isNewExpression(parent)) && silent.test(parent.expression.getText().split(".").pop() ?? "")) return true;
  if (ts.isPropertyAssignment(parent) && (parent.name === node || silentProperties.includes(parent.name.getText()))) return true;
  if (ts.isArrayLiteralExpression(parent)) {
    const around = parent.parent;
    return (ts.isPropertyAssignment(around) && silentProperties.includes(around.name.getText())) || (ts.isPropertyAccessExpression(around) && around.name.text === "includes");
  }
  const attribute = attributeOf(node);
  return attribute !== null && attribute !== "" && !shownAttributes.includes(attribute);
}

/** Whether a string is a value, or one of several values, of a text or of a shown attribute in a template. @param {ts.Expression} node */
function isDrawn(node) {
  let at = /** @type {ts.Node} */ (node);
  while (ts.isConditionalExpression(at.parent) || ts.isParenthesizedExpression(at.parent) || (ts.isBinaryExpression(at.parent) && /^(&&|\|\||\?\?)$/.test(at.parent.operatorToken.getText()))) {
    if (ts.isConditionalExpression(at.parent) && at.parent.condition === at) return false;
    at = at.parent;
  }
  if (!ts.isTemplateSpan(at.parent) || !ts.isTaggedTemplateExpression(at.parent.parent.parent)) return false;
  const attribute = attributeOf(node);
  return attribute === "" || shownAttributes.includes(attribute ?? "");
}

/** The attribute of a template to which a value belongs; "" for a text, null outside of templates. @param {ts.Node} node */
function attributeOf(node) {
  let at = node;
  while (at && !ts.isTemplateSpan(at)) {
    if (ts.isFunctionLike(at) || ts.isTaggedTemplateExpression(at)) return null;
    at = at.parent;
  }
  if (!at) return null;
  if (!ts.isTaggedTemplateExpression(at.parent.parent)) return attributeOf(at.parent.parent);
  const i = at.parent.templateSpans.indexOf(at);
  const before = [at.parent.head.text, ...at.parent.templateSpans.slice(0, i).map((s) => s.literal.text)].join(" ");
  if (before.lastIndexOf(">") > before.lastIndexOf("<") || !before.includes("<")) return "";
  return /([\w-]+)="?[^"=]*$/.exec(before)?.[1] ?? "class";
}

/** The modules of the page and their sources. @returns {[string, string][]} */
const modules = () => fs.readdirSync(pageFolder).filter((name) => name.endsWith(".js") && !["text.js", "languages.js"].includes(name))
  .map((name) => [name, fs.readFileSync(path.join(pageFolder, name), "utf8")]);

/** All texts of the page: whether each has plural forms. And what is not translated. */
export function pageTexts() {
  /** @type {Map<string, boolean>} */
  const texts = new Map();
  /** @type {Found[]} */
  const missed = [];
  for (const [name, source] of modules()) {
    const of = textsOf(name, source);
    for (const { text, counted } of of.texts) texts.set(text, counted || texts.get(text) === true);
    missed.push(...of.missed);
  }
  return { texts, missed };
}

/** The sentences of the server that the page translates. @returns {string[]} */
export const serverTexts = () => JSON.parse(fs.readFileSync(path.join(languagesFolder, "server.json"), "utf8"));

/** The catalogues by their languages. @returns {Record<string, import("./page/text.js").Catalogue>} */
export const catalogues = () => Object.fromEntries(fs.readdirSync(languagesFolder).filter((name) => name.endsWith(".json") && name !== "server.json")
  .map((name) => [path.basename(name, ".json"), JSON.parse(fs.readFileSync(path.join(languagesFolder, name), "utf8"))]));

/** How many of some translations are not empty, in percent. @param {unknown[]} translations */
const percent = (translations) => Math.floor((100 * translations.filter((t) => t !== "").length) / Math.max(1, translations.length));

/** How much of a catalogue is translated, in percent. @param {import("./page/text.js").Catalogue} catalogue */
export const shareOf = ({ texts, server }) => percent([...Object.values(texts), ...Object.values(server)]);

/** The paragraphs of the course, in its order, and the texts of the positions in the laboratory. @returns {string[]} */
export const courseTexts = () => [...new Set([...lessonTexts(), ...troubleTexts()])];

/** The paragraphs of the lessons: values of properties in SGF files. @returns {string[]} */
const lessonTexts = () => filesIn(lessonsFolder).flatMap((file) => [...file.matchAll(/([A-Z]*)\[([^\]]*)\]/g)])
  .flatMap(([, property, text]) => (["GN", "GC", "N", "C", "ANY", "OTHER"].includes(property) ? text.replace("RIGHT\n", "").split(/\n{2,}/) : []));

/** The titles and sentences in the files of the positions, whose format is in ../lab/trouble.go. @returns {string[]} */
const troubleTexts = () => filesIn(troublesFolder).flatMap((file) =>
  [...file.matchAll(/^(?:title |text |step \S+ \S+ |under .* \| )(.+)$/gm)].map(([, text]) => text));

/** The contents of the files in a folder. @param {string} folder */
const filesIn = (folder) => fs.readdirSync(folder).sort().map((name) => fs.readFileSync(path.join(folder, name), "utf8"));

/** The translations of the course by their languages. @returns {Record<string, Record<string, string>>} */
export const courses = () => Object.fromEntries(fs.readdirSync(courseFolder).map((name) => [path.basename(name, ".json"), JSON.parse(fs.readFileSync(path.join(courseFolder, name), "utf8"))]));

/** The module languages.js. @param {Record<string, import("./page/text.js").Catalogue>} all */
export const languagesModule = (all) => `// Made by ../texts.js: the languages of the page besides English, and how much of each is translated, in percent.

/** @type {Record<string, {name: string, share: number}>} */
export const languages = {
${Object.entries(all).map(([tag, c]) => `  ${JSON.stringify(tag)}: { name: ${JSON.stringify(c.name)}, share: ${shareOf(c)} },\n`).join("")}};
`;

function write() {
  const keys = [...pageTexts().texts.keys()].sort();
  const server = serverTexts();
  const told = courseTexts();
  const course = courses();
  /** @type {Record<string, import("./page/text.js").Catalogue>} */
  const all = {};
  for (const [tag, { name, texts, server: said }] of Object.entries(catalogues())) {
    all[tag] = { name, texts: Object.fromEntries(keys.map((key) => [key, texts[key] ?? ""])), server: Object.fromEntries(server.map((key) => [key, said[key] ?? ""])) };
    fs.writeFileSync(path.join(languagesFolder, `${tag}.json`), `${JSON.stringify(all[tag], null, 1)}\n`);
    const lessons = Object.fromEntries(told.map((key) => [key, course[tag]?.[key] ?? ""]));
    fs.writeFileSync(path.join(courseFolder, `${tag}.json`), `${JSON.stringify(lessons, null, 1)}\n`);
    console.log(`${tag}: ${shareOf(all[tag])} % of ${keys.length + server.length} texts, ${percent(Object.values(lessons))} % of ${told.length} texts of the course`);
  }
  fs.writeFileSync(path.join(pageFolder, "languages.js"), languagesModule(all));
}

if (process.argv[1] === import.meta.filename) write();
