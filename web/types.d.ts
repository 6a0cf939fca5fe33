// The types of the server's answers. docs/openapi.yaml describes the same answers for other clients.

export type Color = "black" | "white";
export type Players = "black" | "white" | "both" | "none";

/** 1 black, -1 white, 0 empty; for the owner of a point 0 is neither. */
export type Stone = 1 | -1 | 0;

export interface Point { x: number; y: number; name: string }

export interface Graph {
  name: string;
  width: number; // 0 unless the board is a rectangle
  height: number;
  points: Point[];
  edges: [number, number][];
  stars: number[];
  beyond: number; // on an infinite board, the point that stands for all points that are not drawn; otherwise -1
  life?: { text: string; weights: number[] };
}

export interface ScoreItem { points: number; note?: string }
export interface ScoreRow { key: string; title: string; black?: ScoreItem; white?: ScoreItem }
export interface SideScore { stones: number; territory: number; dead: number; total: number }
export interface Reason { kind: "stone" | "territory" | "dead" | "dame" | "none"; text: string }

export interface Score {
  scoring: string;
  owners: number[]; // by point, as a Stone
  reasons: number[]; // by point, an index of texts
  texts: Reason[];
  rows: ScoreRow[];
  black: SideScore;
  white: SideScore;
  neutral: number;
  lead: number; // Black's lead in points
  result: string;
  lines: string[];
  inStones?: { black: number; white: number; half: number };
}

export interface Rules {
  name: string;
  title: string;
  values: Record<string, string>; // by axis
  agreement: boolean;
  cleanup: boolean;
  requester: boolean;
  button: boolean;
  komi?: number;
  description?: string;
  source?: string;
  group?: "usual" | "other" | "specification";
}

/** An axis of the rules: a question, with the possible answers. */
export interface Axis { key: string; values: { word: string; meaning: string }[] }

export interface BoardKind { name: string; description: string; example: string }

/** The links to this server. A link is an address, followed by ?key= and the key. */
export interface Links { addresses: string[]; links: { role: string; key: string }[] }

/** A QR code: each row has a 1 for a black square. */
export interface Code { rows: string[] }

export interface Config {
  axes: Axis[];
  rules: Rules[];
  boards: BoardKind[];
  formats: { name: string; title: string }[];
  ranks: string[];
  opponents: Opponent[];
  maxSide: number;
  defaults: { width: number; height: number; rules: string; human: Players; timeMs: number };
  machine: boolean; // this browser is at the machine of the server
  judges: string[]; // of the live analysis, the usual one first; empty if it is off
  review: boolean;
  role: "anyone" | "spectator" | "guest" | "owner"; // of this browser
  training: boolean;
  cluster: boolean;
}

/** The state of the cluster that the server uses. */
export interface ClusterStatus {
  servers: number;
  missing: number; // servers that do not answer, or lag behind
  bytes: number;
  queues: { queue: string; waiting: number; held: number; seconds: number }[]; // 0 seconds: the time left is unknown
  workers: { name: string; program: string; kernel?: string; queues: string[]; done: number; failed: number; rate: number; seen: string; tasks: object[] }[];
  dead: { job: string; id: string; reason: string; worker: string; attempts: number; time: string }[]; // tasks that were given up, the latest last
}

/** A named opponent: a sentence says how it plays. The weakest is the first in a list. */
export interface Opponent { name: string; rank: string; text: string }

/** The drawing of a board that the page has requested. */
export interface Sketch { graph: Graph; stones: number[]; komi?: number; rules?: string }

/** What a search knows about a position, from Black's perspective. */
export interface LiveAnalysis {
  judge: string;
  player: Color; // for whom moves are searched
  doing: "searching" | "done" | "full";
  visits: number;
  perSecond: number;
  win: number;
  lead: number;
  spread: number;
  exact?: boolean; // the position is solved: win and lead are proved
  moves: AnalysedMove[]; // best first
  owners?: number[]; // by point, -100 for White to 100 for Black
  policy?: number[]; // by point, in thousandths; the last is a pass
}
export interface AnalysedMove { vertex: string; visits: number; prior: number; win: number; lead: number; exact?: boolean; line: string[] }

