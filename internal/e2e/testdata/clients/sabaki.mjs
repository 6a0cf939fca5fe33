// Drives tengen with the library by which Sabaki drives its engines, and judges its moves
// by Sabaki's own board. TENGEN is the program. Sabaki sends no numbers with its commands:
// one answer too many or too few and all later ones are taken for something else.
import assert from 'node:assert/strict'
import {test} from 'node:test'
import Board from '@sabaki/go-board'
import gtp from '@sabaki/gtp'

const komi = 7.5
const patience = {timeout: 90_000}

// A Sabaki is an engine as Sabaki has one attached.
class Sabaki {
  constructor(...args) {
    this.controller = new gtp.Controller(process.env.TENGEN, ['gtp', '--threads', '1', ...args])
    this.tracker = new gtp.ControllerStateTracker(this.controller)
    this.sent = []
    this.controller.on('command-sent', ({command}) => this.sent.push(command.name))
    this.controller.start()
  }

  // ask is the answer to a command, which must not be a failure.
  async ask(name, ...args) {
    const {content, error} = await this.controller.sendCommand({name, args})
    assert.equal(error, false, `${name} ${args.join(' ')}: ${content}`)
    return content
  }

  // stop ends the program as Sabaki does, which kills what has not quit after three seconds,
  // and is its exit status.
  async stop() {
    const kill = this.controller.kill.bind(this.controller)
    let killed = ''
    this.controller.kill = () => {
      killed = 'killed'
      return kill()
    }
    const {signal} = await this.controller.stop(3000)
    return killed || signal
  }
}

// engine is a Sabaki that ends with its test.
function engine(t, ...args) {
  const e = new Sabaki(...args)
  t.after(async () => await e.controller.kill())
  return e
}

const signOf = (color) => (color === 'B' ? 1 : -1)
const play = (color, vertex) => ({name: 'play', args: [color, vertex]})

// area counts stones and what only one colour reaches, Black's less White's and the komi.
function area(board) {
  let score = -komi
  const seen = new Set()
  board.signMap.forEach((row, y) => row.forEach((sign, x) => {
    score += sign
    if (sign !== 0 || seen.has(`${x},${y}`)) return
    const empty = board.getChain([x, y])
    empty.forEach((v) => seen.add(v.join()))
    const borders = new Set(empty.flatMap((v) => board.getNeighbors(v).map((n) => board.get(n))))
    borders.delete(0)
    if (borders.size === 1) score += [...borders][0] * empty.length
  }))
  return score
}

// parse reads a line of analysis: a list of what is said of each move.
function parse(line) {
  assert.match(line, /^info move /)
  return line.slice('info '.length).split(' info ').map((text) => {
    const [data, pv] = text.split(' pv ')
    const words = data.split(' ')
    assert.equal(words.length % 2, 0, `a key without a value: ${text}`)
    const said = {pv: pv.trim().split(' ')}
    for (let i = 0; i < words.length; i += 2) said[words[i]] = words[i + 1]
    return said
  })
}

// check holds a line against the board that it is about.
function check(line, board, color, form) {
  const moves = parse(line)
  const cells = new Set()
  moves.forEach((m, i) => {
    assert.equal(+m.order, i, line)
    assert.equal(m.pv[0], m.move, line)
    assert.match(m.visits, /^\d+$/)
    assert.match(m.winrate, form, line)
    cells.add(m.move)
    let after = board
    m.pv.forEach((v, n) => {
      if (v !== 'pass') after = after.makeMove(signOf(color) * (n % 2 ? -1 : 1), board.parseVertex(v), {preventOverwrite: true})
    })
  })
  assert.equal(cells.size, moves.length, `a move twice: ${line}`)
  return moves.reduce((sum, m) => sum + +m.visits, 0)
}

// Sabaki analyses with the first of these commands that the engine lists: its settings
// engines.analyze_commands and engines.gemove_analyze_commands.
const analyzeCommands = ['analyze', 'kata-analyze', 'lz-analyze']
const genmoveAnalyzeCommands = ['genmove_analyze', 'kata-genmove_analyze', 'lz-genmove_analyze']

// The forms of a chance: 0.5 and the like with KataGo's commands and with analyze, hundredths of
// a per cent with Leela Zero's. Older versions of Sabaki read a number with a point in the first
// form. Sabaki 0.60 does so only if the name of the command begins with kata.
const float = /^[01](\.\d+)?(e-\d+)?$/
const pointed = /^[01]\.\d+$/
const hundredths = /^\d{1,5}$/

