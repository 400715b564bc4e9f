import type { Lifecycle } from '../../model/compiled';
import type { Codelist, Module, Moves, Scalar, State, States } from '../../model/definitions.g';
import { getOwn, isObject, type JsonObject } from '../../model/json';
import { type LifecycleContract, services } from '../../model/services';
import { parts } from './metaSchemas';

/** What the language says of modules that say nothing, as its meta-schema has it. */
const usual: Lifecycle = {
  states: (parts['States']?.default ?? {}) as object as States,
  moves: (parts['Moves']?.default ?? {}) as object as Moves,
};

/** Returns the states of a module's items and the moves between them: its own, or those of the default with its own moves besides. */
export function getLifecycle({ states, moves }: Pick<Module, 'states' | 'moves'>): Lifecycle {
  return states ? { states, moves: moves ?? {} } : { states: usual.states, moves: { ...usual.moves, ...moves } };
}

/** What becomes of what a service keeps, and the service. */
export interface ServedLifecycle {
  service: string;
  lifecycle: LifecycleContract;
}

/** Returns what becomes of what the service keeps that a module lists; undefined of a module with items of its own. */
export function findServedLifecycle({ endpoints }: Pick<Module, 'endpoints'>): ServedLifecycle | undefined {
  for (const { service = '' } of Object.values(endpoints ?? {})) {
    const { lifecycle } = getOwn(services, service) ?? {};
    if (lifecycle) return { service, lifecycle };
  }
  return undefined;
}

/** Returns code lists with the labels of states in place of `states`. */
export function listStates(codelists: Readonly<Record<string, Codelist>>, { states }: Lifecycle): Record<string, Codelist> {
  const options = Object.fromEntries(Object.entries(states).map(([name, { label, value }]) => [name, { label, value }]));
  return Object.fromEntries(Object.entries(codelists).map(([name, list]) => [name, list.states ? { options } : list]));
}

/** Returns a display of a state with the states' tones, unless it has tones of its own. */
export function addTones(display: JsonObject, definition: Module): JsonObject {
  const { value, codelist, tones } = display;
  const own = typeof codelist === 'string' && codelist.includes(':') ? codelist.slice(codelist.indexOf(':') + 1) : codelist;
  if (typeof value !== 'string' || tones !== undefined || isObject(own) || !definition.codelists?.[String(own)]?.states) return display;
  const found: Record<string, Scalar[]> = {};
  for (const { tone, value: code } of Object.values<State>(getLifecycle(definition).states))
    if (tone !== undefined) found[tone] = [...(found[tone] ?? []), code];
  return { ...display, tones: Object.fromEntries(Object.entries(found).map(([tone, codes]) => [tone, { [value]: { enum: codes } }])) };
}
