// Made by `python -m plyyard.web.typescript` from the structs in rooms/protocol.py; a test compares. Not edited by hand.
export interface Roll {
  t: "roll";
  id: string;
  on: number;
}
export interface Move {
  t: "move";
  id: string;
  on: number;
  move: string;
}
export interface Resign {
  t: "resign";
  id: string;
}
export interface Draw {
  t: "draw";
  id: string;
  do: "offer" | "accept" | "decline";
}
export interface Back {
  t: "back";
  id: string;
  do: "ask" | "accept" | "decline" | "take" | "redo";
  to?: number | null;
  whole?: boolean;
}
export interface Again {
  t: "again";
  id: string;
  do?: "swap" | "restart";
}
export interface Ready {
  t: "ready";
  id: string;
}
export interface Claim {
  t: "claim";
  id: string;
  do: "win" | "draw" | "wait";
}
export interface Greet {
  t: "greet";
  id: string;
  n: number;
}
export interface Commit {
  t: "commit";
  id: string;
  hash: string;
}
export interface Open {
  t: "open";
  id: string;
  seed: string;
}
export interface Out {
  t: "out";
  id: string;
  who: string;
}
export interface Mark {
  t: "mark";
  id: string;
  do: "set" | "rename" | "remove";
  name?: string;
  n?: number | null;
  to?: number | null;
}
export interface Steps {
  t: "steps";
  id: string;
  on: number;
  taken?: string[];
}
export interface Why {
  t: "why";
  id: string;
  move?: string | null;
  picked?: string;
  target?: string;
  taken?: string[];
}
export interface Ping {
  t: "ping";
  id?: string;
}
export interface Event {
  t: "event";
  position: string;
  actor: string | null;
  turn: string | null;
  legal: string[];
  can: Can;
  curtain: boolean;
  status: string;
  steps: StepOut[];
  clock: ClockOut | null;
  offers: Record<string, OfferOut>;
  moves: number;
  spent: number;
  seq: number;
  id?: string;
  kind: string;
  by: string | null;
  move?: string;
  outcome?: string;
  to?: number;
  effects: string[];
  result?: ResultOut;
  room?: string;
  name?: string;
  what?: string;
  n?: number;
  draw?: number;
  hash?: string;
  seed?: string;
  players?: Record<string, PlayerOut>;
  race?: Record<string, RunnerOut>;
  bookmarks?: BookmarkOut[];
  practice: boolean;
  undo_price: number;
  ts: number;
  text: string;
  say: string;
  brief: string;
  describe: string[];
  scene?: SceneOut;
}
export interface Can {
  roll?: boolean;
  roll_label?: string;
  move?: boolean;
  take?: boolean;
  redo?: boolean;
  mark?: boolean;
  jump?: boolean;
  whole?: boolean;
  resign?: boolean;
  draw?: boolean;
  restart?: boolean;
  swap?: boolean;
  ready?: boolean;
  ask?: boolean;
  offer?: boolean;
  accept?: boolean;
  agree?: boolean;
  claim?: boolean;
  greet?: boolean;
  commit?: boolean;
  open?: boolean;
  hint?: boolean;
  outlook?: boolean;
  hindsight?: boolean;
  line?: boolean;
}
export interface StepOut {
  text: string;
  picked: string;
  target: string;
  label: string;
  move: string | null;
  best?: boolean;
}
export interface ClockOut {
  left: Record<string, number>;
  running: string[];
  at: number;
  initial?: number | null;
  increment?: number | null;
  per_move?: number | null;
}
export interface OfferOut {
  by: string;
  to?: number | null;
}
export interface ResultOut {
  winner: string | null;
  kind: string;
  points: number;
}
export interface PlayerOut {
  kind: "person" | "computer" | "open";
  name: string;
  level: string;
}
export interface RunnerOut {
  score: Record<string, unknown>;
  result?: ResultOut | null;
}
export interface BookmarkOut {
  n: number;
  name: string;
  at: number;
}
export interface SceneOut {
  sprites: Sprite[];
  gone?: string[];
  order?: string[] | null;
  slots?: Slot[] | null;
  facts?: Fact[] | null;
  parts?: Part[] | null;
  background?: string | null;
  width?: number;
  height?: number;
}
export interface Sprite {
  id: string;
  shape: string;
  x: number;
  y: number;
  label?: string;
  rotation?: number;
  scale?: number;
  layer?: number;
  classes?: string[];
  text?: string;
}
export interface Slot {
  id: string;
  x: number;
  y: number;
  width: number;
  height: number;
  label: string;
  key?: string;
  note?: string;
  acts?: boolean;
}
export interface Fact {
  name: string;
  letter: string;
  label: string;
  value: string;
  shown: boolean;
}
export interface Part {
  name: string;
  label: string;
  n: number;
  each: number;
  points: number;
  marks?: string[];
}
export interface Hidden {
  t: "event";
  seq: number;
  ts: number;
  kind: "hidden";
  clock: ClockOut | null;
  race?: Record<string, RunnerOut>;
}
export interface Refused {
  t: "refused";
  id: string | null;
  code: string;
  head: number;
  why?: string;
  article?: string | null;
  marks?: string[];
}
export interface State {
  t: "hello";
  position: string;
  actor: string | null;
  turn: string | null;
  legal: string[];
  can: Can;
  curtain: boolean;
  status: string;
  steps: StepOut[];
  clock: ClockOut | null;
  offers: Record<string, OfferOut>;
  moves: number;
  spent: number;
  proto: string;
  room: string;
  game: string;
  rules: string;
  kind: string;
  you: string | null;
  head: number;
  options: Record<string, unknown>;
  practice: boolean;
  undo_price: number;
  presence: Record<string, PresenceOut>;
  watchers: number;
  watching: Watcher[];
  race?: Record<string, RunnerOut>;
  dice: DiceOut | null;
  bookmarks?: BookmarkOut[];
  now: number;
  ts: number;
  result: ResultOut | null;
  players: Record<string, PlayerOut>;
  log: LogLine[];
  describe: string[];
  scene?: SceneOut;
}
export interface PresenceOut {
  here: boolean;
  since: number;
  left?: boolean;
  until?: number | null;
}
export interface Watcher {
  handle: string;
  name: string;
}
export interface DiceOut {
  method: string;
  commitment: string;
  hashes: Record<string, string>;
  seeds: Record<string, string>;
  server: string[];
  secret?: string | null;
}
export interface LogLine {
  seq: number;
  kind: string;
  by: string | null;
  text: string;
  say: string;
  ts: number;
}
export interface StepsOut {
  t: "steps";
  id: string;
  next: StepOut[];
  scene?: SceneOut;
}
export interface WhyOut {
  t: "why";
  id: string;
  legal: boolean;
  why: string;
  article: string | null;
  marks?: string[];
}
export interface Pong {
  t: "pong";
  id: string;
}
export interface PresenceFrame {
  t: "presence";
  presence: Record<string, PresenceOut>;
  watchers: number;
  watching: Watcher[];
  claim: boolean;
  now: number;
}
export interface CreateRoom {
  game: string;
  kind: "local" | "computer" | "live" | "correspondence" | "race";
  options: Record<string, unknown>;
  seat: string | null;
  opponent: Opponent | null;
  position: string | null;
  clock: ClockOrder | null;
  listed: boolean;
  watch: boolean;
  dice: "server" | "own";
  seats: number;
}
export interface Opponent {
  level: string;
}
export interface ClockOrder {
  initial?: number | null;
  increment?: number;
  per_move?: number | null;
}
export interface Created {
  room: string;
  url: string;
  seat: string | null;
  invite?: string | null;
  code?: string | null;
}
export interface Summary {
  room: string;
  game: string;
  kind: string;
  over: boolean;
  updated: number;
  head: number;
  players: Record<string, PlayerOut>;
  turn: string | null;
  begun: boolean;
  clock: ClockOrder | null;
  code: string | null;
  yours: string[];
  here: boolean;
}
export type Command = Roll | Move | Resign | Draw | Back | Again | Ready | Claim | Greet | Commit | Open | Out | Mark;
export type Query = Steps | Why | Ping;
export type Answer = Event | Hidden | Refused | State | StepsOut | WhyOut | Pong | PresenceFrame;
