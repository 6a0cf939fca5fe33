// The choice of the colours of the page and of the board, the language, the coordinates, the sounds and the notices.
import { Chips } from "./form.js";
import { html } from "./html.js";
import { LanguageChoice } from "./languageview.js";
import * as notices from "./notices.js";
import * as page from "./page.js";
import * as sound from "./sound.js";
import { tr } from "./text.js";

/** @type {[string, string][]} */
const themes = [["system", tr("As the system")], ["light", tr("Light")], ["dark", tr("Dark")]];
/** @type {[string, string][]} */
const boards = [["light", tr("Light wood")], ["dark", tr("Dark wood")], ["paper", tr("Paper")]];

export function LookForm() {
  const { theme, board, coordinates, sounds } = page.state;
  return html`<form class="form look" onSubmit=${(/** @type {Event} */ e) => e.preventDefault()}>
    <${Chips} name="board" label="Board" options=${boards} value=${board} onPick=${(/** @type {string} */ v) => page.choose("board", v)} />
    <${Chips} name="theme" label="Page" options=${themes} value=${theme} onPick=${(/** @type {string} */ v) => page.choose("theme", v)} />
    <${LanguageChoice} id="language" />
    <div>
      <${Switch} id="show-coordinates" on=${coordinates} text="Coordinates" run=${() => page.toggle("coordinates")} />
      <${Switch} id="sounds" on=${sounds} text="Sounds of stones and clocks" run=${sound.toggle} />
      ${notices.possible() && html`<${Switch} id="notices" on=${notices.on()} text="Tell me when a game needs me" run=${notices.toggle} />`}
    </div>
  </form>`;
}

/** @param {{id: string, on: boolean, text: string, run: () => void}} props */
function Switch({ id, on, text, run }) {
  return html`<button type="button" id=${id} class="switch" role="switch" aria-checked=${on} onClick=${run}><span>${text}</span><i></i></button>`;
}
