import type { CompiledPortal } from '../../model/compiled';
import { formatPattern } from '../../runtime/text';
import type { RequestError } from './errors';

/** The words of a failure in the institution's own texts. */
export function messageOf(portal: Pick<CompiledPortal, 'texts' | 'patterns'>, error: RequestError): string {
  if (error.detail.message !== undefined && error.detail.message !== '') return error.detail.message;
  return formatPattern(
    portal.texts[error.text] ?? portal.texts['requestFailed'] ?? String(error.status),
    { ...error.values },
    portal.patterns,
  );
}
