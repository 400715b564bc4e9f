import { randomBytes } from 'node:crypto';
import { chmod, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { loadDemoContent } from '../../../demo/loadDemoContent';
import { openDatabase } from '../../../database/connection';
import type { CompiledPortal } from '../../../model/compiled';
import type { MenuEntry } from '../../../model/payload';
import { startBaselines } from '../baselines/baselineProcess';
import { servePlainForm } from '../baselines/servePlainForm';
import type { PlainSite } from '../baselines/site';
import { openBrowser } from '../browser';
import { createMemberCookies } from '../members';
import { describeFields, findOpenForm } from '../openForm';
import { PortalProcess } from '../../running/portalProcess';
import { openDefinitions } from '../served';
import { compareFilterClicks } from './clicks';
import type { Comparison } from './comparison';
import { findDeeds, measureDeeds } from './deeds';
import { multiplyItems } from './manyItems';
import { compareOpenings, type Kind } from './openings';
import { compareRates } from './rates';
import { describeSite, findListScene, type ListScene } from './scene';

const items = 5_000;
const attempts = 20;

/** Is given what was measured. */
type Tell = (found: readonly Comparison[]) => void;

/**
 * Measures the portal beside the same pages that are written by hand, by turns, each as a process of its own over the same database: the first
 * list of the menu among 5,000 items.
 * @param tell given what was found, each part as soon as it is there
 */
export async function benchPeers(root: string, dataDir: string, tell: Tell): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  await chmod(dirname(dataDir), 0o755);
  const definitions = await openDefinitions(root);
  const database = await openDatabase({ dataDir });
  try {
    await loadDemoContent(database, definitions, root, Date.now());
    const portal = definitions.portalOfHost('127.0.0.1');
    if (!portal) throw new Error('no institution has the host 127.0.0.1');
    const scene = findListScene(portal);
    await multiplyItems(database, { tenant: portal.tenant, module: scene.module, column: scene.column }, items);
    const secret = randomBytes(32);
    const served = await PortalProcess.start({ program: join(root, 'dist/server/listen.js'), dataDir, secret: secret.toString('hex') });
    try {
      const page = await readPage(served.origin + scene.path);
      const site = describeSite(portal, scene, page);
      const settings = { root, dataDir, site, page, pictures: served.origin };
      const plain = await startBaselines(settings, join(dirname(dataDir), 'baselines.json'));
      try {
        tell(await compareRates(database, scene, served, plain));
        const cookies = await createMemberCookies(database, portal.tenant, secret, served.origin);
        await lookInBrowser({ root, portal, scene, site, page, served, plain, cookies }, tell);
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

/** Reads a page; on a busy machine a portal that has only just started may turn the first requests away. */
async function readPage(address: string): Promise<string> {
  for (let tries = attempts; ; tries -= 1) {
    const reply = await fetch(address);
    const text = await reply.text();
    if (reply.ok) return text;
    if (tries <= 1) throw new Error(`${address} answers ${reply.status}`);
    await delay(1_000);
  }
}

/** What is looked at in a browser. */
interface Pages {
  root: string;
  portal: CompiledPortal;
  scene: ListScene;
  site: PlainSite;
  /** The list page as a browser is sent it. */
  page: string;
  served: { origin: string };
  plain: { origin: string };
  cookies: Parameters<typeof measureDeeds>[1];
}

/** Without a browser there is nothing to tell. */
async function lookInBrowser(pages: Pages, tell: Tell): Promise<void> {
  const browser = await openBrowser();
  if (!browser) return;
  const { root, portal, scene, site, served, plain } = pages;
  const form = findOpenForm(portal);
  const plainForm = await servePlainForm(root, describeFields(form));
  try {
    const list = served.origin + scene.path;
    tell([
      await compareFilterClicks(
        browser,
        { address: list, choices: '.filter-rows-chip', cards: '.card-list .card-link' },
        { address: `${plain.origin}/spa`, choices: '.filter a', cards: '.cards h2 a' },
      ),
    ]);
    tell(await compareOpenings(browser, listKinds(pages, served.origin + form.path, plainForm.origin, findFirstId(site, pages.page))));
    const deeds = await findDeeds(served.origin, [...listPaths(scene.menu), '/'], portal.settings.shell.login ?? '');
    const filter = { name: 'filter', address: list, pressed: '.filter-rows-chip:not([aria-current])' };
    tell(await measureDeeds(browser, pages.cookies, [filter, ...deeds]));
  } finally {
    plainForm.close();
    await browser.close();
  }
}

const listPaths = (entries: readonly MenuEntry[]): string[] =>
  entries.flatMap(({ href, external, children }) => [...(external || !href.startsWith('/') ? [] : [href]), ...listPaths(children)]);

function findFirstId({ detailPath }: PlainSite, page: string): string {
  const link = detailPath.replaceAll('&', '&amp;');
  return page.slice(page.indexOf(link) + link.length).split('"')[0] ?? '';
}

const listKinds = ({ scene, site, served, plain }: Pages, form: string, plainForm: string, id: string): Kind[] => [
  { name: 'home page', portal: `${served.origin}/`, shows: { portal: 'main' } },
  {
    name: 'list page',
    portal: served.origin + scene.path,
    plain: `${plain.origin}/list`,
    shows: { portal: '.card-list .card', plain: '.cards .card' },
  },
  {
    name: 'detail page',
    portal: served.origin + site.detailPath + id,
    plain: `${plain.origin}/detail?id=${id}`,
    shows: { portal: 'main h1', plain: '.detail h1' },
  },
  { name: 'form page', portal: form, plain: plainForm, shows: { portal: '.form-view-fields button[type="submit"]' } },
];
