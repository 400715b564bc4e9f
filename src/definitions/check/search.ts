import type { Module } from '../../model/definitions.g';
import { findSearchPart, listItemPages } from '../language/searched';
import * as messages from '../problems/messages';
import { followReference, describeItem, type Shape } from '../scopes/shapes';

/**
 * Checks how a module takes part in the site search: that its items have a title, that results open a page of one, that what is
 * searched are texts which visitors may see.
 */
export function checkSearchLine(name: string, definition: Module, report: messages.Report): void {
  const { search, roles, item, pages, cards = {} } = definition;
  if (search === undefined) return;
  if (roles === undefined || item === undefined)
    report(['search'], messages.needsContext('A module that the site search looks in', '"item" and "roles"'), 'key');
  else if (search.page === undefined && search.found !== false && findSearchPart(name, definition) === undefined)
    report(['search'], messages.needsContext('A module that the site search looks in', '"page"'), 'key');
  const details = listItemPages({ pages });
  if (search.page !== undefined && !details.includes(search.page))
    report(['search', 'page'], messages.unknownName('detail page', search.page, details));
  const badged = Object.keys(cards).filter((card) => cards[card]?.badge !== undefined);
  if (search.badge !== undefined && !badged.includes(search.badge))
    report(['search', 'badge'], messages.unknownName('card with a badge', search.badge, badged));
  for (const [index, reference] of (search.text ?? []).entries()) {
    const { shape } = followReference(describeItem(item), reference, false);
    if (shape !== undefined && !hasText(shape)) report(['search', 'text', String(index)], messages.notText(reference, shape.type));
  }
}

function hasText({ type, open, items, properties, private: isPrivate }: Shape): boolean {
  if (isPrivate) return false;
  return open === true || type === 'string' || (items !== undefined && hasText(items)) || Object.values(properties ?? {}).some(hasText);
}
