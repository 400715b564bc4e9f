import autocannon from 'autocannon';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openDatabase } from '../../database/connection';
import { fingerprint, loadDefinitions } from '../../definitions/load';
import type { CompiledPortal } from '../../model/compiled';
import type { MenuEntry, Payload } from '../../model/payload';
import { buildApp } from '../../server/app';
import { readAssets } from '../../server/builtAssets';
import { DefinitionStore } from '../../server/definitions';
import { loadDemoContent } from '../../server/demo';
import { menuEntries, menuRows } from '../../server/site/menu';
import type { Render } from '../../server/rendering/document';
import type { Theme } from '../../model/definitions.g';
import type { Row } from '../bench';
import { median } from './median';

interface Renderer { renderPage: Render; themeCss(theme: Theme): string }

/** The first list page of the first institution: what is transferred, how long rendering takes, how many a second. */
export async function benchDelivery(root: string, dataDir: string): Promise<Row[]> {
  const definitions = await DefinitionStore.open({ fingerprint: () => fingerprint(root), load: (previous) => loadDefinitions(root, previous) }, () => undefined);
  const database = await openDatabase({ dataDir });
  await loadDemoContent(database, definitions, root, Date.now());
  const renderer = (await import(pathToFileURL(join(root, 'dist/server/entry-server.js')).href)) as Renderer;
  const payloads: Payload[] = [];
  const app = await buildApp({
    definitions, database, render: (payload) => { payloads.push(payload); return renderer.renderPage(payload); }, themeStyles: renderer.themeCss,
    assets: await readAssets(join(root, 'dist/client')), assetFolder: join(root, 'dist/client'), commonTexts: JSON.parse(await readFile(join(root, 'schemas/texts.json'), 'utf8')) as Record<string, string>, logLevel: 'warn',
  });
  try {
    await app.listen({ port: 0, host: '127.0.0.1' });
    const address = app.server.address();
    const origin = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`;
    const portal = definitions.portalOfHost('127.0.0.1');
    if (!portal) throw new Error('no institution has the host 127.0.0.1');
    const path = firstList(portal);
    return [...await transferred(origin, path), ...renderTimes(renderer, payloads[0]), ...await rates(origin, path)];
  } finally {
    await app.close();
    await database.close();
  }
}

function firstList(portal: CompiledPortal): string {
  const flat = (entries: readonly MenuEntry[]): MenuEntry[] => entries.flatMap((entry) => [entry, ...flat(entry.children)]);
  const found = flat(menuEntries(portal, menuRows(portal))).find((entry) => portal.pages.get(entry.href.split('?')[0] ?? '')?.page.kind === 'list');
  if (!found) throw new Error('the menu has no list page');
  return found.href;
}

async function transferred(origin: string, path: string): Promise<Row[]> {
  const html = await (await fetch(origin + path)).text();
  const scripts = [...html.matchAll(/(?:<script type="module" src|<link rel="modulepreload" href)="([^"]+)"/g)].map((match) => match[1] ?? '');
  const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map((match) => match[1] ?? '');
  const inline = [...html.matchAll(/<style>([^<]*)<\/style>/g)].map((match) => match[1] ?? '').join('');
  const { gzipSync } = await import('node:zlib');
  const bytes = async (files: string[]): Promise<number> => (await Promise.all(files.map(async (file) => gzipSync(Buffer.from(await (await fetch(origin + file)).arrayBuffer()), { level: 9 }).length))).reduce((sum, size) => sum + size, 0);
  return [
    { what: `list page ${path}: HTML, gzip`, figure: kilobytes(gzipSync(html).length) },
    { what: 'list page: JavaScript, gzip', figure: kilobytes(await bytes(scripts)), aim: 'at most 95 KB' },
    { what: 'list page: CSS, gzip', figure: kilobytes(gzipSync(inline).length + await bytes(sheets)), aim: 'at most 25 KB' },
    { what: 'list page: CSS inlined for the first paint, gzip', figure: kilobytes(gzipSync(inline).length) },
  ];
}

function renderTimes(renderer: Renderer, payload: Payload | undefined): Row[] {
  if (!payload) return [];
  const times = Array.from({ length: 200 }, () => {
    const begin = performance.now();
    renderer.renderPage(payload);
    return performance.now() - begin;
  });
  return [{ what: 'list page: server rendering, p50', figure: `${median(times.slice(50)).toFixed(2)} ms` }];
}

async function rates(origin: string, path: string): Promise<Row[]> {
  const run = (requests: autocannon.Request[]): Promise<autocannon.Result> => autocannon({ url: origin, connections: 16, duration: 5, requests });
  const cached = await run([{ method: 'GET', path, headers: { 'accept-encoding': 'gzip' } }]);
  let number = 0;
  const uncached = await run([{ method: 'GET', path, setupRequest: (request) => ({ ...request, path: `${path}&keyword=${(number += 1)}`, headers: { 'accept-encoding': 'gzip' } }) }]);
  return [
    { what: 'list page: requests a second, cached', figure: String(Math.round(cached.requests.average)) },
    { what: 'list page: requests a second, uncached', figure: String(Math.round(uncached.requests.average)) },
  ];
}

const kilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;
