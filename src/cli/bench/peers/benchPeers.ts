import { randomBytes } from 'node:crypto';
import { chmod, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { loadDemoContent } from '../../../demo/loadDemoContent';
import { openDatabase } from '../../../database/connection';
import { startBaselines } from '../baselines/baselineProcess';
import type { Comparison } from './comparison';
import { writeComparisons } from './comparison';
import { multiplyItems } from './manyItems';
import { compareRates } from './rates';
import { describeSite, findListScene } from './scene';
import { PortalProcess } from '../portalProcess';
import { openDefinitions } from '../served';

const items = 5_000;

/**
 * Measures the portal beside the same pages that are written by hand, by turns, each as a process of its own over the same database: the first
 * list of the menu among 5,000 items.
 * @param tell given tables of what was found, each as soon as it is there
 */
export async function benchPeers(root: string, dataDir: string, tell: (table: string) => void): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  await chmod(dirname(dataDir), 0o755);
  const definitions = await openDefinitions(root);
  const database = await openDatabase({ dataDir });
  const report = (found: readonly Comparison[]): void => tell(writeComparisons(found));
  try {
    await loadDemoContent(database, definitions, root, Date.now());
    const portal = definitions.portalOfHost('127.0.0.1');
    if (!portal) throw new Error('no institution has the host 127.0.0.1');
    const scene = findListScene(portal);
    await multiplyItems(database, { tenant: portal.tenant, module: scene.module, column: scene.column }, items);
    const secret = randomBytes(32);
    const served = await PortalProcess.start({ program: join(root, 'dist/server/listen.js'), dataDir, secret: secret.toString('hex') });
    try {
      const page = await (await fetch(served.origin + scene.path)).text();
      const settings = { root, dataDir, site: describeSite(portal, scene, page), page, pictures: served.origin };
      const plain = await startBaselines(settings, join(dirname(dataDir), 'baselines.json'));
      try {
        report(await compareRates(scene, served.origin, plain.origin));
      } finally {
        await plain.end();
      }
    } finally {
      await served.end('SIGTERM');
    }
  } finally {
    await database.close();
  }
}
