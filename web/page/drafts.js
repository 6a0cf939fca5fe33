// Sends the changes of a record to the server, one after the other, and keeps the texts that the user is writing.
// Another page may change the same text at the same time. Then no text is lost or overwritten: this page keeps both
// texts until the user decides.
//
// A change contains the version of the record that this page has. A change of a text also contains the text that the
// server had when the user began to write. The server refuses a change with an old version. It makes an exception for a
// change of a text that is still the same on the server. After a refusal this page reloads the record. If it is safe,
// the page then sends the change again.
//
// This module does not depend on the page or the network. Its Host gives access to both.
import { Refusal } from "./api.js";
import { tr } from "./text.js";

/** @import { Edited } from "../types.d.ts" */
/** @typedef {"comment"|"name"} TextOp */

/**
 * A text that the user is writing. Later versions of the same text share its base. So each version knows which text
 * was saved last.
 * @typedef {object} Draft
 * @property {number|null} node  null if the node is gone
 * @property {TextOp} op
 * @property {string} text
 * @property {{was: string}} base  the server's text when the user began to write
 * @property {boolean} [older]   a newer version is kept, because the user has continued to write
 */

/**
 * A text that could not be saved at its node.
 * @typedef {object} Kept
 * @property {string} record
 * @property {number} game
 * @property {number|null} node  null if the node is gone
 * @property {TextOp} op
 * @property {string} text
 * @property {{was: string}} base
 * @property {string|null} theirs  the text of the other page; null if there is none
 */

/**
 * What the drafts need from the page.
 * @typedef {object} Host
 * @property {() => {id: string, game: number, version: number}|null} record  the record that is open
 * @property {() => number} node  the node that is shown
 * @property {(op: TextOp) => string} saved  the text of that node as the server has it
 * @property {(record: string, change: object) => Promise<Edited>} post
 * @property {(record: string, node: number) => Promise<Record<TextOp, string>>} texts  of a node, from the server
 * @property {(record: string, game: number) => Promise<unknown>} reload  fetches the record again and calls renumber
 * @property {(answer: Edited, stay: boolean) => Promise<void>} learn  shows the record after a change
 * @property {() => void} begin  is called before each change that is not a change of a text
 * @property {(error: unknown) => void} fail  shows an error
 * @property {() => void} changed  draws the page
 */

export const pause = 900; // milliseconds without a key press after which a text is saved
export const retry = 5000; // milliseconds after which a text is sent again when the server did not answer

const changedElsewhere = tr("The record was changed on another page. You see the new version.");

export class Drafts {
  /** @type {Draft|null} the text that is being written */
  draft = null;
  /** @type {Draft|null} the latest text that was sent but not answered */
  sent = null;
  /** @type {Kept[]} */
  kept = [];
  saving = 0; // changes that the server has not answered
  edits = 0; // those of them that are not texts; flushLast of record.js saves only texts
  unsaved = ""; // why the latest change was not saved

