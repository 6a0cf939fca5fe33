// Two pages write in one record, nodes vanish, the server is away: no text is lost or replaced.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { pause, retry } from "../page/drafts.js";
import { Page, Server } from "./server.js";

const opened = (...comments) => {
  const server = new Server(comments);
  return { server, page: new Page(server) };
};

/** A server that answers only when it is told to. */
function held(server) {
  let release = () => {};
  server.ready = new Promise((resolve) => (release = resolve));
  return release;
}

test("a text is saved, and written on", async () => {
  const { server, page } = opened("", "old");
  page.node = 1;
  await page.save("new");
  await page.save("new and more");
  assert.equal(server.at(1).comment, "new and more");
  assert.equal(page.drafts.saving, 0);
  assert.deepEqual(page.kept, []);
});

test("a text is saved after a pause", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { server, page } = opened("");
  page.drafts.write("comment", "a");
  mock.timers.tick(pause - 1);
  page.drafts.write("comment", "ab");
  mock.timers.tick(pause - 1);
  assert.equal(server.edits, 0);
  mock.timers.tick(1);
  await page.drafts.settled();
  assert.equal(server.at(0).comment, "ab");
  mock.timers.reset();
});

test("the page shows what is written before it is saved", async () => {
  const { server, page } = opened("old");
  assert.equal(page.drafts.textOf("comment"), "old");
  page.drafts.write("comment", "new");
  assert.equal(page.drafts.textOf("comment"), "new");
  const release = held(server);
  const saved = page.drafts.flush();
  assert.equal(page.drafts.draft, null);
  assert.equal(page.drafts.textOf("comment"), "new", "while it is on its way");
  release();
  await saved;
  assert.equal(page.drafts.textOf("comment"), "new");
});

test("a change elsewhere in the record does not disturb a text", async () => {
  const { server, page } = opened("", "old");
  page.node = 1;
  server.elsewhere((s) => (s.at(0).comment = "theirs"));
  await page.save("mine");
  assert.equal(server.at(1).comment, "mine");
  assert.deepEqual(page.kept, []);
});

test("two texts for one place: both are there until the user decides", async () => {
  const { server, page } = opened("old");
  server.elsewhere((s) => (s.at(0).comment = "theirs"));
  await page.save("mine");
  assert.equal(server.at(0).comment, "theirs");
  assert.deepEqual(page.kept, [{ node: 0, text: "mine", theirs: "theirs" }]);
  assert.equal(page.drafts.textOf("comment"), "mine", "the box has the user's text");

  page.drafts.write("comment", "mine, longer");
  assert.equal(page.drafts.draft, null, "the user writes in the kept text");
  const [kept] = page.drafts.kept;
  await page.drafts.save(kept, `${kept.theirs} ${kept.text}`);
  assert.equal(server.at(0).comment, "theirs mine, longer");
  assert.deepEqual(page.kept, []);
});

test("the user keeps the text of the other page", async () => {
  const { server, page } = opened("old");
  server.elsewhere((s) => (s.at(0).comment = "theirs"));
  await page.save("mine");
  page.drafts.drop(page.drafts.kept[0]);
  assert.equal(server.at(0).comment, "theirs");
  assert.equal(page.drafts.textOf("comment"), "theirs");
});

test("the same text on both pages is not a conflict", async () => {
  const { server, page } = opened("old");
  server.elsewhere((s) => (s.at(0).comment = "same"));
  await page.save("same");
  assert.deepEqual(page.kept, []);
});

for (const pieces of [1, 2, 3]) {
  test(`a text whose node is gone, in ${pieces} pieces`, async () => {
    const { server, page } = opened("", "old");
    page.node = 1;
    server.elsewhere((s) => (s.at(1).gone = true));
    const release = held(server);
    page.drafts.write("comment", "a");
    const saved = [page.drafts.flush()];
    if (pieces > 1) page.drafts.write("comment", "ab");
    if (pieces > 2) saved.push(page.drafts.flush());
    release();
    await Promise.all(saved);
    await page.drafts.settled();
    assert.deepEqual(page.kept, [{ node: null, text: pieces > 1 ? "ab" : "a", theirs: null }], "the newest version, once");
    assert.equal(page.drafts.draft, null);
    assert.equal(page.node, 0, "the page is at a node that exists");
    assert.equal(page.drafts.textOf("comment"), "", "the text is not shown at that node");
    assert.equal(server.at(0).comment, "");
  });
}

test("a text finds its node when the nodes have other numbers", async () => {
  const { server, page } = opened("", "old");
  page.node = 1;
  server.elsewhere((s) => s.readAgain());
  await page.save("mine");
  assert.equal(server.at(101).comment, "mine");
  assert.deepEqual(page.kept, []);
});

