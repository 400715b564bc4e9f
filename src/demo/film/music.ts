/** Samples a second; Opus in MP4 knows no other rate. */
const rate = 48_000;
/** A pentatonic scale upwards from D, in hertz. */
const scale = [146.83, 174.61, 196, 220, 261.63, 293.66, 349.23, 392];
/** Seconds between two strokes. */
const pauses = [0.6, 0.9, 1.2, 1.8];
/** Seconds that a string is heard, and how little of it is lost with each swing. */
const sounding = 4;
const kept = 0.4985;

/**
 * Plays a plucked string instrument (Karplus and Strong, 1983), a different tune for each seed.
 * @returns a WAV file with one channel of 16 bits
 */
export function synthesizeStrings(seconds: number, seed: number): Buffer {
  const random = createGenerator(seed);
  const sound = new Float32Array(rate * seconds);
  const one = (of: readonly number[]): number => of[Math.floor(random() * of.length)] ?? 0;
  for (let time = 0.3; time < seconds - 3; time += one(pauses))
    pluck(sound, Math.round(time * rate), one(scale), 0.25 + 0.2 * random(), random);
  return encodeWave(sound);
}

function pluck(sound: Float32Array, from: number, pitch: number, loudness: number, random: () => number): void {
  const length = Math.round(rate / pitch);
  let dampened = 0;
  const string = Float32Array.from({ length }, () => (dampened = 0.5 * dampened + 0.5 * (2 * random() - 1)));
  const until = Math.min(sound.length, from + sounding * rate);
  for (let at = from, here = 0; at < until; at += 1, here = (here + 1) % length) {
    const [now = 0, next = 0] = [string[here], string[(here + 1) % length]];
    sound[at] = (sound[at] ?? 0) + now * loudness;
    string[here] = (now + next) * kept;
  }
}

function encodeWave(sound: Float32Array): Buffer {
  const bytes = sound.length * 2;
  const file = Buffer.alloc(44 + bytes);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(36 + bytes, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt32LE(rate * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(bytes, 40);
  sound.forEach((value, index) => file.writeInt16LE(Math.round(Math.max(-1, Math.min(1, value)) * 32_000), 44 + 2 * index));
  return file;
}

/** Numbers from 0 to 1, the same for the same seed (a linear congruential generator). */
function createGenerator(seed: number): () => number {
  let state = seed >>> 0;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}
