import { pinyin } from 'pinyin-pro';
import type { Derivation, Module } from '../../model/definitions.g';
import type { JsonObject } from '../../model/payload';
import { assign, resolve } from '../../runtime/scope';
import { stripTags } from '../../runtime/show';

const functions: Record<Derivation['function'], (text: string, derivation: Derivation) => string> = {
  pinyin: (text) => pinyin(text, { toneType: 'none', type: 'array', nonZh: 'consecutive' }).join(' '),
  stripped: (text, { length = 120 }) => {
    const characters = [...stripTags(text)];
    return characters.length > length ? `${characters.slice(0, length).join('')}…` : characters.join('');
  },
};

/** An item with the fields that its module's definition derives from others; a source that is missing derives nothing. */
export function deriveFields(item: JsonObject, definition: Pick<Module, 'derive'>): JsonObject {
  if (!definition.derive) return item;
  const out = structuredClone(item);
  for (const [place, derivation] of Object.entries(definition.derive)) {
    const source = resolve(derivation.of, item);
    if (typeof source === 'string' && source !== '') assign(place, out, functions[derivation.function](source, derivation));
  }
  return out;
}