export interface Bounds { low: number; high: number } // Black's lead: if an endless game is White's win, and if it is Black's

export interface SolvedTurn extends Bounds { vertex: string; keeps: boolean } // keeps what the player can force

export interface Solved {
  graph: Graph;
  stones: number[];
  toPlay: Color;
  lastMove: string;
  koBan: string;
  over: boolean;
  value: Bounds;
  turns: SolvedTurn[]; // best first
  positions: number;
}

export interface Claim { board: string; white: boolean; lead: number; finite: boolean; start: string; toPlay: Color; passed: boolean; states: number }

export interface Certificate { id: string; board: string; bytes: number; claims: Claim[] }

export interface ProofPosition {
  graph: Graph;
  stones: number[];
  toPlay: Color;
  lastMove: string;
  koBan: string;
  turns: string[]; // the claimant's turn in the strategy, or all turns of the opponent; empty at the end
  end: "" | "settled" | "held" | "over";
}

export interface Estimate { win: number; lead: number; visits: number; number: number } // from Black's perspective

export interface Game {
  id: string;
  version: number;
  graph: Graph; // present only in the first state, and when the board has grown
  rules: Rules;
  komi: number;
  handicap: number;
  human: Players;
  timeMs: number;
  visits: number;
  rank: string; // the engine's: 30k to 9d, or full
  teach: boolean; // the person is told about mistakes
  hints: number; // positions in which the person took a hint
  blackName?: string;
  whiteName?: string;
  recordResult?: string; // the result in the record that was opened as a game, until the game continues
  notes?: string[]; // faults of the record that was opened as a game
  stones: number[]; // by point, as a Stone
  toPlay: Color;
  number: number; // number of the next move
  lastMove: string;
  koBan: string;
  cleanup: 0 | 1 | 2; // the phase of the clean-up
  blocked: string[]; // stones that may not be retaken in the clean-up yet
  lifted: boolean; // the last turn only lifted the block of a ko
  button: "" | Color; // the player who took the button
  captures: Record<Color, number>;
  moves: { color: Color; vertex: string }[];
  phase: "play" | "dead" | "over";
  yourTurn: boolean;
  proposed: "" | Color; // the player who proposes to end the game in this position
  offered: "" | Color; // the engine, which would resign and waits for accept or decline
  declined: boolean; // the latest proposal was declined
  paused: boolean; // the clocks stand, or the engine, which plays both colours, waits
  stands: number; // number of times that the position has occurred, under rules that allow cycles
  cycleVoid: boolean; // the game becomes void when the position occurs for the third time
  canUndo: boolean;
  thinking: "" | "waiting" | "thinking" | "counting";
  message: string;
  result: string;
  resultText: string;
  dead: string[];
  score?: Score;
  estimate?: Estimate;
  clocks?: Clocks; // missing in a game without clocks
  seats?: Seats; // missing in a game that is not between two people on their own machines
}

/** The clocks at the moment of the answer, in milliseconds. */
export interface Clocks {
  control: string;
  kind: "absolute" | "byoyomi" | "canadian" | "fischer";
  period: number; // length of a period or block
  running: "" | Color;
  waiting: boolean; // the clocks stand until the players are back after a restart of the server
  black: ClockTime;
  white: ClockTime;
}
export interface ClockTime { main: number; period: number; count: number } // count: periods left, or stones left in the block

/** The players of a game between two people. */
export interface Seats {
  host: string; // name of the player who invites
  color: Color | "nigiri"; // of the host
  machine: boolean; // the host has begun the game at the machine of the server
  free: boolean; // the guest has not come yet
  you: "" | Color; // the colour of this browser
  invitation?: string; // the secret in the invitation, for the host
  accepted: Color[]; // the players who have accepted the marked dead stones
  asked: "" | "undo" | "pause" | "continue" | "draw" | "rematch";
  asker: "" | Color;
  refused: boolean; // the opponent has refused what this browser asked
  alone?: string; // the time from which this player may end the pause alone
  next: string; // the id of the rematch
  tournament?: { id: string; name: string; round: number }; // to which the game belongs
}
export interface People { watching: number; black: boolean; white: boolean }
export interface ChatMessage { color: Color; time: string; text: string }

