// @ts-check
/** dice/1 checked in the browser: a record read and recomputed as docs/fair-dice.md says. Shows nothing. */
import { bytes, packed, sha256 } from "./dice.js";

/** @typedef {Record<string, any>} Thing */
/** @typedef {{seq: number, kind: string, by: string, outcome: string, draw: number, to: number, hash: string, seed: string, what: string, options: Thing}} Event */
/** @typedef {{outcomes: string[], weights: number[], shuffle: boolean, options: Record<string, number[]>}} Lottery */
/** @typedef {{game: string, rules: string, room: string, seats: string[], names: string[], over: boolean, lots: Lottery[], drawn: number[], events: Event[]}} Game */
/** @typedef {{n: number, event: number, written: string, given?: string}} Draw */
/** @typedef {{code: string, values: Thing}} Fault */

const WORDS = 2 ** 32;
export const MAX_BYTES = 4_000_000;
const MAX_EVENTS = 10_000;
const MAX_THINGS = 200; // in one lottery
/** What has to come before what. @type {Record<string, number>} */
const PHASES = { started: 0, committed: 1, opened: 2, began: 3, rolled: 4, moved: 4, "taken back": 4, revealed: 5 };

// ---- dice/1 ----

/** @param {Uint8Array} secret @param {[string, Uint8Array][]} seeds @param {Game} game */
async function keyOf(secret, seeds, { room, game, rules }) {
  const material = await crypto.subtle.importKey("raw", packed(secret, ...seeds.sort(([one], [other]) => one < other ? -1 : 1).flat()), "HKDF", false, ["deriveKey"]);
  const salt = bytes(await sha256("plyyard dice/1 salt", room));
  const info = packed("plyyard dice/1 key", room, game, rules);
  const hmac = { name: "HMAC", hash: "SHA-256", length: 256 };
  return crypto.subtle.deriveKey({ name: "HKDF", hash: "SHA-256", salt, info }, material, hmac, false, ["sign"]);
}

/** The words of draw n, one after another. @param {CryptoKey} key @param {number} n */
async function* wordsOf(key, n) {
  const tag = packed("plyyard dice/1 draw");
  const text = new Uint8Array(tag.length + 12);
  text.set(tag);
  const counters = new DataView(text.buffer, tag.length);
  counters.setBigUint64(0, BigInt(n));
  for (let block = 0; block < WORDS; block++) {
    counters.setUint32(8, block);
    const made = new DataView(await crypto.subtle.sign("HMAC", key, text));
    for (let at = 0; at < 32; at += 4) yield made.getUint32(at);
  }
}

/** What a lottery gives in draw n. @param {Lottery} lottery @param {CryptoKey} key @param {number} n */
async function outcome({ outcomes, weights, shuffle, options }, key, n) {
  const words = wordsOf(key, n);
  /** An even number from 0 to bound - 1. @param {number} bound @returns {Promise<number>} */
  const below = async (bound) => {
    const last = WORDS - WORDS % bound;
    for (;;) {
      const word = /** @type {number} */ ((await words.next()).value);
      if (word < last) return word % bound;
    }
  };
  const chosen = Object.entries(options);
  if (chosen.length) {
    /** @type {Thing} */
    const given = {};
    for (const [name, [low, high]] of chosen) given[name] = low + await below(high - low + 1);
    return told(given);
  }
  if (shuffle) {
    const things = [...outcomes];
    for (let last = things.length - 1; last > 0; last--) {
      const other = await below(last + 1);
      [things[last], things[other]] = [things[other], things[last]];
    }
    return things.join(",");
  }
  let ticket = await below(sum(weights));
  let place = 0;
  while (ticket >= weights[place]) ticket -= weights[place++];
  return outcomes[place];
}

/** @param {Thing} options */
const told = (options) => Object.keys(options).sort().map((name) => `${name}=${JSON.stringify(options[name])}`).join(", ");

/** @param {number[]} numbers */
const sum = (numbers) => numbers.reduce((one, other) => one + other, 0);

/** Whether something can be drawn from it. @param {Lottery} lottery */
export function sound({ outcomes, weights, shuffle, options }) {
  const ranges = Object.values(options);
  if (Math.max(ranges.length, outcomes.length) > MAX_THINGS) return false;
  if (ranges.length) return ranges.every(([low, high]) => high >= low && high - low < WORDS);
  if (!outcomes.length || outcomes.some((thing, place) => place && thing <= outcomes[place - 1])) return false;
  if (shuffle) return !weights.length;
  return weights.length === outcomes.length && weights.every((weight) => weight > 0) && sum(weights) <= WORDS;
}

// ---- a game, checked ----

