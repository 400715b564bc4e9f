import type { Module, Page } from '../../model/definitions.g';
import { type Json, own } from '../../model/json';
import { parsePointer } from '../../model/pointer';
import { walk } from '../language/walk';

/** What a name of the kind `Source` names, by where it stands. */
export function sourceKind(owner: string, field: string): 'card' | 'form' | 'endpoint' {
  if (owner === 'Layout' || (owner === 'ListSection' && (field === 'card' || field === 'lead'))) return 'card';
  return (owner === 'Action' || owner === 'Opening') && field === 'form' ? 'form' : 'endpoint';
}

/** The forms that a part opens in dialogs, by the names that it has for them. */
export function openedForms(part: string, value: object): string[] {
  const found = new Set<string>();
  walk(part, value as Json, undefined, {
    enter({ names, owner, field, value: name }) {
      if (typeof name === 'string' && names.at(-1) === 'Source' && sourceKind(owner, field) === 'form') found.add(name);
    },
  });
  return [...found];
}

/** The pages on which a form of their own module stands or opens, and whether the card of a row opens it. */
export function placesOfForm(name: string, definition: Module, isName: (named: string) => boolean): { pages: Page[]; inRow: boolean } {
  const opens = (part: string, value: object | undefined): boolean => value !== undefined && openedForms(part, value).some(isName);
  const cards = Object.entries(definition.cards ?? {})
    .filter(([, card]) => opens('Card', card))
    .map(([card]) => card);
  const pages = Object.values(definition.pages).filter((page) => {
    if (opens('Page', page)) return true;
    if (page.kind === 'form') return page.forms.includes(name) || page.forms.some((form) => opens('Form', own(definition.forms, form)));
    return uses(page).some(({ card }) => cards.some((found) => card === found || card.endsWith(`:${found}`)));
  });
  return { pages, inRow: cards.length > 0 };
}

/** The names of the cards that a page shows and the root whose rows each shows; `item/name` for a list within the item. */
export function uses(page: Page): { root: string; card: string }[] {
  const found: { root: string; card: string }[] =
    page.kind === 'list' ? Object.values(page.layouts).map(({ card }) => ({ root: 'row', card })) : [];
  walk('Page', page as object as Json, undefined, {
    enter({ names, value }) {
      if (names.at(-1) !== 'ListSection') return;
      const { rows, card, lead } = value as { rows: string; card: string; lead?: string };
      const [first = '', list] = parsePointer(rows);
      const root = first === 'item' && list !== undefined ? `item/${list}` : first;
      found.push({ root, card }, ...(lead === undefined ? [] : [{ root, card: lead }]));
    },
  });
  return found;
}
