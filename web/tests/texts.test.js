// Tests of the translations: that no text of the page is left out, and that the catalogues fit the texts. The tests that
// read the modules of the page need the TypeScript compiler.
import assert from "node:assert/strict";
import fs from "node:fs";
import test from "node:test";
import { textPlaces, translated } from "../page/template.js";
import { best, tr, trCount, trCourse, trParts, trProblem, trServer } from "../page/text.js";

const texts = await import("../texts.js").catch((error) => {
  if (error.code !== "ERR_MODULE_NOT_FOUND") throw error;
  return null;
});
const skip = texts ? false : "TypeScript is not installed: npm ci in web/ installs it";

/** The parts of a template. @param {TemplateStringsArray} parts */
const template = (parts) => [...parts];

test("the texts of a template are those between tags and in some attributes", () => {
  const parts = template`<p class="big" title="A point" aria-valuetext="${0}: one">Black <b>and</b> ${1}white<i id=${2}></i></p>
    <${3} label="Rules" />`;
  const found = textPlaces(parts).map(({ part, from, to, valueBefore }) => [parts[part].slice(from, to), valueBefore]);
  assert.deepEqual(found, [["A point", false], [": one", true], ["Black ", false], ["and", false], ["white", true], ["Rules", false]]);
});

test("a translated template differs only in its texts", () => {
  const parts = template`<p title="Go">
    No stones${1}</p>`;
  assert.deepEqual(translated(parts, (text) => `«${text}»`), [`<p title="«Go»">\n    «No stones»`, "</p>"]);
});

test("English texts are used as they are", () => {
  assert.equal(tr("Move {n} of {all}", { n: 3, all: 2.5 }), "Move 3 of 2.5");
  assert.equal(trCount(1, "one stone", "{n} stones"), "one stone");
  assert.equal(trCount(0, "one stone", "{n} stones"), "0 stones");
  assert.deepEqual(trParts("Start {command} now.", { command: 7 }), ["Start ", 7, " now."]);
  assert.equal(trServer("the game is paused"), "the game is paused");
  assert.equal(trCourse("Capture.\n\nTry it."), "Capture.\n\nTry it.");
  assert.equal(trProblem("Black to play.\n\nTry it."), "Black to play.\n\nTry it.");
});

test("the browser's languages decide, if enough is translated", () => {
  const offered = { de: { share: 100 }, "zh-Hans": { share: 100 }, "zh-Hant": { share: 100 }, fr: { share: 50 } };
  assert.equal(best(["de-CH", "en"], offered), "de");
  assert.equal(best(["zh-TW"], offered), "zh-Hant");
  assert.equal(best(["zh"], offered), "zh-Hans");
  assert.equal(best(["fr", "de"], offered), "de");
  assert.equal(best(["en-GB", "de"], offered), "en");
  assert.equal(best(["it"], offered), "en");
  assert.equal(best(["en-US@posix", "de"], offered), "de");
});

test("every text of the page is translated", { skip }, () => {
  const { missed } = texts.pageTexts();
  assert.deepEqual(missed.map(({ module, line, text }) => `${module}:${line}: ${text}`), [], "pass these through tr, trCount or trParts of text.js");
});

test("a text that is not translated is found", { skip }, () => {
  const of = (/** @type {string} */ source) => texts.textsOf("x.js", source).missed.map((/** @type {any} */ m) => m.text);
  assert.deepEqual(of('say("The game is over.")'), ["The game is over."]);
  assert.deepEqual(of("html`<p>${n} moves</p>`"), ["moves"]);
  assert.deepEqual(of('html`<p title=${on ? "stop" : tr("Go on")}></p>`'), ["stop"]);
  assert.deepEqual(of('html`<p class=${on ? "on top" : ""}>${icon("plus")}New</p>`'), []);
});

/** The names in braces. @param {string} text */
const names = (text) => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map((m) => m[1]))].sort();

/** The points of the board that a text names. @param {string} text */
const points = (text) => (text.match(/(?<![A-Za-z])[A-HJ-T]\d/g) ?? []).sort();

/** The numbers of a text that are not written as words. @param {string} text */
const figures = (text) => text.replace(/,/g, ".").match(/(?<![A-Za-z\d])\d+(\.\d+)?/g) ?? [];

/** Fails if a translation cannot be shown. @param {string} key @param {string} text */
function shownWell(key, text) {
  assert.ok(!/[<>"]/.test(text), `${key}: ${text} has a character of HTML`);
  assert.equal(text, text.trim(), `${key}: there is space around the translation`);
}

for (const [tag, course] of Object.entries(texts?.courses() ?? {})) {
  test(`the translation of the course ${tag} fits its texts`, { skip }, () => {
    assert.deepEqual(Object.keys(course), texts.courseTexts(), "node web/texts.js adds and removes texts");
    for (const [key, text] of Object.entries(course)) {
      if (text === "") continue;
      shownWell(key, text);
      assert.deepEqual(points(text), points(key), `${key}: ${text} names other points`);
      for (const n of figures(key)) assert.ok(figures(text).includes(n), `${key}: ${text} does not have the number ${n}`);
    }
  });
}

for (const [tag, catalogue] of Object.entries(texts?.catalogues() ?? {})) {
  test(`the catalogue ${tag} has the texts of the page`, { skip }, () => {
    const fix = "node web/texts.js adds and removes texts";
    assert.deepEqual(Object.keys(catalogue.texts), [...texts.pageTexts().texts.keys()].sort(), fix);
    assert.deepEqual(Object.keys(catalogue.server), texts.serverTexts(), fix);
  });

  test(`the translations of ${tag} fit their texts`, { skip }, () => {
    const counted = texts.pageTexts().texts;
    const categories = new Intl.PluralRules(tag).resolvedOptions().pluralCategories;
    for (const [key, translation] of Object.entries({ ...catalogue.texts, ...catalogue.server })) {
      if (translation === "") continue;
      const forms = typeof translation === "string" ? { other: translation } : translation;
      if (typeof translation !== "string") {
        assert.ok(counted.get(key) || names(key).includes("n"), `${key}: it has no number n, so it has no forms`);
        assert.deepEqual(Object.keys(forms).sort(), [...categories].sort(), `${key}: the forms are not the plural categories of ${tag}`);
      } else assert.ok(!counted.get(key) || categories.length === 1, `${key}: the forms ${categories} are missing`);
      for (const [category, text] of Object.entries(forms)) {
        const asWord = category !== "other" && !names(text).includes("n"); // a form may write its number as a word
        assert.deepEqual(names(text), names(key).filter((name) => name !== "n" || !asWord), `${key}: ${text} has other names in braces`);
        shownWell(key, text);
      }
    }
  });
}

test("the module languages.js says what is translated", { skip }, () => {
  const written = fs.readFileSync(new URL("../page/languages.js", import.meta.url), "utf8");
  assert.equal(written, texts.languagesModule(texts.catalogues()), "run node web/texts.js");
});