/** Everything that can be checked without the rules of the game. @param {Game} game */
export async function check(game) {
  /** @type {Fault[]} */
  const faults = [];
  /** @param {string} code @param {Thing} [values] */
  const fault = (code, values = {}) => faults.push({ code, values });

  const astray = game.events.findIndex((event, place) => event.seq !== place + 1);
  if (astray >= 0) fault("numbering", { event: game.events[astray].seq, n: astray + 1 });
  if (game.events[0]?.kind !== "started" || !game.events[0].hash) fault("no_start");
  inOrder(game, fault);
  const found = dealings(game, fault);
  const seeds = await seedsOf(game, found, fault);
  const secret = await secretOf(game, found, fault);
  const draws = counted(game, fault);
  if (secret && seeds.length === game.seats.length) {
    const key = await keyOf(secret, seeds, game);
    for (const draw of draws) await compute(game, key, draw, fault);
  }
  const own = game.seats.filter((seat) => {
    const event = found.get(`committed ${seat}`);
    return event && event.what !== "server";
  });
  return { game, own, draws, faults, pending: !found.has("revealed ") && !game.over };
}

/** @typedef {(code: string, values?: Thing) => void} Tell */

/** The server commits, then the seats; seeds are opened; it begins; it is played; the secret is revealed. @param {Game} game @param {Tell} fault */
function inOrder({ events }, fault) {
  /** @type {Event | undefined} */
  let latest;
  for (const event of events) {
    if (!Object.hasOwn(PHASES, event.kind)) continue;
    if (latest && PHASES[event.kind] < PHASES[latest.kind]) {
      fault("order", { event: event.seq, kind: event.kind, before: latest.seq, earlier: latest.kind });
    } else latest = event;
  }
}

/** The events that make the key, each once, by kind and (of a seat's own) seat. @param {Game} game @param {Tell} fault */
function dealings({ events, seats }, fault) {
  /** @type {Map<string, Event>} */
  const found = new Map();
  for (const event of events) {
    const own = event.kind === "committed" || event.kind === "opened";
    if (!own && !["started", "began", "revealed"].includes(event.kind)) continue;
    const place = `${event.kind} ${own ? event.by : ""}`;
    if (own && !seats.includes(event.by)) fault("stranger", { event: event.seq, kind: event.kind, seat: event.by });
    else if (found.has(place)) fault("again", { event: event.seq, kind: event.kind });
    else found.set(place, event);
  }
  return found;
}

/** The seats with the seeds that are what they committed to. @param {Game} game @param {Map<string, Event>} found @param {Tell} fault */
async function seedsOf({ events, seats, room }, found, fault) {
  const played = events.some((event) => Object.hasOwn(PHASES, event.kind) && PHASES[event.kind] === PHASES.moved);
  const due = played || found.has("began ");
  if (played && !found.has("began ")) fault("no_began");
  /** @type {[string, Uint8Array][]} */
  const seeds = [];
  for (const seat of seats) {
    const [committed, opened] = [found.get(`committed ${seat}`), found.get(`opened ${seat}`)];
    const seed = unhex(opened?.seed ?? "");
    if (!committed) {
      if (opened || due) fault("no_hash", { seat });
    } else if (!opened) {
      if (due) fault("no_seed", { seat });
    } else if (await sha256("plyyard dice/1 seat", room, seat, seed) === committed.hash) seeds.push([seat, seed]);
    else fault("wrong_seed", { event: opened.seq, seat });
  }
  return seeds;
}

/** The server's secret, if it is revealed and is what the server committed to. @param {Game} game @param {Map<string, Event>} found @param {Tell} fault */
async function secretOf({ over, room }, found, fault) {
  const [started, revealed] = [found.get("started "), found.get("revealed ")];
  if (!revealed) {
    if (over) fault("no_secret");
    return null;
  }
  const secret = unhex(revealed.seed);
  if (started && await sha256("plyyard dice/1 server", room, secret) === started.hash) return secret;
  fault("wrong_secret", { event: revealed.seq });
  return null;
}

/** Draws are numbered from 1 in the order of events, each once; all chance has one; none is taken back. @param {Game} game @param {Tell} fault */
function counted({ events, drawn }, fault) {
  /** @type {Draw[]} */
  const draws = [];
  let last = 0;
  for (const { seq: event, kind, draw: n, to, outcome, options } of events) {
    if (kind === "taken back" && last && to < draws[draws.length - 1].event) fault("undone", { event, n: last });
    if (!n) {
      if (kind === "rolled" || (kind === "began" && Object.keys(options).length)) fault("no_number", { event });
    } else if (kind !== "rolled" && kind !== "began") fault("odd_draw", { event, kind });
    else if (n <= last) fault("repeated", { event, n });
    else {
      if (n > last + 1) fault("missing", { event, n: last + 1, to: n - 1 });
      draws.push({ n, event, written: kind === "rolled" ? outcome : told(options) });
      last = n;
    }
  }
  if (last < drawn.length) fault("missing_end", { n: last + 1, to: drawn.length });
  return draws;
}

