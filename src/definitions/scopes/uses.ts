import type { Module, Page, PartName } from '../../model/definitions.g';
import { type Json, getOwn } from '../../model/json';
import { parsePointer } from '../../model/pointer';
import { remember } from '../language/remember';
import { findAnnotation, walk, type Place } from '../language/walk';

/** Returns what a name at a place leads to; undefined where there is none. */
export const findNameKind = (place: Place): 'card' | 'form' | 'endpoint' | undefined =>
  place.part === 'Source' ? (findAnnotation(place, 'x-names') ?? 'endpoint') : undefined;

/** The forms that parts open in dialogs, which is asked of each part for each form of its module. */
const openedForms: Partial<Record<PartName, (value: object) => readonly string[]>> = {};

/** Returns the forms that a part opens in dialogs, by the names that it has for them. */
export function findOpenedForms(part: PartName, value: object): readonly string[] {
  const find = (openedForms[part] ??= remember((of: object) => {
    const found = new Set<string>();
    walk(part, of as Json, undefined, {
      enter(place) {
        if (typeof place.value === 'string' && findNameKind(place) === 'form') found.add(place.value);
      },
    });
    return [...found];
  }));
  return find(value);
}

/** Returns the pages on which a form of their own module stands or opens, and whether the card of a row opens it. */
export function findPlacesOfForm(name: string, definition: Module, isName: (named: string) => boolean): { pages: Page[]; inRow: boolean } {
  const opens = (part: PartName, value: object | undefined): boolean => value !== undefined && findOpenedForms(part, value).some(isName);
  const cards = Object.entries(definition.cards ?? {})
    .filter(([, card]) => opens('Card', card))
    .map(([card]) => card);
  const pages = Object.values(definition.pages).filter((page) => {
    if (opens('Page', page)) return true;
    if (page.kind === 'form') return page.forms.includes(name) || page.forms.some((form) => opens('Form', getOwn(definition.forms, form)));
    return findCards(page).some(({ card }) => cards.some((found) => card === found || card.endsWith(`:${found}`)));
  });
  return { pages, inRow: cards.length > 0 };
}

/** Returns the names of the cards that a page shows and the root whose rows each shows; `item/name` for a list within the item. */
export const findCards = remember((page: Page): readonly { root: string; card: string }[] => {
  const found: { root: string; card: string }[] =
    page.kind === 'list' ? Object.values(page.layouts).map(({ card }) => ({ root: 'row', card })) : [];
  walk('Page', page as object as Json, undefined, {
    enter({ part, value }) {
      if (part !== 'ListSection' && part !== 'TodayList' && part !== 'WeekCalendarSection') return;
      const { rows, card, lead, free } = value as { rows: string; card: string; lead?: string; free?: string };
      const [first = '', list] = parsePointer(rows);
      const root = first === 'item' && list !== undefined ? `item/${list}` : first;
      found.push({ root, card }, ...[lead, free].flatMap((other) => (other === undefined ? [] : [{ root, card: other }])));
    },
  });
  return found;
});
