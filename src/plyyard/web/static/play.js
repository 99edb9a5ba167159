// @ts-check
/** The page of a game: what holds now, what may be done, what is said. The server decides everything. */
import { $, block, el, say, t, time } from "./dom.js";
import { open, typing } from "./page.js";
import { Picker } from "./picker.js";
import { Replay } from "./replay.js";
import { Board, changed, picture } from "./scene.js";
import { moves, on } from "./settings.js";
import { Connection } from "./socket.js";
import { sound } from "./sound.js";

/** @typedef {import("./protocol.d.ts").State} State */
/** @typedef {import("./protocol.d.ts").Event} PlyEvent */
/** @typedef {import("./protocol.d.ts").Hidden} Hidden */
/** @typedef {import("./protocol.d.ts").Refused} Refused */
/** @typedef {import("./protocol.d.ts").StepOut} StepOut */
/** @typedef {import("./protocol.d.ts").Answer} Answer */
/** @typedef {import("./protocol.d.ts").SceneOut} SceneOut */

const SPACING = 350; // ms between events that nobody here asked for
const PAUSE = 250; // ms before the page acts by itself
const GRACE = 600; // ms
const HOUSE_KEYS = "rulywpmh";

export const start = block("start");
/** What holds now. @type {State} */
export let now = start.state;
let base = picture(/** @type {SceneOut} */ (now.scene));
/** Received; `now.head` is what is shown. */
let received = now.head;
/** What the newest connection was opened with. */
let asked = 0;
/** Events that wait to be shown. @type {(PlyEvent | Hidden)[]} */
const queue = [];
let last = { full: now.log.at(-1)?.say ?? "", brief: now.log.at(-1)?.say ?? "", shown: 0 };
/** Picks of a move that is not whole yet, the steps open after them, and the query under way. @type {string[]} */
let taken = [];
/** @type {StepOut[]} */
let steps = now.steps;
let asking = "";
let timer = 0;
let slowed = 0;
/** Whether something was sent whose answer has not been shown. */
let acting = false;
/** Whether the person works with keys just now: then the focus is led on. */
let keys = false;
let ended = 0; // when the end was shown here

export const board = new Board($("board"), now.game);
const picker = new Picker(board, pick, illegal, (text) => refusal(text, null, "note"));
export const connection = new Connection(address, hear, tell);
export const replay = new Replay(start, () => now, showReplay);

function address() {
  asked = received;
  return `/api/rooms/${now.room}/socket?since=${received}&lang=${start.language}&facing=${facing()}&scene=1`;
}

function facing() {
  return /** @type {HTMLInputElement | null} */ (document.querySelector("[data-set=facing]:checked"))?.value ?? "";
}

// ---- what comes in ----

/** @param {Answer} frame */
function hear(frame) {
  if (frame.t === "hello") adopt(frame);
  else if (frame.t === "event") {
    if (frame.seq <= received) return follow(frame);
    if (frame.seq > received + 1) return connection.open();
    received = frame.seq;
    queue.push(frame);
    if ("id" in frame) flush();
    else pump();
  } else if (frame.t === "refused") refused(frame);
  else if (frame.t === "steps" && frame.id === asking) {
    asking = "";
    steps = frame.next;
    if (frame.scene) board.show(picture(frame.scene));
    renderSteps(true);
  } else if (frame.t === "why") {
    const marks = frame.marks ?? [];
    const places = marks.map((id) => board.place(id)?.label).join(", ");
    const why = places ? t("against", { why: frame.why, places }) : frame.why;
    refusal(frame.legal ? t("legal") : why, frame.article, frame.legal ? "note" : "refusal");
    board.warn(marks);
    if (document.activeElement === document.body) $("refusal").querySelector("a")?.focus({ preventScroll: true });
  } else tellOthers("frame", frame);
}

/** What other scripts of this page want to know; false: one of them says that it is not to be heard. @param {string} name @param {unknown} detail */
const tellOthers = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail, cancelable: true }));

/** Into the game after this one. @param {PlyEvent | Hidden} event */
function follow(event) {
  if ("room" in event) location.href = `${start.rooms}/${event.room}`;
}

