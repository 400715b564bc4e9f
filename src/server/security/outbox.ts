import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';

/** What a visitor would have got by another way, for development and tests. */
export interface OutboxEntry {
  time: string;
  kind: 'sms' | 'captcha';
  to: string;
  code: string;
  purpose?: string;
}

/** Where codes go that no gateway sends. */
export interface Outbox {
  write(entry: OutboxEntry): Promise<void>;
}

/** Returns a line of JSON for each entry in DATA_DIR/outbox.ndjson, readable by its owner alone. */
export function createFileOutbox(dataDir: string): Outbox {
  return {
    async write(entry) {
      await mkdir(dataDir, { recursive: true });
      await appendFile(join(dataDir, 'outbox.ndjson'), `${JSON.stringify(entry)}\n`, { mode: 0o600 });
    },
  };
}

/** Keeps nothing: in production codes are written nowhere. */
export const noOutbox: Outbox = { write: async () => undefined };

/** Keeps entries in memory. */
export function createMemoryOutbox(): Outbox & { entries: OutboxEntry[] } {
  const entries: OutboxEntry[] = [];
  return {
    entries,
    write: async (entry) => {
      entries.push(entry);
    },
  };
}
