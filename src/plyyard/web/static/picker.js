// @ts-check
/** Choosing on the board by click, tap, drag or the keys of its places. It is told which steps are open and knows no rule. */
import { say, t } from "./dom.js";
import { on } from "./settings.js";

/** @typedef {import("./protocol.d.ts").StepOut} StepOut */
/** @typedef {import("./scene.js").Board} Board */
/**
 * A finger or button that is down. `id`: what it means, empty for nothing; `on`: the piece there; `was`: it was chosen before; `from`: where it took hold.
 * @typedef {{id: string, on: string, x: number, y: number, was: boolean, moved: boolean, exact: boolean, held: boolean, pointer: number,
 *   timer: number, frame: number, from: DOMPoint, scale: number, size: {width: number, height: number}, home: string, at: PointerEvent}} Press
 */

const DRAG = 6; // CSS pixels before a press becomes a drag
const LONG = 500; // ms
const DOUBLE = 350; // ms

export class Picker {
  /** @type {StepOut[]} */
  steps = [];
  /** What is chosen now. @type {string | undefined} */
  chosen;
  /** Whether just this group was asked for, not the one that fits best. */
  #exact = false;
  /** What had the focus when something was chosen by keys. @type {Element | null} */
  #focus = null;
  /** @type {Press | undefined} */
  #press;
  /** The last choice or play by a press. */
  #last = { x: 0, y: 0, at: 0, played: false };

  /**
   * @param {Board} board
   * @param {(step: StepOut) => boolean} pick whether it was taken
   * @param {(picked: string, target: string) => void} illegal asked for something that is not open
   * @param {(text: string) => void} note something to read about a place; empty: something new was chosen
   */
  constructor(board, pick, illegal, note) {
    this.board = board;
    this.pick = pick;
    this.illegal = illegal;
    this.note = note;
    const host = board.host;
    host.addEventListener("pointerdown", (event) => this.#down(event));
    host.addEventListener("pointermove", (event) => this.#move(event));
    host.addEventListener("pointerup", (event) => this.#up(event));
    host.addEventListener("pointercancel", () => this.cancel());
    host.addEventListener("mousedown", (event) => event.button === 1 && event.preventDefault()); // no scrolling by itself
    host.addEventListener("touchstart", (event) => this.#press?.id && event.preventDefault(), { passive: false }); // nor by a finger
    host.addEventListener("contextmenu", (event) => this.#press && event.preventDefault());
    document.addEventListener("pointerdown", (event) => {
      if (this.chosen && !host.contains(/** @type {Node} */ (event.target))) this.cancel();
    });
  }

  /** What is open now. Where nothing has changed, what is chosen or in the hand stays. @param {StepOut[]} steps */
  offer(steps) {
    const same = JSON.stringify(steps) === JSON.stringify(this.steps);
    this.steps = steps;
    if (same) return this.#mark();
    this.#drop();
    this.#choose(undefined);
  }

  /** Put a chosen piece back; says whether there was one. */
  cancel() {
    const was = this.chosen !== undefined;
    this.#drop();
    this.#choose(undefined);
    if (was) say(t("let_go"));
    return was;
  }

  /** Show a step without choosing it: where a button would lead. @param {StepOut | undefined} step */
  hint(step) {
    if (!step) this.#mark();
    else this.board.mark(this.#pickable(), step.picked, new Set(step.target ? [step.target] : []));
  }

  #pickable() {
    return new Set(this.steps.map((step) => step.picked).filter(Boolean));
  }

  /** @param {string | undefined} id */
  #targets(id) {
    return new Set(this.steps.filter((step) => step.picked === id && step.target).map((step) => step.target));
  }

  #mark() {
    this.board.mark(this.#pickable(), this.chosen, this.chosen ? this.#targets(this.chosen) : undefined);
  }

  /** @param {string | undefined} id @param {boolean} [exact] */
  #choose(id, exact = false) {
    this.chosen = id;
    this.#exact = exact;
    this.#focus = null;
    if (id) this.note("");
    this.#mark();
  }

  /** Say what is chosen and where it may go. */
  #tell() {
    const id = this.chosen ?? "";
    const slot = this.board.slotOf(id);
    const group = this.board.lifted(id);
    const targets = [...this.#targets(id)].map((one) => this.board.place(one)?.label).join(", ");
    const words = { n: group.length, last: group.at(-1)?.label ?? "", place: slot?.label ?? "", targets };
    const form = !slot || slot.id === id ? "chosen" : group.length > 1 ? "chosen_many" : "chosen_in";
    say(t(form, { ...words, piece: this.board.place(id)?.label ?? "" }));
  }

  /** @param {StepOut | undefined} step */
  #play(step) {
    if (!step) return;
    this.#choose(undefined);
    if (!this.pick(step)) this.#back();
  }

  /** @param {string} picked @param {string} target */
  #step(picked, target) {
    return this.steps.find((one) => one.picked === picked && one.target === target);
  }

  /** The best place of a piece, or its only one. @param {string} id */
  #best(id) {
    const own = this.steps.filter((step) => step.picked === id);
    return own.find((step) => step.best) ?? (own.length === 1 && !this.steps.some((step) => step.best) ? own[0] : undefined);
  }