/** Everything anew, at the start of a connection or after a gap; not what is older than what came meanwhile. @param {State} state */
function adopt(state) {
  if (state.head < asked) return location.reload(); // a backup was restored: what is shown here never was
  if (state.head < received) return;
  flush();
  const uncovered = now.curtain && !state.curtain;
  const missed = state.log.filter((line) => line.seq > now.head);
  const half = state.head === now.head ? taken : [];
  now = { ...state, log: [...now.log, ...missed] };
  received = state.head;
  if (state.scene) base = picture(state.scene);
  for (const line of missed) {
    logLine(line);
    say(line.say);
    last = { full: line.say, brief: line.say, shown: 0 };
  }
  if (uncovered) say(state.status);
  settle();
  tellOthers("shown", null);
  if (!half.length) return;
  taken = half; // a half-built move goes on
  query();
}

/** Show the next event, not too soon after the last. */
function pump() {
  clearTimeout(timer);
  if (!queue.length) return;
  const wait = moves() ? last.shown + SPACING - Date.now() : 0;
  if (wait > 0) timer = setTimeout(pump, wait);
  else {
    show(/** @type {PlyEvent} */ (queue.shift()));
    pump();
  }
}

/** Show all that waits at once: nobody waits for an animation. */
function flush() {
  while (queue.length) show(/** @type {PlyEvent} */ (queue.shift()));
}

/** @param {PlyEvent | Hidden} event */
function show(event) {
  now.head = event.seq;
  now.clock = event.clock ?? now.clock;
  now.race = event.race ?? now.race;
  now.spent += Math.min(start.pause ?? Infinity, Math.max(0, event.ts - now.ts));
  now.ts = event.ts;
  if ("say" in event) showWhole(event);
  else {
    replay.moved();
    tellOthers("shown", event);
  }
}

/** @param {PlyEvent} event */
function showWhole(event) {
  const { position, actor, turn, legal, can, curtain, status, offers, practice, undo_price, describe, moves, spent } = event;
  Object.assign(now, { position, actor, turn, legal, can, curtain, status: status || now.status, offers, practice, undo_price, describe, moves, spent, steps: event.steps });
  now.players = event.players ?? now.players;
  now.bookmarks = event.bookmarks ?? now.bookmarks;
  if (event.result) [now.result, ended] = [event.result, Date.now()];
  else if (event.kind === "taken back") now.result = null;
  if (event.scene) base = changed(base, event.scene);
  const line = { seq: event.seq, kind: event.kind, by: event.by, text: event.text, say: event.say, ts: event.ts };
  now.log.push(line);
  logLine(line);
  last = { full: event.say, brief: event.brief, shown: Date.now() };
  if (tellOthers("hearing", event)) {
    say(on("brief") ? event.brief : event.say);
    sound(event.kind);
  }
  settle();
  tellOthers("shown", event);
  follow(event);
}

/** @param {Refused} frame */
async function refused(frame) {
  if (frame.code === "rate") {
    clearTimeout(slowed);
    slowed = setTimeout(() => connection.resend(), PAUSE);
    return;
  }
  const disturbs = acting || frame.id === asking;
  if (frame.id === asking) asking = "";
  sound("refused");
  if (frame.code === "stale") await resync();
  if (disturbs) restart();
  refusal(frame.why || t("failed"), frame.article);
}

/** What holds now, fetched whole. */
async function resync() {
  const answer = await fetch(`/api/rooms/${now.room}?lang=${start.language}&facing=${facing()}`).catch(() => null);
  if (answer?.ok) adopt(await answer.json());
}

/** @param {"open" | "lost" | "over"} state @param {number} [code] */
function tell(state, code) {
  const notice = $("notice");
  const was = !notice.hidden;
  const moved = code === 4409;
  notice.hidden = state === "open";
  $("here").hidden = !moved;
  if (code) $("told").textContent = t(moved ? "taken_over" : code === 4403 ? "sent_out" : state === "lost" ? "offline" : "failed");
  if (state === "open" && was) say(t("online"));
  else if (state !== "open" && !was) say($("told").textContent);
}

// ---- what is shown ----

