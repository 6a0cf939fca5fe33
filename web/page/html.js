// Preact and htm together: html`<p class=${c}>...</p>` makes elements.
import { Component, Fragment, createRef, h, render } from "./vendor/preact.mjs";
import htm from "./vendor/htm.mjs";

export const html = htm.bind(h);
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
