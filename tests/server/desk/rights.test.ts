import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CompiledEndpoint } from '../../../src/model/compiled';
import type { JsonObject } from '../../../src/model/json';
import { accountPortal, type AccountPortal, at } from '../accountPortal';
import { deskOf, type DeskBrowser, type DeskReply } from './staffPortal';

let portal: AccountPortal;
beforeAll(async () => {
  portal = await accountPortal();
});
afterAll(() => portal.close());

/** What each role of the platform may do with every module, as its settings say. */
const rights: Record<string, readonly string[]> = {
  editor: ['read', 'edit', 'publish'],
  reviewer: ['read', 'decide', 'reveal'],
  frontDesk: ['read', 'serve'],
};

const listCalls = (host = 'localhost'): CompiledEndpoint[] =>
  Object.values(portal.definitions.deskOfHost(host)?.endpoints ?? {}).filter(({ method }) => method === 'GET' || method === 'POST');

async function call(browser: DeskBrowser, { method, template }: CompiledEndpoint): Promise<DeskReply> {
  const url = template.replace(/\{[?&][^}]*\}/g, '').replace(/\{\w+\}/g, 'x');
  return method === 'GET' ? browser.call('GET', url) : browser.call('POST', url, {});
}

describe('every call of the desk', () => {
  it.each(Object.keys(rights))(
    'is refused to the role %s where it has not the right, and no call to read is where it has',
    async (role) => {
      const browser = await deskOf(portal, role, `rights${role}`);
      const held = rights[role] ?? [];
      const faults: string[] = [];
      const counted = { refused: 0, taken: 0 };
      for (const endpoint of listCalls()) {
        const { name, method, right } = endpoint;
        if (right === undefined || (held.includes(right) && method === 'POST')) continue;
        const { status } = await call(browser, endpoint);
        counted[held.includes(right) ? 'taken' : 'refused'] += 1;
        if ((status === 403) === held.includes(right)) faults.push(`${name} (${right}): ${status}`);
      }
      expect(faults).toEqual([]);
      expect(counted.refused).toBeGreaterThan(20);
      expect(counted.taken).toBeGreaterThan(20);
    },
  );

  it('says which right it takes, unless it leads in, concerns the own account alone, or is what every page needs', () => {
    const own = /^staff\.(login|secondFactor|confirm|logout|me|changePassword|recovery|sessions?)|^site\.|^uploads\./;
    const open = listCalls().filter(({ right, service }) => right === undefined && !own.test(service ?? ''));
    expect(open.map(({ name, service }) => `${name} ${service ?? ''}`)).toEqual([]);
  });

  it('finds nothing of an institution for the staff of another one', async () => {
    const own = await deskOf(portal, 'administrator', 'athome');
    const other = await deskOf(portal, 'administrator', 'abroad', 'museum', 'museum.localhost');
    const saved = await own.call('POST', '/api/desk/information/save', {
      columnId: '6101',
      title: '只在本馆的',
      content: '<p>文</p>',
      deskAction: 'publish',
    });
    const id = String(at(saved.body, 'data', 'id'));
    expect((await own.call('GET', `/api/desk/information/item/${id}`)).body).toMatchObject({ status: 200 });
    for (const url of ['items', 'items?format=csv', `item/${id}`, `versions/${id}`])
      expect((await other.call('GET', `/api/desk/information/${url}`)).text, url).not.toContain('只在本馆的');
    // What its own staff may send, and what works there.
    const revision = String(at((await own.call('GET', `/api/desk/information/item/${id}`)).body, 'data', 'deskRevision'));
    const bodies: Record<string, JsonObject> = {
      withdraw: { id, revision },
      discard: { id, revision },
      restore: { id, number: '1', revision },
      move: { deskId: id, deskMove: 'reject' },
      save: { deskId: id, deskRevision: revision, columnId: '7102', title: '别人的', content: '<p>文</p>', deskAction: 'publish' },
    };
    for (const [name, body] of Object.entries(bodies))
      expect((await other.call('POST', `/api/desk/information/${name}`, body)).status, name).toBe(404);
    expect((await own.call('GET', `/api/desk/information/item/${id}`)).text).toContain('只在本馆的');
    expect((await own.call('POST', '/api/desk/information/withdraw', bodies['withdraw'] ?? {})).status).toBe(200);
  });
});

const kinds: readonly [role: string, offered: readonly string[], kept: readonly string[]][] = [
  ['reviewer', ['comment', 'work'], ['booking', 'creditorder']],
  ['frontDesk', ['booking', 'creditorder'], ['comment', 'work']],
  ['administrator', ['booking', 'comment', 'creditorder', 'work'], []],
  ['editor', [], ['booking', 'comment', 'creditorder', 'work']],
];
it.each(kinds)('what awaits the staff offers the role %s the kinds that it decides on, and no other', async (role, offered, kept) => {
  const browser = await deskOf(portal, role, `kinds${role}`);
  const { body } = await browser.call('GET', `/portal/page?url=${encodeURIComponent('/queue')}`);
  const groups = (at(body, 'data', 'groups', 'kind') ?? []) as { choices: { value: string }[] }[];
  const found = groups.flatMap(({ choices }) => choices.map(({ value }) => value));
  expect(offered.filter((kind) => !found.includes(kind))).toEqual([]);
  expect(kept.filter((kind) => found.includes(kind))).toEqual([]);
});
