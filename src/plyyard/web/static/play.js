// @ts-check
/** The page of a game: frames come in, commands go out. The server decides everything. */
import { advise } from "./advice.js";
import { Choice } from "./choice.js";
import { $, say, t, tellOthers } from "./dom.js";
import { listen, listKeys } from "./keys.js";
import { open } from "./page.js";
import { Queue } from "./queue.js";
import { Replay } from "./replay.js";
import { picture } from "./scene.js";
import { moves, on } from "./settings.js";
import { Connection } from "./socket.js";
import { sound } from "./sound.js";
import { advance, base, last, now, renew, start } from "./state.js";
import "./timer.js";
import { against, explain, logLine, refusal, view } from "./view.js";

/** @typedef {import("./protocol.d.ts").State} State */
/** @typedef {import("./protocol.d.ts").Event} PlyEvent */
/** @typedef {import("./protocol.d.ts").Hidden} Hidden */

const PAUSE = 250; // ms before the page acts by itself
const GRACE = 600; // ms after the end in which no new game begins

/** Received; `now.head` is what is shown. */
let received = now.head;
/** What the newest connection was opened with. */
let asked = 0;
let slowed = 0;
let ended = 0; // when the end was shown here

const queue = new Queue(show);
export const connection = new Connection(address, hear, tell);
export const replay = new Replay(start, () => now, showReplay);
const choice = new Choice(connection, replay, send);

function address() {
  asked = received;
  return `/api/rooms/${now.room}/socket?since=${received}&lang=${start.language}&facing=${facing()}&scene=1`;
}

function facing() {
  return /** @type {HTMLInputElement | null} */ (document.querySelector("[data-set=facing]:checked"))?.value ?? "";
}

// ---- what comes in ----

/** @param {import("./protocol.d.ts").Answer} frame */
function hear(frame) {
  if (frame.t === "hello") adopt(frame);
  else if (frame.t === "event") {
    if (frame.seq <= received) return follow(frame);
    if (frame.seq > received + 1) return connection.open();
    received = frame.seq;
    queue.add(frame, "id" in frame);
  } else if (frame.t === "refused") refused(frame);
  else if (frame.t === "steps" && frame.id === choice.asking) choice.answered(frame);
  else if (frame.t === "why") explain(frame);
  else tellOthers("frame", frame);
}

/** Into the game after this one. @param {PlyEvent | Hidden} event */
function follow(event) {
  if ("room" in event) location.href = `${start.rooms}/${event.room}`;
}

/** Everything anew, at the start of a connection or after a gap; not what is older than what came meanwhile. @param {State} state */
function adopt(state) {
  if (state.head < asked) return location.reload(); // a backup was restored: what is shown here never was
  if (state.head < received) return;
  queue.flush();
  const uncovered = now.curtain && !state.curtain;
  const half = state.head === now.head ? choice.taken : [];
  for (const line of renew(state)) {
    logLine(line);
    say(line.say);
  }
  received = state.head;
  if (uncovered) say(state.status);
  settle();
  tellOthers("shown", null);
  choice.resume(half);
}

/** @param {PlyEvent | Hidden} event */
function show(event) {
  const line = advance(event);
  if (line && "say" in event) {
    if (event.result) ended = Date.now();
    logLine(line);
    if (tellOthers("hearing", event)) {
      say(on("brief") ? event.brief : event.say);
      sound(event.kind);
    }
    settle();
  } else replay.moved();
  tellOthers("shown", event);
  follow(event);
}

/** @param {import("./protocol.d.ts").Refused} frame */
async function refused(frame) {
  if (frame.code === "rate") {
    clearTimeout(slowed);
    slowed = setTimeout(() => connection.resend(), PAUSE);
    return;
  }
  const unanswered = frame.id === choice.asking;
  const disturbs = choice.acting || unanswered;
  if (unanswered) choice.asking = "";
  sound("refused");
  if (frame.code === "stale") await resync();
  if (disturbs) choice.restart();
  against({ ...frame, why: frame.why || t("failed") });
}

/** What holds now, fetched whole. */
async function resync() {
  const answer = await fetch(`/api/rooms/${now.room}?lang=${start.language}&facing=${facing()}`).catch(() => null);
  if (answer?.ok) adopt(await answer.json());
}

/** Why a connection was closed for good. @type {Record<number, string>} */
const CLOSED = { 4401: "logged_out", 4403: "sent_out", 4404: "gone", 4409: "taken_over" };

/** @param {"open" | "lost" | "over"} state @param {number} [code] */
function tell(state, code) {
  const notice = $("notice");
  const was = !notice.hidden;
  notice.hidden = state === "open";
  $("here").hidden = code !== 4409;
  if (code) $("told").textContent = t(state === "lost" ? "offline" : CLOSED[code] ?? "failed");
  if (state === "open" && was) say(t("online"));
  else if (state !== "open" && !was) say($("told").textContent);
}

// ---- what is shown ----

