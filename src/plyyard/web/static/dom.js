// @ts-check
/** What every script needs: elements, the page's words, and what is said aloud. */

/** An element that the page surely has. @param {string} id @returns {any} */
export const $ = (id) => document.getElementById(id);

/** Data that the server put into the page. @param {string} id */
export const block = (id) => JSON.parse($(id)?.textContent || "{}");

/** @type {Record<string, string>} */
const WORDS = block("words");

/** A text of the page's language with its values. @param {string} name @param {Record<string, string | number>} [values] */
export const t = (name, values = {}) =>
  (WORDS[name] ?? name).replace(/\{(\w+)\}/g, (_, key) => String(values[key] ?? ""));

/**
 * A new element.
 * @param {string} tag @param {Record<string, string | number>} [attributes] @param {...(Node | string)} children
 */
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/** A length of time for people: 1:05, 2:00:00, or days and hours. @param {number} seconds */
export function time(seconds) {
  const [days, hours, minutes] = [seconds / 86400, seconds / 3600 % 24, seconds / 60 % 60].map(Math.floor);
  if (days) return t("days_hours", { days, hours });
  const [m, s] = [minutes, Math.floor(seconds) % 60].map((n) => String(n).padStart(2, "0"));
  return hours ? `${hours}:${m}:${s}` : `${minutes}:${s}`;
}

/** Say something to a screen reader: a new node each time, so that a repeated text is heard again. @param {string} text */
export function say(text) {
  const live = $("live");
  if (!live || !text) return;
  while (live.childElementCount > 5) live.firstElementChild.remove();
  live.append(el("p", {}, text));
}

/** What other scripts of this page want to know; false: one of them says that it is not to be heard. @param {string} name @param {unknown} detail */
export const tellOthers = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail, cancelable: true }));
