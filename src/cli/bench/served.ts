import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase, type Database } from '../../database/connection';
import { fingerprint, loadDefinitions } from '../../definitions/load';
import type { CompiledPortal } from '../../model/compiled';
import type { Payload } from '../../model/payload';
import { buildApp } from '../../server/app';
import { readAssets } from '../../server/rendering/builtAssets';
import { DefinitionStore } from '../../server/config/definitionStore';
import { loadDemoContent } from '../../demo/loadDemoContent';
import { importRenderer, type Renderer } from '../../server/rendering/renderer';

/** The built portal as a server on loopback, with the demo content. */
export interface Served {
  origin: string;
  /** That of the host 127.0.0.1. */
  portal: CompiledPortal;
  database: Database;
  renderer: Renderer;
  /** The pages that were rendered, the first first. */
  payloads: Payload[];
  close(): Promise<void>;
}

/** Opens the definitions of the project. */
export const openDefinitions = (root: string): Promise<DefinitionStore> =>
  DefinitionStore.open({ fingerprint: () => fingerprint(root), load: (previous) => loadDefinitions(root, previous) }, () => undefined);

/**
 * Serves the built portal.
 * @param secret the master key of its sessions; absent: one that nobody knows
 * @param definitions where its definitions are; absent: those of the project
 */
export async function serve(
  root: string,
  dataDir: string,
  { secret, definitions: folder = root }: { secret?: Buffer; definitions?: string } = {},
): Promise<Served> {
  const definitions = await openDefinitions(folder);
  const database = await openDatabase({ dataDir });
  await loadDemoContent(database, definitions, root, Date.now());
  const renderer = await importRenderer(join(root, 'dist/server/entryServer.js'));
  const payloads: Payload[] = [];
  const app = await buildApp({
    definitions,
    database,
    accounts: { secret },
    render: (payload) => {
      payloads.push(payload);
      return renderer.renderPage(payload);
    },
    themeStyles: renderer.buildThemeCss,
    assets: await readAssets(join(root, 'dist/client')),
    assetFolder: join(root, 'dist/client'),
    commonTexts: JSON.parse(await readFile(join(root, 'schemas/texts.json'), 'utf8')) as Record<string, string>,
    logLevel: 'warn',
  });
  const close = async (): Promise<void> => {
    await app.close();
    await database.close();
  };
  const portal = definitions.portalOfHost('127.0.0.1');
  if (!portal) {
    await close();
    throw new Error('no institution has the host 127.0.0.1');
  }
  await app.listen({ port: 0, host: '127.0.0.1' });
  const address = app.server.address();
  const origin = `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`;
  return { origin, portal, database, renderer, payloads, close };
}
