// @ts-check
/** What a person has set: one cookie, read by the server too; fields marked data-set write it. */

/** @typedef {{theme: string, facing: string, roll: string, forced: string, quick: string, motion: string, marks: string, sound: string, notify: string, brief: string, timer: string}} Settings */

const YEAR = 31536000;

/** @returns {Settings} */
function read() {
  const found = document.cookie.split("; ").find((part) => part.startsWith("plyyard="));
  const start = { theme: "system", facing: "", roll: "0", forced: "0", quick: "0", motion: "1", marks: "0", sound: "0", notify: "0", brief: "0", timer: "1" };
  const text = decodeURIComponent((found ?? "").slice(8).replace(/^"|"$/g, ""));
  return { ...start, ...Object.fromEntries(new URLSearchParams(text)) };
}

export const settings = read();

/** @param {keyof Settings} name */
export const on = (name) => settings[name] === "1";

/** Whether pieces may be seen to travel. */
export const moves = () => on("motion") && !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @param {keyof Settings} name @param {string} value */
function set(name, value) {
  settings[name] = value;
  document.cookie = `plyyard=${new URLSearchParams(settings)}; path=/; max-age=${YEAR}; samesite=lax${location.protocol === "https:" ? "; secure" : ""}`;
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  root.toggleAttribute("data-marks", on("marks"));
  root.toggleAttribute("data-still", !on("motion"));
  document.dispatchEvent(new CustomEvent("setting", { detail: name }));
}

document.addEventListener("change", (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  const name = /** @type {keyof Settings | undefined} */ (field.dataset?.set);
  if (!name) return;
  if (name === "notify" && field.checked) permit(field);
  set(name, field.type === "checkbox" ? (field.checked ? "1" : "0") : field.value);
});

/** Ask the browser whether it may show notices; without its leave the switch goes back. @param {HTMLInputElement} field */
async function permit(field) {
  if (await globalThis.Notification?.requestPermission() === "granted") return;
  field.checked = false;
  set("notify", "0");
}
