import type { ComponentType } from 'react';

/** A component, or how to fetch it; `ready` is set once it was fetched. */
export type Loadable<P> = ComponentType<P> | { load: () => Promise<ComponentType<P>>; ready?: ComponentType<P> };

/** Returns the component of an entry, or undefined as long as it was not fetched. */
export function getComponent<P>(entry: Loadable<P>): ComponentType<P> | undefined {
  return typeof entry === 'function' ? entry : 'load' in entry ? entry.ready : undefined;
}

/**
 * Fetches the component of an entry unless it is there.
 * @throws when its file cannot be fetched
 */
export async function settle<P>(entry: Loadable<P>): Promise<ComponentType<P>> {
  return typeof entry === 'function' ? entry : (entry.ready ??= await entry.load());
}
