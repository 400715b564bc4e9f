import { cp, mkdtemp, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ask, type Outcome } from '../../src/cli/running/traffic';
import { PortalProcess } from '../../src/cli/running/portalProcess';
import { copyDefinitions } from '../globalSetup';
import type { AccountPortal } from '../server/accountPortal';
import { projectRoot } from '../server/projectDefinitions';

/** Copies what a server needs of the project, as another machine has it. @returns the folder */
export async function copyOfProject(): Promise<string> {
  const folder = await mkdtemp(join(process.env.TEST_FOLDER ?? '', 'machine-'));
  await copyDefinitions(join(process.env.TEST_FOLDER ?? '', 'pristine'), folder);
  await cp(join(projectRoot, 'dist'), join(folder, 'dist'), { recursive: true });
  await cp(join(projectRoot, 'package.json'), join(folder, 'package.json'));
  await symlink(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Starts a built server of a folder on the database of a portal. */
export async function startServer(root: string, portal: AccountPortal, variables: Record<string, string> = {}): Promise<PortalProcess> {
  return PortalProcess.start({
    program: join(root, 'dist/server/listen.js'),
    dataDir: await mkdtemp(join(process.env.TEST_FOLDER ?? '', 'data-')),
    secret: portal.secret.toString('hex'),
    variables: { DATABASE_URL: portal.database.databaseUrl, POOL_SIZE: '4', ANSWER_SECONDS: '60', ...variables },
  });
}

/** A request to one of the servers. */
export interface Asked {
  path: string;
  method?: string;
  host?: string;
  body?: object;
  headers?: Record<string, string>;
}

/** Asks one server; what only reads and gets no reply on a connection that was kept open is asked again. */
export async function askServer({ port }: PortalProcess, { host = 'localhost', headers, ...visit }: Asked): Promise<Outcome> {
  const send = (): Promise<Outcome> => ask(port, { ...visit, headers: { host, 'x-organization-id': 'x', ...headers } });
  const outcome = await send();
  return outcome.status === 0 && visit.method === undefined ? send() : outcome;
}

/** Something that a server answers in another way once it knows of a change. */
export interface Sign {
  of: string;
  server: PortalProcess;
  asked: Asked;
  isNew: (outcome: Outcome) => boolean;
}

/** So long servers take for a page at most. */
const settledMs = 700;
/** Longer nobody waits for a change to be seen. */
const patienceMs = 20_000;

/**
 * Makes a change when all servers remember how it was, and asks for it over and over.
 * @returns the milliseconds from the end of the change to the last request that was answered as if it had not been, by sign; 0 for none
 */
export async function watchChange(signs: readonly Sign[], change: () => Promise<void>): Promise<Map<string, number>> {
  for (let times = 0; times < 2; times += 1) {
    for (const { of, server, asked, isNew } of signs) {
      const before = await askServer(server, asked);
      if (before.status === 0 || isNew(before))
        throw new Error(`${of} is so before the change: ${before.status} ${before.text.slice(0, 200)}`);
    }
    // What is made anew behind an answer is made before the change.
    await delay(settledMs);
  }
  await change();
  const changedAt = performance.now();
  const watch = async ({ of, server, asked, isNew }: Sign): Promise<[string, number]> => {
    let late = 0;
    for (;;) {
      const askedAt = performance.now() - changedAt;
      const outcome = await askServer(server, asked);
      if (outcome.status !== 0 && isNew(outcome)) return [of, late];
      late = Math.round(askedAt);
      if (askedAt > patienceMs) throw new Error(`${of} is as before: ${outcome.status} ${outcome.text.slice(0, 200)}`);
      await delay(10);
    }
  };
  return new Map(await Promise.all(signs.map(watch)));
}
