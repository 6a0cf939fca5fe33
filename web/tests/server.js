// A server with one record, as the drafts see it, and pages that have the record open.
import { Refusal } from "../page/api.js";
import { Drafts } from "../page/drafts.js";

/** A record of numbered nodes, each with a comment and a name. */
export class Server {
  version = 1;
  offset = 0; // is added to the numbers of the nodes
  away = false;
  /** Requests wait for this, so that a test can hold them back. */
  ready = Promise.resolve();
  edits = 0;

  /** @param {string[]} comments  by node */
  constructor(comments) {
    this.nodes = comments.map((comment) => ({ comment, name: "", gone: false }));
  }

  /** The node with a number. */
  at(number) {
    const node = this.nodes[number - this.offset];
    if (!node || node.gone) throw new Refusal(`the record has no node ${number}`, 404, "node");
    return node;
  }

  /** Changes the record as another page does. */
  elsewhere(change) {
    change(this);
    this.version++;
  }

  /** Puts the record away and reads it again: its nodes get other numbers. */
  readAgain() {
    this.offset += 100;
  }

  async texts(number) {
    if (this.away) throw new Refusal("The program does not answer.", 0);
    const { comment, name } = this.at(number);
    return { comment, name };
  }

  async post(change) {
    await this.ready;
    if (this.away) throw new Refusal("The program does not answer.", 0);
    this.edits++;
    const text = change.was !== undefined;
    if (text) {
      const node = this.at(change.node);
      if (node[change.op] !== change.was && node[change.op] !== change.text) throw new Refusal(`the ${change.op} was changed elsewhere`, 409, "was");
      node[change.op] = change.text;
    } else {
      if (change.version !== this.version) throw new Refusal("the record was changed elsewhere", 409, "version");
      if (change.op === "refused") throw new Refusal("the change is not allowed", 422, "op");
      if (change.op === "cut") this.at(change.node).gone = true;
    }
    this.version++;
    const { comment, name } = this.at(change.node);
    return { version: this.version, position: { node: change.node, comment, name } };
  }
}

/** A page that has the record open. */
export class Page {
  errors = [];
  node = 0;
  id = "r";

  constructor(server) {
    this.server = server;
    this.read();
    this.drafts = new Drafts({
      record: () => ({ id: this.id, game: 0, version: this.version }),
      node: () => this.node,
      saved: (op) => this.known[this.node - this.offset]?.[op] ?? "",
      post: (_, change) => server.post(change),
      texts: (_, node) => server.texts(node),
      reload: async () => {
        if (server.away) throw new Refusal("The program does not answer.", 0);
        const [before, same] = [this.offset, this.offset === server.offset];
        this.read();
        this.drafts.renumber("r", 0, same, (number) => this.translated(number, before));
        this.node = this.translated(this.node, before) ?? server.offset;
        this.drafts.opened(true);
      },
      learn: async (answer) => {
        this.version = answer.version;
        Object.assign(this.known[answer.position.node - this.offset], answer.position);
      },
      begin: () => {},
      fail: (error) => this.errors.push(error.message),
      changed: () => {},
    });
  }

  translated(number, before) {
    const i = number - before;
    return this.server.nodes[i] && !this.server.nodes[i].gone ? i + this.server.offset : undefined;
  }

  read() {
    this.version = this.server.version;
    this.offset = this.server.offset;
    this.known = this.server.nodes.map(({ comment, name }) => ({ comment, name }));
  }

  /** Writes a comment and waits until it is answered. */
  async save(text) {
    this.drafts.write("comment", text);
    await this.drafts.flush();
  }

  /** The kept texts, in short. */
  get kept() {
    return this.drafts.kept.map(({ node, text, theirs }) => ({ node, text, theirs }));
  }
}
