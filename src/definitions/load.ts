import type { CompiledPortal } from '../model/compiled';
import type { TenantSettings } from '../model/definitions.g';
import type { Problem } from '../model/problem';
import type { Document, FilePlace } from './language/document';
import { parsePointer } from '../model/pointer';
import { BuiltPortals, toKey } from './builtPortals';
import { validatedIn } from './checked';
import { Memo } from './memo';
import { buildDesk, runPipeline } from './pipeline';
import { sortProblems } from './problems/problemText';
import type { Unsaved } from './read/files';
import { atOnce, createSlicedDisk } from './read/disk';
import { fingerprintSources, readSources, type Sources } from './read/sources';
import type { BuiltPortal, PortalBuilder, Snapshot } from './snapshot';
import type { SoundDefinitions } from './soundDefinitions';

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
  /** The same for work that passes by all institutions: what was not at hand is not kept, so that it drives out nothing that visitors use. */
  glance(tenant: string, locale?: string): CompiledPortal | undefined;
  /** Whether a portal of a tenant is at hand for visitors, be it of files that have changed since. */
  isAtHand(tenant: string, locale?: string): boolean;
  /** Stands for the files that a tenant's portals are made of: another object when one of them has changed. */
  madeOf(tenant: string): object | undefined;
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

/** What outlived programs before this one. */
interface Outlived {
  /** Finds the portals of files that are others now. */
  findKept(sources: Sources): Promise<KeptPortals | undefined>;
  /** Returns the files that all share as they were when nothing was wrong with them: each stands in for one that cannot be read. */
  findGood?(): Promise<readonly Document[]>;
  sound?: SoundDefinitions;
}

/** What definitions leave for those after them. */
interface Legacy {
  snapshot: Snapshot;
  /** By tenant what made its portals before its files changed, the newest first: what is fallen back on while they have errors. */
  earlier: ReadonlyMap<string, readonly PortalBuilder[]>;
  /** Of which portals the problems were told, by the keys of these. */
  told: Set<string>;
  memo: Memo;
  portals: BuiltPortals;
  kept: KeptPortals | undefined;
}

const legacies = new WeakMap<Definitions, Legacy>();

/**
 * Reads, checks and compiles all definitions below a root; tenants are compiled when they are asked for.
 * @param root the folder that holds `schemas` and `tenants`
 * @param previous the definitions until now: unchanged files are not read again, and portals without errors outlive errors
 * @param outlived what is fallen back on where there was no portal without errors before, and what need not be checked; it outlives this load
 * @param unsaved what editors hold instead of files, by their paths below the root
 * @returns the definitions; never throws for what is in the files
 */
export async function loadDefinitions(root: string, previous?: Definitions, outlived?: Outlived, unsaved?: Unsaved): Promise<Definitions> {
  const before = previous && legacies.get(previous);
  const memo = before?.memo ?? new Memo(outlived?.sound);
  const portals = before?.portals ?? new BuiltPortals((tenant) => memo.forgetAll(validatedIn(`tenants/${tenant}`)));
  const read = (): Promise<Sources> => readSources(root, memo, unsaved, previous ? createSlicedDisk() : atOnce);
  const found = await read();
  const good = found.base.problems.some(({ severity }) => severity === 'error') ? ((await outlived?.findGood?.()) ?? []) : [];
  memo.keepGood(good, []);
  const sources = good.length === 0 ? found : await read();
  const kept = (await outlived?.findKept(sources)) ?? before?.kept;
  return createDefinitions(runPipeline(sources, memo), { memo, portals, kept }, previous);
}

/** Returns the files that definitions were made of; of definitions that were not loaded here none. */
export const listSources = (definitions: Definitions): Sources | undefined => legacies.get(definitions)?.snapshot.sources;

/** Compiles everything below a root and returns all Problems, sorted. */
export async function checkAll(root: string): Promise<Problem[]> {
  const definitions = await loadDefinitions(root);
  for (const tenant of definitions.tenants)
    for (const locale of [undefined, ...definitions.locales(tenant)]) definitions.glance(tenant, locale);
  const ofLocales = legacies.get(definitions)?.snapshot.checkLocales() ?? [];
  return sortProblems(keepFirst([...definitions.problems, ...ofLocales]));
}

/**
 * Returns a text that changes when a definition file does; made of times and sizes, so it is cheap to ask for before a request.
 * @param isAlone nobody is served meanwhile
 */
export const fingerprint = async (root: string, isAlone = false): Promise<string> =>
  fingerprintSources(root, isAlone ? atOnce : createSlicedDisk());

