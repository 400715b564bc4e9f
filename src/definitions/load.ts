import type { CompiledPortal } from '../model/compiled';
import type { TenantSettings } from '../model/definitions.g';
import type { Problem } from '../model/problem';
import type { FilePlace } from './language/document';
import { parsePointer } from '../model/pointer';
import { Memo } from './memo';
import { buildDesk, runPipeline } from './pipeline';
import { sortProblems } from './problems/problemText';
import type { Unsaved } from './read/files';
import { fingerprintSources, type Sources } from './read/sources';
import type { BuiltPortal, Snapshot } from './snapshot';

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
   * @param locale another language than the original one; undefined comes back where the tenant has none of it
   */
  portal(tenant: string, locale?: string): CompiledPortal | undefined;
  /**
   * The portal that the staff of a tenant work in, compiled when first asked for; undefined where {@link portal} is, and for definitions
   * without files of their own.
   */
  desk(tenant: string): CompiledPortal | undefined;
  /** The locales of a tenant besides the original one; without a tenant those of all. */
  locales(tenant?: string): readonly string[];
  /** Whether no file that a tenant's portal is made of has an error; the portal is compiled for it. */
  isSound(tenant: string): boolean;
  /** A tenant's settings, without compiling its portal; undefined when they have errors. */
  settings(tenant: string): TenantSettings | undefined;
  /** Which file wrote a value of a tenant's module, and where; the reference is a JSON Pointer from the start of the module. */
  provenance(tenant: string, module: string, reference: string): FilePlace | undefined;
}

/** Portals that outlived the program that made them. */
export interface KeptPortals {
  tenants: readonly string[];
  hosts: ReadonlyMap<string, string>;
  portal(tenant: string, locale?: string): CompiledPortal | undefined;
}

/** What definitions leave for those after them. */
interface Legacy {
  snapshot: Snapshot;
  /** The last snapshot whose base was valid; one is enough, so a chain of broken saves keeps no old files alive. */
  lastValid: Snapshot | undefined;
  lastGood: Map<string, CompiledPortal>;
  memo: Memo;
  kept: KeptPortals | undefined;
}

const legacies = new WeakMap<Definitions, Legacy>();

/**
 * Reads, checks and compiles all definitions below a root; tenants are compiled when they are asked for.
 * @param root the folder that holds `schemas` and `tenants`
 * @param previous the definitions until now: unchanged files are not read again, and portals without errors outlive errors
 * @param kept what is fallen back on where there was no portal without errors before; it outlives this load
 * @param unsaved what editors hold instead of files, by their paths below the root
 * @returns the definitions; never throws for what is in the files
 */
export async function loadDefinitions(root: string, previous?: Definitions, kept?: KeptPortals, unsaved?: Unsaved): Promise<Definitions> {
  const before = previous && legacies.get(previous);
  const memo = before?.memo ?? new Memo();
  return createDefinitions(await runPipeline(root, memo, unsaved), memo, kept ?? before?.kept, previous);
}

/** Returns the files that definitions were made of; of definitions that were not loaded here none. */
export const listSources = (definitions: Definitions): Sources | undefined => legacies.get(definitions)?.snapshot.sources;

/** Compiles everything below a root and returns all Problems, sorted. */
export async function checkAll(root: string): Promise<Problem[]> {
  const definitions = await loadDefinitions(root);
  for (const tenant of definitions.tenants)
    for (const locale of [undefined, ...definitions.locales(tenant)]) definitions.portal(tenant, locale);
  const ofLocales = legacies.get(definitions)?.snapshot.checkLocales() ?? [];
  return sortProblems(keepFirst([...definitions.problems, ...ofLocales]));
}

/** Returns a text that changes when a definition file does; made of times and sizes, so it is cheap to ask for before a request. */
export const fingerprint = async (root: string): Promise<string> => fingerprintSources(root);

/**
 * Makes definitions of a snapshot that fall back on those before it.
 * @param snapshot the files as they are now
 * @param memo what the next load may use again
 * @param previous the definitions until now
 */
