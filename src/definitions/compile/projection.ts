import type { Card, Form, Include, Joins, ListSection, Module, Page, PartName, RecordPick } from '../../model/definitions.g';
import { findMapSections, findPictureSections, collectSections } from '../../runtime/sections';
import { calendarRoot, listCalendars } from '../../runtime/calendar';
import { findTodaySections } from '../../runtime/today';
import { getOwn } from '../../model/json';
import { formatPointer, parsePointer } from '../../model/pointer';
import { describeItem, listSourceFields, type Shape } from '../scopes/shapes';
import { findCards } from '../scopes/uses';
import { eachReference } from '../language/references';

/** What a page needs of other parts of the portal to know its fields. */
interface ProjectionInput {
  page: Page;
  cards: Readonly<Record<string, Card>>;
  /** The forms that the page shows, by name. */
  forms?: Readonly<Record<string, Form>>;
  /** The definition of the module that an absolute name of a call or card belongs to. */
  moduleOf(name: string): Module | undefined;
}

/**
 * Returns the fields that a page refers to, by root: `row` for the main call of a list, `item` for that of a detail page, else the name
 * of a load or a join, or `item/name` for a list that comes along with the item. Only these reach the browser. A field within a list
 * stands for the whole list. What every page needs is
 * added: the id, the fields with roles, the keys of joins.
 */
export function collectFields({ page, cards, forms = {}, moduleOf }: ProjectionInput): Record<string, string[]> {
  const fields = new Map<string, Set<string>>();
  const add = (root: string, path: readonly string[]): void => {
    if (path.length > 0) (fields.get(root) ?? fields.set(root, new Set()).get(root))?.add(formatPointer(path));
  };
  const loads = page.loads ?? {};
  const main = page.kind === 'list' ? 'row' : page.kind === 'detail' ? 'item' : undefined;
  const shapes = new Map<string, Shape>();
  const declare = (root: string, source: string): void => {
    const module = moduleOf(source);
    const shape = describeItem(module?.item);
    shapes.set(root, shape);
    for (const field of listSourceFields(module)) add(root, cutAtList(parsePointer(field), shape));
  };
  const joinedTo = new Map<string, Joins>();
  const declareJoins = (root: string | undefined, joins: Joins): void => {
    for (const [name, join] of Object.entries(joins)) {
      declare(name, join.source);
      add(name, parsePointer(join.on));
      if (root !== undefined) add(root, parsePointer(join.key));
    }
    if (root !== undefined) joinedTo.set(root, joins);
  };
  if (page.kind === 'list' || page.kind === 'detail') declare(page.kind === 'list' ? 'row' : 'item', page.source);
  const includes = page.kind === 'detail' ? findIncludes(page.source, moduleOf) : {};
  for (const [name, { source }] of Object.entries(includes)) declare(`item/${name}`, source);
  declareJoins(main, page.joins ?? {});
  for (const [name, load] of Object.entries(loads)) {
    declare(name, load.source);
    declareJoins(name, load.joins ?? {});
  }
  const refer = (reference: string): void => {
    const [root = '', ...rest] = parsePointer(reference);
    const [list = '', , ...field] = rest;
    if (root === 'item' && getOwn(includes, list) !== undefined) add(`item/${list}`, cutAtList(field, shapes.get(`item/${list}`)));
    const inner = getOwn(loads, root) !== undefined ? findFieldsOfReply(rest) : root === main || root === 'row' ? rest : undefined;
    if (inner === undefined || !shapes.has(root)) return;
    const join = inner[0];
    if (join !== undefined && getOwn(joinedTo.get(root), join) !== undefined) add(join, cutAtList(inner.slice(1), shapes.get(join)));
    add(root, cutAtList(inner, shapes.get(root)));
  };
  const referToEntry = (load: string, reference: string): void => {
    const [first, ...rest] = parsePointer(reference);
    if (first !== 'row' && first !== 'entry') return;
    if (getOwn(loads, load) !== undefined) refer(formatPointer([load, 'item', ...rest]));
    else if (load.startsWith('item/')) refer(formatPointer(['item', load.slice('item/'.length), '0', ...rest]));
  };
  /** What a part says of the entries of a list. */
  const referToEntries = (list: string | undefined, part: PartName, value: object | undefined): void => {
    const load = list === undefined ? undefined : (parsePointer(list)[0] ?? '');
    if (load !== undefined && value !== undefined) eachReference(part, value, (reference) => referToEntry(load, reference));
  };
  eachReference('Page', page, refer);
  for (const form of Object.values(forms)) {
    eachReference('Form', form, refer);
    for (const pick of findPicks(form)) referToEntries(pick.rows, 'RecordPick', pick);
  }
  for (const section of findPictureSections(page))
    referToEntries(section.images, section.section === 'carousel' ? 'CarouselSection' : 'GallerySection', section);
  for (const { rows, open, place, popup } of findMapSections(page))
    for (const list of [rows, open]) {
      referToEntries(list, 'MapPlace', place);
      referToEntries(list, 'MapPopup', popup);
    }
  for (const section of collectSections(page)) if (section.section === 'chart') referToEntries(section.rows, 'ChartSection', section);
  for (const { rows, opens } of listSections(page)) referToEntries(rows, 'Action', opens);
  for (const section of collectSections(page))
    if (section.section === 'weekCalendar')
      for (const list of [section.rows, section.places]) referToEntries(list, 'WeekCalendarSection', section);
  for (const list of findTodaySections(page).flatMap(({ lists = {} }) => Object.values(lists)))
    referToEntries(list.rows, 'TodayList', list);
  for (const { card, calendar } of listCalendars(page)) {
    for (const field of [calendar.begin, calendar.end])
      if (field !== undefined) add('row', cutAtList(parsePointer(field), shapes.get('row')));
    fields.set(
      calendarRoot,
      new Set([calendar.begin, ...(calendar.end === undefined ? [] : [calendar.end]), ...listCardFields(cards[card])]),
    );
  }
  for (const { root, card } of findCards(page)) {
    const value = getOwn(cards, card);
    if (value === undefined || value.of !== undefined) continue;
    eachReference('Card', value, (reference) => {
      if (root === 'row' && parsePointer(reference)[0] === 'row') refer(reference);
      else referToEntry(root, reference);
    });
  }
  return Object.fromEntries([...fields].map(([root, paths]) => [root, dropInner([...paths])]));
}

