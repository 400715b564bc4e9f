import { expect, it } from 'vitest';
import { createSettings } from '../../../src/portal/data/settings';

it('keeps no reply on a server, in one and the same place for all pages', () => {
  const [first, second] = [createSettings({}), createSettings({})].map(({ provider }) => provider?.(new Map()));
  expect(first).toBe(second);
  first?.set('/news', { data: 'of another institution' });
  expect([first?.get('/news'), ...(first?.keys() ?? [])]).toEqual([undefined]);
});
