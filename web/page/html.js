// Preact and htm together: html`<p class=${c}>...</p>` makes elements.
import { Component, Fragment, createRef, h, render } from "./vendor/preact.mjs";
import { translated } from "./template.js";
import { language, tr } from "./text.js";
import htm from "./vendor/htm.mjs";

/** @type {WeakMap<readonly string[], TemplateStringsArray>} */
const inLanguage = new WeakMap();

/** The parts of a template in the language of the page. @param {TemplateStringsArray} parts */
function partsOf(parts) {
  let own = inLanguage.get(parts);
  if (!own) inLanguage.set(parts, (own = Object.assign(translated(parts, tr), { raw: parts.raw })));
  return own;
}

const draw = htm.bind(h);
/** @type {typeof draw} */
export const html = language === "en" ? draw : (parts, ...values) => draw(partsOf(parts), ...values);
export { Component, Fragment, createRef, render };

/**
 * Makes a component that is drawn again only if one of its properties has changed.
 * @param {(props: any) => any} draw
 */
export function pure(draw) {
  return class extends Component {
    /** @param {any} next */
    shouldComponentUpdate(next) {
      for (const name in next) if (next[name] !== this.props[name]) return true;
      for (const name in this.props) if (!(name in next)) return true;
      return false;
    }
    render() {
      return draw(this.props);
    }
  };
}