/** The page as `now` says; a half-built move is forgotten. */
function settle() {
  taken = [];
  asking = "";
  steps = now.steps;
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
  renderSteps();
  if (!queue.length) byItself();
}

/** Board, facts and the position in words. @param {State} state @param {import("./scene.js").Picture} drawn @param {boolean} [still] */
function view(state, drawn, still) {
  board.show(drawn, still);
  $("description").replaceChildren(...state.describe.map((line) => el("li", {}, line)));
  $("position-text").value = state.position;
  const shown = board.shown.facts.filter((fact) => fact.shown);
  $("facts").replaceChildren(...shown.map((fact) => el("div", {}, el("dt", {}, fact.label), el("dd", {}, fact.value))));
  tellOthers("viewed", { state, drawn });
}

/** @param {import("./protocol.d.ts").LogLine} line */
function logLine(line) {
  if (start.quiet.includes(line.kind)) return;
  const link = el("a", { href: `${start.url}?at=${line.seq}`, "data-at": line.seq, title: line.say });
  link.append(el("small", {}, String(line.seq)), el("span", {}, line.text || line.say));
  $("moves").append(el("li", {}, link));
}

/** The buttons for what is open; the focus stays within the actions. @param {boolean} [stepped] */
function renderSteps(stepped = false) {
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  const nowhere = focused === document.body;
  const same = focused?.dataset.step !== undefined ? focused.textContent : null;
  const replaying = replay.at !== null;
  for (const form of document.querySelectorAll("[data-can]")) {
    const name = /** @type {HTMLElement} */ (form).dataset.can ?? "";
    const open = Boolean(now.can[/** @type {keyof import("./protocol.d.ts").Can} */ (name)]);
    const stays = form.matches(".panel *, .call");
    /** @type {HTMLElement} */ (form).hidden = !open || (!stays && (replaying || taken.length > 0));
  }
  if ($("line-at")) $("line-at").value = String(replay.at ?? 0);
  $("taken").hidden = !taken.length;
  $("so-far").textContent = taken.length ? t("so_far", { steps: taken.join(" ") }) : "";
  const shown = replaying || !now.can.move ? [] : steps;
  /** @type {Map<string, number[]>} */
  const groups = new Map();
  const many = shown.filter((one) => one.target).length > start.many;
  /** What is done by one press stands first, apart from what goes somewhere. @type {number[]} */
  const once = [];
  shown.forEach((step, n) => {
    if (!step.target && shown.some((one) => one.target)) return void once.push(n);
    const group = many ? board.slotOf(step.picked)?.id ?? step.picked : "";
    groups.set(group, [...groups.get(group) ?? [], n]);
  });
  const order = board.shown.slots.map((slot) => slot.id);
  const list = $("step-list");
  const opened = new Set([...list.querySelectorAll("details[open]")].map((one) => /** @type {HTMLElement} */ (one).dataset.group));
  /** @param {number[]} members */
  const row = (members) => el("div", { class: members === once ? "steps once" : "steps" }, ...members.map((n) => el("button", { type: "button", "data-step": n }, shown[n].label)));
  list.replaceChildren(...once.length ? [row(once)] : [], ...[...groups].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b)).map(([picked, members]) => {
    if (groups.size < 2) return row(members);
    const group = el("details", { "data-group": picked }, el("summary", {}, board.place(picked)?.label || t("other_places")), row(members));
    if (opened.has(picked)) group.setAttribute("open", "");
    return group;
  }));
  picker.offer(replaying || asking ? [] : shown);
  if (nowhere ? acting && keys : !focused?.checkVisibility()) refocus(same, stepped);
  acting = false;
  if (now.can.move && !steps.length && !taken.length && now.legal.length && !asking) query();
}

/** After an action the focus goes on to the next one, never to the top of the page. @param {string | null} same @param {boolean} stepped */
function refocus(same, stepped) {
  const buttons = /** @type {HTMLElement[]} */ ([...$("actions").querySelectorAll("button, summary, a.button")])
    .filter((one) => one.checkVisibility());
  const all = buttons.filter((one) => one.dataset.step !== undefined || one.tagName === "SUMMARY");
  const apart = all.filter((one) => !one.closest(".once"));
  const steps = apart.length ? apart : all;
  const ready = $("curtain").hidden ? null : $("curtain").querySelector("button");
  (ready ?? buttons.find((one) => same && one.textContent === same) ?? (stepped ? steps[0] : null) ??
    buttons.find((one) => one.classList.contains("primary")) ?? steps[0] ?? $("status")).focus({ preventScroll: true });
}

