// @ts-check
/** Every page: settings and keys as dialogs instead of pages of their own. */
import "./settings.js";
import { $ } from "./dom.js";

/** Open a dialog of the page. @param {string} id */
export const open = (id) => $(id).open || $(id).showModal();

for (const asked of document.querySelectorAll("dialog[open]")) {
  asked.removeAttribute("open");
  open(asked.id);
}

/** Where a seed can be made and kept, a seat makes its own. */
if (globalThis.crypto?.subtle && navigator.cookieEnabled) {
  for (const field of document.querySelectorAll("input[name=dice]")) /** @type {HTMLInputElement} */ (field).value = "own";
}

document.addEventListener("click", (event) => {
  const clicked = /** @type {HTMLElement} */ (event.target);
  const opener = /** @type {HTMLElement | null} */ (clicked.closest("[data-dialog]"));
  if (opener && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    open(opener.dataset.dialog ?? "");
  } else if (clicked instanceof HTMLDialogElement) clicked.close();
});

/** Whether a key is typed into a field and means no command. @param {KeyboardEvent} event */
export const typing = (event) =>
  event.ctrlKey || event.metaKey || event.altKey ||
  (event.target instanceof HTMLElement && event.target.matches("input:not([type=radio],[type=checkbox]), select, textarea"));

document.addEventListener("keydown", (event) => {
  if (event.key === "?" && !typing(event)) open("keys");
});