/** A game in the list of the first page. */
export interface GameListEntry {
  id: string;
  changed: string;
  finished?: string; // when the game ended
  board: string;
  rules: string;
  human: Players;
  own?: Color; // of the owner of the server
  blackName?: string;
  whiteName?: string;
  seats: boolean; // the game is between two people on their own machines
  moves: number;
  over: boolean;
  result: string;
  rank: string;
  thumb: Thumb;
}

/** What goes on on the server. */
export interface Club { games: GameListEntry[]; tournaments: TournamentEntry[]; notices: string[] }
export type TournamentSystem = "round-robin" | "swiss" | "knockout";
export interface TournamentEntry { id: string; name: string; created: string; system: TournamentSystem; players: number; round: number; length: number; done: boolean }

/** A tournament. Players are indexes into the list of players, and -1 is no player. */
export interface Tournament {
  id: string;
  name: string;
  created: string;
  system: TournamentSystem;
  length: number; // number of rounds; 0 if it depends on the number of players
  terms: { board: string; rules: string; komi: number; clock: string };
  players: { name: string; browser: boolean; withdrawn: boolean }[];
  you: number;
  rounds: Pairing[][];
  standings: { player: number; place: number; score: number; wins: number; losses: number; draws: number; sos: number; sosos: number }[];
  done: boolean;
  wait: string; // why the next round cannot begin now; empty if it can
  admits: boolean; // the organizer can add players
  undo: boolean; // the last round can be taken back; only for the owner
  problem: string; // why not all games could be made
  invitation?: string; // only for the owner
}
export interface Pairing {
  black: number;
  white: number; // -1 for a bye
  result: "" | Color | "draw" | "both lost";
  game: string; // id of the game on the server, or empty
  text: string; // the result of that game
  entered: boolean; // the owner has entered the result
}

/** A position as a small picture; empty for a board without rows. */
export interface Thumb { width: number; height: number; stones: string }

/** A record in the list of the first page. */
export interface Summary {
  id: string;
  name: string; // name of the file
  changed: string;
  original: boolean;
  games: number;
  title: string;
  black: string;
  white: string;
  result: string;
  date: string;
  board: string;
  moves: number;
  nodes: number;
  thumb: Thumb;
}

export type TreeEntry = [node: number, parent: number, color: number, vertex: string, flags: number, move: number, label: string];
export interface RecordTree { root: number; nodes: TreeEntry[] }

export interface Diagnostic { severity: "note" | "warning" | "error"; place: string; wrong: string; assumed: string; node?: number }
export interface GameTitle { title: string; black: string; white: string; result: string; date: string; nodes: number }
export interface Clock { seconds?: number; overtime?: number }
export interface Candidate { vertex: string; win?: number; lead?: number; visits: number; prior?: number; pv?: string[] }
export interface Analysis { engine?: string; win?: number; lead?: number; exact?: boolean; visits: number; candidates?: Candidate[] }
export interface Property { name: string; values: string[] | null; bytes: number }

/** The position at a node. */
export interface Position {
  version: number; // version of the record
  node: number;
  number: number; // number of moves so far
  stones: number[]; // by point, as a Stone
  toPlay: Color;
  lastMove: string;
  koBan: string;
  captures: Record<Color, number>;
  comment: string;
  name: string;
  marks: Record<string, string[]>; // vertices by the kind of the mark
  labels: Record<string, string>; // by vertex
  lines: [string, string][];
  arrows: [string, string][];
  judgements: { name: string; level: number }[];
  clocks: Partial<Record<Color, Clock>>;
  analysis?: Analysis;
  faults: Diagnostic[];
  children: { node: number; color: Color | "empty"; vertex: string }[];
  parent: number; // -1 for the root
  variation: number[]; // the siblings, including this node
  properties: Property[]; // the properties that the page does not show elsewhere
}

