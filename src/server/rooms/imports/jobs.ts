import { runWithoutDeadline } from '../../../database/deadline';

/** What goes on in this process after the calls that began it: each can be stopped, and all are when the server closes. */
export class Jobs {
  private readonly underWay = new Map<string, { stop: AbortController; done: Promise<void> }>();

  /** Begins work. It says itself what becomes of it; what it throws is reported. */
  begin(name: string, work: (signal: AbortSignal) => Promise<void>, report: (error: unknown) => void): void {
    const stop = new AbortController();
    const done = runWithoutDeadline(() => work(stop.signal))
      .catch(report)
      .finally(() => this.underWay.delete(name));
    this.underWay.set(name, { stop, done });
  }

  /** Stops work, if it goes on here. */
  stop(name: string): void {
    this.underWay.get(name)?.stop.abort();
  }

  /** Stops all work, and waits until it has come to its end. */
  async close(): Promise<void> {
    const all = [...this.underWay.values()];
    for (const { stop } of all) stop.abort();
    await Promise.all(all.map(({ done }) => done));
  }
}
