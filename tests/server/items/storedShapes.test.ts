import { expect, it } from 'vitest';
import type { Queryable } from '../../../src/database/connection';
import type { CompiledPortal } from '../../../src/model/compiled';
import { keepShapes } from '../../../src/server/items/storedShapes';

it('after a change only the institutions whose files have changed are looked at, and those that failed before', async () => {
  const looked: string[] = [];
  const failures: unknown[] = [];
  const files = new Map(['a', 'b', 'c'].map((tenant) => [tenant, {}]));
  let change = (): void => undefined;
  let isBroken = true;
  const portal = (tenant: string): CompiledPortal => {
    looked.push(tenant);
    if (tenant === 'c' && isBroken) throw new Error('broken');
    return { tenant, modules: {} } as CompiledPortal;
  };
  const definitions = {
    onChange: (listener: () => void) => void (change = listener),
    inPassing: { tenants: [...files.keys()], madeOf: (tenant: string) => files.get(tenant), portal },
  };
  keepShapes({} as Queryable, definitions, { seal: (text) => text }, (error) => failures.push(error));
  await expect.poll(() => failures).toHaveLength(1);
  expect(looked).toEqual(['a', 'b', 'c']);
  files.set('a', {});
  isBroken = false;
  change();
  await expect.poll(() => looked).toEqual(['a', 'b', 'c', 'a', 'c']);
  files.set('b', {});
  change();
  await expect.poll(() => looked).toEqual(['a', 'b', 'c', 'a', 'c', 'b']);
  expect(failures).toHaveLength(1);
});

it.each([
  ['tells of what fails', false, ['closed']],
  ['tells of nothing once it has ended', true, []],
])('a refresh that is under way %s', async (_what, ends, told) => {
  const failures: unknown[] = [];
  const portal = (): CompiledPortal => {
    if (ends) end();
    throw new Error('closed');
  };
  const definitions = { onChange: () => undefined, inPassing: { tenants: ['a'], madeOf: () => ({}), portal } };
  const end = keepShapes({} as Queryable, definitions, { seal: (text) => text }, (error) => failures.push((error as Error).message));
  await new Promise(setImmediate);
  expect(failures).toEqual(told);
});
