import type { Property } from '../../model/definitions.g';
import { isObject, type Json, type JsonObject } from '../../model/json';
import { tidyWordHtml } from '../../runtime/wordHtml';
import { sanitize } from '../api/sanitize';

/** Returns an item whose rich text, at any depth, is plain and harmless HTML, whatever program it was pasted from. */
export const tidyRichTexts = (item: JsonObject, shape: Readonly<Record<string, Property>>): JsonObject =>
  Object.fromEntries(Object.entries(item).map(([name, value]) => [name, tidyValue(value, shape[name])]));

function tidyValue(value: Json, property: Property | undefined): Json {
  if (typeof value === 'string') return property?.contentMediaType === 'text/html' ? tidy(value) : value;
  if (Array.isArray(value)) return value.map((entry) => tidyValue(entry, property?.items));
  return isObject(value) && property?.properties ? tidyRichTexts(value, property.properties) : value;
}

/** What is left of a span after that says nothing. */
const tidy = (html: string): string => sanitize(tidyWordHtml(html)).replace(/<\/?span>/g, '');
