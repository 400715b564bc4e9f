import { addSettingsVersion, lockSettings } from '../../database/desk/settingsVersions';
import {
  type DefinitionVersion,
  findNewestVersion,
  listNewestVersions,
  publishVersion,
  readVersion,
} from '../../database/definitions/versions';
import type { Queryable } from '../../database/connection';
import { inTransaction } from '../../database/transaction';
import { asObject } from '../../model/json';
import { isFileOfDesk } from '../../server/config/definitionFolder';

/** Who publishes, and what for. */
interface Publishing {
  tenant: string;
  author: string;
  message: string;
  /** Of the program that found no errors in the files. */
  build: string;
}

/**
 * Publishes files of an institution as its newest version, and notes with those that staff make at the desk what has changed in files that staff
 * could have changed too.
 * @returns the version; undefined where the newest one holds the same
 * @throws Error for a host that another published institution has
 */
export function publishFolder(
  db: Queryable,
  publishing: Publishing,
  files: ReadonlyMap<string, Uint8Array>,
): Promise<DefinitionVersion | undefined> {
  const { tenant, author } = publishing;
  return inTransaction(db, async (tx) => {
    await lockSettings(tx, tenant);
    await refuseTakenHosts(tx, tenant, files);
    const newest = await findNewestVersion(tx, tenant);
    const before = newest ? await readVersion(tx, newest) : new Map<string, Buffer>();
    const at = new Date();
    const version = await publishVersion(tx, { ...publishing, at }, files);
    if (!version || !newest) return version;
    for (const file of new Set([...before.keys(), ...files.keys()])) {
      const [was, is] = [toText(before.get(file)), toText(files.get(file))];
      if (isFileOfDesk(file) && was !== is)
        await addSettingsVersion(tx, tenant, { file, at, staff: '', name: author, before: was, after: is });
    }
    return version;
  });
}

async function refuseTakenHosts(tx: Queryable, tenant: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  const own = listHosts(files);
  for (const version of await listNewestVersions(tx)) {
    if (version.tenant === tenant) continue;
    const taken = listHosts(await readVersion(tx, version)).find((host) => own.includes(host));
    if (taken !== undefined) throw new Error(`The host ${taken} is that of ${version.tenant} already`);
  }
}

function listHosts(files: ReadonlyMap<string, Uint8Array>): string[] {
  const hosts: unknown = asObject(JSON.parse(toText(files.get('tenant.json')) ?? '{}'))['hosts'];
  return Array.isArray(hosts) ? hosts.filter((host): host is string => typeof host === 'string').map((host) => host.toLowerCase()) : [];
}

const toText = (bytes: Uint8Array | undefined): string | null => (bytes === undefined ? null : new TextDecoder().decode(bytes));
