import { expect, it } from 'vitest';
import { walkPortals } from '../../../src/server/config/walkPortals';
import type { CompiledPortal } from '../../../src/model/compiled';

const compileFor = (milliseconds: number): void => {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
};

it('leaves the process to visitors between two institutions that had to be compiled', async () => {
  const tenants = ['a', 'b', 'broken', 'c'];
  let answered = 0;
  const visitor = setInterval(() => (answered += 1), 1);
  const [walked, before]: [string[], number[]] = [[], []];
  const portal = (tenant: string): CompiledPortal | undefined => {
    before.push(answered);
    compileFor(30);
    return tenant === 'broken' ? undefined : ({ tenant } as CompiledPortal);
  };
  const begin = performance.now();
  for await (const { tenant } of walkPortals({ tenants, portal })) walked.push(tenant);
  clearInterval(visitor);
  expect(walked).toEqual(['a', 'b', 'c']);
  // Between any two there was time for many.
  for (const [index, count] of before.entries()) expect(count).toBeGreaterThan((before[index - 1] ?? -3) + 2);
  expect(performance.now() - begin).toBeGreaterThan(3 * tenants.length * 30);
});

it('ends at once when the server does, in the midst of a rest', async () => {
  const stop = new AbortController();
  const walked: string[] = [];
  const portal = (tenant: string): CompiledPortal => {
    compileFor(30);
    if (tenant === 'b') setTimeout(() => stop.abort());
    return { tenant } as CompiledPortal;
  };
  for await (const { tenant } of walkPortals({ tenants: ['a', 'b', 'c'], portal }, stop.signal)) walked.push(tenant);
  expect(walked).toEqual(['a']);
});
