import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { CompiledPortal } from '../../model/compiled';
import type { MenuEntry, Payload } from '../../model/payload';
import { readAssets } from '../../server/rendering/builtAssets';
import type { Renderer } from '../../server/rendering/renderer';
import { toMenuEntries } from '../../server/rendering/shell';
import { toMenuRows } from '../../server/rooms/site/room';
import { findMedian, type Row } from './report';
import { serve } from './served';

/** Measures the first list page of the first institution: what is transferred, how long rendering takes. */
export async function benchDelivery(root: string, dataDir: string): Promise<Row[]> {
  const { origin, portal, renderer, payloads, close } = await serve(root, dataDir);
  try {
    const path = findFirstList(portal);
    return [
      ...(await measureTransfer(origin, path)),
      ...(await measurePlayerParts(join(root, 'dist/client'))),
      ...measureRenderTimes(renderer, payloads[0]),
    ];
  } finally {
    await close();
  }
}

function findFirstList(portal: CompiledPortal): string {
  const flat = (entries: readonly MenuEntry[]): MenuEntry[] => entries.flatMap((entry) => [entry, ...flat(entry.children)]);
  const found = flat(toMenuEntries(portal, toMenuRows(portal))).find(
    (entry) => portal.pages.get(entry.href.split('?')[0] ?? '')?.definition.kind === 'list',
  );
  if (!found) throw new Error('the menu has no list page');
  return found.href;
}

async function measureTransfer(origin: string, path: string): Promise<Row[]> {
  const html = await (await fetch(origin + path)).text();
  const matches = (pattern: RegExp): string[] => [...html.matchAll(pattern)].map((match) => match[1] ?? '');
  const scripts = matches(/(?:<script type="module" src|<link rel="modulepreload" href)="([^"]+)"/g);
  const sheets = matches(/<link rel="stylesheet" href="([^"]+)"/g);
  const inline = matches(/<style[^>]*>([^<]*)<\/style>/g).join('');
  const bytes = (files: string[]): Promise<number> => measurePackedSize(files, async (file) => (await fetch(origin + file)).arrayBuffer());
  return [
    { what: `list page ${path}: HTML, gzip`, figure: formatKilobytes(gzipSync(html).length) },
    { what: 'list page: JavaScript, gzip', figure: formatKilobytes(await bytes(scripts)), aim: 'at most 95 KB' },
    { what: 'list page: CSS, gzip', figure: formatKilobytes(gzipSync(inline).length + (await bytes(sheets))), aim: 'at most 25 KB' },
    { what: 'list page: CSS inlined for the first paint, gzip', figure: formatKilobytes(gzipSync(inline).length) },
  ];
}

/** Bytes of some files, each packed by itself. */
async function measurePackedSize(files: readonly string[], read: (file: string) => Promise<ArrayBuffer | Buffer>): Promise<number> {
  const sizes = await Promise.all(files.map(async (file) => gzipSync(await read(file), { level: 9 }).length));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** What playing a film or a stream fetches once it was pressed, beyond what every page has. */
async function measurePlayerParts(folder: string): Promise<Row[]> {
  const { scripts, parts } = await readAssets(folder);
  const size = async (name: string, known: readonly string[]): Promise<string> => {
    const files = (parts[name] ?? []).filter((file) => !known.includes(file));
    return formatKilobytes(await measurePackedSize(files, (file) => readFile(join(folder, file))));
  };
  const streams = await size('hlsEngine', [...scripts, ...(parts['Player'] ?? [])]);
  return [
    { what: 'player: JavaScript, gzip', figure: await size('Player', scripts) },
    { what: 'player of streams: JavaScript besides, gzip', figure: streams },
  ];
}

function measureRenderTimes(renderer: Renderer, payload: Payload | undefined): Row[] {
  if (!payload) return [];
  const times = Array.from({ length: 200 }, () => {
    const begin = performance.now();
    renderer.renderPage(payload);
    return performance.now() - begin;
  });
  return [{ what: 'list page: server rendering, p50', figure: `${findMedian(times.slice(50)).toFixed(2)} ms` }];
}

const formatKilobytes = (bytes: number): string => `${(bytes / 1024).toFixed(1)} KB`;
