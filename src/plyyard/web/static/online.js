// @ts-check
/** What a room with others has more: who is there, offers, clocks, greetings, watchers, a race. Runs beside play.js. */
import { since, showClocks, sync, until } from "./clock.js";
import { takePart } from "./dice.js";
import { $, el, say, t, time } from "./dom.js";
import { ACTS, connection, send } from "./play.js";
import { on } from "./settings.js";
import { now, start } from "./state.js";

/** @typedef {import("./protocol.d.ts").Event} PlyEvent */
/** @typedef {import("./protocol.d.ts").PresenceFrame} PresenceFrame */

const SHOWN = 8000; // ms that a greeting stays
const TICK = 250; // ms
const MUTED = "muted";

const title = document.title;
let begun = start.begun;
let yours = false;
/** Greetings and when they came. @type {Record<string, {n: number, at: number}>} */
const greeted = {};

const muted = () => localStorage.getItem(MUTED) === "1";

/** @param {string} seat */
const nameOf = (seat) => start.computers[seat] || now.players[seat]?.name || t("guest");

/** A part of a seat's line. @param {string} seat @param {string} part @returns {HTMLElement} */
const place = (seat, part) => $("players").querySelector(`[data-side="${CSS.escape(seat)}"] .${part}`);

/** @param {string} id @param {string} text */
function put(id, text) {
  $(id).hidden = !text;
  if ($(id).textContent !== text) $(id).textContent = text;
}

// ---- who is there ----

/** @param {string} seat */
function whereabouts(seat) {
  if (now.players[seat]?.kind === "open") return "open";
  if (start.computers[seat]) return "here";
  const presence = now.presence[seat];
  return presence?.here || seat === now.you ? "here" : presence?.left ? "left" : "lost";
}

function people() {
  for (const seat of Object.keys(now.players)) {
    const state = whereabouts(seat);
    const own = seat === now.you;
    const name = state === "open" ? "" : nameOf(seat);
    place(seat, "who").textContent = own ? t("name_you", { name }) : name;
    const there = place(seat, "there");
    there.dataset.state = state;
    const gone = now.presence[seat]?.since;
    const text = state === "here" || state === "open" || !gone ? t(state) : t(`${state}_since`, { time: time(since(gone)) });
    if (there.textContent !== text) there.textContent = text;
    const greeting = greeted[seat];
    const shown = greeting && Date.now() - greeting.at < SHOWN ? start.greetings[greeting.n - 1] : "";
    if (place(seat, "greeting").textContent !== shown) place(seat, "greeting").textContent = shown;
  }
}

/** Someone came or went, or a watcher did. @param {PresenceFrame} frame */
function attend(frame) {
  const before = Object.fromEntries(Object.keys(now.players).map((seat) => [seat, whereabouts(seat)]));
  const { presence, watchers, watching } = frame;
  Object.assign(now, { presence, watchers, watching });
  sync(frame.now);
  for (const [seat, was] of Object.entries(before)) {
    const is = whereabouts(seat);
    if (is !== was && was !== "open" && seat !== now.you && !now.result) say(t(`now_${is}`, { name: nameOf(seat) }));
  }
  render();
}

function watchers() {
  put("watchers", now.watchers ? t(now.watchers === 1 ? "one_watches" : "many_watch", { n: now.watchers }) : "");
  $("watching").replaceChildren(...now.watching.map(({ handle, name }) => {
    const button = el("button", { type: "button", "data-do": "out", "data-who": handle }, t("send_out"));
    return el("li", {}, el("span", {}, name || t("guest")), button);
  }));
}

// ---- offers, absence ----

function offers() {
  const said = Object.entries(now.offers).map(([what, { by }]) => {
    const own = now.you !== null && by.split(",").includes(now.you);
    return own ? t(`${what}_own`) : now.you === null || what === "again" ? t(`${what}_their`) : "";
  });
  put("offered", said.join(" ").trim());
}

/** The side to move is away: how long until the other side may end the game, and from then on that it may. */
function absence() {
  const seat = now.turn ?? "";
  const away = now.presence[seat];
  const counts = begun && !now.result && away && !away.here && away.until;
  const left = counts ? until(away.until ?? 0) : 0;
  const box = /** @type {HTMLElement} */ (document.querySelector("[data-can=claim]"));
  const claim = Boolean(counts && !left && now.you && now.you !== seat);
  if (claim && box.hidden) say(t("can_claim"));
  box.hidden = !(now.can.claim = claim);
  put("away", left ? t("away", { name: nameOf(seat), time: time(left) }) : "");
}

// ---- a race ----

