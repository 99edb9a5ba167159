// @ts-check
/** Choosing on the board by click, tap or drag. It is told which steps are open and knows no rule. */
import { say, t } from "./dom.js";

/** @typedef {import("./protocol.d.ts").StepOut} StepOut */
/** @typedef {import("./scene.js").Board} Board */

const DRAG = 6; // CSS pixels before a press becomes a drag

export class Picker {
  /** @type {StepOut[]} */
  steps = [];
  /** What is chosen now. @type {string | undefined} */
  chosen;
  /** @type {{id: string, x: number, y: number, was: boolean, moved: boolean, nodes: SVGGElement[], pointer: number} | undefined} */
  #press;

  /**
   * @param {Board} board
   * @param {(step: StepOut) => void} pick
   * @param {(picked: string, target: string) => void} illegal asked for something that is not open
   */
  constructor(board, pick, illegal) {
    this.board = board;
    this.pick = pick;
    this.illegal = illegal;
    const host = board.host;
    host.addEventListener("pointerdown", (event) => this.#down(event));
    host.addEventListener("pointermove", (event) => this.#move(event));
    host.addEventListener("pointerup", (event) => this.#up(event));
    host.addEventListener("pointercancel", () => this.#drop());
    document.addEventListener("pointerdown", (event) => {
      if (this.chosen && !host.contains(/** @type {Node} */ (event.target))) this.cancel();
    });
  }

  /** @param {StepOut[]} steps */
  offer(steps) {
    this.#drop();
    this.steps = steps;
    this.chosen = undefined;
    this.#mark();
  }

  /** Put a chosen piece back; says whether there was one. */
  cancel() {
    const was = this.chosen !== undefined;
    this.#drop();
    this.chosen = undefined;
    this.#mark();
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

  /** @param {string} picked @param {string} target */
  #choose(picked, target) {
    const step = this.steps.find((one) => one.picked === picked && one.target === target);
    if (!step) return;
    this.chosen = undefined;
    this.pick(step);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button !== 0 || !this.steps.length || this.#press) return;
    if (this.chosen) {
      const target = this.board.find(event, this.#targets(this.chosen));
      if (target) {
        event.preventDefault();
        return this.#choose(this.chosen, target);
      }
    }
    const id = this.board.find(event, this.#pickable());
    if (!id) {
      if (this.chosen) this.illegal(this.chosen, this.board.under(event, ".slot"));
      else if (this.board.pieceAt(event)) this.illegal(this.board.under(event, ".sprite"), "");
      if (this.chosen) this.cancel();
      return;
    }
    event.preventDefault();
    const was = this.chosen === id;
    this.chosen = id;
    this.#press = { id, x: event.clientX, y: event.clientY, was, moved: false, nodes: [], pointer: event.pointerId };
    this.board.host.setPointerCapture(event.pointerId);
    this.#mark();
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const press = this.#press;
    if (!press || event.pointerId !== press.pointer) return;
    if (!press.moved) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < DRAG) return;
      press.moved = true;
      press.nodes = this.board.lifted(press.id);
      for (const node of press.nodes) node.classList.add("dragged");
      this.board.sprites.append(...press.nodes);
    }
    const scale = this.board.svg.getScreenCTM()?.a ?? 1;
    const [x, y] = [(event.clientX - press.x) / scale, (event.clientY - press.y) / scale];
    for (const node of press.nodes) node.style.translate = `${x}px ${y}px`;
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const press = this.#press;
    if (!press || event.pointerId !== press.pointer) return;
    this.#drop();
    const targets = this.#targets(press.id);
    if (press.moved) {
      const target = this.board.find(event, targets);
      if (target) return this.#choose(press.id, target);
      if (this.board.find(event, new Set([press.id])) !== press.id) this.illegal(press.id, this.board.under(event, ".slot"));
      return this.#mark();
    }
    if (!targets.size) return this.#choose(press.id, "");
    if (press.was) return void this.cancel();
    say(t("chosen", { piece: this.board.place(press.id)?.label ?? "", n: targets.size }));
  }

  /** End a drag: the pieces lie again where the picture has them. */
  #drop() {
    const press = this.#press;
    this.#press = undefined;
    for (const node of press?.nodes ?? []) {
      node.classList.remove("dragged");
      node.style.translate = "";
    }
    if (press?.moved) this.board.show({ ...this.board.shown }, true);
  }
}
