import type { CompiledPortal } from '../model/compiled';
import type { Problem } from '../model/problem';

/** What a set of definitions can be asked; `definitions/load` makes one from the files. */
export interface DefinitionSet {
  tenants: string[];
  /** Tenant by host name. */
  hosts: ReadonlyMap<string, string>;
  problems: Problem[];
  portal(tenant: string): CompiledPortal | undefined;
}

/** Where definitions come from. */
export interface DefinitionSource {
  /** Changes when a file changed. */
  fingerprint(): Promise<string>;
  load(previous: DefinitionSet | undefined): Promise<DefinitionSet>;
}

const checkEvery = 300;

/**
 * The definitions in use. A changed file counts from the next request on; a broken one keeps the last good portal and is
 * reported.
 */
export class DefinitionStore {
  private known = '';
  private checked = 0;
  private checking: Promise<void> | undefined;

  private constructor(private readonly source: DefinitionSource, private set: DefinitionSet, private readonly report: (problems: Problem[]) => void, private readonly clock: () => number) {}

  /** Loads the definitions and reports their problems. */
  static async open(source: DefinitionSource, report: (problems: Problem[]) => void, clock: () => number = Date.now): Promise<DefinitionStore> {
    const fingerprint = await source.fingerprint();
    const set = await source.load(undefined);
    const store = new DefinitionStore(source, set, report, clock);
    store.known = fingerprint;
    store.checked = clock();
    report(set.problems);
    return store;
  }

  /** Loads changed files, looking for changes a few times a second at most; callers at the same time share one look. */
  async refresh(): Promise<void> {
    if (this.checking) return this.checking;
    if (this.clock() - this.checked < checkEvery) return;
    this.checking = this.look().finally(() => { this.checking = undefined; });
    return this.checking;
  }

  private async look(): Promise<void> {
    const fingerprint = await this.source.fingerprint();
    this.checked = this.clock();
    if (fingerprint === this.known) return;
    this.set = await this.source.load(this.set);
    this.known = fingerprint;
    this.report(this.set.problems);
  }

  get tenants(): string[] { return this.set.tenants; }

  portal(tenant: string): CompiledPortal | undefined { return this.set.portal(tenant); }

  /** The portal that a host name shows; undefined for a host that no institution has. */
  portalOfHost(host: string): CompiledPortal | undefined {
    const tenant = this.set.hosts.get(host);
    return tenant === undefined ? undefined : this.set.portal(tenant);
  }
}
