import { pinyin } from 'pinyin-pro';
import type { NewItem } from '../../database/content/writeItems';
import type { CompiledModule } from '../../model/compiled';
import type { Derivation, Module } from '../../model/definitions.g';
import { copyJson, type JsonObject } from '../../model/json';
import { assign, resolve } from '../../model/pointer';
import { coerceItem } from '../../runtime/coerce';
import { parseCoordinate } from '../../runtime/coordinate';
import { stripTags } from '../../runtime/display';
import { parseTime } from '../../runtime/time';
import { sanitizeItem } from '../api/sanitize';
import { computeStatus } from '../../runtime/lifecycle';
import { keepIdNumbers, type Keeping, takeIdNumbers } from './personalFields';
import { toSearchEntry } from './searchEntry';
import { listTranslations, toTranslatedField } from './translations';

const textSlots = ['s1', 's2', 's3', 's4'] as const;
const numberSlots = ['n1', 'n2', 'n3', 'n4'] as const;

/**
 * Returns an item as the database keeps it: types coerced, rich text sanitised, derived fields added, and the fields that calls
 * filter and sort by copied to their slots, and what the site search finds it by. Of ID numbers that forms ask for it has the masks alone:
 * nothing finds or sorts it by them.
 * @param item has an `id`
 * @param standing the name of its state; or 0 awaits review, 1 everyone sees it, 2 neither
 * @param keeping how ID numbers are kept; absent: they are not, as of imports, which nobody consented to
 */
export function toRecord(
  tenant: string,
  module: CompiledModule,
  item: JsonObject,
  standing: number | string = 1,
  keeping?: Keeping,
): NewItem {
  return addSearch(module, toBareRecord(tenant, module, item, standing, keeping));
}

/** Returns an item with what the site search finds it by. */
export function addSearch(module: CompiledModule, record: NewItem): NewItem {
  record.search = toSearchEntry(module, record.doc as JsonObject);
  return record;
}

/** Returns the same without what the site search finds it by, which takes as long as all the rest. */
export function toBareRecord(
  tenant: string,
  module: CompiledModule,
  item: JsonObject,
  standing: number | string = 1,
  keeping?: Keeping,
): NewItem {
  const shape = module.definition.item ?? { properties: {} };
  const { rest, numbers } = takeIdNumbers(item, module);
  const doc = addToTranslations(addStoredFields(sanitizeItem(coerceItem(rest, shape), shape), module.definition), module.definition);
  const roles = module.definition.roles;
  const record: NewItem = {
    tenant,
    module: module.name,
    id: String(item['id']),
    ...(typeof standing === 'string' ? { state: standing, status: computeStatus(module.lifecycle, standing) } : { status: standing }),
    doc,
    column: roles?.column === undefined ? '' : (readText(roles.column, doc) ?? ''),
    title: readTitle(module, doc),
    ...(roles?.coordinate === undefined ? {} : { place: parseCoordinate(resolve(roles.coordinate, doc)) }),
    pub: new Date((roles?.time === undefined ? undefined : parseTime(resolve(roles.time, doc))) ?? 0),
  };
  return Object.assign(record, fillSlots(module, doc), keepIdNumbers(record, module, numbers, keeping));
}

/** Returns what an item is called, by the role that its module gives to one of its fields; the empty text when nothing says so. */
export function readTitle(module: CompiledModule | undefined, doc: unknown): string {
  return readText(module?.definition.roles?.title, doc) ?? '';
}

function fillSlots(module: CompiledModule, doc: JsonObject): Partial<NewItem> {
  const translated = listTranslations(doc).flatMap(([locale]) => module.grams.map((field) => toTranslatedField(field, locale)));
  const slots: Partial<NewItem> = { searchable: [...module.grams, ...translated], tags: {} };
  for (const slot of textSlots) slots[slot] = readText(module.slots[slot], doc) ?? null;
  for (const slot of numberSlots) slots[slot] = readNumber(module.slots[slot], doc) ?? null;
  for (const field of module.tags) {
    const value = resolve(field, doc);
    const values = (Array.isArray(value) ? value : [value])
      .filter((entry) => entry !== undefined && entry !== null && typeof entry !== 'object')
      .map(String);
    if (values.length > 0) slots.tags = { ...slots.tags, [field]: values };
  }
  return slots;
}

function readText(pointer: string | undefined, doc: unknown): string | undefined {
  const value = pointer === undefined ? undefined : resolve(pointer, doc);
  return value === undefined || value === null || typeof value === 'object' ? undefined : String(value);
}

function readNumber(pointer: string | undefined, doc: JsonObject): number | undefined {
  const value = pointer === undefined ? undefined : resolve(pointer, doc);
  return typeof value === 'number' ? value : parseTime(value);
}

/** UTF-16 units of a text that are spelled; names are far shorter. */
const longestSpelled = 500;

const functions: Partial<Record<Derivation['function'], (text: string, derivation: Derivation) => string>> = {
  pinyin: (text) => pinyin(text.slice(0, longestSpelled), { toneType: 'none', type: 'array', nonZh: 'consecutive' }).join(' '),
  stripped: (text, { length = 120 }) => {
    const characters = [...stripTags(text)];
    return characters.length > length ? `${characters.slice(0, length).join('')}…` : characters.join('');
  },
};

/**
 * Returns an item with the lasting fields that its module's definition derives from others; a source that is missing derives nothing. Those
 * of the moment are added when it is answered.
 */
function addStoredFields(item: JsonObject, { derive = {} }: Pick<Module, 'derive'>): JsonObject {
  const lasting = Object.entries(derive).filter(([, derivation]) => functions[derivation.function]);
  if (lasting.length === 0) return item;
  const out = copyJson(item);
  for (const [place, derivation] of lasting) {
    const source = resolve(derivation.of, out);
    const value = typeof source === 'string' && source !== '' ? functions[derivation.function]?.(source, derivation) : undefined;
    if (value !== undefined) assign(place, out, value);
  }
  return out;
}

/** Returns an item whose translations have the excerpts of their own rich text. */
function addToTranslations(item: JsonObject, { derive = {} }: Pick<Module, 'derive'>): JsonObject {
  const excerpts = Object.fromEntries(Object.entries(derive).filter(([, derivation]) => derivation.function === 'stripped'));
  const translations = listTranslations(item);
  if (translations.length === 0) return item;
  return {
    ...item,
    translations: Object.fromEntries(translations.map(([locale, fields]) => [locale, addStoredFields(fields, { derive: excerpts })])),
  };
}
