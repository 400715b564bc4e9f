import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildBaselineServer } from '../../../src/cli/bench/baselines/baselineServer';
import { listKeywords, multiplyItems } from '../../../src/cli/bench/peers/manyItems';
import { describeSite, findListScene, type ListScene, writeCall } from '../../../src/cli/bench/peers/scene';
import { asObject, type Json } from '../../../src/model/json';
import { resolve } from '../../../src/model/pointer';
import { loadDemoContent } from '../../../src/demo/loadDemoContent';
import { testPortal, type TestPortal } from '../../server/portal';

const items = 600;
let portal: TestPortal;
let plain: FastifyInstance;
let scene: ListScene;

beforeAll(async () => {
  portal = await testPortal();
  await loadDemoContent(portal.database, portal.definitions, portal.root, Date.now());
  const compiled = portal.definitions.portalOfHost('localhost');
  if (!compiled) throw new Error('no institution has the host localhost');
  scene = findListScene(compiled);
  await multiplyItems(portal.database, { tenant: compiled.tenant, module: scene.module, column: scene.column }, items);
  const { text } = await portal.get(scene.path);
  const site = describeSite(compiled, scene, text);
  plain = await buildBaselineServer({ db: portal.database, site, script: '', page: text, pictures: '' });
});
afterAll(async () => {
  await plain.close();
  await portal.close();
});

const readAll = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found);
const ask = async (url: string): Promise<string> => (await plain.inject({ url })).payload;

/** What the cards of a page say: titles, pictures, texts and days, in their order. */
const readPortalCards = (html: string): Record<string, string[]> => ({
  titles: readAll(html, /class="card-link"[^>]*>([^<]*)</g),
  links: readAll(html, /class="card-link" href="([^"]*)"/g),
  pictures: readAll(html, /<div class="card-picture"><span[^>]*><img src="([^"]*)"/g),
  texts: readAll(html, /class="card-text[^"]*">([^<]*)</g),
});
const readPlainCards = (html: string): Record<string, string[]> => ({
  titles: readAll(html, /<h2><a [^>]*>([^<]*)</g),
  links: readAll(html, /<h2><a href="([^"]*)"/g),
  pictures: readAll(html, /<article class="card"><img src="([^"]*)"/g),
  texts: readAll(html, /<\/h2><p>([^<]*)</g),
});

describe('the list page that is written by hand', () => {
  const [word = ''] = listKeywords();

  it.each([
    { state: 'at first', query: '' },
    { state: 'on a later page', query: '&page=7' },
    { state: 'after a search', query: `&keyword=${word}` },
  ])('shows the cards that the portal shows $state', async ({ query }) => {
    const ours = readPortalCards((await portal.get(scene.path + query)).text);
    expect(ours['titles']?.length).toBeGreaterThan(query.includes('keyword') ? 0 : 11);
    expect(readPlainCards(await ask(`/list?${query.slice(1)}`))).toEqual(ours);
  });

  it('shows the cards that the portal shows for each choice of the filter', async () => {
    const html = (await portal.get(scene.path)).text;
    const queries = readAll(html, /class="filter-rows-chip"[^>]*href="[^"]*?&amp;([^"]*)"/g);
    expect(queries.length).toBeGreaterThan(2);
    for (const query of queries)
      expect(readPlainCards(await ask(`/list?${query}`))).toEqual(readPortalCards((await portal.get(`${scene.path}&${query}`)).text));
  });

  it('has the menu, the filter, the total and a pager', async () => {
    const html = await ask('/list');
    expect(readAll(html, /<span>(\d+)<\/span><form role="search">/g)).toEqual([String(items)]);
    expect(html.match(/class="(head|filter|pager|foot)"/g)).toHaveLength(4);
    expect(readAll(html, /<nav><ul><li><a href="([^"]*)"/g)).toHaveLength(1);
  });
});

describe('the call that is written by hand', () => {
  it('answers with the rows and the total of the portal', async () => {
    const [keyword = ''] = listKeywords();
    for (const [searched, page] of [
      ['', 1],
      ['', 3],
      [keyword, 1],
    ] as const) {
      const { body } = await portal.get(writeCall(scene, searched, page));
      const theirs = asObject(JSON.parse(await ask(`/api/list?page=${page}&keyword=${searched}`)) as Json);
      expect([theirs['rows'], theirs['total']]).toEqual([
        resolve(scene.endpoint.rows ?? '', body),
        resolve(scene.endpoint.total ?? '', body),
      ]);
    }
  });
});

describe('the other pages that are written by hand', () => {
  it('are the page of an item, with its words, and the list as one that the browser fills', async () => {
    const [row] = (asObject(JSON.parse(await ask('/api/list')) as Json)['rows'] as Json[]).map(asObject);
    const detail = await ask(`/detail?id=${String(row?.['id'])}`);
    expect(readAll(detail, /<article><h1>([^<]*)</g)).toEqual([resolve(scene.module.definition.roles?.title ?? '', row)]);
    expect(detail.match(/<aside><ul><li>/g)).toHaveLength(1);
    expect((await plain.inject('/detail?id=nobody')).statusCode).toBe(404);
    expect(readAll(await ask('/spa'), /<div id="root">(.*?)<\/div>/g)).toEqual(['']);
  });
});
