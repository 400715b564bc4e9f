import type { Item, Property, Roles } from '../../model/definitions.g';

/** Forms of texts that are no words. */
const isWords = ({ type, format, private: hidden, enum: allowed }: Property): boolean =>
  type === 'string' && format === undefined && hidden !== true && allowed === undefined;

/**
 * Returns the shape of an item that carries its texts in other languages: `translations` has for each locale the same fields, as far as they
 * are words, and none of them has to be there.
 * @param roles say which field is no words but a column
 * @param locales the languages of the project besides the original one
 */
export function addTranslations(item: Item, roles: Roles | undefined, locales: readonly string[]): Item {
  const others = Object.entries(item.properties).filter(([name]) => name !== 'id' && `/${name}` !== roles?.column);
  const words = pickWords(Object.fromEntries(others));
  if (words === undefined || locales.length === 0) return item;
  const translations: Property = {
    type: 'object',
    properties: Object.fromEntries(locales.map((locale) => [locale, { type: 'object' as const, properties: words }])),
  };
  return { ...item, properties: { ...item.properties, translations } };
}

function pickWords(properties: Readonly<Record<string, Property>> = {}): Record<string, Property> | undefined {
  const picked = Object.entries(properties).flatMap(([name, property]): [string, Property][] => {
    const words = toWords(property);
    return words === undefined ? [] : [[name, words]];
  });
  return picked.length === 0 ? undefined : Object.fromEntries(picked);
}

function toWords(property: Property): Property | undefined {
  if (property.private) return undefined;
  if (property.type === 'array') {
    const items = property.items && toWords(property.items);
    return items && { type: 'array', items };
  }
  if (property.type === 'object') {
    const properties = pickWords(property.properties);
    return properties && { type: 'object', properties };
  }
  if (!isWords(property)) return undefined;
  const { minLength: _shortest, ...words } = property;
  return words;
}
