import type { ClientEndpoint } from '../../model/compiled';
import type { CallValues } from '../../runtime/pageData';

/** What SWR keeps something under besides pages, which have their addresses: what it is, and what it was asked by. */
export type DataKey = readonly ['call' | 'own' | 'mark' | 'counts' | 'taken' | 'address' | 'divisions', ...unknown[]];

/** What the reply of a call is kept under: the declared call and its values. */
export type CallKey = readonly ['call', string, CallValues];

/** Returns what the reply of a call is kept under. */
export const buildCallKey = (endpoint: ClientEndpoint, values: CallValues): CallKey => ['call', endpoint.name, values];

/** Returns whether a key is no address of a page. */
export const isDataKey = (key: unknown): key is DataKey => Array.isArray(key);

/** Returns a key that says, too, who was signed in: whoever is next finds nothing under it. */
export const addOwner = ([kind, ...rest]: DataKey, owner: string): DataKey => [kind, ...rest, owner];

/** Returns whether what stands under a key, as SWR writes it, is that of this owner. */
export const isOwnedBy = (key: string, owner: string): boolean => key.endsWith(`${JSON.stringify(owner)},`);
