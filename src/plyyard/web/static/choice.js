// @ts-check
/** A move while it is chosen: the picks so far, the steps open after them, a button for each, and where the focus goes on. */
import { $, el, t } from "./dom.js";
import { Picker } from "./picker.js";
import { picture } from "./scene.js";
import { base, now, start } from "./state.js";
import { board, forget, refusal } from "./view.js";

/** @typedef {import("./protocol.d.ts").StepOut} StepOut */

export class Choice {
  /** Picks of a move that is not whole yet. @type {string[]} */
  taken = [];
  /** Open after them. @type {StepOut[]} */
  steps = now.steps;
  /** The query under way. */
  asking = "";
  /** Whether something was sent whose answer has not been shown. */
  acting = false;
  /** Whether the person works with keys just now: then the focus is led on. */
  #keys = false;

  /**
   * @param {import("./socket.js").Connection} connection
   * @param {import("./replay.js").Replay} replay
   * @param {(command: Record<string, unknown> & {t: string}) => string} send on what is shown
   */
  constructor(connection, replay, send) {
    this.connection = connection;
    this.replay = replay;
    this.send = send;
    const picker = this.picker = new Picker(board, (step) => this.pick(step), (...tried) => this.#illegal(...tried), (text) => text ? refusal(text, null, "note") : forget());
    const list = $("step-list");
    for (const [enter, leave] of [["focusin", "focusout"], ["pointerover", "pointerout"]]) {
      list.addEventListener(enter, (/** @type {Event} */ event) => {
        const target = /** @type {HTMLElement} */ (event.target);
        const n = target.dataset.step;
        if (n !== undefined && (enter !== "focusin" || target.matches(":focus-visible"))) picker.hint(this.steps[Number(n)]);
      });
      list.addEventListener(leave, () => picker.hint(undefined));
    }
    document.addEventListener("keydown", () => this.#keys = true);
    document.addEventListener("pointerdown", () => this.#keys = false, true);
    $("steps").addEventListener("submit", (/** @type {Event} */ event) => event.preventDefault());
  }

  /** @param {StepOut} step */
  pick(step) {
    if (this.connection.busy || this.asking) return false;
    refusal("");
    if (step.move !== null) {
      this.send({ t: "move", move: step.move });
      this.picker.offer([]);
    } else this.#query([...this.taken, step.text]);
    return true;
  }

  /** What can be picked after these picks? @param {string[]} taken */
  #query(taken) {
    this.taken = taken;
    this.asking = this.send({ t: "steps", taken });
    this.picker.offer([]);
  }

  /** The answer to that. @param {import("./protocol.d.ts").StepsOut} frame */
  answered(frame) {
    this.asking = "";
    this.steps = frame.next;
    if (frame.scene) board.show(picture(frame.scene));
    this.render(true);
  }

  /** One pick back; says whether there was one. */
  back() {
    if (!this.taken.length) return false;
    const taken = this.taken.slice(0, -1);
    if (taken.length) this.#query(taken);
    else this.restart(true);
    return true;
  }

  /** From the beginning. @param {boolean} [stepped] */
  restart(stepped) {
    if (this.replay.at === null) board.show(base);
    this.begin(stepped);
  }

  /** As what holds now says. @param {boolean} [stepped] */
  begin(stepped) {
    this.taken = [];
    this.asking = "";
    this.steps = now.steps;
    this.render(stepped);
  }

  /** A choice half made goes on. @param {string[]} taken */
  resume(taken) {
    if (taken.length) this.#query(taken);
  }

  /** The buttons for what is open; the focus stays within the actions. @param {boolean} [stepped] */
  render(stepped) {
    const focused = /** @type {HTMLElement | null} */ (document.activeElement);
    const nowhere = focused === document.body;
    const same = focused?.dataset.step !== undefined ? focused.textContent : null;
    const { taken, steps, asking } = this;
    const replaying = this.replay.at !== null;
    for (const form of document.querySelectorAll("[data-can]")) {
      const name = /** @type {HTMLElement} */ (form).dataset.can ?? "";
      const open = Boolean(now.can[/** @type {keyof import("./protocol.d.ts").Can} */ (name)]);
      const stays = form.matches(".panel *, .call");
      /** @type {HTMLElement} */ (form).hidden = !open || (!stays && (replaying || taken.length > 0));
    }
    if ($("line-at")) $("line-at").value = String(this.replay.at ?? 0);
    $("taken").hidden = !taken.length;
    $("so-far").textContent = taken.length ? t("so_far", { steps: taken.join(" ") }) : "";
    const shown = replaying || !now.can.move ? [] : steps;
    this.#list(shown);
    this.picker.offer(replaying || asking ? [] : shown);
    if (nowhere ? this.acting && this.#keys : !focused?.checkVisibility()) refocus(same, stepped);
    this.acting = false;
    if (now.can.move && !steps.length && !taken.length && now.legal.length && !asking) this.#query([]);
  }

  /** A button for each step; many are grouped by what they begin with. @param {StepOut[]} shown */
  #list(shown) {
    /** @type {Map<string, number[]>} */
    const groups = new Map();
    const many = shown.filter((one) => one.target).length > start.many;
    /** What is done by one press stands first, apart from what goes somewhere. @type {number[]} */
    const once = [];
    shown.forEach((step, n) => {
      if (!step.target && shown.some((one) => one.target)) return void once.push(n);
      const group = many ? board.slotOf(step.picked)?.id ?? step.picked : "";
      groups.set(group, [...groups.get(group) ?? [], n]);
    });
    const order = board.shown.slots.map((slot) => slot.id);
    const list = $("step-list");
    const opened = new Set([...list.querySelectorAll("details[open]")].map((one) => /** @type {HTMLElement} */ (one).dataset.group));
    /** @param {number[]} members */
    const row = (members) => el("div", { class: members === once ? "steps once" : "steps" }, ...members.map((n) => el("button", { type: "button", "data-step": n }, shown[n].label)));
    const fresh = el("div", {}, ...once.length ? [row(once)] : [], ...[...groups].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b)).map(([picked, members]) => {
      if (groups.size < 2) return row(members);
      const group = el("details", { "data-group": picked }, el("summary", {}, board.place(picked)?.label || t("other_places")), row(members));
      if (opened.has(picked)) group.setAttribute("open", "");
      return group;
    }));
    // a button that stays is not made anew: it may be pressed or have the focus just now
    if (fresh.innerHTML !== list.innerHTML) list.replaceChildren(...fresh.children);
  }

