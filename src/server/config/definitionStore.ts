import { runWithoutDeadline } from '../../database/deadline';
import type { Definitions } from '../../definitions/load';
import type { CompiledPortal } from '../../model/compiled';
import type { TenantSettings } from '../../model/definitions.g';
import type { Problem } from '../../model/problem';
import { type Portals, rest, walkPortals } from './walkPortals';

/** Where definitions come from. */
export interface DefinitionSource {
  /** Changes when a file changed. @param previous the definitions in use; absent while nobody is served yet */
  fingerprint(previous?: Definitions): Promise<string>;
  load(previous: Definitions | undefined): Promise<Definitions>;
}

/** Milliseconds between one look for changes and the next: at least these, and so many times what the look took, but never more than these. */
const [checkEvery, restPerLook, checkAtLeastEvery] = [300, 10, 1_000];
/** So many at most wait for one look. Where more come, the machine is overloaded, and answers matter more than a change of a moment ago. */
const mostWaiting = 32;

/** For so many milliseconds a request that noticed a change waits for what has changed to be compiled. */
const compileFor = 100;

/** The definitions in use. A changed file counts from the next request on; a broken one keeps the last good portal and is reported. */
export class DefinitionStore {
  private known = '';
  private checked = 0;
  private pause = checkEvery;
  private checking: Promise<void> | undefined;
  private waiting = 0;
  private readonly reported = new Set<string>();
  /** Institutions that visitors came to. */
  private readonly asked = new Set<string>();
  private readonly askedDesks = new Set<string>();
  /** Ends the work that followed the change before. */
  private superseded = new AbortController();
  private readonly listeners: (() => void)[] = [];

  private constructor(
    private readonly source: DefinitionSource,
    private set: Definitions,
    private readonly report: (problems: Problem[]) => void,
    private readonly clock: () => number,
  ) {}

  /** Loads the definitions and reports their problems. */
  static async open(
    source: DefinitionSource,
    report: (problems: Problem[]) => void,
    clock: () => number = Date.now,
  ): Promise<DefinitionStore> {
    const fingerprint = await source.fingerprint();
    const set = await source.load(undefined);
    const store = new DefinitionStore(source, set, report, clock);
    store.known = fingerprint;
    store.checked = clock();
    store.reportNew();
    return store;
  }

  /**
   * Loads changed files, looking for changes a few times a second at most. Callers at the same time share one look; in a crowd most go
   * on with what is known.
   * @throws what reading the files throws
   */
  async refresh(): Promise<void> {
    if (!this.checking) {
      if (this.clock() - this.checked < this.pause) return;
      this.waiting = 0;
      this.checking = this.look().finally(() => {
        this.checking = undefined;
      });
    }
    this.waiting += 1;
    if (this.waiting <= mostWaiting) await this.checking;
  }

  /** Loads changed files now, however short ago it was looked for changes. @throws what reading the files throws */
  async refreshNow(): Promise<void> {
    // A look that is under way may have been too early.
    await this.checking;
    this.checking ??= this.look().finally(() => {
      this.checking = undefined;
    });
    await this.checking;
  }

  /** The definitions in use. */
  get current(): Definitions {
    return this.set;
  }

  private async look(): Promise<void> {
    const begin = performance.now();
    const fingerprint = await this.source.fingerprint(this.set);
    this.checked = this.clock();
    // On a busy machine, or with a thousand institutions, visitors come before a change of a moment ago.
    this.pause = Math.min(checkAtLeastEvery, Math.max(checkEvery, (performance.now() - begin) * restPerLook));
    if (fingerprint === this.known) return;
    const before = this.set;
    this.set = await this.source.load(before);
    this.known = fingerprint;
    this.reported.clear();
    this.superseded.abort();
    this.superseded = new AbortController();
    this.compileChanged(before, this.superseded.signal);
    // Whoever noticed the change has no part in what follows it, nor has it to be done within their time.
    for (const listener of this.listeners) runWithoutDeadline(listener);
  }

