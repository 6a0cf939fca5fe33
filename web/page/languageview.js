// The choice of the language.
import { html } from "./html.js";
import { languages } from "./languages.js";
import { choose, chosen, language, tr } from "./text.js";

/** @type {[string, string][]} */
const options = [
  ["", tr("As the browser")], ["en", "English"],
  ...Object.entries(languages).map(([tag, { name, share }]) => /** @type {[string, string]} */ ([tag, share < 100 ? `${name} (${share} %)` : name])),
];

/** @param {{id: string}} props */
export function LanguageChoice({ id }) {
  const share = languages[language]?.share ?? 100;
  return html`<div><label class="field">${language === "en" ? "Language" : `${tr("Language")} · Language`}
    <select id=${id} value=${chosen} onChange=${(/** @type {any} */ e) => choose(e.target.value)}>
      ${options.map(([tag, name]) => html`<option key=${tag} value=${tag} lang=${tag || language} selected=${tag === chosen}>${name}</option>`)}
    </select></label>
    ${share < 100 && html`<p class="hint">${tr("{share} % of this page is translated. The rest is in English.", { share })}</p>`}</div>`;
}