/**
 * Makes definitions of a snapshot that fall back on those before it.
 * @param snapshot the files as they are now
 * @param previous the definitions until now
 */
function createDefinitions(
  snapshot: Snapshot,
  { memo, portals, kept }: Pick<Legacy, 'memo' | 'portals' | 'kept'>,
  previous?: Definitions,
): Definitions {
  const before = previous === undefined ? undefined : legacies.get(previous);
  const tenants = listTenants(snapshot, previous?.tenants ?? kept?.tenants ?? []);
  const known = new Set(tenants);
  const earlier = new Map(tenants.map((tenant) => [tenant, before ? listEarlier(tenant, snapshot, before) : []]));
  const problems = [...snapshot.problems];
  const told = new Set<string>();
  const tell = (tenant: string, locale: string | undefined, found: readonly Problem[] = []): void => {
    const key = toKey(tenant, locale);
    if (!told.has(key)) problems.push(...found.filter(({ file }) => !snapshot.heldBack.has(file)));
    told.add(key);
  };
  // What was told of files that are as they were is so still.
  for (const tenant of tenants)
    for (const locale of [undefined, ...snapshot.locales(tenant)])
      if (before?.told.has(toKey(tenant, locale)) && before.snapshot.builder(tenant) === snapshot.builder(tenant))
        tell(tenant, locale, snapshot.builder(tenant)?.found(locale)?.problems);
  const decide = (
    tenant: string,
    locale: string | undefined,
    find: (builder: PortalBuilder) => BuiltPortal,
  ): CompiledPortal | undefined => {
    if (!known.has(tenant) || (locale !== undefined && !snapshot.locales(tenant).includes(locale))) return undefined;
    const builder = snapshot.builder(tenant);
    const { problems, complete } = builder?.found(locale) ?? (builder && find(builder)) ?? { problems: [], complete: false };
    tell(tenant, locale, problems);
    if (builder && complete) return find(builder).portal;
    const good = earlier.get(tenant)?.find((one) => (one.found(locale) ?? find(one)).complete);
    const portal = (good && find(good).portal) ?? kept?.portal(tenant, locale);
    if (portal !== undefined || builder === undefined) return portal;
    portals.makeRoom(builder, locale);
    return find(builder).portal;
  };
  const desks = new WeakMap<CompiledPortal, CompiledPortal>();
  const all = [...new Set(tenants.flatMap((tenant) => snapshot.locales(tenant)))];
  const definitions: Definitions = {
    tenants,
    hosts: keepEarlierHosts(tenants, snapshot.hosts, [...(kept?.hosts ?? []), ...(previous?.hosts ?? [])]),
    get problems() {
      return sortProblems(keepFirst(problems));
    },
    portal: (tenant, locale) => decide(tenant, locale, (builder) => portals.get(builder, locale)),
    glance: (tenant, locale) => decide(tenant, locale, (builder) => portals.glance(builder, locale)),
    isAtHand: (tenant, locale) => portals.has(tenant, locale),
    madeOf: (tenant) => snapshot.builder(tenant),
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
    isSound: (tenant) => {
      const builder = snapshot.builder(tenant);
      return (
        builder !== undefined &&
        [undefined, ...snapshot.locales(tenant)].every((locale) => (builder.found(locale) ?? portals.glance(builder, locale)).complete)
      );
    },
    settings: (tenant) => snapshot.settings(tenant),
    provenance: (tenant, module, reference) => snapshot.locate(tenant, module, parsePointer(reference)),
  };
  legacies.set(definitions, { snapshot, earlier, told, memo, portals, kept });
  return definitions;
}

/**
 * Returns what made a tenant's portals before its files changed, the newest first. Two are enough, the last one and the last of which it is
 * known that nothing was wrong with it, so that a chain of broken saves keeps no old files alive.
 */
function listEarlier(tenant: string, { builder }: Snapshot, { snapshot, earlier }: Legacy): readonly PortalBuilder[] {
  const [last, before] = [snapshot.builder(tenant), earlier.get(tenant) ?? []];
  if (last === undefined || last === builder(tenant) || last.found()?.complete === false) return before;
  const isWhole = [undefined, ...snapshot.locales(tenant)].every((locale) => last.found(locale)?.complete);
  return isWhole ? [last] : [last, ...before.slice(-1)];
}

/** The same may be found wrong in several languages. */
function keepFirst(problems: readonly Problem[]): Problem[] {
  const known = new Map<string, Problem>();
  for (const problem of problems) {
    const key = `${problem.file}:${problem.line}:${problem.column} ${problem.code} ${problem.message}`;
    if (!known.has(key)) known.set(key, problem);
  }
  return [...known.values()];
}

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
