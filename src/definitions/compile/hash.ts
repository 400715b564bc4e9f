import { createHash } from 'node:crypto';

/** A short hash of a value as it is written in JSON; order counts, because order is meaning in definitions. */
export function hashOf(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(value) ?? '')
    .digest('hex')
    .slice(0, 16);
}
