import type { Endpoint, ListPage } from '../../model/definitions.g';
import { getOwn } from '../../model/json';
import { listViews } from '../../runtime/calendar';
import type { Named } from '../language/names';
import * as messages from '../problems/messages';
import { describeItem, followReference } from '../scopes/shapes';

/** Checks that a calendar has a filter by two dates, which finds what has some time between them, and a way back from it. */
export function checkCalendars(
  path: readonly string[],
  page: ListPage,
  endpoint: Named<Endpoint> | undefined,
  report: messages.Report,
): void {
  const byDates = Object.entries(page.filters ?? {}).flatMap(([name, { dates }]) => (dates === undefined ? [] : [name]));
  for (const [name, { calendar }] of Object.entries(page.layouts)) {
    if (calendar === undefined) continue;
    const at = [...path, 'layouts', name, 'calendar'];
    const dates = getOwn(page.filters, calendar.filter)?.dates;
    if (dates === undefined) report([...at, 'filter'], messages.unknownName('filter', calendar.filter, byDates));
    if (listViews(page).findIndex(([view]) => view === name) < 1)
      report(at, messages.needsContext('"calendar"', 'a "label" of this layout and of one before it'), 'key');
    for (const key of ['begin', 'end'] as const) checkMoment([...at, key], calendar[key], endpoint, report);
    for (const end of ['from', 'to'] as const) {
      const meaning = endpoint && dates && getOwn(endpoint.value.params, dates[end]);
      if (meaning && meaning.match !== end)
        report(
          [...at, 'filter'],
          messages.needsContext('"calendar"', `"match": "${end}" at the parameter "${dates[end]}" of the call "${endpoint.name}"`),
        );
    }
  }
}

/** Warns of a beginning or an end that is kept as words or a number: its items would stand on no day. */
function checkMoment(
  path: readonly string[],
  field: string | undefined,
  endpoint: Named<Endpoint> | undefined,
  report: messages.Report,
): void {
  if (field === undefined || endpoint === undefined) return;
  const { shape } = followReference(describeItem(endpoint.definition.item), field, false);
  if (!shape || shape.open || shape.plain) return;
  const isDate = 'format' in shape && (shape.format === 'date' || shape.format === 'date-time');
  if (!isDate) report(path, messages.noDay(field, shape.type));
}
