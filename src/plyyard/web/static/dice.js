// @ts-check
/** dice/1 from this seat's side: a number made and kept here, committed to before any is opened (docs/fair-dice.md). */

const SIZE = 32; // bytes
/** What was sent from this page already. */
const sent = new Set();

/** @param {Uint8Array} bytes */
export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} text */
export const bytes = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** The parts one after another, each behind its length in four bytes. @param {...(string | Uint8Array)} parts */
export function packed(...parts) {
  const encoded = parts.map((part) => typeof part === "string" ? new TextEncoder().encode(part) : part);
  const whole = new Uint8Array(encoded.reduce((sum, part) => sum + 4 + part.length, 0));
  let at = 0;
  for (const part of encoded) {
    new DataView(whole.buffer).setUint32(at, part.length);
    whole.set(part, at + 4);
    at += 4 + part.length;
  }
  return whole;
}

/** SHA-256 of the packed parts, in hexadecimal. @param {...(string | Uint8Array)} parts */
export const sha256 = async (...parts) => hex(new Uint8Array(await crypto.subtle.digest("SHA-256", packed(...parts))));

/** @param {string} room @param {string} seat */
const place = (room, seat) => `dice ${room} ${seat}`;

/** What this browser keeps of a seat's part: its seed and the server's commitment as it was seen. @param {string} room @param {string} seat */
export const kept = (room, seat) => (localStorage.getItem(place(room, seat)) ?? "").split(" ");

/**
 * Do what is awaited of this seat; false when it cannot be done: the seed is not in this browser, the server's commitment is another
 * one now, or a seat could still choose its seed.
 * @param {import("./protocol.d.ts").State} now @param {(command: Record<string, unknown> & {t: string}) => void} send
 */
export async function takePart(now, send) {
  const { can, dice, players, room, you } = now;
  const due = can.commit ? "commit" : can.open ? "open" : "";
  if (!due || !you || !dice || sent.has(due)) return true;
  let [seed, commitment] = kept(room, you);
  if (can.open) {
    if (!seed || commitment !== dice.commitment || Object.keys(players).some((seat) => !dice.hashes[seat])) return false;
    sent.add(due);
    send({ t: "open", seed });
  } else {
    sent.add(due);
    seed ||= hex(crypto.getRandomValues(new Uint8Array(SIZE)));
    localStorage.setItem(place(room, you), `${seed} ${dice.commitment}`);
    send({ t: "commit", hash: await sha256("plyyard dice/1 seat", room, you, bytes(seed)) });
  }
  return true;
}
