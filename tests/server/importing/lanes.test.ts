import { describe, expect, it } from 'vitest';
import type { NewItem } from '../../../src/database/content/writeItems';
import { StoreLanes } from '../../../src/server/importing/lanes';

const batch = (...ids: string[]): NewItem[] => ids.map((id) => ({ tenant: 'a', module: 'm', id, title: id, pub: new Date(0), doc: {} }));

/** Lanes whose batches are stored when the test says so. */
function open(most: number) {
  const begun: string[] = [];
  const ends = new Map<string, { resolve: () => void; reject: (error: Error) => void }>();
  const lanes = new StoreLanes(most, (records) => {
    const name = records.map(({ id }) => id).join('+');
    begun.push(name);
    return new Promise<void>((resolve, reject) => ends.set(name, { resolve, reject }));
  });
  return {
    lanes,
    begun,
    end: (name: string) => ends.get(name)?.resolve(),
    fail: (name: string) => ends.get(name)?.reject(new Error(name)),
  };
}

const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('batches of an import', () => {
  it.each([
    [1, ['a']],
    [2, ['a', 'b']],
    [3, ['a', 'b', 'c']],
  ])('are stored %i at once, the next when one is done', async (most, first) => {
    const { lanes, begun, end } = open(most);
    const all = (async () => {
      for (const id of ['a', 'b', 'c', 'd']) await lanes.begin(batch(id));
      await lanes.settle();
    })();
    await pause();
    expect(begun).toEqual(first);
    for (const id of ['a', 'b', 'c', 'd']) {
      end(id);
      await pause();
    }
    await all;
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
  });

  it('with an id that is being stored wait for it, so that the later row counts', async () => {
    const { lanes, begun, end } = open(3);
    await lanes.begin(batch('a', 'b'));
    await lanes.begin(batch('c'));
    const next = lanes.begin(batch('d', 'b'));
    end('c');
    await pause();
    expect(begun).toEqual(['a+b', 'c']);
    end('a+b');
    await next;
    expect(begun).toEqual(['a+b', 'c', 'd+b']);
  });

  it('are stored no more once one has failed, and what it failed with is told', async () => {
    const { lanes, begun, end, fail } = open(2);
    await lanes.begin(batch('a'));
    await lanes.begin(batch('b'));
    const next = lanes.begin(batch('c'));
    fail('b');
    await expect(next).rejects.toThrow('b');
    end('a');
    await expect(lanes.settle()).rejects.toThrow('b');
    expect(begun).toEqual(['a', 'b']);
  });
});
