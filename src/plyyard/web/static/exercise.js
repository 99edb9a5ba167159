// @ts-check
/** An exercise: what is picked on the board is ticked in the form, and the other way round. The form alone is enough. */
import "./page.js";
import { $, el, say } from "./dom.js";

const [board, form] = [$("board"), $("answer")];
/** @type {HTMLInputElement[]} */
const inputs = form ? [...form.querySelectorAll("[data-things]")] : [];
/** Things picked so far on the way to one choice of several. @type {string[]} */
let picked = [];
const marked = new Set(board?.querySelectorAll(".chosen"));

/** @param {HTMLInputElement} input */
const things = (input) => (input.dataset.things ?? "").split(" ");
const several = () => inputs[0]?.type === "checkbox";

/** The choices that begin with these things. @param {string[]} begun */
const fitting = (begun) => inputs.filter((input) => begun.every((id, n) => things(input)[n] === id));

function mark() {
  const chosen = new Set([...inputs.filter((input) => input.checked).flatMap(things), ...picked]);
  const open = new Set(fitting(picked).map((input) => things(input)[picked.length]));
  for (const node of board.querySelectorAll("[data-id]")) {
    node.classList.toggle("chosen", marked.has(node) || chosen.has(node.dataset.id));
    node.classList.toggle("can", open.has(node.dataset.id));
  }
}

/** @param {HTMLInputElement} input @param {boolean} on */
function tick(input, on) {
  input.checked = on;
  say(`${on ? "\u2713" : "\u2717"} ${input.labels?.[0]?.textContent ?? ""}`);
}

/** @param {MouseEvent} event */
function pick(event) {
  const under = document.elementsFromPoint(event.clientX, event.clientY)
    .map((node) => /** @type {HTMLElement | null} */ (node.closest("[data-id]"))?.dataset.id ?? "");
  for (const begun of picked.length ? [picked, []] : [[]]) {
    const id = under.find((one) => one && fitting([...begun, one]).length);
    if (!id) continue;
    picked = [...begun, id];
    const whole = fitting(picked).find((input) => things(input).length === picked.length);
    if (whole) {
      tick(whole, several() ? !whole.checked : true);
      if (several() || fitting(picked).length === 1) picked = [];
    }
    return mark();
  }
  picked = [];
  mark();
}

if (board && inputs.length) {
  form.append(el("div", { id: "live", class: "sr", "aria-live": "polite" }));
  board.addEventListener("click", pick);
  form.addEventListener("change", () => {
    picked = [];
    mark();
  });
  mark();
}
