import type { BulkWarning } from '../../../model/definitions.g';
import type { ClientEndpoint } from '../../../model/compiled';
import type { Json } from '../../../model/json';
import type { Reply } from '../../../model/payload';
import { buildReplyRoot } from '../../../runtime/outcome';
import type { Call } from '../../../runtime/pageData';
import type { Scope } from '../../../runtime/roots';
import { evaluate, evaluateAll } from '../../../runtime/value';

/**
 * Adds up what a call counts for each of several lines.
 * @param scope the roots of the page
 * @returns the sum; or the first reply that failed, since a part of the sum would be taken for all of it
 */
export async function countConcerned(
  { with: values, count }: BulkWarning,
  endpoint: ClientEndpoint,
  rows: readonly Json[],
  call: Call,
  scope: Scope,
): Promise<number | Reply> {
  const replies = await Promise.all(rows.map((row) => call(endpoint, evaluateAll(values, { ...scope, row }))));
  return (
    replies.find(({ ok }) => !ok) ??
    replies.reduce((sum, reply) => sum + Number(evaluate(count, { ...scope, reply: buildReplyRoot(reply) }) ?? 0), 0)
  );
}
