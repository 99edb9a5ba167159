// @ts-check
/** The lobby's lists, drawn by the server, fetched again and again while the page is seen. */
import "./page.js";
import { $, say, t } from "./dom.js";

const EVERY = 5000; // ms

async function look() {
  if (document.visibilityState !== "visible") return;
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("#lists");
  const old = $("lists");
  if (!fresh || fresh.innerHTML === old.innerHTML) return;
  const focused = old.contains(document.activeElement) ? document.activeElement?.getAttribute("href") : null;
  const before = old.querySelectorAll("#open ~ ul li").length;
  old.replaceWith(fresh);
  if (focused) /** @type {HTMLElement | null} */ (fresh.querySelector(`a[href="${CSS.escape(focused)}"]`))?.focus();
  const open = fresh.querySelectorAll("#open ~ ul li").length;
  if (open !== before) say(t("open_games", { n: open }));
}

setInterval(look, EVERY);
document.addEventListener("visibilitychange", look);
