import type { CompiledPage, CompiledPortal } from '../../model/compiled';
import { findDetail } from '../items/itemPages';

/** Which feeds the list of a module has: of what is new, and, where its items are events, for calendars. */
export function listFeeds(portal: CompiledPortal, page: CompiledPage): ('atom' | 'ics')[] {
  const module = portal.modules[page.module]?.definition;
  const { kind, requires } = page.definition;
  if (kind !== 'list' || requires !== undefined || module?.roles?.time === undefined || !findDetail(portal, page.module)) return [];
  return typeof module.linkedData?.properties?.['startDate'] === 'string' ? ['atom', 'ics'] : ['atom'];
}
