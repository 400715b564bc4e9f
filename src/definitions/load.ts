import type { Problem } from '../model/problem';
import { formBase } from './base';
import { formSettings, hasErrors, Caches } from './formed';
import { indexHosts } from './link/hosts';
import { tokens } from './language/jsonPointer';
import { cachesOf, createDefinitions, type Built, type Definitions, type Snapshot } from './lastGood';
import { fingerprintSources, readSources, type Sources } from './read/sources';
import { buildTenant, tenantModules } from './tenantBuild';

export type { Definitions } from './lastGood';

/**
 * Reads, checks and compiles all definitions below a root. Tenants are compiled when they are asked for; of each only its
 * settings are looked at here, so that a thousand of them start quickly.
 * @param root the folder that holds `schemas` and `tenants`
 * @param previous the definitions until now: unchanged files are not read again, and portals without errors outlive errors
 * @returns the definitions; never throws for what is in the files
 */
export async function loadDefinitions(root: string, previous?: Definitions): Promise<Definitions> {
  const caches = (previous && cachesOf(previous, (known) => known instanceof Caches)) ?? new Caches();
  return createDefinitions(takeSnapshot(await readSources(root, caches.files), caches), caches, previous);
}

/** Compiles everything below a root and returns all Problems, sorted. */
export async function checkAll(root: string): Promise<Problem[]> {
  const definitions = await loadDefinitions(root);
  for (const tenant of definitions.tenants) definitions.portal(tenant);
  return definitions.problems;
}

/** A text that changes when a definition file does; made of times and sizes, so it is cheap to ask for before a request. */
export async function fingerprint(root: string): Promise<string> {
  return fingerprintSources(root);
}

function takeSnapshot({ base: files, tenants }: Sources, caches: Caches): Snapshot {
  const base = formBase(files, caches);
  const settings = new Map([...tenants.values()].map((tenant) => [tenant.name, formSettings(tenant, base)]));
  const { hosts, problems } = indexHosts(settings);
  const built = new Map<string, Built>();
  return {
    tenants: [...tenants.keys()],
    hosts,
    sound: !hasErrors(base.problems),
    problems: [
      ...base.problems,
      ...problems,
      ...[...tenants.values()].flatMap((tenant) => [...tenant.problems, ...(settings.get(tenant.name)?.problems ?? [])]),
    ],
    build(name) {
      const tenant = tenants.get(name);
      const result =
        built.get(name) ?? (tenant === undefined ? { problems: [], complete: false } : buildTenant(tenant, settings.get(name), base));
      built.set(name, result);
      return result;
    },
    provenance(name, module, reference) {
      const tenant = tenants.get(name);
      const formed = tenant === undefined ? undefined : tenantModules(tenant, base).get(module);
      return formed?.locate(tokens(reference));
    },
  };
}
