import type { CompiledPortal } from '../../../model/compiled';
import { formatPattern } from '../../../runtime/text';
import type { Said } from '../../importing/fault';

/** Returns what is said to staff in the words of an institution. */
export function formatSaid(portal: Pick<CompiledPortal, 'texts' | 'patterns'>, { text, values = {}, expected }: Said): string {
  const written = Object.entries(values).map(([name, value]): [string, string | number] => [
    name,
    typeof value === 'object' ? value.join(portal.texts['listSeparator']) : value,
  ]);
  const words = { ...Object.fromEntries(written), ...(expected ? { expected: formatSaid(portal, expected) } : {}) };
  return formatPattern(portal.texts[text] ?? '', words, portal.patterns);
}
