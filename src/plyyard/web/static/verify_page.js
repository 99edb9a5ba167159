// @ts-check
/** The page that checks dice: a record chosen, dropped or fetched by ?room=, and what came out of it, in words and as a table. */
import { kept } from "./dice.js";
import { $, el, t } from "./dom.js";
import { check, MAX_BYTES, read, sound, Unreadable } from "./verify.js";

/** @typedef {Awaited<ReturnType<typeof check>>} Report */

const MAX_TOLD = 50; // faults and lotteries

/** A text with its values shortened. @param {string} code @param {Record<string, any>} [values] */
const say = (code, values = {}) => t(code, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, short(String(value))])));

/** @param {string} text */
const short = (text) => (text.length > 200 ? `${text.slice(0, 199)}\u2026` : text).replaceAll(/\p{C}/gu, "\ufffd");

/** An outcome that can be broken at its commas. @param {string} text */
const breakable = (text) => short(text).replaceAll(",", ",\u200b");

/** @param {Report["game"]["lots"][0]} lottery */
function described({ outcomes, weights, shuffle, options }) {
  const ranges = Object.entries(options).map(([name, [low, high]]) => say("range", { name, low, high }));
  if (ranges.length) return ranges.join("; ");
  if (shuffle) return `${say("orders")} ${outcomes.join(" ")}`;
  if (new Set(weights).size === 1) return `${outcomes.join(" ")} \u2013 ${say("even")}`;
  return outcomes.map((thing, place) => `${thing} \u00d7${weights[place]}`).join(" ");
}

/** Show the report. @param {Report} report */
function show({ game, own, draws, faults: found, pending }) {
  const seen = remembered(game);
  const faults = [...found, ...seen.filter(({ same }) => !same).map(({ seat }) => ({ code: "not_as_kept", values: { seat } }))];
  const verdict = faults.length ? say("bad", { n: faults.length }) : pending ? say("pending") : say("good", { n: draws.length });
  const lines = faults.slice(0, MAX_TOLD).map(({ code, values }) => el("p", { class: "refusal", "data-fault": code }, say(code, values)));
  if (faults.length > MAX_TOLD) lines.push(el("p", {}, say("more", { n: faults.length - MAX_TOLD })));
  if (faults.length && draws.some((draw) => draw.given === undefined)) lines.push(el("p", {}, say("uncounted")));
  if (!faults.length && !pending) lines.push(...[own.length ? "means" : "means_server", "means_not", "means_rules"].map((code) => el("p", {}, say(code))));
  const seats = game.seats.map((seat, place) => {
    const name = game.names[place] ? `${seat} (${game.names[place]})` : seat;
    return el("li", {}, say(own.includes(seat) ? "own_seat" : "server_seat", { seat: name }));
  });
  lines.push(...seen.filter(({ same }) => same).map(({ seat }) => el("p", {}, say("as_kept", { seat }))));
  const lots = game.lots.slice(0, MAX_TOLD).map((lottery, place) => ({ lottery, n: game.drawn.filter((one) => one === place).length }));
  const lotteries = lots.filter(({ lottery }) => sound(lottery)).map(({ lottery, n }) => el("li", {}, say("lottery", { n, what: described(lottery) })));
  tell(verdict, [...lines, el("p", {}, say("game", game)), el("ul", {}, ...seats, ...lotteries), table(draws, faults)]);
}

/** The seats that played in this browser, and whether the record names the seed and the commitment that it kept. @param {Report["game"]} game */
function remembered({ room, seats, events }) {
  const started = events.find(({ kind }) => kind === "started")?.hash;
  return seats.map((seat) => {
    const [seed, commitment] = kept(room, seat);
    const opened = events.find(({ kind, by }) => kind === "opened" && by === seat)?.seed;
    return { seat, seed, same: commitment === started && (opened ?? seed) === seed };
  }).filter(({ seed }) => seed);
}

/** @param {Report["draws"]} draws @param {Report["faults"]} faults */
function table(draws, faults) {
  const wrong = new Set(faults.filter(({ code }) => code === "changed").map(({ values }) => values.n));
  /** @param {Report["draws"][0]} draw */
  const cells = (draw) => {
    const holds = draw.given === undefined ? "open" : wrong.has(draw.n) ? "differs" : "agrees";
    return [String(draw.n), draw.written, draw.given ?? "", t(holds)].map((text) => el("td", {}, breakable(text)));
  };
  const head = ["draw", "written", "given", "holds"].map((name) => el("th", { scope: "col" }, t(name)));
  const rows = draws.map((draw) => el("tr", {}, ...cells(draw)));
  return el("table", { tabindex: "0" }, el("thead", {}, el("tr", {}, ...head)), el("tbody", {}, ...rows));
}

/** The verdict, heard at once, and what stands below it. @param {string} verdict @param {Node[]} [below] */
function tell(verdict, below = []) {
  $("verdict").textContent = verdict;
  $("report").replaceChildren(...below);
}

/** Check the record that this gives. @param {() => Promise<string>} given */
async function verify(given) {
  tell(t("checking"));
  try {
    show(await check(read(await given())));
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    tell(say(error.message, error.values));
  }
}

/** @param {File | undefined} file */
const fromFile = (file) =>
  file && verify(() => {
    if (file.size > MAX_BYTES) throw new Unreadable("too_large", { n: MAX_BYTES });
    return file.text();
  });

/** @param {string} room */
const fromRoom = (room) =>
  verify(async () => {
    const answer = await fetch(`/api/rooms/${encodeURIComponent(room)}/record`);
    if (!answer.ok) throw new Unreadable("no_room");
    return answer.text();
  });

if (crypto.subtle) {
  $("choose").hidden = false;
  $("file").addEventListener("change", () => fromFile($("file").files[0]));
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    fromFile(event.dataTransfer?.files[0]);
  });
  const room = new URLSearchParams(location.search).get("room");
  if (room) fromRoom(room);
} else $("insecure").hidden = false;
