import { appendFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Courier } from '../messages/couriers';

/** What a visitor would have got by another way, for development and tests. */
export interface OutboxEntry {
  time: string;
  kind: 'sms' | 'captcha' | 'text' | 'mail';
  to: string;
  code?: string;
  purpose?: string;
  /** Of a message: its id and its words. */
  id?: string;
  title?: string;
  text?: string;
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

/** Writes mail to the outbox instead of sending it. */
export const createOutboxMail =
  (outbox: Outbox): Courier =>
  ({ id, to, title, text }) =>
    outbox.write({ time: new Date().toISOString(), kind: 'mail', to, id, title, text });

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
