import type { StoredEnrolment } from '../../../database/enrolments/enrolments';
import type { CompiledPortal } from '../../../model/compiled';
import { icsOf } from '../../calendar/ics';
import { titleOf } from '../../items/record';
import { sessionsOf } from './activity';
import { spanOfEnrolment } from './times';

const statuses = { enrolled: 'CONFIRMED', waiting: 'TENTATIVE', cancelled: 'CANCELLED' } as const;

/**
 * An enrolment as a calendar file. Its id stays the same, so that the file that is downloaded after it was taken back replaces the first.
 * @param now milliseconds since 1970
 * @returns undefined when it is not known when it begins
 */
export function calendarOf(
  { id, module, doc, session, status }: StoredEnrolment,
  { tenant, settings, modules }: Pick<CompiledPortal, 'tenant' | 'settings' | 'modules'>,
  now: number,
): string | undefined {
  const { begin, end } = spanOfEnrolment(doc, session);
  if (doc === null || begin === undefined) return undefined;
  const sessionName = sessionsOf(doc).find((known) => known.id === session)?.name;
  const title = [titleOf(modules[module], doc), sessionName].filter((part) => typeof part === 'string' && part !== '').join(' ');
  return icsOf({
    uid: `${id}@${settings.hosts[0] ?? tenant}`,
    start: begin,
    ...(end !== undefined && end > begin ? { end } : {}),
    title,
    ...(typeof doc['address'] === 'string' ? { place: doc['address'] } : {}),
    stamp: now,
    status: statuses[status],
  });
}
