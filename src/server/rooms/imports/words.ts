import type { CompiledPortal } from '../../../model/compiled';
import { formatPattern } from '../../../runtime/text';
import type { Said } from '../../importing/fault';

/** Returns what is said to staff in the words of an institution. */
export function formatSaid(portal: Pick<CompiledPortal, 'texts' | 'patterns'>, { text, values = {}, expected }: Said): string {
  const words = expected ? { ...values, expected: formatSaid(portal, expected) } : values;
  return formatPattern(portal.texts[text] ?? '', { ...words }, portal.patterns);
}
