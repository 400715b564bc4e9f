import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createChecker, readBrokenCases } from '../brokenCase';

const [slip] = readBrokenCases(join(import.meta.dirname, '../broken/services')).filter(({ name }) => name === 'dropped');
const check = createChecker();

it('what a service takes is not asked where an own back end answers', async () => {
  const settings = { hosts: ['south.test'], code: 's', fid: '2' };
  const withSettings = (others: object): Record<string, string> => ({
    ...slip?.files,
    'tenants/south/tenant.json': JSON.stringify({ ...settings, ...others }),
  });
  expect((await check(withSettings({}))).map(({ code }) => code)).toEqual(['dropped-input']);
  expect(await check(withSettings({ backend: { base: 'https://back.south.test' } }))).toEqual([]);
});
