import { createHash } from 'node:crypto';
import type { Queryable } from '../../database/connection';
import {
  claimSubmission,
  dropSubmission,
  keepAnswer,
  noteContent,
  replaceContent,
  type SubmissionContent,
  type SubmissionKey,
} from '../../database/idempotencyKeys';
import { inTransaction, withSavepoint } from '../../database/transaction';
import type { Json } from '../../model/json';
import { getEndpointForm } from './endpointForm';
import { RequestError } from './errors';
import type { ApiRequest, ServiceReply } from './room';
import { requireViewer } from './viewer';

/** The parts of a submission, both within one transaction. */
interface Submitted {
  /** What happens whatever comes of the work, such as using a captcha up. */
  prepare?: (tx: Queryable) => Promise<void>;
  /** What is undone when it throws. */
  work: (tx: Queryable) => Promise<ServiceReply>;
}

/**
 * Does a submission once: a request that repeats the header Idempotency-Key of an earlier one gets the answer of that one
 * (draft-ietf-httpapi-idempotency-key-header), also while that one is still being answered. Work that throws leaves nothing
 * behind but what was prepared, so that it can be tried again under the same key.
 * @throws RequestError 422 when the key was used for another request
 */
export async function withIdempotencyKey(request: ApiRequest, db: Queryable, { prepare, work }: Submitted): Promise<ServiceReply> {
  const claim = toSubmissionKey(request);
  const outcome = await inTransaction(db, async (tx): Promise<{ answer: ServiceReply } | { error: unknown }> => {
    const known = claim && (await claimSubmission(tx, claim));
    if (known?.first === false) {
      if (!known.sameRequest) throw new RequestError('repeatedKey');
      return { answer: known.answer as ServiceReply };
    }
    try {
      await prepare?.(tx);
      const answer = await withSavepoint(tx, async () => {
        const done = await work(tx);
        if (claim) await keepAnswer(tx, claim, done);
        return done;
      });
      return { answer };
    } catch (error) {
      // A refusal is committed with what was prepared; an accident undoes everything.
      if (!(error instanceof RequestError)) throw error;
      if (claim) await dropSubmission(tx, claim);
      return { error };
    }
  });
  if ('error' in outcome) throw outcome.error;
  return outcome.answer;
}

/** What is said again after so many milliseconds is meant. */
const twinTime = 10 * 60_000;

/**
 * Refuses what the member has just sent from another window, where the submission gave itself a name of its own: one of them stands, also when
 * both arrive at the same time.
 * @param id what comes of this one
 * @param stands whether what came of the other one still counts; once it was taken back, the same can be sent again
 * @throws RequestError 409
 */
export async function refuseTwin(
  tx: Queryable,
  request: ApiRequest,
  id: string,
  stands: (twin: string) => Promise<boolean>,
): Promise<void> {
  const { viewer, caller, now } = request;
  if (!viewer || caller.key === undefined) return;
  const content = describeContent(request);
  const twin = await noteContent(tx, content, id, { since: now - twinTime, now });
  if (twin === undefined) return;
  if (await stands(twin)) throw new RequestError('submittedTwice');
  await replaceContent(tx, content, id, now);
}

function toSubmissionKey(request: ApiRequest): SubmissionKey | undefined {
  const { key } = request.caller;
  return key === undefined ? undefined : { ...describeContent(request), key };
}

/** Returns what a member says by a call: the same in two windows, each of which gives its submission a name of its own. */
function describeContent(request: ApiRequest): SubmissionContent {
  const { portal, endpoint, viewer } = request;
  const content = JSON.stringify(pickContent(request));
  const bodyHash = createHash('sha256').update(content).digest('base64url');
  return { tenant: portal.tenant, member: requireViewer(viewer).id, call: endpoint.name, bodyHash };
}

/** Returns what was filled in apart from captchas and codes: who never heard an answer and tries again has been asked for another one. */
function pickContent({ portal, endpoint, body }: ApiRequest): [string, Json][] {
  const form = getEndpointForm(portal, endpoint);
  return Object.entries(body).filter(([name]) => !['captcha', 'smsCode'].includes(form?.fields[name]?.field ?? ''));
}
