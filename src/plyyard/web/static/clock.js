// @ts-check
/** Times of a room, counted on here between two frames, by the server's clock. */
import { say, t, time } from "./dom.js";

/** @typedef {import("./protocol.d.ts").ClockOut} ClockOut */

const LOW = 20; // seconds
const TOLD = [60, 10];
let ahead = 0; // ms
/** Seconds that a seat had left when they were shown last. @type {Record<string, number>} */
const last = {};

/** The server says what time it is. @param {number} now */
export const sync = (now) => void (ahead = now - Date.now());

/** Seconds from now to a time of the server, at least 0. @param {number} then */
export const until = (then) => Math.max(0, Math.ceil((then - ahead - Date.now()) / 1000));

/** Seconds since a time of the server, at least 0. @param {number} then */
export const since = (then) => Math.max(0, Math.floor((Date.now() + ahead - then) / 1000));

/** @param {ClockOut} clock @param {string} seat */
const left = (clock, seat) => clock.running.includes(seat) ? until(clock.at + clock.left[seat]) : Math.ceil(clock.left[seat] / 1000);

/** Show each seat's time; the own is told when it becomes short. @param {ClockOut} clock @param {string | null} you @param {(seat: string) => HTMLElement} place */
export function showClocks(clock, you, place) {
  for (const seat of Object.keys(clock.left)) {
    const seconds = left(clock, seat);
    const node = place(seat);
    const text = time(seconds);
    if (node.textContent !== text) node.textContent = text;
    const runs = clock.running.includes(seat);
    node.classList.toggle("runs", runs);
    node.classList.toggle("low", runs && seconds < LOW);
    const told = TOLD.find((limit) => seconds <= limit && last[seat] > limit);
    if (told && runs && seat === you) say(t("seconds_left", { n: told }));
    last[seat] = seconds;
  }
}
