// @ts-check
/** The time played so far, for whoever wants to see it. */
import { $, time } from "./dom.js";
import { on } from "./settings.js";
import { counted, now } from "./state.js";

const ahead = now.now - Date.now(); // of the server's clock

function tick() {
  const running = now.result ? 0 : counted(Date.now() + ahead - now.ts);
  $("timer").textContent = time((now.spent + running) / 1000);
  $("timer-box").hidden = !on("timer");
}

tick();
setInterval(tick, 1000);
document.addEventListener("setting", tick);
