import type { CompiledPortal } from '../../model/compiled';
import { formatPattern } from '../../runtime/text';
import { writeTime } from '../../runtime/dates';

/** Returns the words that say that what is shown is a copy, and when it is from. */
export const writeCopyNote = ({ texts, patterns }: Pick<CompiledPortal, 'texts' | 'patterns'>, made: number): string =>
  formatPattern(texts['backendCopy'] ?? '', { time: writeTime(made, 'dateTime', { texts, patterns, now: made }) }, patterns);