/** What a calendar shows of the entries: the fields that the titles and the links of a card refer to. */
function listCardFields(card: Card | undefined): string[] {
  const found: string[] = [];
  if (card === undefined) return found;
  const shown = { shape: card.shape, title: card.title, ...(card.opens ? { opens: card.opens } : {}) };
  eachReference('Card', shown, (reference) => {
    const [root, ...path] = parsePointer(reference);
    if (root === 'row' && path.length > 0) found.push(formatPointer(path));
  });
  return found;
}

/** Returns the lists that come along with the item of a call, by the absolute name of the call. */
const findIncludes = (source: string, moduleOf: ProjectionInput['moduleOf']): Record<string, Include> =>
  getOwn(moduleOf(source)?.endpoints, source.slice(source.indexOf(':') + 1))?.include ?? {};

/** The lists of entries on a page. */
const listSections = (page: Page): ListSection[] =>
  collectSections(page).filter((section): section is ListSection => section.section === 'list');

/** The records that a form's fields choose from. */
const findPicks = (form: Form): RecordPick[] => Object.values(form.fields).flatMap(({ pick }) => (pick === undefined ? [] : [pick]));

function findFieldsOfReply(path: string[]): string[] | undefined {
  if (path[0] === 'item' || path[0] === 'previous' || path[0] === 'next') return path.slice(1);
  return path[0] === 'rows' && path.length > 2 ? path.slice(2) : undefined;
}

/** Ends a path at the first list on it. */
function cutAtList(path: readonly string[], shape: Shape | undefined): readonly string[] {
  let at = shape;
  for (const [index, token] of path.entries()) {
    if (at?.type === 'array') return path.slice(0, index);
    at = getOwn(at?.properties, token);
  }
  return path;
}

const dropInner = (paths: string[]): string[] => paths.filter((path) => !paths.some((other) => path.startsWith(`${other}/`))).sort();
