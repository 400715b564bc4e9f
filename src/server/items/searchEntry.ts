import type { Searchable } from '../../database/search/entries';
import type { CompiledModule } from '../../model/compiled';
import type { Property } from '../../model/definitions.g';
import type { Json, JsonObject } from '../../model/json';
import { resolve } from '../../model/pointer';
import { propertyAt } from '../../runtime/coerce';
import { stripTags } from '../../runtime/display';
import { isPersonal } from './personalFields';
import { listTranslations } from './translations';

/** Forms of texts that are no words: addresses and times. */
const wordless: ReadonlySet<string | undefined> = new Set(['uri-reference', 'date-time', 'date', 'coordinate']);

/** What is known of a module whose items are searched. */
type SearchedModule = Pick<CompiledModule, 'definition' | 'search' | 'personal'>;

/** Returns what the site search finds an item by, in all its languages, a line for each title; undefined when its module takes no part. */
export function toSearchEntry(module: SearchedModule, doc: JsonObject): Searchable | undefined {
  const { definition, search } = module;
  if (search === undefined || definition.roles === undefined || isPersonal(definition.roles.title, module)) return undefined;
  const { title } = definition.roles;
  // Whoever reads one language may ask in another: a name is known in its own.
  const languages = [doc, ...listTranslations(doc).map(([, fields]) => fields)];
  const titles = languages.map((fields) => readTitle(title, fields));
  return {
    title: [titles[0] ?? '', ...titles.slice(1).filter((text) => text !== '')].join('\n'),
    text: languages.flatMap((fields) => collectSearchTexts(module, fields)).join('\n'),
  };
}

function readTitle(pointer: string, doc: JsonObject): string {
  const title = resolve(pointer, doc);
  return title === undefined || title === null || typeof title === 'object' ? '' : stripTags(String(title));
}

/**
 * Returns the texts of an item that the site search looks in besides its title, one for each field that its module names, without tags.
 * Private fields, phones and ID numbers of visitors have none.
 */
export function collectSearchTexts(module: SearchedModule, doc: JsonObject): string[] {
  const { definition, search } = module;
  return (search?.text ?? []).map((pointer) => {
    if (isPersonal(pointer, module)) return '';
    const property = propertyAt(pointer, definition.item, (above) => above.private !== true);
    const value = resolve(pointer, doc);
    return property === undefined || value === undefined ? '' : collectTexts(value, property).join(' ');
  });
}

function collectTexts(value: Json, property: Property): string[] {
  if (property.private || wordless.has(property.format)) return [];
  if (typeof value === 'string')
    return property.type === 'string' ? [property.contentMediaType === 'text/html' ? stripTags(value) : value] : [];
  if (Array.isArray(value)) return property.items ? value.flatMap((entry) => collectTexts(entry, property.items ?? property)) : [];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(property.properties ?? {}).flatMap(([name, inner]) => {
    const found = value[name];
    return found === undefined ? [] : collectTexts(found, inner);
  });
}
