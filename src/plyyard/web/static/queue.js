// @ts-check
/** Events that wait to be shown: one after the other so that each is seen, or all at once for whoever acts. */
import { moves } from "./settings.js";
import { last } from "./state.js";

/** @typedef {import("./protocol.d.ts").Event | import("./protocol.d.ts").Hidden} Waiting */

const SPACING = 350; // ms between events that nobody here asked for

export class Queue {
  /** @type {Waiting[]} */
  #events = [];
  #timer = 0;

  /** @param {(event: Waiting) => void} show */
  constructor(show) {
    this.show = show;
  }

  get empty() {
    return !this.#events.length;
  }

  /** @param {Waiting} event @param {boolean} own asked for here */
  add(event, own) {
    this.#events.push(event);
    if (own) this.flush();
    else this.#pump();
  }

  /** Show the next event, not too soon after the last. */
  #pump() {
    clearTimeout(this.#timer);
    if (this.empty) return;
    const wait = moves() ? last.shown + SPACING - Date.now() : 0;
    if (wait > 0) this.#timer = setTimeout(() => this.#pump(), wait);
    else {
      this.#next();
      this.#pump();
    }
  }

  /** Show all that waits at once: nobody waits for an animation. */
  flush() {
    while (!this.empty) this.#next();
  }

  #next() {
    this.show(/** @type {Waiting} */ (this.#events.shift()));
  }
}
