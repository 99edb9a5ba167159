// @ts-check
/** What lies beside the board: what makes the score up and where it lies, bookmarks, going back to any event. Runs beside play.js. */
import { $, el, say } from "./dom.js";
import { replay, send } from "./play.js";
import { now } from "./state.js";
import { board } from "./view.js";

/** @typedef {import("./protocol.d.ts").State} State */
/** @typedef {import("./protocol.d.ts").Event} PlyEvent */
/** @typedef {import("./scene.js").Picture} Picture */

/** The part of the score that stays pointed at. */
let pinned = "";

// ---- what makes the score up ----

/** @param {EventTarget | null} target */
const partOf = (target) => /** @type {HTMLElement | null} */ (target instanceof Element ? target.closest("#anatomy [data-part]") : null)?.dataset.part ?? "";

/** Point at what a part of the score comes from. @param {string} name */
function point(name) {
  const marks = new Set(board.shown.parts.find((part) => part.name === name)?.marks);
  for (const node of /** @type {NodeListOf<SVGElement>} */ (board.svg.querySelectorAll("[data-id]"))) {
    node.classList.toggle("told", marks.has(node.dataset.id ?? ""));
  }
}

/** @param {Picture} drawn */
function count(drawn) {
  for (const part of drawn.parts) {
    const row = $("anatomy").querySelector(`[data-part="${part.name}"]`);
    const [head, times, points] = row.children;
    const link = head.querySelector("a");
    if (link && !part.marks?.length) head.replaceChildren(part.label);
    else if (!link && part.marks?.length) head.replaceChildren(el("a", { href: `?part=${part.name}` }, part.label));
    times.textContent = part.each ? `${part.n} \u00d7 ${part.each}` : "";
    points.textContent = String(part.points);
  }
  point(pinned);
}

if ($("anatomy")) {
  for (const name of ["pointerover", "focusin"]) $("anatomy").addEventListener(name, (/** @type {Event} */ event) => point(partOf(event.target) || pinned));
  for (const name of ["pointerleave", "focusout"]) $("anatomy").addEventListener(name, () => point(pinned));
  $("anatomy").addEventListener("click", (/** @type {MouseEvent} */ event) => {
    const name = partOf(event.target);
    if (!name || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    pinned = pinned === name ? "" : name;
    for (const link of $("anatomy").querySelectorAll("a")) {
      if (partOf(link) === pinned) link.setAttribute("aria-current", "true");
      else link.removeAttribute("aria-current");
    }
    point(pinned);
    const part = board.shown.parts.find((one) => one.name === pinned);
    if (part) say(`${part.label}: ${(part.marks ?? []).map((id) => board.place(id)?.label).join(", ")}`);
  });
}

// ---- bookmarks ----

/** The list as it is now; where the focus was in it, it goes to the bookmark in question. @param {PlyEvent} event */
function list(event) {
  const within = $("bookmarks").contains(document.activeElement);
  $("bookmark-list").replaceChildren(...(now.bookmarks ?? []).map((one) => {
    const item = /** @type {HTMLElement} */ ($("bookmark").content.cloneNode(true).querySelector("li"));
    item.dataset.n = String(one.n);
    const link = /** @type {HTMLAnchorElement} */ (item.querySelector("a"));
    link.dataset.at = String(one.at);
    link.setAttribute("href", `?at=${one.at}`); // in a template nothing has a base for .search
    for (const place of item.querySelectorAll(".name")) place.textContent = one.name;
    /** @type {HTMLElement} */ (item.querySelector("small")).textContent = String(one.at);
    for (const [name, value] of Object.entries({ to: one.at, n: one.n, name: one.name })) {
      for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (item.querySelectorAll(`[name=${name}]`))) field.value = String(value);
    }
    return item;
  }));
  if (event.kind === "bookmarked" && event.id) $("bookmark-name").value = "";
  if (within) ($("bookmark-list").querySelector(`[data-n="${event.n}"] a`) ?? $("bookmark-name")).focus();
}

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches("#bookmarks form, [data-jump]")) return;
  event.preventDefault();
  const { t, do: act, name, n, to } = Object.fromEntries(new FormData(form));
  const place = form.closest("#bookmark-list") ? Number(to) : replay.at ?? undefined;
  if (form.matches("[data-jump]")) {
    send({ t: String(t), do: act, to: place });
    replay.go(Infinity);
  } else send({ t: String(t), do: act, name, n: n && Number(n), to: act === "set" ? place : undefined });
});

// ---- what is shown ----

document.addEventListener("viewed", (event) => {
  const { state, drawn } = /** @type {CustomEvent<{state: State, drawn: Picture}>} */ (event).detail;
  if ($("anatomy")) count(drawn);
  if ($("move-count")) $("move-count").textContent = String(state.moves);
});

document.addEventListener("shown", (event) => {
  const shown = /** @type {CustomEvent<PlyEvent | null>} */ (event).detail;
  for (const form of document.querySelectorAll("[data-jump]")) /** @type {HTMLElement} */ (form).hidden = !now.can.jump;
  for (const one of document.querySelectorAll("#bookmark-list details")) /** @type {HTMLElement} */ (one).hidden = !now.can.mark;
  if ($("bookmarks") && (!shown || shown.bookmarks)) list(shown ?? /** @type {PlyEvent} */ ({}));
});
