// @ts-check
/** What a page of a game shows beside its buttons: board, facts, the position in words, the move list, refusals. */
import { $, el, say, t, tellOthers } from "./dom.js";
import { Board } from "./scene.js";
import { now, start } from "./state.js";

export const board = new Board($("board"), now.game);

/** Board, facts and the position in words. @param {import("./protocol.d.ts").State} state @param {import("./scene.js").Picture} drawn @param {boolean} [still] */
export function view(state, drawn, still) {
  board.show(drawn, still);
  $("description").replaceChildren(...state.describe.map((line) => el("li", {}, line)));
  $("position-text").value = state.position;
  const shown = board.shown.facts.filter((fact) => fact.shown);
  $("facts").replaceChildren(...shown.map((fact) => el("div", {}, el("dt", {}, fact.label), el("dd", {}, fact.value))));
  tellOthers("viewed", { state, drawn });
}

/** @param {import("./protocol.d.ts").LogLine} line */
export function logLine(line) {
  if (start.quiet.includes(line.kind)) return;
  const link = el("a", { href: `${start.url}?at=${line.seq}`, "data-at": line.seq, title: line.say });
  link.append(el("small", {}, String(line.seq)), el("span", {}, line.text || line.say));
  $("moves").append(el("li", {}, link));
}

/** A refusal in words with its article. @param {string} why @param {string | null} [article] @param {string} [kind] */
export function refusal(why, article, kind = "refusal") {
  const box = $("refusal");
  box.replaceChildren();
  board.warn([]);
  if (!why) return;
  const text = el("p", { class: kind }, why);
  if (article) text.append(" ", el("a", { href: `${start.rules}#art-${article}` }, t("article", { article })));
  box.append(text);
  say(why);
}

/** Why something cannot be; the places that stand against it are named and marked. @param {{why: string, article?: string | null, marks?: string[]}} frame */
export function against({ why, article, marks = [] }) {
  const places = marks.map((id) => board.place(id)?.label).join(", ");
  refusal(places ? t("against", { why, places }) : why, article);
  board.warn(marks);
}

/** What was said about an earlier try no longer matters; advice does. */
export const forget = () => $("refusal").querySelector(".advice") || refusal("");

/** Whether a move is legal, or why not. @param {import("./protocol.d.ts").WhyOut} frame */
export function explain(frame) {
  if (frame.legal) refusal(t("legal"), null, "note");
  else against(frame);
  if (document.activeElement === document.body) $("refusal").querySelector("a")?.focus({ preventScroll: true });
}
