import type { Module, Page } from '../../model/definitions.g';
import * as messages from '../problems/messages';
import { followReference, describeItem, type Shape } from '../scopes/shapes';

/**
 * Checks how a module takes part in the site search: that its items have a title, that results open a page of one, that what is
 * searched are texts which visitors may see.
 */
export function checkSearchLine(definition: Module, report: messages.Report): void {
  const { search, roles, item, pages } = definition;
  if (search === undefined) return;
  if (roles === undefined || item === undefined)
    report(['search'], messages.needsContext('A module that the site search looks in', '"item" and "roles"'), 'key');
  const details = Object.entries(pages)
    .filter(([, page]) => page.kind === 'detail' || opensItems(page))
    .map(([name]) => name);
  if (!details.includes(search.page)) report(['search', 'page'], messages.unknownName('detail page', search.page, details));
  for (const [index, reference] of (search.text ?? []).entries()) {
    const { shape } = followReference(describeItem(item), reference, false);
    if (shape !== undefined && !hasText(shape)) report(['search', 'text', String(index)], messages.notText(reference, shape.type));
  }
}

/** A page with a map opens the item whose id is in its address. */
const opensItems = (page: Page): boolean =>
  page.kind === 'composed' && Object.values(page.sections).some((section) => section.section === 'map' && section.open !== undefined);

function hasText({ type, open, items, properties, private: isPrivate }: Shape): boolean {
  if (isPrivate) return false;
  return open === true || type === 'string' || (items !== undefined && hasText(items)) || Object.values(properties ?? {}).some(hasText);
}
