// @ts-check
/** What the house knows about this game, asked for by name: a hint, whether it can be won, where the win was lost. */
import { $, t } from "./dom.js";
import { now, start } from "./state.js";
import { refusal } from "./view.js";

const GRACE = 600; // ms until a wait is told

/** @param {string} about @param {number | null} place what is looked back at @param {import("./picker.js").Picker} picker */
export async function advise(about, place, picker) {
  const head = now.head;
  const waits = setTimeout(() => refusal(t("searching"), null, "note"), about === "hint" ? GRACE : 0);
  const at = place === null ? "" : `&at=${place}`;
  const answer = await fetch(`/api/rooms/${now.room}/advice?lang=${start.language}&about=${about}${at}`).catch(() => null);
  const found = await answer?.json().catch(() => null);
  clearTimeout(waits);
  if (now.head !== head) return;
  $("refusal").scrollIntoView({ block: "nearest" });
  if (!answer?.ok) return refusal(found?.detail ?? t("failed"));
  refusal([found.says, ...found.reasons ?? []].join(" "), null, "note advice");
  if (found.picked) picker.hint(found);
  for (const seq of found.lost ?? []) $("moves").querySelector(`[data-at="${seq}"]`)?.classList.add("lost");
}
