import type { Card, ListPage, Page } from '../../model/definitions.g';
import { getOwn, type JsonObject } from '../../model/json';
import { formatPointer, parsePointer } from '../../model/pointer';
import { findCard, findEndpoint, type Named } from '../language/names';
import { walk, type Place } from '../language/walk';
import * as messages from '../problems/messages';
import type { Scope } from '../scopes/scopes';
import { describeItem, followReference, type Shape } from '../scopes/shapes';
import { addJoins, describeRowsAt, describeSource } from '../scopes/sourceShapes';

/** Warns of layouts whose card shows what the call of the list leaves out, or what its items have not. */
export function checkLayoutCards(path: readonly string[], page: ListPage, scope: Scope, report: messages.Report): void {
  const rows = addJoins(describeSource(page.source, scope), [page], scope);
  for (const [name, { card }] of Object.entries(page.layouts))
    checkCard([...path, 'layouts', name, 'card'], findCard(card, scope), rows, page.source, scope, report);
}

/** Warns of a section whose card shows what the rows have not: those of another load, of another list of the item, or without what a call leaves out. */
export function checkSectionCard({ value, path }: Place, scope: Scope, report: messages.Report): void {
  const { rows, card } = value as JsonObject;
  if (typeof rows !== 'string' || typeof card !== 'string') return;
  const found = followReference({ type: 'object', properties: scope.roots }, rows, true);
  if (found.fault === undefined && found.shape.type === 'array')
    checkCard([...path, 'card'], findCard(card, scope), describeRowsAt(rows, scope), sourceOf(rows, scope.page?.page), scope, report);
}

/** Returns the call whose rows a reference leads to. */
function sourceOf(reference: string, page: Page | undefined): string | undefined {
  const [load = '', part] = parsePointer(reference);
  return part === 'rows' ? getOwn(page?.loads, load)?.source : undefined;
}

function checkCard(
  path: readonly string[],
  card: Named<Card> | undefined,
  rows: Shape,
  source: string | undefined,
  scope: Scope,
  report: messages.Report,
): void {
  if (card === undefined || rows.open || rows.type !== 'object') return;
  const endpoint = source === undefined ? undefined : findEndpoint(source, scope);
  const left = endpoint?.value.omit ?? [];
  const own = describeOwn(card);
  const lost = listShown(card.value).filter((field) => followReference(own, field, false).fault === undefined);
  const omitted = lost.filter((field) => left.some((other) => field === other || field.startsWith(`${other}/`)));
  const absent = lost.filter((field) => followReference(rows, field, false).fault !== undefined);
  if (omitted.length > 0) report(path, messages.omittedField(card.name, omitted, endpoint?.name ?? ''));
  else if (absent.length > 0) report(path, messages.absentField(card.name, absent));
}

/** What the card is written for: the items of its module, or the entries of a list in them. */
const describeOwn = ({ value, definition }: Named<Card>): Shape => {
  const item = describeItem(definition.item);
  return value.of === undefined ? item : (followReference(item, value.of, false).shape?.items ?? item);
};

/** Returns the fields that a card shows of its row whatever they hold: what has a condition, or words in its place, may be absent. */
function listShown(card: Card): string[] {
  const found = new Set<string>();
  const enter = ({ value, ownerValue, part }: Place): void => {
    if (typeof value !== 'string' || (part !== 'Pointer' && part !== 'Text') || !value.startsWith('/row/')) return;
    if (ownerValue['when'] === undefined && ownerValue['else'] === undefined) found.add(formatPointer(parsePointer(value).slice(1)));
  };
  walk('Card', card as object as JsonObject, undefined, { enter });
  return [...found];
}
