import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { JsonObject } from '../../src/model/json';
import type { TestPortal } from '../server/portal';

/** Changes top-level settings of an institution in a copied portal until the test that asks for it is over. */
export async function changeTenant(portal: TestPortal, tenant: string, change: (settings: JsonObject) => JsonObject): Promise<void> {
  const file = join(portal.root, 'tenants', tenant, 'tenant.json');
  const text = await readFile(file, 'utf8');
  onTestFinished(() => writeFile(file, text));
  const settings = JSON.parse(text) as JsonObject;
  await writeFile(file, JSON.stringify({ ...settings, ...change(settings) }));
}

/** An object of a setting; empty when it is none. */
export const objectIn = (settings: JsonObject, name: string): JsonObject => {
  const value = settings[name];
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : {};
};
