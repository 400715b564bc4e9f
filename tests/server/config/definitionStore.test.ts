import { describe, expect, it } from 'vitest';
import { getRemainingTime, runWithDeadline } from '../../../src/database/deadline';
import type { Definitions } from '../../../src/definitions/load';
import { DefinitionStore, type DefinitionSource } from '../../../src/server/config/definitionStore';

/** A source whose looks are answered when the test says so, and whose definitions are named by the fingerprint that they have. */
class ControlledSource implements DefinitionSource {
  looks = 0;
  private current = 'first';
  private answer: ((fingerprint: string) => void) | undefined;
  private slow = false;
  /** The fingerprints with which desks were compiled. */
  readonly desks: string[] = [];

  /** From now on a look waits for `end`. */
  stall(): void {
    this.slow = true;
  }

  end(fingerprint: string): void {
    this.current = fingerprint;
    this.answer?.(fingerprint);
  }

  change(fingerprint: string): void {
    this.current = fingerprint;
  }

  fingerprint(): Promise<string> {
    this.looks += 1;
    if (!this.slow) return Promise.resolve(this.current);
    return new Promise((resolve) => {
      this.answer = resolve;
    });
  }

  load(): Promise<Definitions> {
    const made = this.current;
    return Promise.resolve({
      tenants: [made],
      hosts: new Map([['desk.localhost', 'desk']]),
      problems: [],
      portal: () => undefined,
      glance: () => undefined,
      isAtHand: () => true,
      madeOf: () => ({}),
      desk: () => {
        this.desks.push(made);
        return undefined;
      },
      locales: () => [],
      isSound: () => true,
      settings: () => undefined,
      provenance: () => undefined,
    });
  }
}

/** Opens a store with a clock that is set by hand. */
async function openStore(): Promise<{ store: DefinitionStore; source: ControlledSource; pass: () => void }> {
  const source = new ControlledSource();
  let now = 0;
  const store = await DefinitionStore.open(
    source,
    () => undefined,
    () => now,
  );
  return { store, source, pass: () => (now += 1_000) };
}

describe('definitions in use', () => {
  it('change with the first request after a file did', async () => {
    const { store, source, pass } = await openStore();
    source.change('second');
    pass();
    await store.refresh();
    expect(store.tenants).toEqual(['second']);
  });

  it('are looked at once for all who ask at the same time, and not again at once', async () => {
    const { store, source, pass } = await openStore();
    pass();
    await Promise.all(Array.from({ length: 50 }, () => store.refresh()));
    await store.refresh();
    expect(source.looks).toBe(2);
  });

  it('are given as they were to most of a crowd while a look takes long, and change when it ends', async () => {
    const { store, source, pass } = await openStore();
    source.stall();
    pass();
    let answered = 0;
    const crowd = Array.from({ length: 100 }, () => store.refresh().then(() => (answered += 1)));
    await expect.poll(() => answered).toBe(68);
    expect(store.tenants).toEqual(['first']);
    source.end('second');
    await Promise.all(crowd);
    expect(store.tenants).toEqual(['second']);
    expect(source.looks).toBe(2);
  });

  it('has what follows a change done in a time of its own, not in that of the request which noticed it', async () => {
    const { store, source, pass } = await openStore();
    const left: (number | undefined)[] = [];
    store.onChange(() => left.push(getRemainingTime()));
    source.change('second');
    pass();
    await runWithDeadline(1_000, () => store.refreshNow());
    expect([store.tenants, left]).toEqual([['second'], [undefined]]);
  });

  it('have the desks that are in use compiled before a request goes on, and no others', async () => {
    const { store, source, pass } = await openStore();
    source.change('second');
    pass();
    await store.refresh();
    expect(source.desks).toEqual([]);
    store.deskOfHost('desk.localhost');
    source.change('third');
    pass();
    await store.refresh();
    expect(source.desks).toEqual(['second', 'third']);
  });
});

/** Opens a store over institutions that take 30 ms each to compile, of which each change changes all but the first, and visits all. */
async function openSlow(): Promise<{ store: DefinitionStore; tenants: string[]; made: string[]; told: string[]; change: () => void }> {
  const tenants = Array.from({ length: 12 }, (_, index) => `t${index}`);
  const [made, told]: [string[], string[]] = [[], []];
  let version = 1;
  const load = async (): Promise<Definitions> => {
    const [own, files] = [version, new Map(tenants.map((tenant) => [tenant, {}]))];
    const compile = (how: string) => (tenant: string) => {
      const end = performance.now() + 30;
      while (performance.now() < end);
      made.push(`${own} ${how} ${tenant}`);
      return undefined;
    };
    const place = { file: 'f', line: 1, column: 1, endLine: 1, endColumn: 1, path: '' };
    return {
      tenants,
      hosts: new Map(tenants.map((tenant) => [tenant, tenant])),
      get problems() {
        return made.map((message) => ({ ...place, severity: 'error' as const, code: 'c', message, chinese: message }));
      },
      portal: compile('portal'),
      glance: compile('glance'),
      isAtHand: (tenant) => tenant !== 't11',
      madeOf: (tenant) => (tenant === 't0' ? tenants : files.get(tenant)),
      desk: () => undefined,
      locales: () => [],
      isSound: () => true,
      settings: () => undefined,
      provenance: () => undefined,
    };
  };
  const store = await DefinitionStore.open({ fingerprint: async () => String(version), load }, (found) =>
    told.push(...found.map(({ message }) => message)),
  );
  for (const tenant of tenants) store.portalOfHost(tenant);
  for (const list of [made, told]) list.length = 0;
  return { store, tenants, made, told, change: () => (version += 1) };
}

describe('a change of all institutions', () => {
  it('is waited for a moment only: the rest is compiled behind the request, what visitors use to be at hand', async () => {
    const { store, tenants, made, told, change } = await openSlow();
    change();
    await store.refreshNow();
    expect(made.length).toBeGreaterThan(1);
    expect(made.length).toBeLessThan(8);
    expect(told).toEqual(made);
    const all = [...tenants.slice(1, 11).map((tenant) => `2 portal ${tenant}`), '2 glance t11'];
    await expect.poll(() => told).toEqual(all);
    expect(made).toEqual(all);
  });

  it('is left where it is when the next one comes', async () => {
    const { store, made, change } = await openSlow();
    for (let times = 0; times < 2; times += 1) {
      change();
      await store.refreshNow();
    }
    await expect.poll(() => made.at(-1)).toBe('3 glance t11');
    expect(made.filter((line) => line.startsWith('2 ')).length).toBeLessThan(8);
    expect(made.filter((line) => line.startsWith('3 '))).toHaveLength(11);
  });
});
