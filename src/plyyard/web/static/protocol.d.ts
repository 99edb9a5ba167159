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
  roll: boolean;
  roll_label: string;
  move: boolean;
  take: boolean;
  redo: boolean;
  whole: boolean;
  resign: boolean;
  draw: boolean;
  restart: boolean;
  swap: boolean;
  ready: boolean;
}
export interface StepOut {
  text: string;
  picked: string;
  target: string;
  label: string;
  move: string | null;
}
export interface ResultOut {
  winner: string | null;
  kind: string;
  points: number;
}
export interface SceneOut {
  sprites: Sprite[];
  gone?: string[];
  order?: string[] | null;
  slots?: Slot[] | null;
  facts?: Fact[] | null;
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
}
export interface Fact {
  name: string;
  letter: string;
  label: string;
  value: string;
  shown: boolean;
}
export interface Refused {
  t: "refused";
  id: string | null;
  code: string;
  head: number;
  why?: string;
  article?: string | null;
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
  clock: null;
  offers: Record<string, unknown>;
  presence: Record<string, unknown>;
  result: ResultOut | null;
  players: Record<string, PlayerOut>;
  log: LogLine[];
  describe: string[];
  scene?: SceneOut;
}
export interface PlayerOut {
  kind: "person" | "computer" | "open";
  name: string;
  level: string;
}
export interface LogLine {
  seq: number;
  kind: string;
  by: string | null;
  text: string;
  say: string;
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
}
export interface Pong {
  t: "pong";
  id: string;
}
export interface CreateRoom {
  game: string;
  kind: "local" | "computer";
  options: Record<string, unknown>;
  seat: string | null;
  opponent: Opponent | null;
  position: string | null;
}
export interface Opponent {
  level: string;
}
export interface Created {
  room: string;
  url: string;
  seat: string | null;
}
export interface Summary {
  room: string;
  game: string;
  kind: string;
  over: boolean;
  updated: number;
  head: number;
  players: Record<string, PlayerOut>;
}
export type Command = Roll | Move | Resign | Draw | Back | Again | Ready;
export type Query = Steps | Why | Ping;
export type Answer = Event | Refused | State | StepsOut | WhyOut | Pong;
