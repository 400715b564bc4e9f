import { randomBytes } from 'node:crypto';
import type { Decision } from '../../database/desk/decisions';
import type { JsonObject } from '../../model/json';

/** Milliseconds in which a decision can be taken back; nobody outside of the desk knows of it until then. */
export const undoMs = 10_000;

/** What somebody of the staff decides. */
interface Deciding {
  tenant: string;
  module: string;
  id: string;
  move: string;
  given: JsonObject;
  staff: { id: string; name: string };
  /** Milliseconds since 1970. */
  now: number;
}

/** Returns a decision that is due when it can no longer be taken back. */
export const buildDecision = ({ staff, now, ...decided }: Deciding): Decision => ({
  ...decided,
  decision: randomBytes(12).toString('base64url'),
  staff: staff.id,
  name: staff.name,
  made: new Date(now),
  due: new Date(now + undoMs),
});
