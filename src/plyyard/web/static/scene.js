// @ts-check
/** Draws a Scene as SVG and moves what moved. Knows no game: shapes come from the page, places from the server. */
import { moves } from "./settings.js";

/** @typedef {import("./protocol.d.ts").SceneOut} SceneOut */
/** @typedef {import("./protocol.d.ts").Sprite} Sprite */
/** @typedef {import("./protocol.d.ts").Slot} Slot */
/** @typedef {import("./protocol.d.ts").Fact} Fact */
/** @typedef {import("./protocol.d.ts").Part} Part */
/** @typedef {{sprites: Map<string, Sprite>, order: string[], slots: Slot[], facts: Fact[], parts: Part[], background: string}} Picture */
/** @typedef {{id: string, x: number, y: number, label: string, r: number}} Place */
/** Pieces in the air: how far they are from their places. @typedef {{ids: Set<string>, x: number, y: number, width: number, height: number}} Held */

const SVG = "http://www.w3.org/2000/svg";
const TRAVEL = 220; // ms
const LANDING = 140; // ms, for what was dragged
const SETTLE = 300; // ms, for dice
const REACH = 24; // CSS pixels by which a finger may miss
const EASE = "cubic-bezier(.3,.1,.2,1)";

/** @param {Sprite} s */
const css = (s) => `translate(${s.x}px, ${s.y}px) rotate(${s.rotation ?? 0}deg) scale(${s.scale ?? 1})`;
/** @param {Sprite} s */
const attribute = (s) =>
  `translate(${s.x} ${s.y})${s.rotation ? ` rotate(${s.rotation})` : ""}${(s.scale ?? 1) !== 1 ? ` scale(${s.scale})` : ""}`;
/** @param {Slot} slot @param {number} x @param {number} y */
const inside = (slot, x, y) => Math.abs(x - slot.x) <= slot.width / 2 && Math.abs(y - slot.y) <= slot.height / 2;

/** A whole scene as frames carry it, by id. @param {SceneOut} scene @returns {Picture} */
export const picture = (scene) => ({
  sprites: new Map(scene.sprites.map((sprite) => [sprite.id, sprite])),
  order: scene.order ?? scene.sprites.map((sprite) => sprite.id),
  slots: scene.slots ?? [],
  facts: scene.facts ?? [],
  parts: scene.parts ?? [],
  background: scene.background ?? "",
});

/** A picture with what a frame says has changed. @param {Picture} before @param {SceneOut} change @returns {Picture} */
export function changed(before, change) {
  if (change.width) return picture(change);
  const sprites = new Map(before.sprites);
  for (const id of change.gone ?? []) sprites.delete(id);
  for (const sprite of change.sprites) sprites.set(sprite.id, sprite);
  return {
    sprites,
    order: change.order ?? [...new Set([...before.order, ...sprites.keys()])].filter((id) => sprites.has(id)),
    slots: change.slots ?? before.slots,
    facts: change.facts ?? before.facts,
    parts: change.parts ?? before.parts,
    background: change.background ?? before.background,
  };
}

export class Board {
  /** What is drawn; at first nothing, whatever the server has drawn. @type {Picture} */
  shown = { sprites: new Map(), order: [], slots: [], facts: [], parts: [], background: "" };

  /** @param {HTMLElement} host @param {string} game */
  constructor(host, game) {
    this.host = host;
    this.game = game;
    this.svg = /** @type {SVGSVGElement} */ (host.querySelector("svg"));
    this.sprites = /** @type {SVGGElement} */ (this.svg.querySelector(".sprites"));
    this.slots = /** @type {SVGGElement} */ (this.svg.querySelector(".slots"));
    this.marks = document.createElementNS(SVG, "g");
    this.marks.setAttribute("class", "marks");
    this.glow = document.createElementNS(SVG, "g");
    this.glow.setAttribute("class", "glow");
    this.svg.insertBefore(this.glow, this.sprites);
    this.hand = document.createElementNS(SVG, "g");
    this.hand.setAttribute("class", "hand");
    /** @type {Held | undefined} */
    this.held = undefined;
    /** What the marked targets are lit by. @type {Map<string, Element>} */
    this.lit = new Map();
    /** @type {Map<string, SVGGElement>} */
    this.nodes = new Map();
    for (const node of /** @type {NodeListOf<SVGGElement>} */ (this.sprites.querySelectorAll(".sprite"))) {
      this.nodes.set(node.dataset.id ?? "", node);
    }
    this.svg.setAttribute("focusable", "false");
  }