test('a whole game', patience, async (t) => {
  const e = engine(t, '--visits', '8', '--seed', '7')
  // Sabaki's first commands go out together.
  const [name, version, protocol, commands] = await Promise.all(['name', 'version', 'protocol_version', 'list_commands'].map((c) => e.ask(c)))
  assert.equal(protocol, '2')
  assert.ok(name && version)
  const listed = commands.split('\n')
  for (const c of ['kata-analyze', 'lz-analyze', 'kata-genmove_analyze', 'lz-genmove_analyze', 'undo', 'set_free_handicap', 'loadsgf', 'rectangular_boardsize']) {
    assert.ok(listed.includes(c), c)
  }
  for (const [first, preferred] of [['kata-analyze', analyzeCommands], ['kata-genmove_analyze', genmoveAnalyzeCommands]]) {
    assert.equal(preferred.find((c) => listed.includes(c)), first)
  }
  await e.ask('kata-set-rules', 'tromp-taylor')
  await e.ask('kata-set-param', 'allowResignation', 'false')
  let board = Board.fromDimensions(9, 9)
  const history = []
  const before = new Set([JSON.stringify(board.signMap)])
  for (let passes = 0; passes < 2; ) {
    assert.ok(history.length < 400, 'the game does not end')
    const color = history.length % 2 ? 'W' : 'B'
    await e.tracker.sync({komi, boardsize: [9, 9], history: [...history]})
    const {content, error} = await e.tracker.queueCommand({name: 'genmove', args: [color]})
    assert.equal(error, false, content)
    history.push(play(color, content.toUpperCase()))
    if (content === 'pass') {
      passes++
      continue
    }
    passes = 0
    const vertex = board.parseVertex(content)
    assert.ok(board.has(vertex), content)
    board = board.makeMove(signOf(color), vertex, {preventOverwrite: true})
    const now = JSON.stringify(board.signMap)
    assert.ok(!before.has(now), `${color} ${content} repeats a position`)
    before.add(now)
  }
  assert.deepEqual(e.tracker.state.history, history)
  assert.ok(!e.sent.includes('undo') && e.sent.filter((c) => c === 'clear_board').length === 1, `it was played in pieces: ${e.sent}`)
  // Stones that are dead beyond doubt count as such to KataGo, under these rules too.
  for (const v of (await e.ask('final_status_list', 'dead')).split(/\s+/).filter(Boolean)) board.set(board.parseVertex(v), 0)
  const score = area(board)
  assert.equal(await e.ask('final_score'), score > 0 ? `B+${score}` : `W+${-score}`)
  t.diagnostic(`${history.length} moves, ${score}`)
  assert.equal(await e.stop(), 0)
})

test('the position follows the tree', patience, async (t) => {
  const e = engine(t, '--visits', '2')
  const stones = async () => (await e.ask('printsgf')).match(/(?:;[BW]|A[BW])(?:\[[a-z]*\])+/g) ?? []
  const sync = (history, boardsize = [9, 9]) => e.tracker.sync({komi, boardsize, history})
  const line = [play('B', 'E5'), play('W', 'C3'), play('B', 'G7'), play('W', 'C7'), play('B', 'G3')]
  await sync(line)
  assert.deepEqual(await stones(), [';B[ee]', ';W[cg]', ';B[gc]', ';W[cc]', ';B[gg]'])
  await sync([...line.slice(0, 3), play('W', 'D4')])
  assert.deepEqual(await stones(), [';B[ee]', ';W[cg]', ';B[gc]', ';W[df]'])
  assert.equal(e.sent.filter((c) => c === 'undo').length, 2)
  await sync([{name: 'set_free_handicap', args: ['C3', 'G7']}, play('W', 'E5')])
  assert.deepEqual((await stones())[1], ';W[ee]')
  assert.deepEqual((await stones())[0].match(/\[..\]/g).sort(), ['[cg]', '[gc]'])
  await sync([play('B', 'J13'), play('W', 'A1')], [9, 13])
  assert.deepEqual(await stones(), [';B[ia]', ';W[am]'])
  // What Sabaki cannot do is told it, and it goes on.
  const bad = await e.controller.sendCommand({id: 12, name: 'play', args: ['B', 'K1']})
  assert.deepEqual([bad.id, bad.error], [12, true])
  assert.equal((await e.controller.sendCommand({name: 'no_such_command'})).error, true)
  await assert.rejects(sync([play('B', 'E5'), play('W', 'E5')]), /cannot be replayed/)
  assert.equal(await e.stop(), 0)
})

