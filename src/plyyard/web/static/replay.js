// @ts-check
/** Looking back: any event of the game, by buttons, slider, move list or address; or all of them, one after the other. */
import { $, say, t } from "./dom.js";
import { moves } from "./settings.js";

const SECOND = 1000; // ms from one event to the next at speed 1
const LONGEST = 10 * SECOND; // of a pause, as played
const CALM = SECOND / 2; // the least where nothing shall move
const SEEN = 220; // ms that a piece takes to travel

/** @typedef {import("./protocol.d.ts").State} State */

export class Replay {
  /** The event that is looked at; null: the game as it is now. @type {number | null} */
  at = null;
  /** @type {Map<string, State>} */
  #seen = new Map();
  /** Waits for the next event while the game is played through; 0: it is not. */
  #playing = 0;

  /**
   * @param {{language: string, url: string, at: number | null, quiet: string[]}} start
   * @param {() => State} now
   * @param {(state: State | null, still: boolean) => void} show
   */
  constructor(start, now, show) {
    this.start = start;
    this.now = now;
    this.show = show;
    document.addEventListener("click", (event) => this.#click(event));
    $("slider").hidden = $("playback").hidden = false;
    $("slider").addEventListener("input", () => this.go(Number($("slider").value)));
    $("play").addEventListener("click", () => this.#playing ? this.#pause(true) : this.#play());
    $("speed").addEventListener("change", () => this.#playing && this.#wait());
  }

  /** One event back or on, by arrows; says whether the key meant that. @param {KeyboardEvent} event */
  key(event) {
    if (event.shiftKey || event.target === $("slider")) return false;
    if (event.key === "ArrowLeft") this.go((this.at ?? this.now().head) - 1);
    else if (event.key === "ArrowRight" && this.at !== null) this.go(this.at + 1);
    else return false;
    return true;
  }

  /** Play the game through from here; from its end: from its start. */
  async #play() {
    this.#playing = -1;
    this.#button();
    say(t("playing"));
    if (this.at === null || this.#next() === undefined) await this.#show(0);
    this.#wait();
  }

  /** The next event that the move list shows. */
  #next() {
    return this.now().log.find((line) => line.seq > (this.at ?? Infinity) && !this.start.quiet.includes(line.kind));
  }

  /** Until the next event; it is fetched meanwhile. */
  async #wait() {
    clearTimeout(this.#playing);
    const next = this.#next();
    if (this.#playing && !next) await this.#show(Infinity); // past what the list leaves out
    if (!this.#playing || !next) return this.#pause(true);
    const speed = Number($("speed").value); // 0: as played
    const gap = next.ts - (this.now().log.find((line) => line.seq === this.at)?.ts ?? next.ts);
    const wait = Math.max(speed ? SECOND / speed : Math.min(gap, LONGEST), moves() ? 0 : CALM);
    if (next.seq < this.now().head) this.#fetch(next.seq);
    this.#playing = setTimeout(async () => {
      await this.#show(next.seq, false, wait < SEEN);
      if (this.#playing) this.#wait();
    }, wait);
  }

  /** @param {boolean} [told] */
  #pause(told) {
    if (!this.#playing) return;
    clearTimeout(this.#playing);
    this.#playing = 0;
    this.#button();
    if (told) this.#say();
  }

  #button() {
    const name = this.#playing ? "pause" : "play";
    $("play").dataset.now = name;
    $("play").setAttribute("aria-label", $("play").title = t(name));
  }

  /** What is looked at, aloud. */
  #say() {
    const line = this.now().log.find((one) => one.seq === (this.at ?? this.now().head));
    say(line?.say || t("start_of"));
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

  /** Look at what held after an event, and say it; at or beyond the last one: back to the game. @param {number} place @param {boolean} [stay] */
  async go(place, stay) {
    this.#pause();
    if (await this.#show(place, stay) && this.at !== null) this.#say();
  }

  /** @param {number} place @param {boolean} [stay] @param {boolean} [still] */
  async #show(place, stay = false, still = false) {
    const head = this.now().head;
    const at = Math.max(0, place);
    const before = this.at;
    const wanted = this.at = at >= head && !(stay && at === head) ? null : at;
    const state = wanted === null ? null : await this.#fetch(wanted);
    if (wanted !== this.at) return;
    if (state === undefined) return void (this.at = before);
    history.replaceState(null, "", wanted === null ? this.start.url : `${this.start.url}?at=${at}`);
    this.show(state, still);
    this.moved();
    return true;
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
