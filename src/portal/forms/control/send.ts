import type { DraftSubmission, Submission } from '../../../model/definitions.g';
import type { ClientEndpoint } from '../../../model/compiled';
import type { Reply } from '../../../model/payload';
import type { Call, CallOptions, CallValues } from '../../../runtime/pageData';

/**
 * Sends what was filled in, encrypted where the definition says so: then the fields go as one text, encrypted with SM2 to the key
 * that the server publishes (ledger LOGIN-19, LOGIN-30).
 * @param endpoints the calls that the page may make, by name
 * @param options what the call is made with besides, such as the name that the submission gives itself
 * @throws when what encrypts cannot be fetched
 */
export async function send(
  submission: Submission | DraftSubmission,
  values: CallValues,
  endpoints: Readonly<Record<string, ClientEndpoint>>,
  call: Call,
  options?: CallOptions,
): Promise<Reply> {
  const endpoint = endpoints[submission.source];
  if (!endpoint) return { ok: false, rows: [], total: 0 };
  const encrypt = 'encrypt' in submission ? submission.encrypt : undefined;
  if (!encrypt) return call(endpoint, values, options);
  const keys = endpoints[encrypt.source];
  const reply = keys ? await call(keys, {}) : undefined;
  const key = reply?.item?.['publicKey'];
  if (!reply || typeof key !== 'string') return { ...(reply ?? { rows: [], total: 0 }), ok: false };
  const { encryptTo } = await import('./encrypt');
  return call(endpoint, { [encrypt.as]: encryptTo(key, JSON.stringify(values)) }, options);
}
