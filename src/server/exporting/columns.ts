import type { CompiledModule, CompiledPage, CompiledPortal } from '../../model/compiled';
import type { Card, Display, Property } from '../../model/definitions.g';
import type { JsonObject } from '../../model/json';
import { resolve } from '../../model/pointer';
import type { ShowContext } from '../../runtime/display';
import type { Scope } from '../../runtime/roots';
import { formatText } from '../../runtime/text';
import { type Cell, toCell, toRawCell } from './cells';

/** A column of a table that is taken out: its head, and what it holds of a row. */
export interface Column {
  head: string;
  read(row: JsonObject, index: number): Cell;
}

/** Texts in other languages stand in a shape that is no cell's. */
const translated = 'translations';
const idShape: Property = { type: 'string' };
/** What the desk calls an item: its title, and where it has none its id. */
const deskTitle = '/row/deskTitle';
/** The reference to the number of a row. */
const rowNumber = '/index';

/**
 * Returns the columns of a list that is taken out: those that its table shows, and where its rows are items of a module, all of their fields
 * that these do not show.
 * @param card the card of its rows
 * @param scope what the page's displays refer to
 */
export function listColumns(portal: CompiledPortal, page: CompiledPage, card: Card, scope: Scope, context: ShowContext): Column[] {
  const shown = listDisplays(card);
  const columns = shown.map((display): Column => ({
    head: typeof display === 'string' ? '' : formatText(display.label, scope, context.patterns),
    read: (row, index) => toCell(display, { ...scope, row, index }, context),
  }));
  const referred = new Set(shown.map(readReference));
  const module = page.definition.kind === 'list' ? portal.endpoints[page.definition.source]?.module : undefined;
  const written = module === undefined ? undefined : portal.desk?.site.modules[module];
  return [...columns, ...(written ? listFields(written, referred, context) : [])];
}

/** Returns what a card shows, in the order in which a table has it; the number of the row says nothing outside of it. */
function listDisplays({ title, subtitle, fields = {}, tags, text, date, price, counters = {} }: Card): Display[] {
  const all = [title, subtitle, ...Object.values(fields), tags, text, date, price, ...Object.values(counters)];
  return all.filter((display): display is Display => display !== undefined && readReference(display) !== rowNumber);
}

function readReference(display: Display): string {
  const value = typeof display === 'string' ? display : display.value;
  return typeof value === 'string' ? value : '';
}

/**
 * Returns a column for each field of a module's items; one of a group for each of its fields.
 * @param module as the public site has it: at the desk its items have besides what pages of the desk tell of them
 */
function listFields({ definition }: CompiledModule, referred: ReadonlySet<string>, { texts }: ShowContext): Column[] {
  const { roles, item } = definition;
  const titled = referred.has(deskTitle) ? roles?.title.slice(1) : undefined;
  const { id = idShape, ...properties } = item?.properties ?? {};
  return Object.entries<Property>({ ...properties, id }).flatMap(([name, property]): Column[] => {
    if (name === translated || name === titled || referred.has(`/row/${name}`)) return [];
    const title = property.title ?? (name === 'id' ? (texts['deskId'] ?? name) : name);
    if (property.type !== 'object' || property.properties === undefined)
      return [{ head: title, read: (row) => toRawCell(row[name], property, texts) }];
    return Object.entries<Property>(property.properties).map(([inner, part]) => ({
      head: `${title}/${part.title ?? inner}`,
      read: (row) => toRawCell(resolve(`/${name}/${inner}`, row), part, texts),
    }));
  });
}
