import type { CompiledPage, CompiledPortal } from '../../model/compiled';
import type { Json } from '../../model/json';

const knownPatterns = new WeakMap<CompiledPage, Record<string, Json>>();

/** Returns the parsed ICU patterns that a page and the shared texts use; browsers have no parser. */
export function pickPatterns(portal: CompiledPortal, compiled: CompiledPage): Record<string, Json> {
  const cached = knownPatterns.get(compiled);
  if (cached) return cached;
  const found: Record<string, Json> = {};
  const visit = (value: unknown): void => {
    if (typeof value === 'string') {
      if (value.includes('{') && value in portal.patterns) found[value] = portal.patterns[value] as Json;
    } else if (value !== null && typeof value === 'object') Object.values(value).forEach(visit);
  };
  visit([compiled.page, compiled.cards, compiled.forms, compiled.codelists, portal.texts]);
  knownPatterns.set(compiled, found);
  return found;
}
