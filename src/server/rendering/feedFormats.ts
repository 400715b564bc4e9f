import type { CompiledPage, CompiledPortal } from '../../model/compiled';

/** Which feeds the list of a module has: of what is new, and, where its items are events, for calendars. */
export function listFeeds(portal: CompiledPortal, page: CompiledPage): ('atom' | 'ics')[] {
  const module = portal.modules[page.module]?.definition;
  const { kind, requires } = page.definition;
  if (kind !== 'list' || requires !== undefined || module?.roles?.time === undefined || !findDetail(portal, page)) return [];
  return typeof module.linkedData?.properties?.['startDate'] === 'string' ? ['atom', 'ics'] : ['atom'];
}

/** Returns the page of a single item of the module that a list is of, where everybody may see it. */
export const findDetail = (portal: CompiledPortal, { module }: CompiledPage): CompiledPage | undefined =>
  [...portal.pages.values()].find(
    (page) => page.module === module && page.definition.kind === 'detail' && page.definition.requires === undefined,
  );
