import { getOwn, isObject, type Json, type JsonObject } from '../../model/json';

/** Returns an item as its readers get it: with what it says in their language in the place of the original, which stands where it says nothing. */
export function translateItem(item: JsonObject, locale: string): JsonObject {
  const { translations, ...original } = item;
  if (translations === undefined) return item;
  const own = isObject(translations) ? getOwn(translations, locale) : undefined;
  return isObject(own) ? mergeFields(original, own) : original;
}

/** Returns what an item says in other languages, by locale. */
export const listTranslations = ({ translations }: JsonObject): [locale: string, fields: JsonObject][] =>
  Object.entries(isObject(translations) ? translations : {}).filter((entry): entry is [string, JsonObject] => isObject(entry[1]));

function mergeFields(original: JsonObject, translation: JsonObject): JsonObject {
  const merged = { ...original };
  for (const [name, value] of Object.entries(translation)) merged[name] = mergeValue(getOwn(original, name), value);
  return merged;
}

/** Entries of lists that are objects, such as pictures with captions, are translated one by one. */
function mergeValue(original: Json | undefined, translation: Json): Json {
  if (isObject(original) && isObject(translation)) return mergeFields(original, translation);
  if (!Array.isArray(original) || !Array.isArray(translation) || !original.every(isObject)) return translation;
  return original.map((entry, index) => {
    const words = translation[index];
    return isObject(words) ? mergeFields(entry, words) : entry;
  });
}

/** Returns where an item has a field in another language, as a JSON Pointer. */
export const toTranslatedField = (field: string, locale: string): string => `/translations/${locale}${field}`;
