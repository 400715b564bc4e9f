import type { NewItem } from '../../database/content/writeItems';
import type { CompiledModule } from '../../model/compiled';
import { copyJson, getOwn, type Json, type JsonObject } from '../../model/json';
import { assign, parsePointer, resolve } from '../../model/pointer';
import { maskIdNumber, maskPhone } from '../../runtime/mask';
import { getEndOfDay, parseTime } from '../../runtime/time';
import type { AccountKeys } from '../security/keys';

/** What says which fields of a module's items tell who somebody is. */
type Personal = Pick<CompiledModule, 'personal'>;

/** Returns an item as replies show it, its phones and ID numbers masked; what is masked already stays as it is. */
export function maskPersonalFields(item: JsonObject, { personal }: Personal): JsonObject {
  if (!personal) return item;
  const out = copyJson(item);
  for (const [pointers, mask] of [
    [personal.idNumbers, maskIdNumber],
    [personal.phones, maskPhone],
  ] as const)
    for (const pointer of pointers) {
      const value = resolve(pointer, out);
      if (value !== undefined) assign(pointer, out, maskValue(value, mask));
    }
  return out;
}

function maskValue(value: Json, mask: (text: string) => string): Json {
  if (Array.isArray(value)) return value.map((entry) => maskValue(entry, mask));
  if (typeof value === 'number') return mask(String(value));
  return typeof value === 'string' ? mask(value) : value;
}

/** Returns whether a JSON Pointer leads to what tells who somebody is. */
export const isPersonal = (pointer: string, { personal }: Personal): boolean =>
  [...(personal?.idNumbers ?? []), ...(personal?.phones ?? [])].includes(pointer);

/** ID numbers by the names of the fields of an item. */
type IdNumbers = Readonly<Record<string, string>>;

/** Parts an item from the ID numbers that forms filled in. */
export function takeIdNumbers(item: JsonObject, { personal }: Personal): { rest: JsonObject; numbers: IdNumbers } {
  const names = new Set((personal?.idNumbers ?? []).flatMap((pointer) => parsePointer(pointer).slice(0, 1)));
  if (names.size === 0) return { rest: item, numbers: {} };
  const entries = Object.entries(item);
  return {
    rest: Object.fromEntries(entries.filter(([name]) => !names.has(name))),
    numbers: Object.fromEntries(entries.flatMap(([name, value]) => (names.has(name) ? [[name, toText(value)]] : []))),
  };
}

const toText = (value: Json): string =>
  Array.isArray(value) ? value.map(toText).join(',') : typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** How the ID numbers of an item are kept: sealed, apart from it. */
export interface Keeping {
  keys: Pick<AccountKeys, 'seal'>;
  /** When it is handed in, in milliseconds since 1970; absent: it was before, at the time that its module says if it does. */
  made?: number;
}

/** An end that is further off counts as so much: nothing is kept for as long as a visitor says. */
const longestAhead = 2 * 366 * 86_400_000;

/**
 * Returns what a record has of ID numbers: their masks, and apart from these what was sealed. What is a mask already was sealed before.
 * @param keeping absent: only the masks are left
 */
export function keepIdNumbers(record: NewItem, module: CompiledModule, numbers: IdNumbers, keeping?: Keeping): Partial<NewItem> {
  const given = Object.entries(numbers).filter(([name]) => getOwn(module.definition.item?.properties, name) !== undefined);
  if (given.length === 0) return {};
  const { tenant, id, doc } = record;
  const whole = given.filter(([, number]) => number !== '' && (keeping?.made !== undefined || !number.includes('*')));
  const span = computeSpan(record, module, keeping?.made);
  return {
    doc: { ...doc, ...Object.fromEntries(given.map(([name, number]) => [name, maskIdNumber(number)])) },
    entries: keeping
      ? whole.map(([field, number]) => ({
          tenant,
          module: module.name,
          item: id,
          field,
          cipher: keeping.keys.seal(tenant, number),
          ...span,
        }))
      : [],
  };
}

/** Returns from when something is held, and when it is over: at the end that its module tells, else at once. */
function computeSpan({ doc, pub }: NewItem, { definition }: CompiledModule, made?: number): { created: Date; ends: Date } {
  const now = Date.now();
  const created = made ?? Math.min(pub.getTime() || now, now);
  const told = definition.roles?.end === undefined ? undefined : resolve(definition.roles.end, doc);
  const time = parseTime(told);
  const end = time === undefined ? created : getEndOfDay(String(told), time);
  return { created: new Date(created), ends: new Date(Math.max(created, Math.min(end, created + longestAhead))) };
}