  /** Draw another picture; what is in both is seen to travel, also from the hand. @param {Picture} next @param {boolean} [still] */
  show(next, still = false) {
    const last = this.shown;
    const { held } = this;
    this.shown = next;
    if (held && next !== last && JSON.stringify([...next.sprites]) === JSON.stringify([...last.sprites])) return; // the same again
    this.held = undefined;
    this.hand.style.transform = "";
    if (next.background !== last.background) this.#background(next.background);
    if (next.slots !== last.slots) this.#slots(next.slots);
    for (const [id, node] of this.nodes) {
      if (!next.sprites.has(id)) {
        node.remove();
        this.nodes.delete(id);
      }
    }
    const moving = still || !moves() ? null : /** @type {[Sprite, Sprite | undefined, boolean][]} */ ([]);
    for (const id of next.order) {
      const now = /** @type {Sprite} */ (next.sprites.get(id));
      const before = last.sprites.get(id);
      const flies = held?.ids.has(id) ?? false;
      if (now === before && this.nodes.has(id) && !flies) continue;
      this.#draw(now, before);
      const from = before && held && flies ? { ...before, x: before.x + held.x, y: before.y + held.y } : before;
      if (moving && (!from || css(from) !== css(now) || from.shape !== now.shape)) moving.push([now, from, flies]);
    }
    this.#sort();
    if (moving) this.#animate(moving);
  }

