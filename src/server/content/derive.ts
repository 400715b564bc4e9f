import { pinyin } from 'pinyin-pro';
import type { Derivation, Module } from '../../model/definitions.g';
import type { JsonObject } from '../../model/payload';
import { assign, resolve } from '../../runtime/scope';
import { stripTags } from '../../runtime/show';
import { phaseOf } from '../../runtime/time';

type StoredFunction = Exclude<Derivation['function'], 'phase'>;

const functions: Record<StoredFunction, (text: string, derivation: Derivation) => string> = {
  pinyin: (text) => pinyin(text, { toneType: 'none', type: 'array', nonZh: 'consecutive' }).join(' '),
  stripped: (text, { length = 120 }) => {
    const characters = [...stripTags(text)];
    return characters.length > length ? `${characters.slice(0, length).join('')}…` : characters.join('');
  },
};

/** An item with the lasting fields that its module's definition derives from others; a source that is missing derives nothing. */
export function deriveFields(item: JsonObject, definition: Pick<Module, 'derive'>): JsonObject {
  return derived(item, definition, (derivation) => {
    const source = resolve(derivation.of, item);
    return derivation.function !== 'phase' && typeof source === 'string' && source !== '' ? functions[derivation.function](source, derivation) : undefined;
  });
}

/** An item with the fields that depend on the moment: where it lies against a period of the item. */
export function derivePhases(item: JsonObject, definition: Pick<Module, 'derive'>, now: number): JsonObject {
  if (!Object.values(definition.derive ?? {}).some((derivation) => derivation.function === 'phase')) return item;
  return derived(item, definition, (derivation) => (derivation.function === 'phase' ? phaseOf(resolve(derivation.of, item), resolve(derivation.until ?? derivation.of, item), now) : undefined));
}

function derived(item: JsonObject, definition: Pick<Module, 'derive'>, compute: (derivation: Derivation) => string | number | undefined): JsonObject {
  if (!definition.derive) return item;
  const out = structuredClone(item);
  for (const [place, derivation] of Object.entries(definition.derive)) {
    const value = compute(derivation);
    if (value !== undefined) assign(place, out, value);
  }
  return out;
}