test("while the server is away a text stays a draft and is sent again", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { server, page } = opened("old");
  server.away = true;
  await page.save("mine");
  assert.equal(page.drafts.draft?.text, "mine");
  assert.match(page.drafts.unsaved, /does not answer/);
  assert.equal(page.errors.length, 1);
  mock.timers.tick(retry);
  await page.drafts.settled();
  assert.equal(page.errors.length, 1, "the same error is shown once");
  server.away = false;
  mock.timers.tick(retry);
  await page.drafts.settled();
  assert.equal(server.at(0).comment, "mine");
  assert.equal(page.drafts.unsaved, "");
  mock.timers.reset();
});

test("a text is kept if the user writes at another node while the server is away", async () => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const { server, page } = opened("", "");
  const release = held(server);
  server.away = true;
  page.drafts.write("comment", "first");
  const saved = page.drafts.flush();
  page.node = 1;
  page.drafts.write("comment", "second");
  release();
  await saved;
  assert.deepEqual(page.kept, [{ node: 0, text: "first", theirs: null }]);
  assert.equal(page.drafts.draft?.text, "second");
  mock.timers.reset();
});

test("a change of an old version is not made, and the page catches up", async () => {
  const { server, page } = opened("", "old");
  server.elsewhere((s) => (s.at(1).comment = "theirs"));
  assert.equal(await page.drafts.edit("cut", {}, 1), false);
  assert.equal(server.at(1).gone, false);
  assert.match(page.errors[0], /changed on another page/);
  assert.equal(page.version, server.version);
  assert.equal(page.drafts.unsaved, "", "nothing is left to save");
});

test("undo needs no second try", async () => {
  const { server, page } = opened("");
  server.elsewhere((s) => (s.at(0).comment = "theirs"));
  assert.equal(await page.drafts.edit("undo"), true);
  assert.deepEqual(page.errors, []);
});

test("a refused change is reported and holds up nothing", async () => {
  const { server, page } = opened("");
  assert.equal(await page.drafts.edit("refused"), false);
  assert.deepEqual(page.errors, ["the change is not allowed"]);
  await page.save("after it");
  assert.equal(server.at(0).comment, "after it");
});

test("a change goes out after the text that was being written", async () => {
  const { server, page } = opened("", "old");
  page.node = 1;
  page.drafts.write("comment", "first");
  assert.equal(await page.drafts.edit("mark"), true);
  assert.equal(server.at(1).comment, "first");
  assert.equal(server.edits, 2);
});

test("a change that waits is not made to another node after a reload", async () => {
  const { server, page } = opened("", "old", "other");
  page.node = 1;
  server.elsewhere((s) => s.readAgain());
  const [first, second] = [page.drafts.edit("mark"), page.drafts.edit("cut", {}, 2)];
  assert.deepEqual(await Promise.all([first, second]), [false, false]);
  assert.equal(server.nodes.some((n) => n.gone), false);
});

test("the text of a closing page is saved when the page opens again", async () => {
  const { server, page } = opened("old");
  page.drafts.write("comment", "last words");
  const { op, text, base } = page.drafts.last();
  assert.equal(page.drafts.draft, null);
  const next = new Page(server);
  await next.drafts.recall({ record: "r", game: 0, op, text, base }, 0);
  assert.equal(server.at(0).comment, "last words");
});

test("the text of a closing page meets another text", async () => {
  const { server, page } = opened("old");
  page.drafts.write("comment", "last words");
  const { op, text, base } = page.drafts.last();
  server.elsewhere((s) => (s.at(0).comment = "theirs"));
  const next = new Page(server);
  await next.drafts.recall({ record: "r", game: 0, op, text, base }, 0);
  assert.equal(server.at(0).comment, "theirs");
  assert.deepEqual(next.kept, [{ node: 0, text: "last words", theirs: "theirs" }]);
  await next.drafts.recall({ record: "r", game: 0, op, text, base }, undefined);
  assert.deepEqual(next.kept.at(-1), { node: null, text: "last words", theirs: null });
});

test("a text that arrived although the page closed is not sent again", async () => {
  const { server, page } = opened("old");
  page.drafts.write("comment", "last words");
  const { op, text, base } = page.drafts.last();
  server.elsewhere((s) => (s.at(0).comment = "last words"));
  const [next, edits] = [new Page(server), server.edits];
  await next.drafts.recall({ record: "r", game: 0, op, text, base }, 0);
  assert.equal(server.edits, edits);
  assert.deepEqual(next.kept, []);
});

test("kept texts belong to their record", async () => {
  const { server, page } = opened("old");
  server.elsewhere((s) => (s.at(0).comment = "theirs"));
  await page.save("mine");
  page.id = "another";
  assert.deepEqual(page.drafts.keptHere(), []);
  assert.equal(page.drafts.textOf("comment"), page.known[0].comment);
});