/** The game info of a record, by field. */
export type GameInfo = Record<string, string>;

export interface GameRecord {
  id: string;
  name: string; // name of the file
  format: string;
  encoding: string;
  original: boolean; // the opened file can be downloaded
  message?: string; // a fault of the server's own file
  version: number;
  game: number; // the index of the game in the file
  games: GameTitle[];
  graph: Graph;
  info: GameInfo;
  rules: string;
  rulesKnown: boolean;
  komi: number;
  komiKnown: boolean;
  notes: string[];
  diagnostics: Diagnostic[];
  omitted: number; // diagnostics that are not listed
  canUndo: boolean;
  canRedo: boolean;
  node: number; // the node to show first
  tree: RecordTree;
  position: Position; // position of that node
}

/** The answer to an edit of a record. */
export interface Edited {
  version: number;
  game: number;
  node: number; // the node to show
  canUndo: boolean;
  canRedo: boolean;
  reload: boolean; // the whole record has to be fetched
  position: Position;
  tree?: RecordTree; // present if the tree has changed
  head?: { info: GameInfo } & Partial<GameRecord>; // present if the game info has changed
}

export interface Hit {
  game: number;
  title: string;
  black: string;
  white: string;
  result: string;
  date: string;
  file: string;
  board: string;
  moves: number;
  move: number; // number of moves before the position
  hits: number; // number of times that the pattern occurs in the game
  width: number; // 0 unless the board is a rectangle
  height: number;
  stones: number[];
  part: number[]; // the points where the pattern lies
  lastMove: string;
}

export interface Continuation { x: number; y: number; color: Color; count: number; later: number; blackWins: number; whiteWins: number }

export interface Found {
  total: number;
  games: number;
  took: number; // milliseconds
  hits: Hit[];
  continuations: Continuation[];
  tenuki: number;
  ends: number;
  blackWins: number;
  whiteWins: number;
}

export interface ImportProgress { done: number; total: number; left?: number; files: number; games: number; duplicates: number; problems: number }

export interface ImportResult {
  files: number;
  known: number;
  games: number;
  duplicates: number;
  unindexed: number;
  problems: number;
  listed: string[]; // the first problems
  stopped: boolean;
  error?: string;
  seconds: number;
}

export interface LibraryState { games: number; path: string; indexing?: ImportProgress; last?: ImportResult; error?: string }

export interface ReviewedMove {
  number: number;
  color: Color;
  vertex: string;
  fault?: string; // why the move is illegal
  handicap?: boolean; // the move places a handicap stone and is not judged
  known: boolean;
  category?: string;
  loss: number; // points that the move lost
  winLoss: number; // win probability that the move lost, 0 to 1
  rank: number; // rank among the moves that the search tried, from 1; 0 if the search did not try the move
  decided?: boolean; // the game was decided before the move
  reasons?: string[];
  better?: string[]; // the line that would have been better
  reply?: string[];
}

export interface ReviewedPlayer {
  name: string;
  rank: string;
  moves: number;
  accuracy: number; // 0 to 1
  margin: number; // half width of the 95 % interval of the accuracy while moves are not judged yet; 0 at the end
  loss: number; // average loss of a move in points
  strong: number; // share of the moves that are good or better
  best: number;
  counts: { category: string; moves: number }[]; // the best category first
  phases: (number | null)[];
}