function createDefinitions(snapshot: Snapshot, memo: Memo, kept: KeptPortals | undefined, previous?: Definitions): Definitions {
  const before = previous === undefined ? undefined : legacies.get(previous);
  const tenants = listTenants(snapshot, previous?.tenants ?? kept?.tenants ?? []);
  const lastGood = new Map([...(before?.lastGood ?? [])].filter(([key]) => tenants.some((tenant) => toTenant(key) === tenant)));
  const lastValid = before?.snapshot.isBaseValid ? before.snapshot : before?.lastValid;
  const problems = [...snapshot.problems];
  const portals = new Map<string, CompiledPortal | undefined>();
  const decide = (tenant: string, locale: string | undefined): CompiledPortal | undefined => {
    const built = snapshot.build(tenant, locale);
    problems.push(...built.problems);
    const key = toKey(tenant, locale);
    const good =
      completePortal(built) ?? lastGood.get(key) ?? completePortal(lastValid?.build(tenant, locale)) ?? kept?.portal(tenant, locale);
    if (good !== undefined) lastGood.set(key, good);
    return good ?? built.portal;
  };
  const desks = new WeakMap<CompiledPortal, CompiledPortal>();
  const all = [...new Set(tenants.flatMap((tenant) => snapshot.locales(tenant)))];
  const definitions: Definitions = {
    tenants,
    hosts: keepEarlierHosts(tenants, snapshot.hosts, [...(kept?.hosts ?? []), ...(previous?.hosts ?? [])]),
    get problems() {
      return sortProblems(keepFirst(problems));
    },
    portal(tenant, locale) {
      const key = toKey(tenant, locale);
      const isKnown = tenants.includes(tenant) && (locale === undefined || snapshot.locales(tenant).includes(locale));
      if (!portals.has(key)) portals.set(key, isKnown ? decide(tenant, locale) : undefined);
      return portals.get(key);
    },
    desk(tenant) {
      const site = definitions.portal(tenant);
      if (site === undefined) return undefined;
      let desk = desks.get(site);
      if (desk === undefined) {
        const built = buildDesk(site, snapshot.sources.base);
        problems.push(...built.problems);
        desks.set(site, (desk = built.portal));
      }
      return desk;
    },
    locales: (tenant) => (tenant === undefined ? all : snapshot.locales(tenant)),
    isSound: (tenant) => [undefined, ...snapshot.locales(tenant)].every((locale) => snapshot.build(tenant, locale).complete),
    settings: (tenant) => snapshot.settings(tenant),
    provenance: (tenant, module, reference) => snapshot.locate(tenant, module, parsePointer(reference)),
  };
  legacies.set(definitions, { snapshot, lastValid, lastGood, memo, kept });
  return definitions;
}

const toKey = (tenant: string, locale: string | undefined): string => (locale === undefined ? tenant : `${tenant}/${locale}`);
const toTenant = (key: string): string => key.split('/')[0] ?? '';

/** The same may be found wrong in several languages. */
function keepFirst(problems: readonly Problem[]): Problem[] {
  const known = new Map<string, Problem>();
  for (const problem of problems) {
    const key = `${problem.file}:${problem.line}:${problem.column} ${problem.code} ${problem.message}`;
    if (!known.has(key)) known.set(key, problem);
  }
  return [...known.values()];
}

const completePortal = (built: BuiltPortal | undefined): CompiledPortal | undefined => (built?.complete ? built.portal : undefined);

/** A folder that is gone takes its institution with it; when all of them are gone, their place is, and they stay. */
const listTenants = ({ tenants }: Snapshot, earlier: readonly string[]): string[] => (tenants.length > 0 ? tenants : [...earlier]);

/** Returns all hosts; a tenant whose settings cannot be read now keeps those that it had, as it keeps its last good portal. */
function keepEarlierHosts(
  tenants: readonly string[],
  hosts: ReadonlyMap<string, string>,
  earlier: readonly [string, string][],
): ReadonlyMap<string, string> {
  const readable = new Set(hosts.values());
  const kept = earlier.filter(([host, tenant]) => tenants.includes(tenant) && !readable.has(tenant) && !hosts.has(host));
  return kept.length === 0 ? hosts : new Map([...hosts, ...kept]);
}