function race() {
  const runners = Object.entries(now.race ?? {}).sort((a, b) => Number(b[1].score.points) - Number(a[1].score.points));
  $("race")?.replaceChildren(...runners.map(([seat, { score, result }]) => {
    const { points, ...rest } = start.figures;
    const further = Object.entries(rest).map(([key, label]) => `${label} ${score[key]}`);
    const name = seat === now.you ? t("name_you", { name: nameOf(seat) }) : nameOf(seat);
    const state = [...further, ...result ? [t("finished")] : []].join(", ");
    return el("li", {}, el("strong", {}, name), el("span", {}, `${points} ${score.points}`), el("small", {}, state));
  }));
}

// ---- one's turn ----

function turn() {
  const is = begun && !now.result && now.turn === now.you && now.you !== null;
  document.title = is && !now.race ? `\u25cf ${t("your_turn")} \u2013 ${title}` : title;
  if (is && !yours && document.hidden && on("notify") && globalThis.Notification?.permission === "granted") {
    try {
      new Notification(t("your_turn"), { body: now.status, tag: now.room });
    } catch { /* some phones have it for service workers only */ }
  }
  yours = is;
}

// ---- dice ----

async function dice() {
  $("seedless").hidden = await takePart(now, (command) => connection.send(command));
}

// ---- all ----

function tick() {
  people();
  absence();
  if (now.clock) showClocks(now.clock, now.you, (seat) => place(seat, "clock"));
}

function render() {
  tick();
  watchers();
  offers();
  race();
  turn();
}

document.addEventListener("hearing", (event) => {
  const { kind, by } = /** @type {CustomEvent<PlyEvent>} */ (event).detail;
  const dice = kind === "committed" || kind === "opened";
  if (dice || (kind === "greeted" && by !== now.you && muted())) event.preventDefault();
});

document.addEventListener("shown", (event) => {
  const shown = /** @type {CustomEvent<PlyEvent | null>} */ (event).detail;
  if (!shown) sync(now.now);
  if (shown?.kind === "abandoned" && !("room" in shown)) location.reload(); // closed: the server shows what is left
  if (shown?.kind === "greeted" && shown.by && shown.n && !(muted() && shown.by !== now.you)) {
    greeted[shown.by] = { n: shown.n, at: Date.now() };
  }
  if (shown?.kind === "committed") {
    if (now.dice && shown.by && shown.hash) now.dice.hashes[shown.by] = shown.hash;
    const seed = $("dice").querySelector(`[data-side="${CSS.escape(shown.by ?? "")}"] .seed`);
    seed.textContent = t(shown.what === "server" ? "seed_server" : "seed_own");
  }
  if (!begun && now.log.some((line) => line.kind === "began")) begin();
  render();
  dice();
});

document.addEventListener("frame", (event) => {
  const frame = /** @type {CustomEvent<PresenceFrame>} */ (event).detail;
  if (frame.t === "presence") attend(frame);
});

/** The last seat is taken: the invitation makes room for the board. */
function begin() {
  begun = true;
  const invitation = $("waiting");
  if (!invitation) return;
  const led = invitation.contains(document.activeElement);
  $("table").classList.remove("waiting");
  invitation.hidden = true;
  if (led) $("status").focus();
}

/** @param {string} text */
const address = (text) => new URL(text, location.href).href;

Object.assign(ACTS, {
  offer: () => void send({ t: "draw", do: "offer" }),
  accept: () => void send({ t: "draw", do: "accept" }),
  decline: () => void send({ t: "draw", do: "decline" }),
  ask: () => void send({ t: "back", do: "ask" }),
  agree: () => void send({ t: "back", do: "accept" }),
  refuse: () => void send({ t: "back", do: "decline" }),
  win: () => void send({ t: "claim", do: "win" }),
  call: () => void send({ t: "claim", do: "draw" }),
  wait: () => void send({ t: "claim", do: "wait" }),
  greet: (/** @type {DOMStringMap} */ data) => void connection.send({ t: "greet", n: Number(data.n) }),
  out: (/** @type {DOMStringMap} */ data) => void connection.send({ t: "out", who: data.who }),
  withdraw: () => void send({ t: "resign" }),
  copy: () => navigator.clipboard?.writeText(address($("invitation").value)).then(() => say($("copied").textContent = t("copied"))),
  share: () => void navigator.share({ title, url: address($("invitation").value) }).catch(() => {}),
});

$("mute").checked = muted();
$("mute").addEventListener("change", () => localStorage.setItem(MUTED, $("mute").checked ? "1" : "0"));
if ($("waiting")) [$("copy").hidden, $("share").hidden] = [!navigator.clipboard, !navigator.share];

sync(now.now);
render();
dice();
setInterval(tick, TICK);
