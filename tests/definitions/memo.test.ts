import { expect, it } from 'vitest';
import { type Lookup, Memo } from '../../src/definitions/memo';

type Found = Lookup<string>;
const subject = {};

/** Counts how often something is made of what is found under the names that `choose` tells. */
function counted(choose: (found: Found) => readonly string[]): { made: () => number; ask: (found: Record<string, string>) => string } {
  const memo = new Memo();
  let count = 0;
  const make = (found: Found): string => {
    count += 1;
    return choose(found)
      .map((name) => found.get(name))
      .join();
  };
  return { made: () => count, ask: (found) => memo.share(subject, 'join', make, new Map(Object.entries(found))) };
}

it('a result is used again where all that was looked up is the same, whatever else differs', () => {
  const { made, ask } = counted((found) => (found.get('a') === 'long' ? ['a', 'b'] : ['a']));
  const replies = [
    ask({ a: 'long', b: '1', c: '1' }),
    ask({ a: 'long', b: '1', c: '2' }),
    ask({ a: 'long', b: '2' }),
    ask({ a: 'short', b: '1' }),
    ask({ a: 'short', b: '2' }),
    ask({ a: 'long', b: '2', c: '3' }),
    ask({}),
  ];
  expect(replies).toEqual(['long,1', 'long,1', 'long,2', 'short', 'short', 'long,2', '']);
  expect(made()).toBe(4);
});

it('a maker that looks things up in another order is answered rightly', () => {
  let names = ['a', 'b'];
  const { ask } = counted(() => names);
  expect(ask({ a: '1', b: '1' })).toBe('1,1');
  names = ['b', 'a'];
  expect([ask({ a: '1', b: '2' }), ask({ a: '2', b: '1' }), ask({ a: '2', b: '2' })]).toEqual(['2,1', '1,2', '2,2']);
});

it('what is looked up through a result later decides too where it holds', () => {
  const memo = new Memo();
  const share = (found: Record<string, string>): Found =>
    memo.share(subject, 'late', (around: Found) => (around.get('a'), around), new Map(Object.entries(found)));
  const first = share({ a: '1', b: '1' });
  expect(share({ a: '1', b: '2' })).toBe(first);
  expect(first.get('b')).toBe('1');
  const second = share({ a: '1', b: '2' });
  expect(second.get('b')).toBe('2');
  expect([share({ a: '1', b: '1' }), share({ a: '1', b: '2', c: '1' })]).toEqual([first, second]);
});
