// @ts-check
/** What holds in the room: the state that the server told last, with every event since folded in, and its picture. */
import { block } from "./dom.js";
import { changed, picture } from "./scene.js";

/** @typedef {import("./protocol.d.ts").State} State */
/** @typedef {import("./protocol.d.ts").Event} PlyEvent */
/** @typedef {import("./protocol.d.ts").Hidden} Hidden */
/** @typedef {import("./protocol.d.ts").SceneOut} SceneOut */

export const start = block("start");
/** What holds now; `now.head` is what is shown. @type {State} */
export let now = start.state;
export let base = picture(/** @type {SceneOut} */ (now.scene));
/** What was said last, and when it was shown. */
export let last = { full: now.log.at(-1)?.say ?? "", brief: now.log.at(-1)?.say ?? "", shown: 0 };

/** Everything anew; gives the lines that were missed. @param {State} state */
export function renew(state) {
  const missed = state.log.filter((line) => line.seq > now.head);
  now = { ...state, log: [...now.log, ...missed] };
  if (state.scene) base = picture(state.scene);
  const said = missed.at(-1)?.say;
  if (said !== undefined) last = { full: said, brief: said, shown: 0 };
  return missed;
}

/** One event more; gives its line, unless it is hidden. @param {PlyEvent | Hidden} event */
export function advance(event) {
  now.head = event.seq;
  now.clock = event.clock ?? now.clock;
  now.race = event.race ?? now.race;
  now.spent += counted(event.ts - now.ts);
  now.ts = event.ts;
  if (!("say" in event)) return;
  const { position, actor, turn, legal, can, curtain, status, offers, practice, undo_price, describe, moves, spent } = event;
  Object.assign(now, { position, actor, turn, legal, can, curtain, status: status || now.status, offers, practice, undo_price, describe, moves, spent, steps: event.steps });
  now.players = event.players ?? now.players;
  now.bookmarks = event.bookmarks ?? now.bookmarks;
  if (event.result) now.result = event.result;
  else if (event.kind === "taken back") now.result = null;
  if (event.scene) base = changed(base, event.scene);
  const line = { seq: event.seq, kind: event.kind, by: event.by, text: event.text, say: event.say, ts: event.ts };
  now.log.push(line);
  last = { full: event.say, brief: event.brief, shown: Date.now() };
  return line;
}

/** Of one gap between events only so much counts as played. @param {number} ms */
export const counted = (ms) => Math.min(start.pause ?? Infinity, Math.max(0, ms));
