import type { Readable } from 'node:stream';

/**
 * What breaks a file while it is read by a library that listens to some of its streams alone: reading would wait for ever for what does not
 * come any more, or the whole process would end for an error that nobody takes.
 */
export class Breakage {
  private fault: Error | undefined;
  private fail: ((fault: Error) => void) | undefined;
  private readonly take = (fault: Error): void => {
    this.fault ??= fault;
    this.fail?.(this.fault);
  };

  /** Listens to a stream, and to whatever it is piped into. @returns the stream */
  watch(stream: Readable): Readable {
    stream.on('error', this.take);
    const pipe = stream.pipe.bind(stream);
    stream.pipe = (target, options) => {
      target.on('error', this.take);
      return pipe(target, options);
    };
    return stream;
  }

  /** Returns what comes, one after the other, until it ends. @throws what breaks it, at once: what was waited for is left behind */
  async *until<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
    const iterator = items[Symbol.asyncIterator]();
    try {
      for (;;) {
        const step = await this.next(iterator);
        if (step.done) return;
        yield step.value;
      }
    } finally {
      // It may never come to an end: nobody waits for it.
      iterator.return?.().catch(() => undefined);
    }
  }

  private next<Item>(iterator: AsyncIterator<Item>): Promise<IteratorResult<Item>> {
    return new Promise((resolve, reject) => {
      this.fail = reject;
      if (this.fault) reject(this.fault);
      else iterator.next().then(resolve, reject);
    });
  }
}
