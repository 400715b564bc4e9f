import type { TenantSettings } from '../../model/definitions.g';
import type { Problem } from '../../model/problem';
import type { FilePlace, Locate } from '../language/document';
import { formatPointer } from '../../model/pointer';
import * as messages from '../problems/messages';

/** An institution's settings as far as hosts are concerned. */
export interface HostOwner {
  definition: TenantSettings | undefined;
  locate: Locate;
}

/** Returns the institution of each host; of two that claim one the first by name has it and the other a Problem. */
export function indexHosts(settings: ReadonlyMap<string, HostOwner>): { hosts: Map<string, string>; problems: Problem[] } {
  const owners = new Map<string, { tenant: string; place: () => FilePlace }>();
  const problems: Problem[] = [];
  for (const [tenant, { definition, locate }] of settings) {
    for (const [index, host] of (definition?.hosts ?? []).entries()) {
      const path = ['hosts', String(index)];
      const other = owners.get(host);
      if (other === undefined) owners.set(host, { tenant, place: () => locate(path) });
      else problems.push(messages.problem(locate(path), formatPointer(path), messages.duplicateHost(host, other.tenant, other.place())));
    }
  }
  return { hosts: new Map([...owners].map(([host, { tenant }]) => [host, tenant])), problems };
}