  /** @param {Sprite} now @param {Sprite | undefined} before */
  #draw(now, before) {
    let node = this.nodes.get(now.id);
    if (!node) {
      node = document.createElementNS(SVG, "g");
      node.dataset.id = now.id;
      node.append(document.createElementNS(SVG, "title"), document.createElementNS(SVG, "use"));
      this.nodes.set(now.id, node);
      before = undefined;
    }
    for (const running of node.getAnimations()) running.cancel();
    node.setAttribute("class", ["sprite", now.shape, ...(now.classes ?? [])].join(" "));
    node.setAttribute("transform", attribute(now));
    /** @type {Element} */ (node.firstElementChild).textContent = now.label ?? "";
    if (before?.shape !== now.shape) node.querySelector("use")?.setAttribute("href", `#${this.game}-${now.shape}`);
    node.querySelector("text")?.remove();
    if (now.text) node.append(Object.assign(document.createElementNS(SVG, "text"), { textContent: now.text }));
  }

  /** Drawing order as the picture wants it. */
  #sort() {
    let place = this.sprites.firstElementChild;
    for (const id of this.shown.order) {
      const node = /** @type {SVGGElement} */ (this.nodes.get(id));
      if (node === place) place = place.nextElementSibling;
      else this.sprites.insertBefore(node, place);
    }
  }

  /** @param {[Sprite, Sprite | undefined, boolean][]} moving */
  #animate(moving) {
    const done = [];
    for (const [now, before, flies] of moving) {
      const node = /** @type {SVGGElement} */ (this.nodes.get(now.id));
      const dice = now.shape.startsWith("die") && before?.shape !== now.shape;
      /** @type {Keyframe[]} */
      let frames;
      if (dice) {
        const turned = { ...now, rotation: (now.rotation ?? 0) - 200, scale: (now.scale ?? 1) * 1.25 };
        frames = [{ transform: css(turned), opacity: 0.3 }, { transform: css(now), opacity: 1 }];
      } else if (!before) frames = [{ opacity: 0 }, { opacity: 1 }];
      else frames = [{ transform: css(before) }, { transform: css(now) }];
      // what is thrown out waits until the one that took its place has landed
      const waits = before && !flies && moving.some(([other]) => other !== now && Math.hypot(other.x - before.x, other.y - before.y) < 14);
      const timing = { duration: dice ? SETTLE : flies ? LANDING : TRAVEL, delay: waits ? TRAVEL * 0.8 : 0, easing: EASE };
      if (before && !dice) this.sprites.append(node); // above the others while it travels
      done.push(node.animate(frames, { ...timing, fill: "backwards" }).finished);
    }
    Promise.allSettled(done).then(() => this.held || this.#sort());
  }

  /** @param {string} name */
  #background(name) {
    const drawings = /** @type {HTMLTemplateElement | null} */ (document.getElementById("backgrounds"));
    const drawing = drawings?.content.querySelector(`[data-key="${CSS.escape(name)}"]`);
    if (drawing) this.svg.querySelector(".background")?.replaceChildren(...drawing.cloneNode(true).childNodes);
  }

  /** @param {Slot[]} slots */
  #slots(slots) {
    this.slots.replaceChildren(...slots.map((slot) => {
      const rect = document.createElementNS(SVG, "rect");
      rect.setAttribute("class", "slot");
      rect.dataset.id = slot.id;
      const box = { x: slot.x - slot.width / 2, y: slot.y - slot.height / 2, width: slot.width, height: slot.height };
      for (const [key, value] of Object.entries(box)) rect.setAttribute(key, String(value));
      const title = document.createElementNS(SVG, "title");
      title.textContent = slot.note ? `${slot.label}: ${slot.note}` : "";
      rect.append(title);
      return rect;
    }));
  }

  /** Where a sprite or slot lies, and what it is called. @param {string} id @returns {Place | undefined} */
  place(id) {
    const sprite = this.shown.sprites.get(id);
    const slot = this.shown.slots.find((one) => one.id === id);
    if (slot) return { id, x: slot.x, y: slot.y, label: slot.label || (sprite?.label ?? ""), r: Math.min(slot.width, slot.height) / 2 };
    return sprite && { id, x: sprite.x, y: sprite.y, label: sprite.label ?? "", r: 14 };
  }

  /** Board units of a point on the screen. @param {{clientX: number, clientY: number}} event */
  point(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM()?.inverse());
  }

  /**
   * Which of these things a point means: what is drawn there, what stands in the slot there, or what is very near.
   * @param {{clientX: number, clientY: number}} event @param {Set<string>} wanted @returns {string | undefined}
   */
  find(event, wanted) {
    const under = this.#under(event);
    const ids = under.map((node) => node.dataset.id ?? "");
    const slotIds = ids.filter((_, n) => under[n].classList.contains("slot"));
    for (const id of [...ids.filter((one) => !slotIds.includes(one)), ...slotIds]) if (wanted.has(id)) return id;
    const at = this.point(event);
    /** @param {Place[]} places */
    const nearest = (places) => places.sort((a, b) => Math.hypot(a.x - at.x, a.y - at.y) - Math.hypot(b.x - at.x, b.y - at.y))[0];
    const places = /** @type {Place[]} */ ([...wanted].map((id) => this.place(id)).filter(Boolean));
    const here = this.shown.slots.filter((slot) => slotIds.includes(slot.id));
    const inSlot = nearest(places.filter((one) => here.some((slot) => inside(slot, one.x, one.y))));
    if (inSlot) return inSlot.id;
    const scale = this.svg.getScreenCTM()?.a ?? 1;
    const near = nearest(places.filter((one) => one.r * scale < REACH)); // what is large is not missed
    return near && Math.hypot(near.x - at.x, near.y - at.y) * scale <= REACH ? near.id : undefined;
  }

  /** @param {{clientX: number, clientY: number}} event */
  #under(event) {
    return /** @type {SVGElement[]} */ (document.elementsFromPoint(event.clientX, event.clientY)
      .map((node) => node.closest("[data-id]"))
      .filter((node) => node && this.svg.contains(node)));
  }

  /** What lies at a point, of this kind if there is one; empty for nothing. @param {{clientX: number, clientY: number}} event @param {string} kind */
  under(event, kind) {
    const under = this.#under(event);
    return (under.find((node) => node.matches(kind)) ?? under[0])?.dataset.id ?? "";
  }

  /** What lies uppermost in a slot. @param {string} id */
  #top(id) {
    const slot = this.shown.slots.find((one) => one.id === id);
    const order = [...this.shown.order].reverse();
    return slot && order.map((one) => this.shown.sprites.get(one)).find((one) => one && inside(slot, one.x, one.y));
  }

  /** Whether a piece lies under a point. @param {{clientX: number, clientY: number}} event */
  pieceAt(event) {
    return this.#under(event).some((node) => node.matches(".sprite"));
  }

  /** The slot that this is, or lies in. @param {string} id @returns {Slot | undefined} */
  slotOf(id) {
    const sprite = this.shown.sprites.get(id);
    return this.shown.slots.find((one) => one.id === id || (sprite && inside(one, sprite.x, sprite.y)));
  }

  /** What lies in a slot, the lowest first. @param {Slot | undefined} slot @returns {Sprite[]} */
  lying(slot) {
    if (!slot) return [];
    return this.shown.order.map((one) => /** @type {Sprite} */ (this.shown.sprites.get(one)))
      .filter((one) => inside(slot, one.x, one.y) && one.shape !== "die");
  }

  /** The sprites that a pick lifts: itself and what lies on it. @param {string} id @returns {Sprite[]} */
  lifted(id) {
    const slot = this.slotOf(id);
    if (slot?.id === id) return [this.#top(id) ?? []].flat();
    const column = this.lying(slot);
    const itself = [this.shown.sprites.get(id) ?? []].flat();
    return column.some((one) => one.id === id) ? column.slice(column.findIndex((one) => one.id === id)) : itself;
  }

  /** How large the first piece of a pick is, on the screen. @param {string} id */
  size(id) {
    return this.nodes.get(this.lifted(id)[0]?.id ?? "")?.getBoundingClientRect() ?? { width: 0, height: 0 };
  }

  /**
   * Take pieces into the hand. From here to `show` they move as one, and nothing is measured.
   * @param {string} id @param {{width: number, height: number}} size of the first one, in board units
   */
  lift(id, { width, height }) {
    const nodes = this.lifted(id).map((one) => /** @type {SVGGElement} */ (this.nodes.get(one.id)));
    for (const running of nodes.flatMap((node) => node.getAnimations())) running.cancel();
    this.held = { ids: new Set(nodes.map((node) => node.dataset.id ?? "")), x: 0, y: 0, width, height };
    this.hand.append(...nodes);
    this.svg.append(this.hand);
  }

  /** Move the hand to x, y from where it took its pieces. @param {number} x @param {number} y */
  carry(x, y) {
    if (!this.held) return;
    [this.held.x, this.held.y] = [x, y];
    this.hand.style.transform = `translate(${x}px, ${y}px)`;
  }

  /**
   * Which of these places the hand is over: the one at the point, else the one that is covered most by its first piece.
   * @param {DOMPoint} from where the hand took hold @param {Set<string>} targets @param {string} home the place it came from
   * @returns {string | undefined}
   */
  aim(from, targets, home) {
    if (!this.held) return;
    const { ids: [first], x, y, width, height } = this.held;
    const piece = /** @type {Sprite} */ (this.shown.sprites.get(first));
    const boxes = [...targets, home].flatMap((id) => {
      const slot = this.shown.slots.find((one) => one.id === id);
      const place = slot ?? this.place(id);
      return place ? [{ id, x: place.x, y: place.y, width: slot?.width ?? 28, height: slot?.height ?? 28, label: "" }] : [];
    });
    const at = boxes.find((box) => inside(box, from.x + x, from.y + y));
    if (at) return at.id;
    /** @param {Slot} box */
    const covered = (box) => Math.max(0, (width + box.width) / 2 - Math.abs(piece.x + x - box.x)) *
      Math.max(0, (height + box.height) / 2 - Math.abs(piece.y + y - box.y));
    const best = boxes.reduce((one, other) => covered(other) > covered(one) ? other : one, boxes[0]);
    return best && covered(best) > 0 ? best.id : undefined;
  }

  /** Light the target that the hand is over. @param {string | undefined} id */
  light(id) {
    for (const [one, rect] of this.lit) rect.classList.toggle("aim", one === id);
  }

  /** Point at what stands against something. @param {string[]} ids */
  warn(ids) {
    for (const node of this.svg.querySelectorAll("[data-id]")) node.classList.toggle("against", ids.includes(/** @type {SVGElement} */ (node).dataset.id ?? ""));
  }

  /** Show what can be picked, what is picked, and where it can go. @param {Set<string>} can @param {string} [chosen] @param {Set<string>} [targets] */
  mark(can, chosen, targets = new Set()) {
    const tops = new Set(this.shown.slots.filter((slot) => can.has(slot.id)).map((slot) => this.#top(slot.id)?.id));
    const lifted = new Set(chosen ? [chosen, ...this.lifted(chosen).map((one) => one.id)] : []);
    for (const node of this.svg.querySelectorAll("[data-id]")) {
      const id = /** @type {SVGElement} */ (node).dataset.id ?? "";
      node.classList.toggle("can", can.has(id));
      node.classList.toggle("ready", !chosen && (tops.has(id) || (can.has(id) && node.classList.contains("sprite"))));
      node.classList.toggle("chosen", lifted.has(id));
      node.classList.toggle("target", targets.has(id));
    }
    const grabbed = [...can].map((id) => this.place(id));
    for (const slot of this.shown.slots) {
      const rect = this.slots.querySelector(`[data-id="${CSS.escape(slot.id)}"]`);
      rect?.classList.toggle("grab", grabbed.some((one) => one && inside(slot, one.x, one.y)));
    }
    this.lit = new Map([...this.slots.children].filter((rect) => rect.classList.contains("target")).map((rect) => {
      const copy = /** @type {Element} */ (rect.cloneNode());
      copy.removeAttribute("data-id");
      copy.removeAttribute("class");
      return [/** @type {SVGElement} */ (rect).dataset.id ?? "", copy];
    }));
    this.glow.replaceChildren(...this.lit.values());
    this.marks.replaceChildren(...[...targets].flatMap((id) => {
      const place = this.place(id);
      if (!place) return [];
      const top = this.#top(id); // in a tall slot the mark lies on what stands there
      const dot = document.createElementNS(SVG, "circle");
      for (const [key, value] of Object.entries({ cx: (top ?? place).x, cy: (top ?? place).y, r: Math.max(7, Math.min(14, place.r * 0.4)) })) {
        dot.setAttribute(key, String(value));
      }
      return [dot];
    }));
    this.svg.append(this.marks);
  }
}