/** A refusal in words with its article. @param {string} why @param {string | null} [article] @param {string} [kind] */
function refusal(why, article, kind = "refusal") {
  const box = $("refusal");
  box.replaceChildren();
  board.warn([]);
  if (!why) return;
  const text = el("p", { class: kind }, why);
  if (article) text.append(" ", el("a", { href: `${start.rules}#art-${article}` }, t("article", { article })));
  box.append(text);
  say(why);
}

/** What the house knows about this game, asked for by name. @param {string} about */
async function advise(about) {
  const head = now.head;
  const waits = setTimeout(() => refusal(t("searching"), null, "note"), about === "hint" ? GRACE : 0);
  const at = replay.at === null ? "" : `&at=${replay.at}`;
  const answer = await fetch(`/api/rooms/${now.room}/advice?lang=${start.language}&about=${about}${at}`).catch(() => null);
  const found = await answer?.json().catch(() => null);
  clearTimeout(waits);
  if (now.head !== head) return;
  $("refusal").scrollIntoView({ block: "nearest" });
  if (!answer?.ok) return refusal(found?.detail ?? t("failed"));
  refusal([found.says, ...found.reasons ?? []].join(" "), null, "note");
  if (found.picked) picker.hint(found);
  for (const seq of found.lost ?? []) $("moves").querySelector(`[data-at="${seq}"]`)?.classList.add("lost");
}

// ---- what is done ----

/** @param {Record<string, unknown> & {t: string}} command */
export function send(command) {
  flush();
  acting = true;
  return connection.send({ on: now.head, ...command });
}

/** @param {StepOut} step */
function pick(step) {
  if (connectionBusy() || asking) return false;
  refusal("");
  if (step.move !== null) {
    send({ t: "move", move: step.move });
    picker.offer([]);
    return true;
  }
  taken = [...taken, step.text];
  query();
  return true;
}

function connectionBusy() {
  return [...connection.waiting.values()].some((one) => one.t === "move" || one.t === "roll");
}

function query() {
  asking = send({ t: "steps", taken });
  picker.offer([]);
}

/** One step of a half-built move back. */
function stepBack() {
  taken = taken.slice(0, -1);
  if (taken.length) return query();
  restart(true);
}

/** The choice from the beginning. @param {boolean} [stepped] */
function restart(stepped = false) {
  taken = [];
  asking = "";
  steps = now.steps;
  if (replay.at === null) board.show(base);
  renderSteps(stepped);
}

/** What the page does without being asked, if a person set so. */
function byItself() {
  const roll = on("roll") && now.can.roll;
  const forced = on("forced") && now.can.move && now.legal.length === 1;
  if ((!roll && !forced) || now.curtain || replay.at !== null) return;
  const head = now.head;
  setTimeout(() => {
    if (now.head !== head || connectionBusy() || taken.length || replay.at !== null) return;
    if (roll) send({ t: "roll" });
    else send({ t: "move", move: now.legal[0] });
  }, moves() ? PAUSE : 0);
}

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

/** Something was asked for that is not open: nothing happens, and the reason is one click away. @param {string} picked @param {string} target */
function illegal(picked, target) {
  const asked = { t: "why", picked, target, taken };
  if (!target && board.slotOf(picked)?.acts) return void connection.send(asked);
  refusal(t("not_there"), null, "note");
  const button = el("button", { type: "button", class: "link" }, t("why"));
  button.addEventListener("click", () => void connection.send(asked));
  $("refusal").firstElementChild?.append(" ", button);
}

