// @ts-check
/** The lobby's lists, drawn by the server: fetched anew whenever it says that they changed, while the page is seen. */
import "./page.js";
import { $, say, t } from "./dom.js";

/** @type {EventSource | undefined} */
let changes;

async function look() {
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#lists");
  const old = $("lists");
  if (!fresh || fresh.innerHTML === old.innerHTML) return;
  const focused = old.contains(document.activeElement) ? document.activeElement?.getAttribute("href") : null;
  const [before, open] = [old, fresh].map((lists) => lists.querySelectorAll("#open ~ ul li").length);
  old.replaceWith(fresh);
  if (focused) /** @type {HTMLElement | null} */ (fresh.querySelector(`a[href="${CSS.escape(focused)}"]`))?.focus();
  if (open !== before) say(t("open_games", { n: open }));
}

function listen() {
  changes?.close();
  if (document.visibilityState !== "visible") return;
  changes = new EventSource("/api/lobby");
  changes.onmessage = look;
}

listen();
document.addEventListener("visibilitychange", listen);