  /** Something was asked for that is not open: nothing happens, and the reason is one click away. @param {string} picked @param {string} target */
  #illegal(picked, target) {
    const asked = { t: "why", picked, target, taken: this.taken };
    if (!target && board.slotOf(picked)?.acts) return void this.connection.send(asked);
    const place = target ? "" : (board.slotOf(picked) ?? board.place(picked))?.label;
    refusal(place ? t("not_from", { place }) : t("not_there"), null, "note");
    const button = el("button", { type: "button", class: "link" }, t("why"));
    button.addEventListener("click", () => void this.connection.send(asked));
    $("refusal").firstElementChild?.append(" ", button);
  }
}

/** What can be done now, in reading order. @returns {HTMLElement[]} */
export const actions = () => [...$("actions").querySelectorAll("button, summary, a[href]")].filter((one) => one.checkVisibility());

/** After an action the focus goes on to the next one, never to the top of the page. @param {string | null} same @param {boolean} [stepped] */
function refocus(same, stepped) {
  const buttons = actions().filter((one) => one.matches("button, summary, a.button"));
  const all = buttons.filter((one) => one.dataset.step !== undefined || one.tagName === "SUMMARY");
  const apart = all.filter((one) => !one.closest(".once"));
  const steps = apart.length ? apart : all;
  const ready = $("curtain").hidden ? null : $("curtain").querySelector("button");
  (ready ?? buttons.find((one) => same && one.textContent === same) ?? (stepped ? steps[0] : null) ??
    buttons.find((one) => one.classList.contains("primary")) ?? steps[0] ?? $("status")).focus({ preventScroll: true });
}
