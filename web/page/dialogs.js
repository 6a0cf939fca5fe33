// The dialogs of the page: new game, keys, look and sound, share, go to a point, resign, stop. recorddialogs.js has the dialogs of a
// record.
import * as game from "./game.js";
import * as page from "./page.js";
import { Component, createRef, html } from "./html.js";
import { icon } from "./icons.js";
import { GameInfo } from "./infoform.js";
import { keysHere } from "./keys.js";
import { LookForm } from "./lookview.js";
import { NewGameForm } from "./newgame.js";
import * as record from "./record.js";
import { Invitation } from "./roomview.js";
import { ExportForm, GameChooser, PlayForm } from "./recorddialogs.js";
import { NewRecordForm } from "./newrecord.js";
import * as write from "./recordtools.js";
import { room } from "./route.js";
import { ShareForm } from "./shareview.js";
import { tr } from "./text.js";
import { TournamentForm } from "./tournamentform.js";
import { TournamentInvitation } from "./tournamentview.js";

/** The place for the message. While a dialog is open, its own place shows the message. @param {{shown: boolean}} props */
export function Messages({ shown }) {
  const { message, remedy } = page.state;
  return html`<div class="messages" role="status" aria-live="assertive">${shown && message && html`<div id="message-box"><p id="message" onClick=${() => page.say("")}>${message}</p>
    ${remedy && html`<button id="remedy" onClick=${() => (page.say(""), remedy.run())}>${remedy.text}</button>`}</div>`}</div>`;
}

/**
 * A modal dialog. The browser keeps the focus inside the dialog, closes the dialog on Escape, and gives the focus back
 * when the dialog closes.
 */
class Dialog extends Component {
  ref = createRef();
  /** @type {EventTarget|null} */ pressed = null; // where the pointer went down
  componentDidMount() {
    this.ref.current.showModal();
    const form = this.ref.current.querySelector("form");
    (form?.querySelector(":checked") ?? form?.querySelector("input"))?.focus(); // otherwise the close button would get the focus
  }
  componentWillUnmount() {
    this.ref.current.close();
  }
  render({ id, title, children }) {
    const close = () => this.ref.current && page.update({ dialog: "" }); // the event comes late, perhaps after the dialog is gone
    return html`<dialog ref=${this.ref} id=${id} aria-labelledby="${id}-title" onClose=${close}
        onPointerDown=${(e) => (this.pressed = e.target)} onClick=${(e) => e.target === this.ref.current && this.pressed === e.target && close()}>
      <div class="sheet">
        <div class="sheet-head"><h2 id="${id}-title">${title}</h2>
          <button class="plain" data-close aria-label="Close" onClick=${close}>${icon("close")}</button></div>
        ${children}
      </div>
      <${Messages} shown />
    </dialog>`;
  }
}

function Keys() {
  return html`<dl class="keys">${keysHere().map((b) => html`<div><dt><kbd>${b.shown}</kbd></dt><dd>${b.what}</dd></div>`)}</dl>`;
}

/** The graph of the board on the page. */
const shownGraph = () => (game.state.game ?? record.state.record)?.graph;

/** @param {string} name */
const visit = (name) => (game.state.game ? game.visit(name) : record.visit(name));

/** Plays on the point with a name, even if the point is not drawn. @param {string} name */
function playAt(name) {
  page.update({ dialog: "" });
  if (game.state.game) game.touchPoint(name.trim());
  else write.touch(name.trim());
}

/** The dialog that is open, if any. */
export function dialogs() {
  const { config, dialog } = page.state;
  const graph = shownGraph();
  switch (dialog) {
    case "new":
      return config && html`<${Dialog} id="new-game-dialog" title="New game"><${NewGameForm} config=${config} setup=${{}} /></${Dialog}>`;
    case "friend":
      return config && html`<${Dialog} id="friend-dialog" title="Play a friend"><${NewGameForm} config=${config} setup=${{}} friend /></${Dialog}>`;
    case "invite":
      return game.state.game && html`<${Dialog} id="invite-dialog" title="Invite your friend"><div class="form"><${Invitation} g=${game.state.game} /></div></${Dialog}>`;
    case "tournament":
      return config && html`<${Dialog} id="tournament-dialog" title="New tournament"><${TournamentForm} config=${config} /></${Dialog}>`;
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
        <form class="form" onSubmit=${(e) => (e.preventDefault(), visit(e.target.elements.point.value))}>
          <label class="field">${tr("Its name, such as {name}", { name: graph?.points[0].name })}
            <input id="point-name" name="point" autocomplete="off" required /></label>
          <button class="primary wide">Go there</button>
          ${graph && graph.beyond >= 0 && html`<p class="hint">You can place stones up to a million points away from the middle.</p>
            <button type="button" class="wide" id="point-play" onClick=${(e) => playAt(e.target.form.elements.point.value)}>Play there</button>`}
        </form></${Dialog}>`;
    case "new-record":
      return config && html`<${Dialog} id="new-record-dialog" title="New record"><${NewRecordForm} config=${config} /></${Dialog}>`;
    case "record-games":
      return record.state.record && html`<${Dialog} id="record-games-dialog" title="Games in this file"><${GameChooser} /></${Dialog}>`;
    case "record-info":
      return record.state.record && html`<${Dialog} id="record-info-dialog" title="Game info"><${GameInfo} info=${record.state.record.info} /></${Dialog}>`;
    case "record-export":
      return record.state.record && html`<${Dialog} id="record-export-dialog" title="Export"><${ExportForm} /></${Dialog}>`;
    case "record-play":
      return record.state.record && html`<${Dialog} id="record-play-dialog" title="Play from here"><${PlayForm} /></${Dialog}>`;
    case "resign":
      return html`<${Dialog} id="resign-dialog" title="Resign?">
        <p>The game ends and your opponent wins.</p>
        <div class="actions"><button id="resign-yes" class="primary" onClick=${game.resign}>Resign</button>
          <button id="resign-no" onClick=${() => page.update({ dialog: "" })}>Play on</button></div>
      </${Dialog}>`;
    case "stop":
      return html`<${Dialog} id="stop-dialog" title="Stop the game?">
        <p>The game ends here without a result. Its moves are kept.</p>
        <div class="actions"><button id="stop-yes" class="primary" onClick=${game.stop}>Stop</button>
          <button id="stop-no" onClick=${() => page.update({ dialog: "" })}>Let it go on</button></div>
      </${Dialog}>`;
  }
  return null;
}
