import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database, Queryable } from '../../database/connection';
import { type DefinitionVersion, listNewestVersions, listVersions } from '../../database/definitions/versions';
import { type Definitions, loadDefinitions } from '../../definitions/load';
import { formatProblem } from '../../definitions/problems/problemText';
import { asObject } from '../../model/json';
import type { DefinitionSource, DefinitionStore } from './definitionStore';
import { VersionFolder } from './versionFolder';

/** After so many milliseconds it is tried again to fetch what could not be fetched. */
const retryMs = 1_000;

/** Where published definitions come from, and where they are put. */
interface PublishedPlace {
  /** The folder of `schemas`, which comes with the program. */
  schemas: string;
  /** A folder for what is fetched. */
  folder: string;
  /** Changes with whatever the program finds wrong; absent: nothing is trusted that was checked before. */
  build?: string | undefined;
  database: () => Promise<Queryable>;
  /** Is told of versions that are not served and why, a line each. */
  note: (line: string) => void;
}

/**
 * The definitions that were published, put below a folder of this process: of each institution the newest version in which this program finds no
 * errors. A version takes the place of another as a whole, before one of the looks of the store.
 */
export class PublishedDefinitions implements DefinitionSource {
  /** The folder of `schemas` and `tenants` that is served. */
  readonly root: string;
  private readonly versions: VersionFolder;
  /** By institution the version that is served or about to be, where its files are, and the newest that there was. */
  private readonly served = new Map<string, { number: number; folder: string }>();
  private readonly newest = new Map<string, number>();
  private readonly pending = new Map<string, string>();
  private readonly name = `root-${process.pid}`;
  private current: Definitions | undefined;
  private syncing: Promise<void> = Promise.resolve();
  private readonly closing = new AbortController();

  /** @param files returns what reads the files below the root */
  constructor(
    private readonly published: PublishedPlace,
    private readonly files: () => DefinitionSource,
  ) {
    this.versions = new VersionFolder(published.folder);
    this.root = join(published.folder, this.name);
  }

  async fingerprint(previous?: Definitions): Promise<string> {
    if (!previous) await this.open();
    this.current = previous;
    for (const [tenant, folder] of this.pending) {
      await this.versions.place(this.root, tenant, folder);
      this.pending.delete(tenant);
    }
    return this.files().fingerprint(previous);
  }

  load(previous: Definitions | undefined): Promise<Definitions> {
    return this.files().load(previous);
  }

  /** Fetches what was published since; what is sound counts from the next look on. @throws what the database throws */
  sync(): Promise<void> {
    this.syncing = this.syncing.catch(() => undefined).then(() => this.take());
    return this.syncing;
  }

  /** The build of this program; empty where that is not known. */
  get build(): string {
    return this.published.build ?? '';
  }

  /** Whether the newest version of an institution is the one that is served. */
  isNewest = (tenant: string): boolean => this.served.get(tenant)?.number === this.newest.get(tenant);

  /** Returns the number of the version of an institution that is served or about to be. */
  numberOf = (tenant: string): number | undefined => this.served.get(tenant)?.number;

  /** Has what is published served within a moment, until it is closed. */
  watch(definitions: DefinitionStore, { changes }: Pick<Database, 'changes'>): void {
    const follow = async (): Promise<void> => {
      while (!this.closing.signal.aborted) {
        try {
          await this.sync();
          return await definitions.refreshNow();
        } catch (error) {
          this.published.note(`What was published could not be fetched: ${String(error)}`);
          await delay(retryMs, undefined, { ref: false });
        }
      }
    };
    const unfollow = changes.follow((changed) => {
      if (changed === 'everything' || changed.some(({ topic }) => topic === 'definitions')) void follow();
    });
    this.closing.signal.addEventListener('abort', unfollow);
  }

  /** Ends it, and removes the folder of this process. */
  async close(): Promise<void> {
    this.closing.abort();
    await this.syncing.catch(() => undefined);
    await rm(this.root, { recursive: true, force: true });
  }

  private async open(): Promise<void> {
    await this.versions.assemble(this.name, this.published.schemas, new Map());
    await this.sync();
    if (this.served.size === 0) this.published.note('Nothing is served: publish an institution with npm run publish -- NAME.');
    await this.versions.tidy(new Set([...this.served.values()].map(({ folder }) => folder)));
  }