export interface Review {
  game: number;
  of: string; // hash of the main line that is judged
  doing: "searching" | "waiting" | "stopped" | "done" | "failed";
  error?: string;
  by: string;
  positions: number;
  judged: number;
  seconds?: number; // estimate of the remaining time
  level: string; // the requested level; "" for the levels in the record
  levels: Record<Color, string>;
  nodes: number[];
  win: (number | null)[]; // Black's win probability by position; null if the position is not judged
  lead: (number | null)[]; // Black's lead in points, by position
  exact?: number[]; // the positions whose value is proved
  moves: ReviewedMove[]; // moves[i] leads from position i to the next
  moments: number[]; // indices of moves
  players: ReviewedPlayer[]; // Black and White
  phases: { name: string; from: number }[];
  notes: string[];
}

export interface Run { name: string; changed: string; step: number; steps: number; loss: number | null; testLoss: number | null; testTop1: number | null }
/** The runs of tengen train and of tengen learn. */
export interface RunList { folder: string; runs: Run[]; learning: LearningSummary[]; cut: boolean } // cut: the folder has more files than the server visits

export type Stage = "play" | "train" | "match" | "finished";

export interface LearningSummary {
  name: string;
  changed: string; // time at which the state was written
  boards: string[];
  generations: number; // finished ones, without the first net
  seconds: number;
  elo: number | null; // of the net that plays
  running: boolean; // a process learns, or was killed
  paused: boolean; // the file that pauses the run exists
  error?: string; // why the state cannot be read
}

export interface Generation {
  number: number;
  kind?: "sl" | "rl" | "value"; // of the net, for runs of recipe alphago
  stage: Stage; // the stage that comes next
  at: number; // seconds of the whole run
  seconds: Partial<Record<Stage, number>>;
  player: number; // generation whose net played the games
  games: number;
  rows: number;
  turns: number;
  black: number; // games that Black won, draws counted as half
  searches: number;
  evaluations: number;
  steps: number;
  window: number;
  policy: number | null; // losses
  value: number | null;
  opponent: number;
  points: number; // points of the new net in its match
  match: number; // games of the match
  passed: boolean;
  elo: number | null;
  low: number | null; // 95 % interval
  high: number | null;
}

/** The state of a run of tengen learn. */
export interface Learning extends LearningSummary {
  gone: boolean;
  waiting: boolean; // the process waits, because the run is paused
  sittings: number;
  limit: number; // seconds of learning after which the run ends; 0 means no end
  mostGenerations: number; // 0 means no end
  complete: boolean; // all nets of the recipe are made
  best: number; // generation whose net plays
  now: { generation: number; stage: Stage; done: number; total: number } | null;
  rules: string;
  komi: number;
  architecture: string;
  recipe: string; // zero, expert or alphago
  from: string;
  positions: number; // fixed positions
  list: Generation[];
}

/** A position about which the nets of a run are asked. */
export interface AskedPosition {
  number: number; // 0 for an empty board
  board: string;
  graph: Graph;
  stones: number[];
  toPlay: Color;
  lastMove: string;
  komi: number;
  turn: number; // moves before the position
  generation: number;
  game: number;
}

/** What a net thinks of a position without a search. */
export interface Thought { win: number; lead: number; policy: number[]; pass: number }

export interface LearningGame { game: number; board: string; moves: number; komi: number; handicap: number; result: string }
export interface LearningGames { generation: number; total: number; message?: string; games: LearningGame[] }

/** Measurements in columns. mean, low and high have a column for each measure. */
export interface Points {
  from: number; // index of the first point in the curve; the new points replace all older points from there on
  total: number;
  step: number[]; // step of the last line of each point
  since: number[];
  time: number[]; // Unix milliseconds
  lines: number[]; // number of lines of each point
  mean: (number | null)[][];
  low: (number | null)[][];
  high: (number | null)[][];
}

export interface Curve {
  run: string;
  fresh: boolean;
  whole: boolean; // the whole file was read
  gone: boolean; // the file does not exist
  step: number;
  steps: number;
  epoch: number;
  began?: string;
  last?: string; // time of the last line
  each: number; // seconds for a step
  lines: number;
  bad: number; // number of lines that could not be read
  train: Points;
  test: Points;
}

export interface Ruling { name: string; title: string; text: string[]; score?: Score; result: string; error?: string }

