import { beforeAll, expect, it } from 'vitest';
import type { CompiledPage, CompiledPortal } from '../../src/model/compiled';
import type { Payload, Reply } from '../../src/model/payload';
import { buildPageSource } from '../../src/portal/data/roots';
import { loadPage, type Call, type CallValues } from '../../src/runtime/pageData';
import { buildPayload } from '../../src/server/rendering/payload';
import { openDefinitions, projectRoot } from '../server/projectDefinitions';

const now = Date.UTC(2026, 2, 1, 4);
let portal: CompiledPortal;
let page: CompiledPage;
let payload: Payload;
let onServer: CallValues[];

/** Answers nothing, and keeps what the load named `since` asks for. */
function recorder(asked: CallValues[]): Call {
  const reply: Reply = { ok: true, rows: [], total: 0, item: {} };
  return async (_endpoint, values) => {
    if ('probe' in values) asked.push(values);
    return reply;
  };
}

beforeAll(async () => {
  const store = await openDefinitions(projectRoot);
  const [tenant = ''] = store.tenants;
  const found = store.portal(tenant);
  const list = [...(found?.pages.values() ?? [])].find((one) => one.definition.kind === 'list');
  if (!found || list?.definition.kind !== 'list') throw new Error('there is no list page');
  portal = found;
  const since = {
    source: list.definition.source,
    with: { probe: { const: true }, now: '/now', code: '/tenant/code', signedIn: '/viewer/signedIn' },
  };
  page = { ...list, definition: { ...list.definition, loads: { ...list.definition.loads, since } } };
  onServer = [];
  ({ payload } = await buildPayload(portal, page, { origin: 'http://localhost', query: {} }, recorder(onServer), now));
});

it('a page asks for the same on the server and in the browser, whatever its loads refer to', async () => {
  const inBrowser: CallValues[] = [];
  await loadPage(buildPageSource(payload.shell, payload.page, {}, now), recorder(inBrowser));
  expect(onServer).toEqual([{ probe: true, now, code: portal.settings.code, signedIn: false }]);
  expect(inBrowser).toEqual(onServer);
});
