// The texts in the templates of html.js: where they are, and templates with other texts.

/** The attributes of elements, and the properties of components, whose values are texts for the user. */
export const shownAttributes = ["title", "aria-label", "aria-valuetext", "placeholder", "alt", "label", "text"];

/**
 * A text in a template. Before and after it may be a value instead of a tag.
 * @typedef {{part: number, from: number, to: number, element: string, valueBefore: boolean, valueAfter: boolean}} Place
 */

/** The places of the texts in the parts of a template. @param {readonly string[]} parts @returns {Place[]} */
export function textPlaces(parts) {
  /** @type {Place[]} */
  const places = [];
  let [mode, quote, attribute, element] = ["text", "", "", ""];
  parts.forEach((s, part) => {
    let from = 0;
    /** @param {number} to @param {boolean} end */
    const found = (to, end) => {
      if (/\p{L}/u.test(s.slice(from, to))) places.push({ part, from, to, element, valueBefore: from === 0 && part > 0, valueAfter: end && part < parts.length - 1 });
    };
    for (let k = 0; k <= s.length; k++) {
      const [c, end] = [s[k], k === s.length];
      if (mode === "text" && (end || c === "<")) {
        found(k, end);
        if (!end) [mode, element] = ["tag", /^[\w-]*/.exec(s.slice(k + 1))?.[0] ?? ""];
      } else if (mode === "tag" && c === ">") {
        [mode, from] = ["text", k + 1];
      } else if (mode === "tag" && (c === '"' || c === "'")) {
        [mode, quote, from, attribute] = ["value", c, k + 1, /([\w-]+)=$/.exec(s.slice(0, k))?.[1] ?? ""];
      } else if (mode === "value" && (end || c === quote)) {
        if (shownAttributes.includes(attribute)) found(k, end);
        if (!end) mode = "tag";
      }
    }
  });
  return places;
}

/** A text of a template without the space around it and the ends of lines. @param {string} text */
export const plainText = (text) => text.trim().replace(/\s+/g, " ");

/** The parts of a template with other texts. @param {readonly string[]} parts @param {(text: string) => string} translate */
export function translated(parts, translate) {
  const copy = [...parts];
  for (const { part, from, to } of textPlaces(parts).reverse()) {
    const s = copy[part];
    const text = s.slice(from, to);
    copy[part] = s.slice(0, from) + text.replace(text.trim(), () => translate(plainText(text))) + s.slice(to);
  }
  return copy;
}
