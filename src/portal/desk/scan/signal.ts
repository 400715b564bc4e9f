import type { Outcome } from './scans';

/** What is felt and heard of an outcome: pauses and pulses in milliseconds, and the pitch of a tone. */
const signals: Readonly<Record<Outcome, { pulses: number[]; pitch: number }>> = {
  done: { pulses: [80], pitch: 880 },
  noted: { pulses: [80], pitch: 660 },
  before: { pulses: [80, 80, 80], pitch: 330 },
  refused: { pulses: [200, 80, 200], pitch: 220 },
  undone: { pulses: [], pitch: 0 },
};
/** Seconds that a tone lasts. */
const length = 0.18;

let sound: AudioContext | undefined;

/** Lets who holds the phone feel and hear what became of a code, where the phone can. */
export function signal(outcome: Outcome): void {
  const { pulses, pitch } = signals[outcome];
  if (pulses.length === 0) return;
  if ('vibrate' in navigator) navigator.vibrate(pulses);
  if (!('AudioContext' in window)) return;
  sound ??= new AudioContext();
  const [tone, gain] = [sound.createOscillator(), sound.createGain()];
  tone.frequency.value = pitch;
  gain.gain.value = 0.2;
  tone.connect(gain).connect(sound.destination);
  tone.start();
  tone.stop(sound.currentTime + length);
}
