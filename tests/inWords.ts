import texts from '../schemas/texts.json';
import { type DateFormat, writeSpan } from '../src/runtime/dates';
import { patternsOf } from './portal/payloads';

/** What a page that is made now says of a day, a moment or a span, where the clock of a test goes on: the year is there in another year than that of the test. */
export const inWords = (begin: string, format: DateFormat, { until, now = Date.now() }: { until?: string; now?: number } = {}): string =>
  writeSpan(begin, until, format, { texts, patterns: patternsOf(), now })?.text ?? '';
