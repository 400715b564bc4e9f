import { expect, it } from 'vitest';
import type { CompiledEndpoint } from '../../../src/model/compiled';
import { createAdmission } from '../../../src/server/api/admission';
import { RequestError } from '../../../src/server/api/errors';

const endpoint = { method: 'PUT' } as CompiledEndpoint;
const limits = { mostWriting: 2, mostAside: 1, isDiskLow: async () => false };

it('keeps nobody out for those who stand aside, of whom there are only so many', async () => {
  const admission = createAdmission(limits);
  const [first, second] = [await admission.enter(endpoint), await admission.enter(endpoint)];
  expect(admission.isFullFor(endpoint)).toBe(true);
  await expect(admission.enter(endpoint)).rejects.toThrow(RequestError);
  const full: boolean[] = [];
  await first.standAside(async () => {
    full.push(admission.isFullFor(endpoint));
    const third = await admission.enter(endpoint);
    // As many stand aside as may: the second is counted all the while.
    await second.standAside(async () => full.push(admission.isFullFor(endpoint)));
    third.leave();
  });
  expect(full).toEqual([false, true]);
  expect(admission.isFullFor(endpoint)).toBe(true);
  await expect(first.standAside(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(admission.isFullFor(endpoint)).toBe(true);
  first.leave();
  second.leave();
  expect(admission.isFullFor(endpoint)).toBe(false);
});

it('counts nobody who only reads, and lets nobody write to a full disk', async () => {
  const admission = createAdmission({ ...limits, mostWriting: 1, isDiskLow: async () => true });
  const reader = await admission.enter({ ...endpoint, method: 'GET' });
  await reader.standAside(async () => undefined);
  reader.leave();
  for (let turn = 0; turn < 2; turn += 1) await expect(admission.enter(endpoint)).rejects.toMatchObject({ code: 'storageFull' });
  expect(admission.isFullFor(endpoint)).toBe(false);
});