/** Write down what the dice give. @param {Game} game @param {CryptoKey} key @param {Draw} draw @param {Tell} fault */
async function compute({ lots, drawn }, key, draw, fault) {
  const { n, event, written } = draw;
  const lottery = lots[drawn[n - 1]];
  if (n > drawn.length) fault("extra", { n, event });
  else if (!lottery || !sound(lottery)) fault("bad_lot", { n, event });
  else {
    draw.given = await outcome(lottery, key, n);
    if (draw.given !== written) fault("changed", { n, event, written, given: draw.given });
  }
}

/** 32 bytes from 64 hexadecimal digits; anything else is nothing. @param {string} text */
const unhex = (text) => bytes(/^[0-9a-f]{64}$/.test(text) ? text : "");

// ---- reading ----

export class Unreadable extends Error {
  /** @param {string} code @param {Thing} [values] */
  constructor(code, values = {}) {
    super(code);
    this.values = values;
  }
}

/** @type {Record<string, (value: any) => boolean>} */
const KINDS = {
  text: (value) => typeof value === "string" && !/\p{Surrogate}/u.test(value),
  number: Number.isSafeInteger,
  flag: (value) => typeof value === "boolean",
  list: Array.isArray,
  map: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
};

/**
 * A field of the kind it must have; left out: the fallback, if there is one.
 * @param {any} thing @param {string} name @param {string} kind @param {string} where @param {any} [fallback]
 */
function field(thing, name, kind, where, fallback) {
  const value = KINDS.map(thing) && Object.hasOwn(thing, name) ? thing[name] : null;
  if (value === null && fallback !== undefined && KINDS.map(thing)) return fallback;
  if (!KINDS[kind](value)) throw new Unreadable("field", { where: where ? `${where}.${name}` : name });
  return value;
}

/** @param {any} thing @param {string} name @param {string} kind @param {string} where @param {any} [fallback] */
function list(thing, name, kind, where, fallback) {
  const values = field(thing, name, "list", where, fallback);
  if (!values.every(KINDS[kind])) throw new Unreadable("field", { where: `${where}.${name}` });
  return values;
}

/** A game from the text of its record, or Unreadable. @param {string} text @returns {Game} */
export function read(text) {
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    throw new Unreadable("no_json");
  }
  if (!KINDS.map(found)) throw new Unreadable("no_json");
  if ((found.dice ?? null) === null && Array.isArray(found.events)) throw new Unreadable("no_dice");
  const dice = field(found, "dice", "map", "");
  const method = field(dice, "method", "text", "dice");
  if (method !== "dice/1") throw new Unreadable("other_method", { method });
  const seats = list(dice, "sides", "text", "dice");
  if (seats.length < 1 || seats.length > 8 || new Set(seats).size < seats.length) throw new Unreadable("field", { where: "dice.sides" });
  const entries = field(found, "events", "list", "");
  if (entries.length > MAX_EVENTS) throw new Unreadable("field", { where: "events" });
  const events = entries.map(eventOf);
  const players = field(found, "players", "map", "", {});
  return {
    game: field(found, "game", "text", ""),
    rules: field(found, "rules", "text", ""),
    room: field(dice, "room", "text", "dice"),
    seats,
    names: seats.map((/** @type {string} */ seat) => field(field(players, seat, "map", "players", {}), "name", "text", `players.${seat}`, "")),
    over: (found.ended ?? null) !== null || events.some((/** @type {Event} */ event) => event.kind === "over"),
    lots: field(dice, "lots", "list", "dice", []).map(lotteryOf),
    drawn: list(dice, "drawn", "number", "dice", []),
    events,
  };
}

/** @param {any} entry @param {number} place @returns {any} */
function eventOf(entry, place) {
  const where = `events[${place}]`;
  return {
    seq: field(entry, "seq", "number", where),
    kind: field(entry, "kind", "text", where),
    ...Object.fromEntries(["by", "outcome", "hash", "seed", "what"].map((name) => [name, field(entry, name, "text", where, "")])),
    draw: field(entry, "draw", "number", where, 0),
    to: field(entry, "to", "number", where, 0),
    options: field(entry, "options", "map", where, {}),
  };
}

/** @param {any} lot @param {number} place @returns {Lottery} */
function lotteryOf(lot, place) {
  const where = `dice.lots[${place}]`;
  const options = field(lot, "options", "map", where, {});
  for (const name of Object.keys(options)) {
    if (list(options, name, "number", `${where}.options`).length !== 2) throw new Unreadable("field", { where: `${where}.options` });
  }
  return {
    outcomes: list(lot, "outcomes", "text", where, []),
    weights: list(lot, "weights", "number", where, []),
    shuffle: field(lot, "shuffle", "flag", where, false),
    options,
  };
}
