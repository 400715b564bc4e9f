import { pinyin } from 'pinyin-pro';
import type { Derivation, Module } from '../../model/definitions.g';
import type { JsonObject } from '../../model/json';
import { assign, resolve } from '../../model/pointer';
import { stripTags } from '../../runtime/show';

const functions: Partial<Record<Derivation['function'], (text: string, derivation: Derivation) => string>> = {
  pinyin: (text) => pinyin(text, { toneType: 'none', type: 'array', nonZh: 'consecutive' }).join(' '),
  stripped: (text, { length = 120 }) => {
    const characters = [...stripTags(text)];
    return characters.length > length ? `${characters.slice(0, length).join('')}…` : characters.join('');
  },
};

/**
 * Returns an item with the lasting fields that its module's definition derives from others; a source that is missing derives nothing. Those
 * of the moment are added when it is answered.
 */
export function addStoredFields(item: JsonObject, { derive = {} }: Pick<Module, 'derive'>): JsonObject {
  const lasting = Object.entries(derive).filter(([, derivation]) => functions[derivation.function]);
  if (lasting.length === 0) return item;
  const out = structuredClone(item);
  for (const [place, derivation] of lasting) {
    const source = resolve(derivation.of, out);
    const value = typeof source === 'string' && source !== '' ? functions[derivation.function]?.(source, derivation) : undefined;
    if (value !== undefined) assign(place, out, value);
  }
  return out;
}
