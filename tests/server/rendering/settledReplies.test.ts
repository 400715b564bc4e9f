import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CompiledPortal } from '../../../src/model/compiled';
import type { Reply } from '../../../src/model/payload';
import type { Call } from '../../../src/runtime/pageData';
import { findServiceEndpoint } from '../../../src/server/rendering/endpoints';
import { keepSettledReplies } from '../../../src/server/rendering/settledReplies';
import { testPortal, type TestPortal } from '../portal';

let server: TestPortal;
beforeAll(async () => {
  server = await testPortal();
});
afterAll(() => server.close());

const find = (tenant: string): CompiledPortal => {
  const found = server.definitions.portal(tenant);
  if (!found) throw new Error(`no ${tenant}`);
  return { ...found };
};
const menuOf = (portal: CompiledPortal) => {
  const found = findServiceEndpoint(portal, 'site.menu');
  if (!found) throw new Error('no menu');
  return found;
};

/** How often a back end is asked, and what answers. */
function asking(reply: Partial<Reply> = {}): { call: Call; asked: string[] } {
  const asked: string[] = [];
  const call: Call = async ({ name }, values) => {
    asked.push(`${name} ${JSON.stringify(values)}`);
    return { ok: true, rows: [{ id: '1', children: [] }], total: 1, ...reply };
  };
  return { call, asked };
}

test('what follows from the definitions is asked for once, and each page has a copy of its own', async () => {
  const portal = find('centre');
  const { call, asked } = asking();
  const settled = new Set(['site.menu']);
  const first = await keepSettledReplies(portal, settled, call)(menuOf(portal), {});
  Object.assign(first.rows[0] ?? {}, { written: true });
  const other = await keepSettledReplies(portal, settled, call)(menuOf(portal), {});
  expect(other).toEqual({ ok: true, rows: [{ id: '1', children: [] }], total: 1 });
  expect(asked).toHaveLength(1);
  await keepSettledReplies(portal, settled, call)(menuOf(portal), { museumCode: 'x' });
  await keepSettledReplies(find('centre'), settled, call)(menuOf(portal), {});
  expect(asked).toHaveLength(3);
});

test.each<[string, (portal: CompiledPortal) => CompiledPortal, ReadonlySet<string>, Partial<Reply>]>([
  ['a service that may change', (portal) => portal, new Set(), {}],
  ['a failure', (portal) => portal, new Set(['site.menu']), { ok: false }],
  [
    "an institution's own back end",
    (portal) => ({ ...portal, settings: { ...portal.settings, backend: { base: 'https://own.example' } } }),
    new Set(['site.menu']),
    {},
  ],
])('%s is asked each time', async (_what, change, settled, reply) => {
  const portal = change(find('centre'));
  const { call, asked } = asking(reply);
  for (let page = 0; page < 2; page += 1) await keepSettledReplies(portal, settled, call)(menuOf(portal), {});
  expect(asked).toHaveLength(2);
});
