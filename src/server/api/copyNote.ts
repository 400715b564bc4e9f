import type { CompiledPortal } from '../../model/compiled';
import { formatPattern } from '../../runtime/text';
import { formatDateTime } from '../../runtime/time';

/** Returns the words that say that what is shown is a copy, and when it is from. */
export const writeCopyNote = ({ texts, patterns }: Pick<CompiledPortal, 'texts' | 'patterns'>, made: number): string =>
  formatPattern(texts['backendCopy'] ?? '', { time: formatDateTime(made) }, patterns);