  /** What lies exactly at a point and can go. @param {PointerEvent} event */
  #at(event) {
    const can = this.#pickable();
    return [".sprite", ".slot"].map((kind) => this.board.under(event, kind)).find((id) => can.has(id));
  }

  /** What a press means: what is drawn there if it can go, else the largest group on it, else the smallest that holds it. @param {PointerEvent} event */
  #meant(event) {
    const can = this.#pickable();
    const here = this.board.under(event, ".sprite");
    const column = can.has(here) ? [] : this.board.lying(this.board.slotOf(here)).map((one) => one.id);
    const place = column.indexOf(here);
    return (can.has(here) ? here : undefined) ?? column.slice(place + 1).find((id) => can.has(id)) ??
      column.slice(0, Math.max(place, 0)).findLast((id) => can.has(id)) ?? this.board.find(event, can);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button > 1 || !this.steps.length || this.#press) return;
    const { x, y, at, played } = this.#last; // the second click of a play is none of its own
    if (played && event.timeStamp - at < DOUBLE && Math.hypot(event.clientX - x, event.clientY - y) < DRAG) return;
    if (this.chosen) {
      const target = this.board.find(event, this.#targets(this.chosen));
      if (target) {
        event.preventDefault();
        return this.#play(this.#step(this.chosen, target));
      }
    }
    const exact = event.button === 1;
    const id = (exact ? this.#at(event) : this.#meant(event)) ?? "";
    if (id) event.preventDefault();
    const on = this.board.pieceAt(event) ? this.board.under(event, ".sprite") : "";
    const was = id !== "" && this.chosen === id;
    const scale = this.board.svg.getScreenCTM()?.a ?? 1;
    const { width, height } = this.board.size(id);
    /** @type {Press} */
    const press = this.#press = {
      id, was, exact, at: event, x: event.clientX, y: event.clientY, moved: false, held: false, pointer: event.pointerId, frame: 0,
      timer: setTimeout(() => this.#hold(press), LONG),
      from: this.board.point(event), scale, size: { width: width / scale, height: height / scale }, home: this.board.slotOf(id || on)?.id ?? "", on,
    };
    this.board.host.setPointerCapture(event.pointerId);
    if (id && !was) this.#choose(id, exact);
  }

  /** A press that stays: just this piece and what lies on it, or what there is to know of the place. @param {Press} press */
  #hold(press) {
    press.held = true;
    const id = this.#at(press.at);
    const slot = this.board.slotOf(this.board.under(press.at, ".slot"));
    if (id) {
      [press.id, press.was, press.exact] = [id, false, true];
      this.#choose(id, true);
      this.#tell();
    }
    if (slot?.note) this.note(`${slot.label}: ${slot.note}`);
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const press = this.#press;
    if (!press || event.pointerId !== press.pointer) return;
    press.at = event;
    if (!press.moved) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < DRAG) return;
      clearTimeout(press.timer);
      press.moved = true;
      if (this.#targets(press.id).size) this.board.lift(press.id, press.size);
    }
    if (this.board.held) press.frame ||= requestAnimationFrame(() => this.#carry(press));
  }

  /** The hand follows the finger; which target it is over. @param {Press} press */
  #carry(press) {
    press.frame = 0;
    this.board.carry((press.at.clientX - press.x) / press.scale, (press.at.clientY - press.y) / press.scale);
    const aim = this.board.aim(press.from, this.#targets(press.id), press.home);
    this.board.light(aim);
    return aim;
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const press = this.#press;
    if (!press || event.pointerId !== press.pointer) return;
    const { id, was, moved, held, exact } = press;
    press.at = event;
    const twice = was && event.timeStamp - this.#last.at < DOUBLE;
    this.#last = { x: event.clientX, y: event.clientY, at: event.timeStamp, played: false };
    const step = moved && id ? this.#step(id, this.#carry(press) ?? "") : undefined;
    this.#end();
    if (step && (step.target || !moved)) return this.#play(step);
    const over = this.board.under(event, ".slot");
    if (!id && moved && press.on) return this.illegal(press.on, over === press.home ? "" : over);
    if (!id) return held || moved ? undefined : this.#vain(event);
    if (moved) {
      if (over && over !== press.home) this.illegal(id, over);
      this.#back();
      return this.#choose(undefined);
    }
    const acts = this.#step(id, "");
    const quick = acts ?? (!held && !exact && (twice || on("quick")) ? this.#best(id) : undefined);
    if (quick) {
      this.#last.played = true;
      return this.#play(quick);
    }
    if (was && !twice) return void this.cancel();
    if (!held) this.#tell();
  }

  /** A press on something that cannot go, or with something chosen on what is no target. @param {PointerEvent} event */
  #vain(event) {
    const chosen = this.chosen;
    const over = this.board.under(event, ".slot");
    if (chosen) {
      this.cancel();
      if (over) this.illegal(chosen, over);
    } else if (this.board.pieceAt(event) || this.board.slotOf(over)?.acts) this.illegal(this.board.under(event, ".sprite"), "");
  }

  #end() {
    clearTimeout(this.#press?.timer);
    cancelAnimationFrame(this.#press?.frame ?? 0);
    this.#press = undefined;
  }

  /** What is in the hand flies back. */
  #back() {
    if (this.board.held) this.board.show(this.board.shown);
  }

  /** End a press as if it had not been. */
  #drop() {
    if (!this.#press) return;
    this.#end();
    this.#back();
  }

  // ---- by keys ----

  /** What can go from a slot, the largest group first: the slot itself, or pieces in it. @param {import("./scene.js").Slot | undefined} slot */
  #groups(slot) {
    const can = this.#pickable();
    return [...(slot ? [slot.id] : []), ...this.board.lying(slot).map((one) => one.id)].filter((id) => can.has(id));
  }

  /** Whether keys speak of what is chosen, not of what has the focus. */
  #keyed() {
    return this.chosen !== undefined && this.#focus === document.activeElement;
  }

  /** @param {string} id @param {boolean} exact */
  #take(id, exact) {
    this.#choose(id, exact);
    this.#focus = document.activeElement;
    this.#tell();
  }

  /**
   * A key that names a place: choose its largest group; again: the next smaller one; of another place: go there.
   * Arrows: the numbered place beside it, a larger or smaller group; Enter: to its best place. Says whether the key meant something here.
   * @param {KeyboardEvent} event
   */
  key(event) {
    const key = event.key.toLowerCase();
    if (!this.steps.length || this.#press) return false;
    if (key === "enter" && this.#keyed()) this.#play(this.#best(this.chosen ?? "") ?? this.steps.find((step) => step.picked === this.chosen));
    else if (key === "arrowup" && this.#keyed()) this.#vary(-1);
    else if (key === "arrowdown" && this.#keyed()) this.#vary(1);
    else if (key === "arrowleft" || key === "arrowright") return this.#along(key === "arrowleft" ? -1 : 1);
    else {
      const slot = this.board.shown.slots.find((one) => one.key === key);
      if (!slot || (event.shiftKey && isNaN(Number(key)))) return false;
      this.#go(slot);
    }
    return true;
  }

  /** @param {import("./scene.js").Slot} slot */
  #go(slot) {
    const groups = this.#groups(slot);
    const chosen = this.chosen;
    const from = chosen && this.board.slotOf(chosen);
    if (from) {
      if (from.id === slot.id) return this.#vary(1);
      const group = [chosen, ...(this.#exact ? [] : this.#groups(from))].find((id) => this.#step(id, slot.id));
      if (group) return this.#play(this.#step(group, slot.id));
      if (!slot.acts) return this.illegal(chosen, slot.id);
    }
    const acts = this.#step(slot.id, "");
    if (acts) return this.#play(acts);
    if (slot.note) say(`${slot.label}: ${slot.note}`);
    if (groups.length) return this.#take(groups[0], false);
    this.illegal(this.board.lying(slot).at(-1)?.id ?? slot.id, "");
  }

  /** To the next numbered place from which something can go; says whether there is any. @param {number} by */
  #along(by) {
    const open = this.board.shown.slots.filter((one) => one.key && !isNaN(Number(one.key)) && this.#groups(one).length);
    const from = this.chosen ? open.findIndex((one) => one.id === this.board.slotOf(this.chosen ?? "")?.id) : by < 0 ? 0 : -1;
    if (open.length) this.#take(this.#groups(open[(from + by + open.length) % open.length])[0], false);
    return open.length > 0;
  }

  /** @param {number} by */
  #vary(by) {
    const groups = this.#groups(this.board.slotOf(this.chosen ?? ""));
    const next = groups[(groups.indexOf(this.chosen ?? "") + by + groups.length) % groups.length];
    if (next) this.#take(next, true);
  }
}
