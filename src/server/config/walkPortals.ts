import { setImmediate, setTimeout as delay } from 'node:timers/promises';
import type { CompiledPortal } from '../../model/compiled';

/** What is needed of the definitions. */
export interface Portals {
  readonly tenants: readonly string[];
  portal(tenant: string): CompiledPortal | undefined;
}

/** Tells the portals of all institutions; a signal ends it before the next one. */
export type ListPortals = (signal?: AbortSignal) => Iterable<CompiledPortal> | AsyncIterable<CompiledPortal>;

/** Milliseconds within which a portal is there that was compiled before. */
const atHand = 5;
/** For so many times as long as a portal took the process is left to visitors. */
const restPerPortal = 3;

/**
 * Leaves the process to visitors.
 * @param took for how many milliseconds it was not
 * @param signal cuts the rest short
 */
export const rest = (took: number, signal?: AbortSignal): Promise<void> =>
  took < atHand ? setImmediate() : delay(took * restPerPortal, undefined, { ref: false, signal }).catch(() => undefined);

/**
 * Returns the portals of all institutions that can be shown, one after the other, for work that nobody waits for. To compile a thousand takes a
 * minute: visitors' requests go between any two.
 * @param signal ends it before the next one
 */
export async function* walkPortals(definitions: Portals, signal?: AbortSignal): AsyncGenerator<CompiledPortal> {
  for (const tenant of definitions.tenants) {
    const begin = performance.now();
    const portal = definitions.portal(tenant);
    await rest(performance.now() - begin, signal);
    if (signal?.aborted) return;
    if (portal) yield portal;
  }
}
