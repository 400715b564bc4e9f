import type { Layout, ListPage, MonthCalendar, Page } from '../model/definitions.g';
import type { ClientEndpoint } from '../model/compiled';
import type { ListState } from '../model/payload';
import type { Controls } from './lists';

/** A month, such as 2026-11. */
const monthForm = /^(?:19|[2-9]\d)\d{2}-(?:0[1-9]|1[0-2])$/;

/** Returns whether a text names a month that calendars show. */
export const isMonth = (text: string): boolean => monthForm.test(text);

/** The root of the fields that a calendar shows of the entries of its list. */
export const calendarRoot = 'calendar';

/** Entries of a month that are fetched at most: who lists more is told so. */
export const mostEntries = 200;
type Calendar = Layout & { calendar: MonthCalendar };
const isCalendar = (layout: Layout | undefined): layout is Calendar => layout?.calendar !== undefined;

/** Returns the calendar that a list is shown as in a state; undefined for any other layout. */
export function findCalendar(page: Page, { view }: Pick<ListState, 'view'>): Calendar | undefined {
  const layout = page.kind === 'list' && view !== undefined ? page.layouts[view] : undefined;
  return isCalendar(layout) ? layout : undefined;
}

/** Returns the calendars among the layouts of a page. */
export const listCalendars = (page: Page): Calendar[] => (page.kind === 'list' ? Object.values(page.layouts).filter(isCalendar) : []);

/** The layouts of a list that visitors choose among: those with a label, if there is more than one. */
export function listViews({ layouts = {} }: Partial<Pick<ListPage, 'layouts'>>): [name: string, layout: Layout][] {
  const labelled = Object.entries(layouts).filter(([, { label }]) => label !== undefined);
  return labelled.length > 1 ? labelled : [];
}

/** Returns whether a filter narrows a list by its time, so that it has no part in a calendar: the months are its time. */
export const isOfTime = (
  name: string,
  { filters = {} }: Controls,
  { filter }: MonthCalendar,
  endpoint: ClientEndpoint | undefined,
): boolean => name === filter || endpoint?.params[filters[name]?.param ?? '']?.range !== undefined;

/**
 * Returns the state of a list in which it has what lies in some days: those and no other times.
 * @param days the first and the last of them, such as 2026-11-20
 */
export function chooseDays(
  list: Controls,
  state: ListState,
  calendar: MonthCalendar,
  endpoint: ClientEndpoint | undefined,
  days: readonly [string, string],
): ListState {
  const { view: _view, month: _month, ...others } = state;
  const kept = Object.entries(state.filters).filter(([name]) => !isOfTime(name, list, calendar, endpoint));
  return { ...others, page: 1, filters: { ...Object.fromEntries(kept), [calendar.filter]: [...days] } };
}
