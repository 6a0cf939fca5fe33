// The dialog with the links for others, and the page for a browser that may not do what it wants.
import { Component, html } from "./html.js";
import * as page from "./page.js";
import * as share from "./share.js";
import { tr } from "./text.js";

/** @type {[string, string, string][]} */
const links = [
  ["guest", tr("To play¦link"), tr("A person with this link can play and watch games.")],
  ["spectator", tr("To watch"), tr("A person with this link can watch games.")],
  ["owner", tr("For your own machines"), tr("Keep this link to yourself: it can do everything.")],
];

/** The links for others. */
export class ShareForm extends Component {
  componentDidMount() {
    share.load();
  }

  render() {
    const { links: known, shown } = share.state;
    if (!known) return null;
    const base = share.base();
    if (!base) return html`<p>Only this machine can reach tengen. To let others in, end it with Ctrl-C and start it like this:</p><pre>tengen web --addr 0.0.0.0:8017</pre>`;
    return html`<div class="form share">
      ${links.map(([role, title, about]) => html`<${Link} key=${role} role=${role} title=${title} about=${about} base=${base} shown=${shown} link=${known.links.find((l) => l.role === role)} />`)}
    </div>`;
  }
}

/** @param {any} props */
function Link({ role, title, about, base, link, shown }) {
  const address = link?.key ? `${base}?key=${link.key}` : "";
  return html`<fieldset id="share-${role}"><legend>${title}</legend>
    ${address && html`<input type="text" readonly aria-label=${title} value=${address} onFocus=${(/** @type {any} */ e) => e.target.select()} />`}
    <div class="row">
      ${address && html`<button type="button" onClick=${() => page.copyAndSay(address)}>Copy</button>`}
      ${address && html`<button type="button" data-code onClick=${() => share.showCode(address)}>QR code</button>`}
      ${role !== "owner" && html`<button type="button" data-make onClick=${() => share.change(role, true)}>${address ? tr("New link") : tr("Make a link")}</button>`}
      ${role !== "owner" && address && html`<button type="button" data-end onClick=${() => share.change(role, false)}>Turn off</button>`}
    </div>
    ${address && shown?.link === address && html`<${QRCode} rows=${shown.code.rows} label=${tr("QR code of {address}", { address })} />`}
    <p class="hint">${about}</p></fieldset>`;
}

/** @param {{rows: string[], label: string}} props */
export function QRCode({ rows, label }) {
  const size = rows.length + 8; // with a margin of four squares
  const path = rows.flatMap((row, y) => [...row].map((square, x) => (square === "1" ? `M${x + 4} ${y + 4}h1v1h-1z` : ""))).join("");
  return html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label=${label} shape-rendering="crispEdges"><rect width=${size} height=${size} fill="#fff" /><path d=${path} fill="#000" /></svg>`;
}

/** What a browser sees that did not open the owner's link. */
export function Gate() {
  const { role } = page.state.config ?? {};
  if (share.state.uninvited && share.state.uninvited === page.addressed()) {
    if (share.state.deleted) return html`<main class="gate"><h1>This game is gone</h1><p>The person who runs this tengen has deleted it.</p></main>`;
    return html`<main class="gate"><h1>This invitation does not work</h1>
      <p>The link is incomplete, or the game does not exist any more. Ask the person who invites you to send you the whole link again.</p></main>`;
  }
  if (role !== "anyone") {
    return html`<main class="gate"><h1>Welcome</h1><p>${role === "guest" ? tr("You can play and watch games here. Open the link of a game to see it.") : tr("You can watch games here. Open the link of a game to see it.")}</p>
      ${role === "guest" && html`<p><button id="door-friend" class="primary" onClick=${() => page.show("friend")}>Play a friend</button></p>`}</main>`;
  }
  const wrong = location.search === "?wrong";
  return html`<main class="gate">
    <h1>${wrong ? tr("This link does not work") : tr("You need a link")}</h1>
    <p>${wrong ? tr("It is incomplete, or it was replaced by a new one. Ask the person who runs this tengen for the new link.") : tr("This tengen opens with a link. Ask the person who runs it.")}</p>
    <p>If you started this tengen yourself, your terminal shows the link. On the same machine you do not need a link: open the first address that the terminal shows.</p>
  </main>`;
}
