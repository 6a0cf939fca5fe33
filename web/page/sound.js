// The sounds of stones, made from noise. Nothing is created before the user has switched the sounds on.
import * as page from "./page.js";

/** @type {{context: AudioContext, noise: AudioBuffer}|null} */
let audio = null;

const most = 7; // captured stones that are heard

/** A stone is placed on the board, and captured stones are taken off. @param {number} captured */
export function stone(captured) {
  // Browsers play nothing before the first click or key.
  if (!page.state.sounds || navigator.userActivation?.hasBeenActive === false) return;
  audio ??= open();
  void audio.context.resume();
  const now = audio.context.currentTime + 0.01;
  const pitch = 0.94 + 0.12 * Math.random();
  burst(now, 2600 * pitch, 1.1, 0.5, 0.016); // the click of the stone
  burst(now, 560 * pitch, 2.2, 1.2, 0.055); // the board
  burst(now, 190 * pitch, 3, 1.4, 0.09);
  for (let i = 0, at = now + 0.12; i < Math.min(captured, most); i++, at += 0.03 + 0.04 * Math.random()) {
    burst(at, 2900 + 1500 * Math.random(), 4, 0.22, 0.03);
  }
}

/** A signal: time is short, or the other player has come or asks something. */
export function bell() {
  if (!page.state.sounds || navigator.userActivation?.hasBeenActive === false) return;
  audio ??= open();
  void audio.context.resume();
  const now = audio.context.currentTime + 0.01;
  burst(now, 1320, 60, 2.4, 0.12);
  burst(now + 0.14, 1760, 60, 2.0, 0.16);
}

/** Switches the sounds, and plays one if they are on now. */
export function toggle() {
  page.toggle("sounds");
  if (page.state.sounds) return stone(0);
  void audio?.context.close();
  audio = null;
}

function open() {
  const context = new AudioContext();
  const noise = context.createBuffer(1, context.sampleRate / 4, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = 2 * Math.random() - 1;
  return { context, noise };
}

/**
 * Noise around a frequency, which decays.
 * @param {number} at in seconds @param {number} frequency in Hz @param {number} sharpness of the filter
 * @param {number} loudness @param {number} decay in seconds, to 1/e
 */
function burst(at, frequency, sharpness, loudness, decay) {
  if (!audio) return;
  const { context, noise } = audio;
  const source = new AudioBufferSourceNode(context, { buffer: noise });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency, Q: sharpness });
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(loudness, at);
  gain.gain.setTargetAtTime(0, at + 0.002, decay);
  source.connect(filter).connect(gain).connect(context.destination);
  source.start(at, 0.1 * Math.random(), 8 * decay);
}
