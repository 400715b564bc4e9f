import { getItem } from '../../database/content/items';
import type { CompiledPage, CompiledPortal } from '../../model/compiled';
import { createSiteRoots } from '../../runtime/roots';
import { evaluate } from '../../runtime/value';
import { findOwnBackend } from '../api/ownBackend';
import type { PortalServer } from '../config/portalServer';
import { nameSubject, type Sources } from '../config/sharedReply';
import { buildFrame } from './shell';

/** Whether what a page is about is there, and what that was found in. */
export interface Presence {
  there: boolean;
  sources?: Sources;
}

/**
 * Says whether the item of a page is published that only members get to see: the page is made without it, and the address of nothing has to be
 * answered as such all the same. Of what a service or another back end answers it is not known, and of what the address does not name there is nothing.
 * @param query what the address declares
 */
export async function findPresence(
  { database, clock }: Pick<PortalServer, 'database' | 'clock'>,
  portal: CompiledPortal,
  { definition }: CompiledPage,
  query: Readonly<Record<string, string>>,
): Promise<Presence> {
  const endpoint = definition.kind === 'detail' ? portal.endpoints[definition.source] : undefined;
  if (definition.kind !== 'detail' || !endpoint?.viewer || endpoint.own !== undefined || endpoint.service !== undefined)
    return { there: true };
  const name = Object.values(endpoint.params).find(({ field }) => field === '/id')?.name;
  const given = name === undefined ? undefined : definition.with?.[name];
  if (given === undefined) return { there: true };
  const id = evaluate(given, { ...createSiteRoots(buildFrame(portal), clock()), query });
  if (typeof id !== 'string' || id === '') return { there: false };
  if (findOwnBackend(portal, endpoint)) return { there: true };
  const { tenant } = portal;
  const found = await getItem(database, tenant, endpoint.module, id);
  const keys = [nameSubject({ tenant, module: endpoint.module }), nameSubject({ tenant, module: endpoint.module, item: id })];
  return { there: found?.status === 1, sources: { keys: new Set(keys), lasts: true } };
}
