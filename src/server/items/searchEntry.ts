import type { Searchable } from '../../database/search/entries';
import type { CompiledModule } from '../../model/compiled';
import type { Property } from '../../model/definitions.g';
import type { Json, JsonObject } from '../../model/json';
import { resolve } from '../../model/pointer';
import { propertyAt } from '../../runtime/coerce';
import { stripTags } from '../../runtime/display';
import { isPersonal } from './personalFields';

/** Forms of texts that are no words: addresses and times. */
const wordless: ReadonlySet<string | undefined> = new Set(['uri-reference', 'date-time', 'date', 'coordinate']);

/** Returns what the site search finds an item by; undefined when its module takes no part. */
export function toSearchEntry(module: Pick<CompiledModule, 'definition' | 'personal'>, doc: JsonObject): Searchable | undefined {
  const { definition } = module;
  if (definition.search === undefined || definition.roles === undefined) return undefined;
  const title = resolve(definition.roles.title, doc);
  return {
    title: title === undefined || title === null || typeof title === 'object' ? '' : stripTags(String(title)),
    text: collectSearchTexts(module, doc).join('\n'),
  };
}

/**
 * Returns the texts of an item that the site search looks in besides its title, one for each field that its module names, without tags.
 * Private fields, phones and ID numbers of visitors have none.
 */
export function collectSearchTexts(module: Pick<CompiledModule, 'definition' | 'personal'>, doc: JsonObject): string[] {
  const { definition } = module;
  return (definition.search?.text ?? []).map((pointer) => {
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
