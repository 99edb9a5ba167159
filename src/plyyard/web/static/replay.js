// @ts-check
/** Looking back: any event of the game, by buttons, slider, move list or address. */
import { $, say, t } from "./dom.js";
import { typing } from "./page.js";

/** @typedef {import("./protocol.d.ts").State} State */

export class Replay {
  /** The event that is looked at; null: the game as it is now. @type {number | null} */
  at = null;
  /** @type {Map<string, State>} */
  #seen = new Map();

  /**
   * @param {{language: string, url: string, at: number | null}} start
   * @param {() => State} now
   * @param {(state: State | null) => void} show
   */
  constructor(start, now, show) {
    this.start = start;
    this.now = now;
    this.show = show;
    document.addEventListener("click", (event) => this.#click(event));
    document.addEventListener("keydown", (event) => {
      if (typing(event) || event.shiftKey || document.querySelector("dialog[open]") || event.target === $("slider")) return;
      if (event.key === "ArrowLeft") this.go((this.at ?? this.now().head) - 1);
      else if (event.key === "ArrowRight" && this.at !== null) this.go(this.at + 1);
      else return;
      event.preventDefault();
    });
    $("slider").hidden = false;
    $("slider").addEventListener("input", () => this.go(Number($("slider").value)));
  }

  /** As the address says. */
  begin() {
    if (this.start.at !== null) this.go(this.start.at, true);
    this.moved();
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const link = /** @type {HTMLElement} */ (event.target).closest("[data-at], [data-go], #to-now");
    if (!(link instanceof HTMLElement) || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const here = this.at ?? this.now().head;
    const places = /** @type {Record<string, number>} */ ({ first: 0, previous: here - 1, next: here + 1, last: Infinity });
    this.go(link.dataset.at !== undefined ? Number(link.dataset.at) : places[link.dataset.go ?? "last"]);
  }

  /** Look at what held after an event; at or beyond the last one: back to the game. @param {number} place @param {boolean} [stay] */
  async go(place, stay = false) {
    const head = this.now().head;
    const at = Math.max(0, place);
    const before = this.at;
    const wanted = this.at = at >= head && !(stay && at === head) ? null : at;
    const state = wanted === null ? null : await this.#fetch(wanted);
    if (wanted !== this.at) return;
    if (state === undefined) return void (this.at = before);
    history.replaceState(null, "", wanted === null ? this.start.url : `${this.start.url}?at=${at}`);
    this.show(state);
    this.moved();
    const line = wanted === null ? null : this.now().log.find((one) => one.seq === wanted);
    if (wanted !== null) say(line?.say || t("start_of"));
  }

  /** @param {number} at @returns {Promise<State | undefined>} */
  async #fetch(at) {
    const facing = /** @type {HTMLInputElement | null} */ (document.querySelector("[data-set=facing]:checked"))?.value ?? "";
    const address = `/api/rooms/${this.now().room}?at=${at}&lang=${this.start.language}&facing=${facing}&over=${this.now().result ? 1 : 0}`;
    const seen = this.#seen.get(address);
    if (seen) return seen;
    try {
      const answer = await fetch(address);
      if (!answer.ok) return;
      const state = /** @type {State} */ (await answer.json());
      this.#seen.set(address, state);
      return state;
    } catch {
      say(t("failed"));
    }
  }

  /** The game has gone on, or another place is looked at: slider and list follow. */
  moved() {
    const head = this.now().head;
    const place = this.at ?? head;
    $("slider").max = String(head);
    $("slider").value = String(place);
    $("slider").setAttribute("aria-valuetext", t("event_of", { n: place, all: head }));
    const leaves = this.at === null && $("replaying").contains(document.activeElement);
    $("replaying").hidden = this.at === null;
    if (leaves) $("status").focus({ preventScroll: true });
    $("looking").textContent = this.at === null ? "" : t("looking", { n: place, all: head });
    $("table").classList.toggle("past", this.at !== null);
    for (const link of $("moves").querySelectorAll("[data-at]")) {
      if (Number(link.dataset.at) === place) {
        link.setAttribute("aria-current", "true");
        const list = $("moves");
        const top = link.offsetTop;
        if (top < list.scrollTop || top + link.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 2;
      } else link.removeAttribute("aria-current");
    }
  }
}
