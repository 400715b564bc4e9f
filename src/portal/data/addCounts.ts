import { asObject, type JsonObject } from '../../model/json';
import type { PageData } from '../../model/payload';
import { assign, parsePointer, resolve } from '../../model/pointer';
import type { Scope } from '../../runtime/roots';

/**
 * Returns a page's data with counts that went up, such as those of votes: until it is fetched again the visitor sees what was done.
 * @param counts what is added, by reference in `scope`
 * @returns the same data when none of the references leads into it
 */
export function addCounts(data: PageData, counts: Readonly<Record<string, number>>, scope: Scope): PageData {
  const found = Object.entries(counts).flatMap(([reference, added]) => {
    const place = locateData(reference, scope, data);
    return place === undefined ? [] : [{ place, added }];
  });
  if (found.length === 0) return data;
  const next = structuredClone(data);
  for (const { place, added } of found) {
    const before = resolve(place, next);
    const holder: Record<string, unknown> = asObject(resolve(place.slice(0, place.lastIndexOf('/')), next));
    assign(`/${parsePointer(place).at(-1) ?? ''}`, holder, (typeof before === 'number' ? before : 0) + added);
  }
  return next;
}

/** Where in the page's data a reference leads: the item, a load, or the row that the scope is about. */
function locateData(reference: string, scope: Scope, data: PageData): string | undefined {
  const [root = '', ...rest] = parsePointer(reference);
  const inner = rest.map((token) => `/${token.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  if (root === 'item') return `/main/item${inner}`;
  if (data.loads[root] !== undefined) return `/loads/${root}${inner}`;
  if (root !== 'row') return undefined;
  const lists = [
    ['/main/rows', data.main?.rows] as const,
    ...Object.entries(data.loads).map(([name, reply]) => [`/loads/${name}/rows`, reply.rows] as const),
  ];
  for (const [place, rows] of lists) {
    const index = rows?.findIndex((row) => isSameRow(row, scope['row'])) ?? -1;
    if (index >= 0) return `${place}/${index}${inner}`;
  }
  return undefined;
}

/** What was added to before is another object by now. */
const isSameRow = (row: JsonObject, other: unknown): boolean =>
  row === other || (row['id'] !== undefined && row['id'] === asObject(other)['id']);
