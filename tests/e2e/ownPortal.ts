import { chmod, cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'playwright/test';
import { launchPortal } from './globalSetup';

const projectRoot = join(import.meta.dirname, '..', '..');

/** A portal of one test, with definitions that the test may change. */
export interface OwnPortal {
  /** The folder of its `schemas` and `tenants`. */
  root: string;
  /** Returns the address of a page of an institution: of the first one by default, whose host programs without a browser find as well. */
  at(path: string, tenant?: string): string;
  /** The password of the first administrator of an institution. */
  password(tenant: string): Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts the built server on a copy of the definitions: without contents, besides those asked for, starting is a matter of seconds.
 * @param contents the files of contents that it has, such as `centre/content/appointment.ndjson`
 */
export async function startOwnPortal(contents: readonly string[] = []): Promise<OwnPortal> {
  const root = await mkdtemp(join(tmpdir(), 'portal-own-'));
  const dataDir = join(root, 'data');
  for (const part of ['dist', 'schemas', 'tenants', 'package.json'])
    await cp(join(projectRoot, part), join(root, part), { recursive: true, filter: (path) => !/tenants.[^/\\]+.content$/.test(path) });
  for (const file of contents) await cp(join(projectRoot, 'tenants', file), join(root, 'tenants', file), { recursive: true });
  await symlink(join(projectRoot, 'node_modules'), join(root, 'node_modules'));
  await chmod(root, 0o755);
  const { url, output, stop } = await launchPortal(root, dataDir);
  return {
    root,
    at(path, tenant) {
      const address = new URL(path, url);
      if (tenant) address.hostname = `${tenant}.localhost`;
      return address.toString();
    },
    async password(tenant) {
      const line = new RegExp(`desk: http://${tenant}\\.localhost:\\d+/admin {2}admin {2}(\\S+)`);
      await expect.poll(() => line.exec(output())?.[1]).toBeTruthy();
      return line.exec(output())?.[1] ?? '';
    },
    async stop() {
      await stop();
      await rm(root, { recursive: true, force: true });
    },
  };
}
