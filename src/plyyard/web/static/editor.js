// @ts-check
/** The position editor: a click on the board presses the button of that place. The server answers with what the page shows now. */
import "./page.js";
import { $, say, t } from "./dom.js";

/** Addresses before the last changes. @type {string[]} */
const past = [];
/** One request after the other, so that each builds on the one before. */
let line = Promise.resolve();

const shown = () => $("editor").dataset.address;

/** @param {string} address @param {boolean} [back] */
async function show(address, back) {
  const url = new URL(address, location.href);
  url.searchParams.set("part", "1");
  const answer = await fetch(url).catch(() => null);
  if (!answer) return say(t("failed"));
  if (!answer.ok && answer.status !== 422) return location.assign(address);
  const made = document.createElement("template");
  made.innerHTML = await answer.text();
  const [old, next] = [$("editor"), /** @type {HTMLElement} */ (made.content.firstElementChild)];
  const focused = document.activeElement?.id;
  for (const one of old.querySelectorAll("details")) {
    const other = /** @type {HTMLDetailsElement | null} */ (next.querySelector(`#${one.id}`));
    if (other) other.open = one.open;
  }
  const before = shown();
  old.replaceWith(next);
  if (!back && shown() !== before) past.push(before);
  tidy();
  history.replaceState(null, "", shown());
  for (const link of /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll(".top [hreflang]"))) link.href = next.dataset.other ?? "";
  const field = focused && $(focused);
  if (field) field.focus({ preventScroll: true });
  say($("said").textContent);
}

/** What only scripts need, and what they do not. */
function tidy() {
  $("undo").hidden = !past.length;
  if ($("apply")) $("apply").hidden = true; // still what the Enter key presses
}

/** @param {() => string | undefined} address @param {boolean} [back] */
const then = (address, back) => {
  line = line.then(() => {
    const found = address();
    return found ? show(found, back) : undefined;
  });
};

/** The address that a form asks for. @param {HTMLFormElement} form @param {string} [place] */
function asked(form, place) {
  const query = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  if (place) query.set("at", place);
  return `${form.action}?${query}`;
}

document.addEventListener("click", (event) => {
  const clicked = /** @type {HTMLElement} */ (event.target);
  const place = /** @type {HTMLElement | null} */ (clicked.closest("#board .slot"))?.dataset.id;
  const link = /** @type {HTMLAnchorElement | null} */ (clicked.closest("a[data-go]"));
  if (place) then(() => asked($("edit"), place));
  else if (clicked.id === "undo") then(() => past.pop(), true);
  else if (link && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    then(() => link.href);
  }
});

document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.method !== "get" || !form.closest("#editor")) return;
  event.preventDefault();
  const place = /** @type {HTMLButtonElement | null} */ (event.submitter)?.value;
  then(() => asked($(form.id), place));
});

document.addEventListener("change", (event) => {
  const changed = /** @type {HTMLInputElement} */ (event.target);
  if (changed.closest("#edit .pair")) then(() => asked($("edit")));
});

$("d-places").open = false;
tidy();