  private async take(): Promise<void> {
    const db = await this.published.database();
    const all = await listNewestVersions(db);
    const fresh = all.filter(({ tenant, number }) => this.newest.get(tenant) !== number);
    if (fresh.length === 0) return;
    const tries = new Map(fresh.map((version) => [version.tenant, version]));
    const known = await this.readChecked();
    while (tries.size > 0) {
      const folders = new Map<string, string>();
      for (const [tenant, version] of tries) folders.set(tenant, await this.versions.fetch(db, version));
      const unknown = new Map([...folders].filter(([tenant]) => !this.isChecked(tries.get(tenant), known.get(tenant))));
      const faults = unknown.size === 0 ? new Map<string, string>() : await this.findFaults(unknown);
      for (const [tenant, version] of tries) {
        const fault = faults.get(tenant);
        const next = fault === undefined ? undefined : await this.stepBack(db, version, fault);
        if (fault === undefined) this.accept(version, folders.get(tenant) ?? '');
        if (next) tries.set(tenant, next);
        else tries.delete(tenant);
      }
    }
    for (const { tenant, number } of fresh) this.newest.set(tenant, number);
    await this.keepChecked();
  }

  /** Whether this very build found no errors in a version, when it was published or here. */
  private isChecked(version: DefinitionVersion | undefined, known: number | undefined): boolean {
    return version !== undefined && ((this.build !== '' && version.build === this.build) || version.number === known);
  }

  private accept({ tenant, number }: DefinitionVersion, folder: string): void {
    this.served.set(tenant, { number, folder });
    this.pending.set(tenant, folder);
  }

  /** Says why a version is not served. @returns the one before it, unless that is served already or there is none */
  private async stepBack(
    db: Queryable,
    { tenant, number, author }: DefinitionVersion,
    fault: string,
  ): Promise<DefinitionVersion | undefined> {
    const served = this.served.get(tenant)?.number ?? 0;
    const [before] = await listVersions(db, tenant, { below: number, limit: 1 });
    const next = before && before.number > served ? before : undefined;
    const stays = next ? `version ${next.number} is tried` : served > 0 ? `version ${served} stays` : 'the institution is not served';
    this.published.note(`Version ${number} of tenants/${tenant} (${author}) has errors for this program, ${stays}: ${fault}`);
    return next;
  }

  /** Returns what is wrong with institutions, the first of each, were they served from other folders. */
  private async findFaults(folders: ReadonlyMap<string, string>): Promise<Map<string, string>> {
    const served = [...this.served].map(([tenant, { folder }]) => [tenant, folder] as const);
    const root = await this.versions.assemble(`check-${process.pid}`, this.published.schemas, new Map([...served, ...folders]));
    try {
      const tried = await loadDefinitions(root, this.current);
      const faults = new Map<string, string>();
      for (const tenant of folders.keys()) {
        if (tried.isSound(tenant)) continue;
        tried.glance(tenant);
        const errors = tried.problems.filter(({ severity }) => severity === 'error');
        const own = errors.find(({ file }) => file.startsWith(`tenants/${tenant}/`)) ?? errors[0];
        faults.set(tenant, own ? formatProblem(own) : 'it cannot be read');
      }
      return faults;
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  }

  /** Which version of each institution this very build has found to be sound: a start does not check them again. */
  private async readChecked(): Promise<ReadonlyMap<string, number>> {
    const { build } = this.published;
    if (build === undefined || this.current) return new Map();
    const text = await readFile(this.checkedPath, 'utf8').catch(() => '{}');
    const { build: by, versions } = parse(text);
    if (by !== build) return new Map();
    return new Map(Object.entries(asObject(versions)).filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
  }

  private async keepChecked(): Promise<void> {
    const { build } = this.published;
    if (build === undefined) return;
    const versions = Object.fromEntries([...this.served].map(([tenant, { number }]) => [tenant, number]));
    await writeFile(this.checkedPath, JSON.stringify({ build, versions }));
  }

  private get checkedPath(): string {
    return join(this.published.folder, 'checked.json');
  }
}

function parse(text: string): Record<string, unknown> & { versions?: unknown } {
  try {
    return asObject(JSON.parse(text));
  } catch {
    return {};
  }
}