  /** @type {Host} */ #host;
  /** @type {Set<Draft>} texts that were sent but not answered */
  #pending = new Set();
  /** @type {Promise<unknown>} */ #queue = Promise.resolve();
  #numbering = 0; // grows when the nodes get other numbers
  /** @type {ReturnType<typeof setTimeout>|undefined} */ #timer;

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
  }

  /**
   * Changes the record, after saving the text that the user is writing. If another page has changed the record in the
   * meantime, only undo and redo are made.
   * @param {string} op @param {object} [more] @param {number} [node]  by default the shown node
   * @returns {Promise<boolean>} whether the change was made
   */
  edit(op, more = {}, node) {
    clearTimeout(this.#timer);
    const written = this.#take();
    if (written) this.#sendText(written);
    this.#host.begin();
    const { id, game } = this.#opened();
    const numbering = this.#numbering;
    this.edits++;
    const made = this.#send(async () => {
      const change = () => ({ version: this.#version(), game, node: node ?? this.#host.node(), op, ...more });
      let answer;
      try {
        if (node !== undefined && numbering !== this.#numbering) throw gone();
        answer = await this.#host.post(id, change());
      } catch (refusal) {
        if (!(await this.#caughtUp(refusal, id, game))) throw refusal;
        if (op !== "undo" && op !== "redo") throw new Error(changedElsewhere);
        answer = await this.#host.post(id, { ...change(), node: this.#host.node() });
      }
      if (this.#isOpen(id, game)) await this.#host.learn(answer, false);
      return true;
    }, async () => false);
    const ended = () => void this.edits--;
    made.then(ended, ended);
    return made;
  }

  /** Sets a text of the node that is shown. The text is saved after a pause. @param {TextOp} op @param {string} text */
  write(op, text) {
    const node = this.#host.node();
    if (this.draft && (this.draft.op !== op || this.draft.node !== node)) this.flush();
    const kept = this.#keptAt(op);
    if (kept) return void (kept.text = text); // until the user decides which text to keep
    const base = this.#at(op)?.base ?? { was: this.textOf(op) };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.flush(), pause);
    this.draft = { node, op, text, base };
    this.#host.changed();
  }

  /** The text of the node that is shown, as the user has written it. @param {TextOp} op */
  textOf(op) {
    return (this.#keptAt(op) ?? this.#at(op))?.text ?? this.#host.saved(op);
  }

  /** Saves the text that is being written. */
  async flush() {
    clearTimeout(this.#timer);
    const written = this.#host.record() && this.#take();
    if (written) await this.#sendText(written);
  }

  /** Waits until every change so far is answered. */
  async settled() {
    await this.#queue;
  }

  /** Returns the text that would be lost if the page closed now, and removes it from the drafts. @returns {Draft|null} */
  last() {
    return this.#take() ?? this.sent;
  }

  /**
   * Saves a text that the user was writing when the page was closed, unless it was saved then.
   * @param {Omit<Kept, "theirs"|"node">} last @param {number|undefined} node  undefined if it is gone
   */
  async recall({ record, game, op, text, base }, node) {
    const now = node === undefined ? undefined : (await this.#host.texts(record, node))[op];
    if (now?.trim() === text.trim() || this.#host.record()?.id !== record) return;
    if (node !== undefined && now === base.was) await this.#sendText({ node, op, text, base });
    else this.#keep({ node: node ?? null, op, text, base }, record, game, now ?? null);
  }

  /** Must be called when another state of the record is shown. @param {boolean} same  whether the game is the same */
  opened(same) {
    this.unsaved = "";
    if (!same) this.draft = this.sent = null;
  }

  /**
   * Gives all texts of a game the new numbers of their nodes after a reload.
   * @param {string} record @param {number} game
   * @param {boolean} same  whether the nodes have kept their numbers
   * @param {(node: number) => number|undefined} translate  the new number of a node; undefined if it is gone
   */
  renumber(record, game, same, translate) {
    const { draft } = this;
    if (draft) {
      const node = draft.node === null ? undefined : translate(draft.node);
      if (node !== undefined) draft.node = node;
      else {
        this.draft = null;
        for (const text of this.#pending) if (text.base === draft.base) text.older = true;
        this.#keep(draft, record, game, null, null);
      }
    }
    if (!same) this.#numbering++;
    const kept = this.kept.filter((k) => k.record === record && k.game === game);
    for (const text of [...this.#pending, ...kept]) if (text.node !== null) text.node = translate(text.node) ?? null;
  }

  /** The kept texts of the record that is open. */
  keptHere() {
    return this.kept.filter((kept) => kept.record === this.#host.record()?.id);
  }

  /** Discards a kept text. @param {Kept} kept */
  drop(kept) {
    this.kept = this.kept.filter((other) => other !== kept);
    this.#host.changed();
  }

  /** Saves a kept text in place of the server's text. @param {Kept} kept @param {string} text */
  save(kept, text) {
    this.drop(kept);
    return this.#sendText({ node: kept.node, op: kept.op, text, base: kept.base });
  }

  /** Sends a text. The page stays at the node that it shows. @param {Draft} written */
  #sendText(written) {
    const { id, game } = this.#opened();
    this.#pending.add((this.sent = written));
    const change = () => ({ version: this.#version(), game, node: written.node, op: written.op, text: written.text, was: written.base.was });
    return this.#send(async () => {
      let answer;
      try {
        if (written.node === null) throw gone();
        answer = await this.#host.post(id, change());
      } catch (refusal) {
        if (!(await this.#caughtUp(refusal, id, game))) throw refusal;
        if (written.node === null || fieldOf(refusal) === "was") {
          await this.#keepAside(written, id, game, written.node);
          return false;
        }
        answer = await this.#host.post(id, change());
      }
      this.#answered(written);
      written.base.was = answer.position[written.op];
      if (this.#isOpen(id, game)) await this.#host.learn(answer, true);
      return true;
    }, async (refusal) => {
      this.#answered(written);
      const field = fieldOf(refusal);
      if (field === "was" || field === "node") {
        await this.#keepAside(written, id, game, field === "was" ? written.node : null).catch((error) => this.#host.fail(error));
      } else if (this.draft === null && this.#host.record()?.id === id) {
        // The text becomes a draft again, which is saved when the server answers.
        this.draft = { ...written };
        this.#timer = setTimeout(() => this.flush(), retry);
      } else if (this.draft?.base !== written.base) this.#keep(written, id, game, null);
      return this.draft?.base === written.base;
    });
  }

  /**
   * Runs a task after all earlier tasks. Until the task has ended, it counts as a change that is being saved.
   * @param {() => Promise<boolean>} task
   * @param {(error: unknown) => Promise<boolean>} failed  returns whether something is still to be saved
   */
  #send(task, failed) {
    this.saving++;
    this.#host.changed();
    const result = this.#queue.then(async () => {
      let made = false;
      try {
        made = await task();
        if (made) this.unsaved = "";
      } catch (error) {
        const open = await failed(error);
        if (!this.unsaved) this.#host.fail(error);
        const lost = error instanceof Refusal && (error.status === 0 || error.status >= 500);
        this.unsaved = lost || open ? String(error instanceof Error ? error.message : error) : "";
      }
      this.saving--;
      this.#host.changed();
      return made;
    });
    this.#queue = result.catch(() => {});
    return result;
  }

  /**
   * Reloads the record if the refusal says that the record has changed.
   * @param {unknown} refusal @param {string} id @param {number} game
   */
  async #caughtUp(refusal, id, game) {
    const stale = refusal instanceof Refusal && (refusal.status === 409 || refusal.field === "node");
    if (!stale || this.#host.record()?.id !== id) return false;
    await this.#host.reload(id, game);
    return true;
  }

  /**
   * Keeps a text that would overwrite another text, or whose node is gone.
   * @param {Draft} written @param {string} id @param {number} game @param {number|null} node
   */
  async #keepAside(written, id, game, node) {
    this.#answered(written);
    let { text } = written;
    if (this.draft?.base === written.base) {
      text = this.draft.text; // the user has continued to write
      this.draft = null;
    }
    // If there is a newer version of the text, only that one is kept: now, or when the server answers it.
    if (written.older || [...this.#pending].some((other) => other.base === written.base)) return;
    const theirs = node === null ? null : (await this.#host.texts(id, node))[written.op];
    if (theirs !== text) this.#keep({ ...written, text }, id, game, theirs, node);
  }

  /** @param {Draft} draft @param {string} record @param {number} game @param {string|null} theirs @param {number|null} [node] */
  #keep({ node: at, op, text, base }, record, game, theirs, node = at) {
    this.kept = [...this.kept, { record, game, node, op, text, base: { was: theirs ?? base.was }, theirs }];
    this.#host.changed();
  }

  /** @param {TextOp} op */
  #keptAt(op) {
    const node = this.#host.node();
    return this.keptHere().find((kept) => kept.game === this.#host.record()?.game && kept.node === node && kept.op === op);
  }

  /** The text that is written or sent at the node that is shown. @param {TextOp} op */
  #at(op) {
    const node = this.#host.node();
    return [this.draft, this.sent].find((d) => d?.node === node && d.op === op);
  }

  #take() {
    const { draft } = this;
    this.draft = null;
    return draft;
  }

  /** @param {Draft} written */
  #answered(written) {
    this.#pending.delete(written);
    if (this.sent === written) this.sent = null;
  }

  #opened() {
    const record = this.#host.record();
    if (!record) throw new Error(tr("no record is open"));
    return record;
  }

  #version() {
    return this.#opened().version;
  }

  /** @param {string} id @param {number} game */
  #isOpen(id, game) {
    const record = this.#host.record();
    return record?.id === id && record.game === game;
  }
}

const gone = () => new Refusal(tr("The node is gone."), 409, "version");

/** @param {unknown} error */
const fieldOf = (error) => (error instanceof Refusal ? error.field : undefined);