test('analysis', patience, async (t) => {
  const e = engine(t)
  const history = [play('B', 'E5'), play('W', 'C3')]
  await e.tracker.sync({komi, boardsize: [9, 9], history})
  const board = Board.fromDimensions(9, 9).makeMove(1, [4, 4]).makeMove(-1, [2, 6])
  for (const [command, form] of [['analyze', pointed], ['kata-analyze', float], ['lz-analyze', hundredths]]) {
    const lines = []
    const began = Date.now()
    let enough
    const seen = new Promise((resolve) => (enough = resolve))
    const analysis = e.controller.sendCommand({name: command, args: ['B', '20']}, ({line, end}) => {
      if (!end) lines.push(line)
      if (lines.length === 4) enough()
    })
    await Promise.race([seen, analysis])
    const other = e.ask('protocol_version') // as Sabaki ends an analysis
    const answer = await analysis
    const took = Date.now() - began
    assert.equal(answer.error, false, answer.content)
    assert.equal(await other, '2')
    assert.equal(lines[0], '=', command)
    assert.ok(lines.length >= 4, `${command} ended by itself: ${lines}`)
    assert.ok(lines.length - 1 <= took / 200 + 1, `${lines.length} lines in ${took} ms are too many`)
    const visits = lines.slice(1).map((line) => check(line, board, 'B', form))
    assert.deepEqual(visits, [...visits].sort((a, b) => a - b), 'visits get lost')
    assert.ok(visits.at(-1) > visits[0], `${command} does not go on: ${visits}`)
  }
  // A change of the position in the midst of it, without waiting for an answer.
  const answers = Promise.all([
    e.controller.sendCommand({name: 'kata-analyze', args: ['B', '5']}),
    e.controller.sendCommand({name: 'play', args: ['B', 'G7']}),
    e.controller.sendCommand({name: 'lz-analyze', args: ['W', '5']}),
    e.controller.sendCommand({name: 'undo'}),
    e.controller.sendCommand({name: 'analyze', args: ['B', '5']}),
    e.controller.sendCommand({name: 'name'}),
  ])
  const last = (await answers).at(-1)
  assert.equal(last.error, false)
  assert.match(last.content, /^\w+$/)
  assert.deepEqual(e.tracker.state.history, history)
  assert.ok(!e.controller.busy)
  assert.equal(await e.stop(), 0)
})

test('moves with analysis', patience, async (t) => {
  const e = engine(t, '--visits', '100')
  let board = Board.fromDimensions(9, 9)
  await e.tracker.sync({komi, boardsize: [9, 9], history: []})
  let color = 'B'
  for (const [command, form] of [['genmove_analyze', pointed], ['kata-genmove_analyze', float], ['lz-genmove_analyze', hundredths]]) {
    const lines = []
    const {error, content} = await e.tracker.queueCommand({name: command, args: [color, '1']}, ({line, end}) => end || lines.push(line))
    assert.equal(error, false, content)
    assert.equal(lines[0], '=')
    const vertex = /^play ([A-HJ][1-9])$/.exec(lines.at(-1))?.[1]
    assert.ok(vertex, lines.at(-1))
    for (const line of lines.slice(1, -1)) check(line, board, color, form)
    assert.deepEqual(e.tracker.state.history.at(-1), play(color, vertex))
    board = board.makeMove(signOf(color), board.parseVertex(vertex), {preventOverwrite: true})
    color = color === 'B' ? 'W' : 'B'
  }
  assert.equal((await e.ask('printsgf')).match(/;[BW]\[/g).length, 3)
  assert.equal(await e.stop(), 0)
})

test('it ends when Sabaki wants', patience, async (t) => {
  for (const [busy, ...args] of [['kata-analyze', 'B', '10'], ['genmove', 'B'], ['kata-genmove_analyze', 'B', '10']]) {
    const e = engine(t, '--time', '600')
    await e.ask('name')
    const answer = e.controller.sendCommand({name: busy, args}).catch(() => null)
    await new Promise((resolve) => setTimeout(resolve, 1500)) // a quit right behind a command is a script's
    assert.equal(await e.stop(), 0, `quit during ${busy} was not enough`)
    await answer
  }
})
