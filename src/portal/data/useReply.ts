import useSWR, { type SWRConfiguration, type SWRResponse } from 'swr';
import type { ClientEndpoint } from '../../model/compiled';
import type { Reply } from '../../model/payload';
import type { Call, CallValues } from '../../runtime/pageData';
import { useShell } from './context';
import { buildCallKey } from './keys';

/** A reply that is not ok, thrown so that SWR keeps what it has. */
export class CallFailure extends Error {
  constructor(readonly reply: Reply) {
    super(reply.message ?? '');
  }
}

/**
 * Makes a call for SWR.
 * @throws CallFailure when the reply is not ok
 */
export async function fetchReply(call: Call, endpoint: ClientEndpoint, values: CallValues): Promise<Reply> {
  const reply = await call(endpoint, values);
  if (!reply.ok) throw new CallFailure(reply);
  return reply;
}

/**
 * Returns the reply that a call failed with.
 * @throws what is no failure of a call
 */
export function readFailure(error: unknown): Reply {
  if (error instanceof CallFailure) return error.reply;
  throw error;
}

/** Returns how SWR treats what a call answers: it is asked for anew when the visitor or the connection comes back where its definition says so. */
export const buildRevalidation = (
  revalidate: boolean | undefined,
): Pick<SWRConfiguration, 'revalidateOnFocus' | 'revalidateOnReconnect'> => ({
  revalidateOnFocus: revalidate === true,
  revalidateOnReconnect: revalidate === true,
});

/**
 * The reply of a reading call, fetched once for all who read it. A failure keeps the reply before it.
 * @param endpoint none: nothing is asked for
 */
export function useReply(
  endpoint: ClientEndpoint | undefined,
  values: CallValues,
  config?: SWRConfiguration<Reply, CallFailure>,
): SWRResponse<Reply, CallFailure> {
  const { call } = useShell();
  return useSWR<Reply, CallFailure>(
    endpoint ? buildCallKey(endpoint, values) : null,
    () => (endpoint ? fetchReply(call, endpoint, values) : Promise.reject(new Error('nothing is asked for'))),
    { ...buildRevalidation(endpoint?.revalidate), ...config },
  );
}