  /**
   * Compiles what visitors came to and what has changed since: within a moment before they go on, and what takes longer, as of all
   * institutions when what they share has changed, behind them. What is asked for meanwhile is compiled when it is.
   */
  private compileChanged(before: Definitions, signal: AbortSignal): void {
    const { set } = this;
    const tenants = [...this.asked].filter((tenant) => set.madeOf(tenant) !== before.madeOf(tenant));
    const end = performance.now() + compileFor;
    while (tenants.length > 0 && performance.now() < end) this.compile(set, tenants.shift() ?? '');
    this.reportNew();
    if (tenants.length > 0) void runWithoutDeadline(() => this.compileBehind(set, tenants, signal));
  }

  private async compileBehind(set: Definitions, tenants: readonly string[], signal: AbortSignal): Promise<void> {
    await rest(compileFor, signal);
    const portal = (tenant: string): CompiledPortal | undefined => (signal.aborted ? undefined : this.compile(set, tenant));
    for await (const _portal of walkPortals({ tenants, portal }, signal)) this.reportNew();
    if (!signal.aborted) this.reportNew();
  }

  /** Compiles an institution in all its languages; what no visitor has at hand only to find what is wrong with it. */
  private compile(set: Definitions, tenant: string): CompiledPortal | undefined {
    for (const locale of set.locales(tenant))
      if (set.isAtHand(tenant, locale)) set.portal(tenant, locale);
      else set.glance(tenant, locale);
    if (!set.isAtHand(tenant)) return set.glance(tenant);
    if (this.askedDesks.has(tenant)) set.desk(tenant);
    return set.portal(tenant);
  }

  /** Calls back each time that changed files were loaded. */
  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Tenants are compiled when they are asked for, so problems come to light then too; each is reported once. */
  private reportNew(): void {
    const fresh = this.set.problems.filter((problem) => !this.reported.has(toKey(problem)));
    for (const problem of fresh) this.reported.add(toKey(problem));
    if (fresh.length > 0) this.report(fresh);
  }

  /** What the files were when the definitions in use were made of them. */
  get fingerprint(): string {
    return this.known;
  }

  /** Whether no file that an institution's portal is made of has an error. */
  isSound(tenant: string): boolean {
    return this.set.isSound(tenant);
  }

  /** Whether a host can be that of an institution which cannot be shown: it is known to be, or there is one whose settings name no host. */
  mayBeBroken(host: string): boolean {
    const named = new Set(this.set.hosts.values());
    return this.set.hosts.has(host) || this.tenants.length === 0 || this.tenants.some((tenant) => !named.has(tenant));
  }

  get tenants(): string[] {
    return this.set.tenants;
  }

  /** The settings of an institution, without compiling its portal; undefined when they have errors. */
  settings(tenant: string): TenantSettings | undefined {
    return this.set.settings(tenant);
  }

  /** The languages, besides the original one, in which an institution can be read; without an institution those of all. */
  locales(tenant?: string): readonly string[] {
    return this.set.locales(tenant);
  }

  portal(tenant: string, locale?: string): CompiledPortal | undefined {
    const portal = this.set.portal(tenant, locale);
    this.reportNew();
    return portal;
  }

  /** The institutions for work that passes by all of them, or by whichever has some to do: it drives out no portal that visitors use. */
  get inPassing(): Portals & Pick<Definitions, 'madeOf'> {
    return {
      tenants: this.set.tenants,
      madeOf: (tenant) => this.set.madeOf(tenant),
      portal: (tenant) => {
        const portal = this.set.glance(tenant);
        this.reportNew();
        return portal;
      },
    };
  }

  /** The portal that the staff of the institution with a host name work in; undefined for a host that no institution has. */
  deskOfHost(host: string): CompiledPortal | undefined {
    const tenant = this.set.hosts.get(host);
    if (tenant === undefined) return undefined;
    const desk = this.set.desk(tenant);
    this.asked.add(tenant);
    this.askedDesks.add(tenant);
    this.reportNew();
    return desk;
  }

  /**
   * The portal that a host name shows; undefined for a host that no institution has, and for one that has no such language.
   * @param locale another language than the original one
   */
  portalOfHost(host: string, locale?: string): CompiledPortal | undefined {
    const tenant = this.set.hosts.get(host);
    if (tenant === undefined) return undefined;
    this.asked.add(tenant);
    return this.portal(tenant, locale);
  }
}

const toKey = (problem: Problem): string => `${problem.file}:${problem.line}:${problem.column} ${problem.code} ${problem.message}`;