/** The page as `now` says; a half-built move is forgotten. */
function settle() {
  const covered = now.curtain;
  $("curtain").hidden = !covered;
  $("board").classList.toggle("covered", covered);
  $("status").textContent = now.status;
  refusal("");
  if (replay.at === null) view(now, base);
  for (const [id, on] of [["practice", now.practice], ["price-box", now.undo_price]]) $(String(id)).hidden = !on;
  $("price").textContent = String(now.undo_price);
  if ($("verify")) $("verify").hidden = !now.result;
  $("table").classList.toggle("over", Boolean(now.result));
  for (const item of $("players").children) item.classList.toggle("turn", item.dataset.side === now.turn && !now.result);
  replay.moved();
  choice.begin();
  if (queue.empty) byItself();
}

/** @param {State | null} state what held then; null: back to the game @param {boolean} still */
function showReplay(state, still) {
  view(state ?? now, state?.scene ? picture(state.scene) : base, still);
  choice.render();
}

// ---- what is done ----

/** @param {Record<string, unknown> & {t: string}} command */
export function send(command) {
  queue.flush();
  choice.acting = true;
  return connection.send({ on: now.head, ...command });
}

/** What the page does without being asked, if a person set so. */
function byItself() {
  const roll = on("roll") && now.can.roll;
  const forced = on("forced") && now.can.move && now.legal.length === 1;
  if ((!roll && !forced) || now.curtain || replay.at !== null) return;
  const head = now.head;
  setTimeout(() => {
    if (now.head !== head || connection.busy || choice.taken.length || replay.at !== null) return;
    if (roll) send({ t: "roll" });
    else send({ t: "move", move: now.legal[0] });
  }, moves() ? PAUSE : 0);
}

/** @param {string} about */
const ask = (about) => void advise(about, replay.at, choice.picker);

/** Pass an address on: as the device does it where there is no mouse, else by the clipboard. @param {HTMLAnchorElement} link */
async function share(link) {
  try {
    if ("share" in navigator && matchMedia("(hover: none)").matches) return await navigator.share({ title: document.title, url: link.href });
    await navigator.clipboard.writeText(link.href);
    say(link.textContent = t("copied"));
  } catch (error) {
    if (/** @type {Error} */ (error).name !== "AbortError") location.href = link.href;
  }
}

/** What buttons do, by their data-do. @type {Record<string, (data?: DOMStringMap) => void>} */
export const ACTS = {
  roll: () => now.can.roll ? void (connection.busy || send({ t: "roll" })) : say(t("no_roll")),
  ready: () => void send({ t: "ready" }),
  take: () => now.can.take ? void send({ t: "back", do: "take" }) : say(t("no_undo")),
  redo: () => now.can.redo ? void send({ t: "back", do: "redo" }) : say(t("no_redo")),
  whole: () => void send({ t: "back", do: "take", whole: true }),
  // the last roll's second click shall not begin a new game
  swap: () => void (Date.now() - ended > GRACE && send({ t: "again", do: "swap" })),
  restart: () => void send({ t: "again", do: "restart" }),
  resign: () => void send({ t: "resign" }),
  draw: () => void send({ t: "draw", do: "offer" }),
  here: () => connection.open(),
};

document.addEventListener("click", (event) => {
  const target = /** @type {HTMLElement} */ (event.target).closest("button, a, [data-at]");
  if (!(target instanceof HTMLElement) || event.ctrlKey || event.metaKey) return;
  const { do: act, step, ask: dialog, about } = target.dataset;
  if (step !== undefined) choice.pick(choice.steps[Number(step)]);
  else if (target.id === "step-back") choice.back();
  else if (act && ACTS[act]) {
    target.closest("dialog")?.close();
    ACTS[act](target.dataset);
  } else if (dialog) open(dialog);
  else if (about) ask(about);
  else if (target.dataset.close !== undefined) target.closest("dialog")?.close();
  else if (target.dataset.share !== undefined) share(/** @type {HTMLAnchorElement} */ (target));
  else return;
  event.preventDefault();
});

$("typed").addEventListener("submit", (/** @type {SubmitEvent} */ event) => {
  event.preventDefault();
  const move = $("typed-move").value.trim();
  if (!move) return;
  const why = /** @type {HTMLButtonElement | null} */ (event.submitter)?.value === "why";
  refusal("");
  if (why) connection.send({ t: "why", move });
  else send({ t: "move", move });
});

document.addEventListener("pointerdown", () => queue.flush(), true);

listen({
  r: ACTS.roll,
  u: () => choice.back() || (now.can.ask ? ACTS.ask() : ACTS.take()),
  y: ACTS.redo,
  h: () => now.can.hint && ask("hint"),
  l: () => say((on("brief") ? last.brief : last.full) || t("no_last")),
  w: () => say(now.status),
  m: () => ($("typed-box").open = true, $("typed-move").focus()),
  p: () => ($("describe").open = true, $("describe").querySelector("summary").focus()),
  escape: () => {
    refusal("");
    choice.picker.cancel() || choice.back();
  },
}, (event) => {
  queue.flush();
  return choice.picker.key(event) || replay.key(event);
});

document.addEventListener("setting", (event) => {
  const name = /** @type {CustomEvent<string>} */ (event).detail;
  if (name === "facing") connection.open();
  if (name === "roll" || name === "forced") byItself();
});

listKeys();
view(now, base, true);
replay.begin();
choice.render();
byItself();
