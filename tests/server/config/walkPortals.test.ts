import { expect, it } from 'vitest';
import { walkPortals } from '../../../src/server/config/walkPortals';
import type { CompiledPortal } from '../../../src/model/compiled';

const compileFor = (milliseconds: number): void => {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
};

it('leaves the process to visitors between two institutions that had to be compiled', async () => {
  const tenants = ['a', 'b', 'broken', 'c'];
  let waited = 0;
  let last = performance.now();
  const visitor = setInterval(() => {
    waited = Math.max(waited, performance.now() - last);
    last = performance.now();
  }, 1);
  const walked: string[] = [];
  const portal = (tenant: string): CompiledPortal | undefined => {
    compileFor(60);
    return tenant === 'broken' ? undefined : ({ tenant } as CompiledPortal);
  };
  const begin = performance.now();
  for await (const { tenant } of walkPortals({ tenants, portal })) walked.push(tenant);
  clearInterval(visitor);
  expect(walked).toEqual(['a', 'b', 'c']);
  // Each was answered after one institution, and at least as long passed between two as one takes.
  expect(waited).toBeLessThan(120);
  expect(performance.now() - begin).toBeGreaterThan(2 * tenants.length * 60);
});
