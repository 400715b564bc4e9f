import type { Sentence } from './passages';

/** Where reading aloud is: it cannot go on without a Chinese voice. */
export type Progress = 'starting' | 'reading' | 'paused' | 'done' | 'voiceless';

/** Milliseconds in which browsers find the voices of their device, and between two looks. */
const patience = 2_000;
const pause = 100;

/**
 * Reads sentences aloud, one after another, by the browser's own voice (Web Speech API). A pause ends the sentence, which is read again from
 * its beginning: browsers on Android know no other.
 */
export class Speaker {
  private at = 0;
  private rate = 1;
  private turn = 0;
  private voice: SpeechSynthesisVoice | undefined;
  /** Kept here, for browsers forget what nothing refers to, and never say that it ended. */
  private spoken: SpeechSynthesisUtterance | undefined;

  /** @param onProgress is told where reading is, and which sentence it is at */
  constructor(
    private readonly sentences: readonly Sentence[],
    private readonly onProgress: (progress: Progress, sentence?: Sentence) => void,
  ) {}

  /** Begins, once there is a voice. */
  async start(): Promise<void> {
    this.turn += 1;
    const { turn } = this;
    this.onProgress('starting');
    this.voice = await findVoice();
    if (turn !== this.turn) return;
    if (this.voice) this.speak();
    else this.onProgress('voiceless');
  }

  pause(): void {
    this.cancel();
    this.onProgress('paused', this.sentences[this.at]);
  }

  resume(): void {
    this.cancel();
    if (this.voice) this.speak();
    else void this.start();
  }

  /** Reads faster or slower from now on; 1 is the usual rate. */
  setRate(rate: number, isReading: boolean): void {
    this.rate = rate;
    if (isReading) this.resume();
  }

  /** Ends without a word. */
  stop(): void {
    this.cancel();
    this.at = 0;
  }

  private speak(): void {
    const sentence = this.sentences[this.at];
    if (!sentence) return this.onProgress('done');
    const spoken = new SpeechSynthesisUtterance(sentence.text);
    Object.assign(spoken, { lang: 'zh-CN', voice: this.voice ?? null, rate: this.rate });
    spoken.addEventListener('end', () => {
      if (spoken !== this.spoken) return;
      this.at += 1;
      this.speak();
    });
    spoken.addEventListener('error', ({ error }) => {
      if (spoken !== this.spoken) return;
      // Some browsers want to be asked by a press of a button that is answered at once.
      if (error === 'not-allowed') this.onProgress('paused', sentence);
      else this.onProgress('voiceless');
    });
    this.spoken = spoken;
    window.speechSynthesis.speak(spoken);
    this.onProgress('reading', sentence);
  }

  private cancel(): void {
    this.turn += 1;
    this.spoken = undefined;
    if ('speechSynthesis' in window) window.speechSynthesis.cancel();
  }
}

/** Returns a voice for Mandarin, the mainland's before others; undefined when the device has none. */
async function findVoice(): Promise<SpeechSynthesisVoice | undefined> {
  if (!('speechSynthesis' in window)) return undefined;
  for (let waited = 0; waited < patience && window.speechSynthesis.getVoices().length === 0; waited += pause)
    await new Promise((resolve) => {
      setTimeout(resolve, pause);
    });
  const chinese = window.speechSynthesis.getVoices().filter(({ lang }) => /^(zh|cmn)/i.test(lang));
  return chinese.find(({ lang }) => /^(zh|cmn)(-Hans)?[-_]CN/i.test(lang)) ?? chinese[0];
}