/** What buttons do, by their data-do. @type {Record<string, (data?: DOMStringMap) => void>} */
export const ACTS = {
  roll: () => now.can.roll ? void (connectionBusy() || send({ t: "roll" })) : say(t("no_roll")),
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
  const { do: act, step, ask, about } = target.dataset;
  if (step !== undefined) pick(steps[Number(step)]);
  else if (target.id === "step-back") stepBack();
  else if (act && ACTS[act]) {
    target.closest("dialog")?.close();
    ACTS[act](target.dataset);
  } else if (ask) open(ask);
  else if (about) advise(about);
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
$("steps").addEventListener("submit", (/** @type {Event} */ event) => event.preventDefault());

for (const [enter, leave] of [["focusin", "focusout"], ["pointerover", "pointerout"]]) {
  $("step-list").addEventListener(enter, (/** @type {Event} */ event) => {
    const target = /** @type {HTMLElement} */ (event.target);
    const n = target.dataset.step;
    if (n !== undefined && (enter !== "focusin" || target.matches(":focus-visible"))) picker.hint(steps[Number(n)]);
  });
  $("step-list").addEventListener(leave, () => picker.hint(undefined));
}

document.addEventListener("pointerdown", () => {
  keys = false;
  flush();
}, true);

document.addEventListener("keydown", (event) => {
  keys = true;
  if (typing(event) || document.querySelector("dialog[open]")) return;
  flush();
  if (picker.key(event) || replay.key(event)) return event.preventDefault();
  const key = event.key.toLowerCase();
  const fact = board.shown.facts.find((one) => one.letter === key && event.shiftKey === HOUSE_KEYS.includes(key));
  /** @type {Record<string, () => void>} */
  const house = {
    r: ACTS.roll,
    u: () => taken.length ? stepBack() : now.can.ask ? ACTS.ask() : ACTS.take(),
    y: ACTS.redo,
    h: () => now.can.hint && void advise("hint"),
    l: () => say((on("brief") ? last.brief : last.full) || t("no_last")),
    w: () => say(now.status),
    m: () => ($("typed-box").open = true, $("typed-move").focus()),
    p: () => ($("describe").open = true, $("describe").querySelector("summary").focus()),
    escape: () => void (picker.cancel() || (taken.length && stepBack())),
    arrowdown: () => along(1),
    arrowup: () => along(-1),
  };
  if (key.startsWith("arrow") && !$("actions").contains(document.activeElement)) return;
  if (fact) say(`${fact.label}: ${fact.value}`);
  else if (house[key] && !(event.shiftKey && key.length === 1)) house[key]();
  else return;
  event.preventDefault();
});

/** To the action before or after the focused one. @param {number} by */
function along(by) {
  const all = /** @type {HTMLElement[]} */ ([...$("actions").querySelectorAll("button, summary, a[href]")]).filter((one) => one.checkVisibility());
  const place = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  all[(place + by + all.length) % all.length]?.focus();
}

document.addEventListener("setting", (event) => {
  const name = /** @type {CustomEvent<string>} */ (event).detail;
  if (name === "facing") connection.open();
  if (name === "timer") tick();
  if (name === "roll" || name === "forced") byItself();
});

// ---- replay, time ----

/** @param {State | null} state what held then; null: back to the game @param {boolean} still */
function showReplay(state, still) {
  view(state ?? now, state ? picture(/** @type {SceneOut} */ (state.scene)) : base, still);
  renderSteps();
}

const ahead = now.now - Date.now(); // of the server's clock

/** Time played: of one gap between events only so much counts. */
function tick() {
  const running = now.result ? 0 : Math.min(start.pause ?? Infinity, Math.max(0, Date.now() + ahead - now.ts));
  $("timer").textContent = time((now.spent + running) / 1000);
  $("timer-box").hidden = !on("timer");
}
tick();
setInterval(tick, 1000);

/** The letters of this game, in the dialog of keys. */
$("fact-keys").replaceChildren(el("dl", { class: "keys" }, ...[
  ...base.slots.map(({ key, label }) => [key && isNaN(Number(key)) ? key : "", label]),
  ...base.facts.map(({ letter, label }) => [HOUSE_KEYS.includes(letter) && letter ? `\u21e7 ${letter}` : letter, label]),
].filter(([key]) => key).map(([key, label]) => el("div", {}, el("dt", {}, el("kbd", {}, String(key).toUpperCase())), el("dd", {}, String(label))))));

view(now, base, true);
replay.begin();
renderSteps();
byItself();
