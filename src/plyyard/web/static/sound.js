// @ts-check
/** Short quiet sounds, made here; none is a file. Off until they are switched on. */
import { on } from "./settings.js";

/** @type {AudioContext | undefined} */
let audio;

/** Pitch in Hz, length in s, how often, by kind of event. @type {Record<string, [number, number, number]>} */
const SOUNDS = { rolled: [900, 0.03, 4], moved: [420, 0.06, 1], over: [560, 0.18, 2], refused: [180, 0.09, 1] };

/** @param {string} kind */
export function sound(kind) {
  if (!on("sound") || !SOUNDS[kind]) return;
  audio ??= new AudioContext();
  const [pitch, length, times] = SOUNDS[kind];
  for (let n = 0; n < times; n++) {
    const start = audio.currentTime + n * (length + 0.03);
    const tone = new OscillatorNode(audio, { type: "triangle", frequency: pitch * (1 + 0.12 * (n % 3)) });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(0.12, start);
    volume.gain.exponentialRampToValueAtTime(0.001, start + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + length);
  }
}
