import type { CompiledPortal } from '../model/compiled';
import type { Problem } from '../model/problem';
import type { FilePlace } from './language/document';
import { sortProblems } from './problems/problemText';

/** A tenant's portal as one set of files makes it. */
export interface Built {
  problems: Problem[];
  /** No file that the portal is made of has an error. */
  complete: boolean;
  /** The portal; when it is not complete, without the modules that have errors; undefined when even its settings have. */
  portal?: CompiledPortal;
}

/** All definition files as they were at one moment, compiled tenant by tenant when asked. */
export interface Snapshot {
  tenants: string[];
  hosts: ReadonlyMap<string, string>;
  /** No file below `schemas` has an error. */
  sound: boolean;
  /** What is wrong with files that were looked at without compiling any tenant. */
  problems: Problem[];
  /** Compiles a tenant; the same result when asked again. */
  build(tenant: string): Built;
  /** Which file wrote a value of a tenant's module; see `Definitions`. */
  provenance(tenant: string, module: string, reference: string): FilePlace | undefined;
}

/** The definitions that a server works with. */
export interface Definitions {
  /** The names of all institutions, sorted. */
  readonly tenants: string[];
  /** The institution of each host name, in small letters and without port. */
  readonly hosts: ReadonlyMap<string, string>;
  /** All Problems found so far, sorted by file, line and column; tenants are compiled when first asked for, so theirs come later. */
  readonly problems: Problem[];
  /**
   * A tenant's portal, compiled when first asked for. Overlay rule 6: while its files have errors, the last portal without is
   * kept; when there never was one, as at first start, it is served without the modules that have errors and without the pages
   * that show something of these. Undefined for an unknown tenant and for one whose settings were never valid.
   */
  portal(tenant: string): CompiledPortal | undefined;
  /** Which file wrote a value of a tenant's module, and where; the reference is a JSON Pointer from the start of the module. */
  provenance(tenant: string, module: string, reference: string): FilePlace | undefined;
}

interface Memory<C> {
  snapshot: Snapshot;
  /** The last snapshot whose base was sound; one is enough, so a chain of broken saves keeps no old files alive. */
  sound: Snapshot | undefined;
  lastGood: Map<string, CompiledPortal>;
  caches: C;
}

const memories = new WeakMap<Definitions, Memory<unknown>>();

/** What an earlier load left for a later one; see `createDefinitions`. */
export function cachesOf<C>(definitions: Definitions, isCaches: (caches: unknown) => caches is C): C | undefined {
  const caches = memories.get(definitions)?.caches;
  return isCaches(caches) ? caches : undefined;
}

/**
 * Makes definitions of a snapshot that fall back on those before it.
 * @param snapshot the files as they are now
 * @param caches what the next load may use again
 * @param previous the definitions until now
 */
export function createDefinitions(snapshot: Snapshot, caches: unknown, previous?: Definitions): Definitions {
  const before = previous === undefined ? undefined : memories.get(previous);
  const lastGood = new Map([...(before?.lastGood ?? [])].filter(([tenant]) => snapshot.tenants.includes(tenant)));
  const sound = before === undefined ? undefined : before.snapshot.sound ? before.snapshot : before.sound;
  const problems = [...snapshot.problems];
  const portals = new Map<string, CompiledPortal | undefined>();
  const decide = (tenant: string): CompiledPortal | undefined => {
    const built = snapshot.build(tenant);
    problems.push(...built.problems);
    if (built.complete && built.portal !== undefined) {
      lastGood.set(tenant, built.portal);
      return built.portal;
    }
    const earlier = lastGood.get(tenant) ?? (sound?.tenants.includes(tenant) ? sound.build(tenant) : undefined);
    if (earlier !== undefined && 'version' in earlier) return earlier;
    if (earlier?.complete && earlier.portal !== undefined) {
      lastGood.set(tenant, earlier.portal);
      return earlier.portal;
    }
    return built.portal;
  };
  const definitions: Definitions = {
    tenants: snapshot.tenants,
    hosts: hostsWithEarlier(snapshot, previous?.hosts),
    get problems() {
      return sortProblems(problems);
    },
    portal(tenant) {
      if (!portals.has(tenant)) portals.set(tenant, snapshot.tenants.includes(tenant) ? decide(tenant) : undefined);
      return portals.get(tenant);
    },
    provenance: (tenant, module, reference) => snapshot.provenance(tenant, module, reference),
  };
  memories.set(definitions, { snapshot, sound, lastGood, caches });
  return definitions;
}

/** The hosts of a tenant whose settings cannot be read now are those that it had, as its last good portal is the one it had. */
function hostsWithEarlier({ tenants, hosts }: Snapshot, earlier: ReadonlyMap<string, string> | undefined): ReadonlyMap<string, string> {
  const readable = new Set(hosts.values());
  const kept = [...(earlier ?? [])].filter(([host, tenant]) => tenants.includes(tenant) && !readable.has(tenant) && !hosts.has(host));
  return kept.length === 0 ? hosts : new Map([...hosts, ...kept]);
}
