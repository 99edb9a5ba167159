// @ts-check
/** The keys of a game's page: letters of the house and of the game's facts, arrows among the actions; their list in the dialog of keys. */
import { actions } from "./choice.js";
import { $, el, say } from "./dom.js";
import { typing } from "./page.js";
import { base } from "./state.js";
import { board } from "./view.js";

const HOUSE_KEYS = "rulywpmh";

/**
 * @param {Record<string, () => void>} house what its letters do
 * @param {(event: KeyboardEvent) => boolean} before whether a key meant something to what comes first
 */
export function listen(house, before) {
  document.addEventListener("keydown", (event) => {
    if (typing(event) || document.querySelector("dialog[open]")) return;
    if (before(event)) return event.preventDefault();
    const key = event.key.toLowerCase();
    const fact = board.shown.facts.find((one) => one.letter === key && event.shiftKey === HOUSE_KEYS.includes(key));
    const arrow = key === "arrowdown" ? 1 : key === "arrowup" ? -1 : 0;
    if (key.startsWith("arrow") && !$("actions").contains(document.activeElement)) return;
    if (fact) say(`${fact.label}: ${fact.value}`);
    else if (event.shiftKey && key.length === 1) return;
    else if (arrow) along(arrow);
    else if (house[key]) house[key]();
    else return;
    event.preventDefault();
  });
}

/** To the action before or after the focused one. @param {number} by */
function along(by) {
  const all = actions();
  const place = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  all[(place + by + all.length) % all.length]?.focus();
}

/** The letters of this game, in the dialog of keys. */
export function listKeys() {
  $("fact-keys").replaceChildren(el("dl", { class: "keys" }, ...[
    ...base.slots.map(({ key, label }) => [key && isNaN(Number(key)) ? key : "", label]),
    ...base.facts.map(({ letter, label }) => [HOUSE_KEYS.includes(letter) && letter ? `\u21e7 ${letter}` : letter, label]),
  ].filter(([key]) => key).map(([key, label]) => el("div", {}, el("dt", {}, el("kbd", {}, String(key).toUpperCase())), el("dd", {}, String(label))))));
}
