import type { CompiledPortal } from '../../../model/compiled';
import { resolve } from '../../../model/pointer';
import { icsOf } from '../../calendar/ics';
import { readTitle } from '../../items/record';
import type { Enrolment } from './state';
import { findSession, computeEnrolmentSpan } from './times';

const statuses = { enrolled: 'CONFIRMED', waiting: 'TENTATIVE', cancelled: 'CANCELLED' } as const;

/**
 * Returns an enrolment as a calendar file. Its id stays the same, so that the file that is downloaded after it was taken back replaces the
 * first.
 * @param now milliseconds since 1970
 * @returns undefined when it is not known when it begins
 */
export function writeCalendar(
  enrolment: Enrolment,
  { tenant, settings, modules }: Pick<CompiledPortal, 'tenant' | 'settings' | 'modules'>,
  now: number,
): string | undefined {
  const { id, module, doc, session, status, timetable } = enrolment;
  const { begin, end } = computeEnrolmentSpan(enrolment);
  if (doc === null || begin === undefined) return undefined;
  const sessionName = findSession(timetable, session)?.name;
  const title = [readTitle(modules[module], doc), sessionName].filter((part) => typeof part === 'string' && part !== '').join(' ');
  const pointer = modules[module]?.definition.enrolment?.place;
  const place = pointer === undefined ? undefined : resolve(pointer, doc);
  return icsOf({
    uid: `${id}@${settings.hosts[0] ?? tenant}`,
    start: begin,
    ...(end !== undefined && end > begin ? { end } : {}),
    title,
    ...(typeof place === 'string' ? { place } : {}),
    stamp: now,
    status: statuses[status],
  });
}
