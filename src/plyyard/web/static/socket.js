// @ts-check
/** The connection to a room: comes back by itself, keeps what was sent until it is answered. */

/** @typedef {import("./protocol.d.ts").Answer} Answer */
/** @typedef {{t: string, id: string, on?: number}} Outgoing */

const FIRST_WAIT = 400; // ms
const LONGEST_WAIT = 8000;
const PATIENCE = 5000; // ms without an answer until the connection counts as dead, though nothing closed it
const BEAT = 20_000; // ms without a frame until the server is asked whether it is still there
const FINAL = new Set([4401, 4403, 4404, 4409]);

export class Connection {
  /** Sent and not yet answered, in order. @type {Map<string, Outgoing & Record<string, unknown>>} */
  waiting = new Map();
  #wait = FIRST_WAIT;
  /** @type {WebSocket | undefined} */
  #socket;
  #timer = 0;
  #heard = 0; // when a frame came last
  #begun = 0; // the head that the newest connection began with
  #ended = 0; // the code of a close for good, until somebody asks for it anew

  /**
   * @param {() => string} address with ``since`` as it is now
   * @param {(frame: Answer) => void} hear
   * @param {(state: "open" | "lost" | "over", code?: number) => void} tell
   */
  constructor(address, hear, tell) {
    this.address = address;
    this.hear = hear;
    this.tell = tell;
    this.open();
    for (const woken of ["online", "pageshow", "focus"]) addEventListener(woken, () => this.#wake());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#wake());
    setInterval(() => Date.now() - this.#heard > BEAT && this.#wake(), BEAT);
  }

  /** After a sleep, a tunnel or a silence: is the other end still there? */
  #wake() {
    if (this.#ended) return;
    const socket = this.#socket;
    if (!socket) this.open();
    else if (socket.readyState === WebSocket.OPEN) {
      socket.send('{"t":"ping"}');
      this.#expect(socket);
    }
  }

  /** Begin anew if nothing is heard in time. @param {WebSocket} socket @param {number} [patience] */
  #expect(socket, patience = PATIENCE) {
    const asked = Date.now();
    setTimeout(() => socket === this.#socket && this.#heard < asked && this.open(), patience);
  }

  /** (Re)connect now. */
  open() {
    clearTimeout(this.#timer);
    this.#ended = 0;
    const old = this.#socket;
    const url = new URL(this.address(), location.href);
    url.protocol = url.protocol.replace("http", "ws");
    const socket = this.#socket = new WebSocket(url);
    old?.close();
    this.#expect(socket, 2 * PATIENCE);
    socket.onmessage = (event) => {
      if (socket !== this.#socket) return;
      this.#heard = Date.now();
      const frame = /** @type {Answer} */ (JSON.parse(event.data));
      if (frame.t === "hello") {
        this.#wait = FIRST_WAIT;
        this.#begun = frame.head;
        this.tell("open");
        this.hear(frame);
        for (const [id, command] of this.waiting) if (command.t === "ready") this.waiting.delete(id); // answered by this very frame
        this.resend();
        return;
      }
      const slowed = frame.t === "refused" && frame.code === "rate"; // not answered yet: it goes again
      if ("id" in frame && frame.id && !slowed) this.waiting.delete(frame.id);
      this.hear(frame);
    };
    socket.onclose = (event) => {
      if (socket !== this.#socket) return;
      this.#socket = undefined;
      this.#ended = FINAL.has(event.code) ? event.code : 0;
      if (this.#ended) return this.tell("over", event.code);
      this.tell("lost", event.code);
      this.#timer = setTimeout(() => this.open(), this.#wait * (0.7 + 0.6 * Math.random()));
      this.#wait = Math.min(LONGEST_WAIT, this.#wait * 2);
    };
  }

  /** Whether a move or a roll is not answered yet, and not overtaken by what a new connection began with. */
  get busy() {
    return [...this.waiting.values()].some((one) => (one.t === "move" || one.t === "roll") && Number(one.on) >= this.#begun);
  }

  /** Send again what is not answered: the same ids, so that nothing happens twice. */
  resend() {
    if (this.#socket?.readyState !== WebSocket.OPEN) return;
    for (const command of this.waiting.values()) this.#socket.send(JSON.stringify(command));
  }

  /** Send a command or a query; it stays until it is answered. Nothing is sent from a page that was closed for good. @param {Record<string, unknown> & {t: string}} command */
  send(command) {
    if (this.#ended) {
      this.tell("over", this.#ended);
      return "";
    }
    const id = Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(36)).join("");
    const whole = { ...command, id };
    this.waiting.set(id, whole);
    const socket = this.#socket;
    if (socket?.readyState === WebSocket.OPEN) {
      socket.send(JSON.stringify(whole));
      setTimeout(() => this.waiting.has(id) && socket === this.#socket && this.open(), PATIENCE);
    }
    return id;
  }
}