export interface Contrast {
  summary: string;
  parts: { points: number; text: string; at: string[] }[]; // points: Black's lead under the first rules minus that under the second
  rules: { text: string; a: { meaning: string }; b: { meaning: string } }[];
}

/** The scores of one position under many rules. */
export interface Comparison {
  graph: Graph;
  board: string; // in a form that a request accepts
  stones: number[];
  toPlay: Color;
  lastMove: string;
  prisoners: Record<Color, number>; // stones that each player has captured
  dead: string[];
  rulings: Ruling[];
  explain?: Contrast;
}

/** A position that rules disagree about. */
export interface Trouble {
  name: string;
  title: string;
  text: string;
  steps: { color: Color; vertex: string; text: string }[];
  outcomes: { rules: string; title: string; result: string; text: string; refused: number; why: string }[];
}

/** A hint for the next move. */
export interface Hint { number: number; step: number; where: string; zone: string[]; vertex?: string; line?: string[]; reasons?: string[] }
/** What a move of the person cost. */
export interface Mistake { number: number; costly: boolean; vertex?: string; loss?: number; reasons?: string[]; better?: string[]; reply?: string[] }

/** A letter for each step or problem: s solved, m missed and not solved since, d asked again today, a dot for one that was not tried. */
export type LessonMarks = string;

/** What the user has done with a step or a problem. */
export interface LessonItem {
  solved: number;
  missed: number;
  seconds: number; // of all answers
  open: boolean; // missed since it was last solved
  box: number; // of the repetition, from 1; 0 if it is not asked again
  due: string; // the day on which it is asked again, or empty
}

export interface LessonPosition {
  stones: number[];
  lastMove: string;
  koBan: string;
  captures: Record<Color, number>;
  text: string;
  marks: Record<string, string[]>;
  labels: Record<string, string>;
  lines: [string, string][];
  arrows: [string, string][];
}

/** A step of a lesson, or a problem, before the first move. */
export interface LessonStep {
  title: string; // of the lesson or the record
  name: string; // of the step, or empty
  step: number; // from 0
  of: number;
  marks: LessonMarks;
  graph: Graph;
  player: Color;
  pass: boolean; // the tree has a pass of the pupil
  empty: boolean; // the tree has no move
  unsure: boolean; // the tree has no right end
  hint: string;
  at: LessonPosition;
  item: LessonItem;
}

export type LessonVerdict = "open" | "right" | "wrong" | "other" | "illegal";

/** The answer to a move in a lesson. */
export interface LessonReply {
  verdict: LessonVerdict;
  moves: string[]; // of both players
  before?: LessonPosition; // before the opponent's reply
  at: LessonPosition;
  refutation?: LessonPosition[]; // after the wrong move and each move that follows, if there are more than the reply
  over: boolean;
  hint: string;
  marks: LessonMarks;
  item: LessonItem;
  streak: number; // problems solved in a row without a miss
}

export interface LessonSolution { positions: LessonPosition[]; marks: LessonMarks; item: LessonItem }
export interface CourseLesson { name: string; title: string; text: string; marks: LessonMarks }
export interface CourseList { notice?: string; lessons: CourseLesson[] }

export interface ProblemsDone {
  marks: LessonMarks;
  solved: number; // problems
  due: number[]; // indices of the problems that are asked again today
  seconds: number;
  later: string; // the next day on which a problem is asked again, or empty
}
export interface ProblemCollection extends ProblemsDone { record: string; name: string }
/** The bundled problems of one kind. The problems of a level follow each other. */
export interface ProblemSet extends ProblemsDone { name: string; title: string; text: string; levels: { rank: string; from: number; of: number }[] }
export interface ProblemMonth { month: string; right: number; wrong: number }
export interface ProblemList {
  notice?: string;
  streak: number;
  best: number;
  collections: ProblemCollection[];
  sets: ProblemSet[];
  mistakes: ProblemsDone & { games: number }; // in the user's own games
  months: ProblemMonth[];
}
