import { setTimeout as delay } from 'node:timers/promises';

/**
 * The time before a server closes. Whoever spreads visitors over several servers looks only every few seconds which of them are ready: one that
 * closed at once would be sent visitors whom it answers no more. It says that it is leaving, and goes on answering until that was heard.
 */
export class Departure {
  private announced = false;

  /** Whether the server is leaving. */
  get isAnnounced(): boolean {
    return this.announced;
  }

  /**
   * Says that the server is leaving.
   * @param forMs milliseconds until that was heard
   */
  async announce(forMs: number): Promise<void> {
    this.announced = true;
    if (forMs > 0) await delay(forMs);
  }
}
