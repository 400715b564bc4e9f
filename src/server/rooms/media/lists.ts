import { join } from 'node:path';
import { findMedia, listAddressUses, listMedia, listMediaUses } from '../../../database/desk/media';
import type { CompiledPortal } from '../../../model/compiled';
import type { Json } from '../../../model/json';
import { RequestError } from '../../api/errors';
import { readWindow } from '../../api/parameters';
import type { ApiRequest, ServiceReply } from '../../api/room';
import { requireSite } from '../../desk/site';
import { type FolderFile, listMediaFolder } from '../../files/mediaFolder';
import type { AccountServices } from '../../security/accountServices';
import { describeFile, describeFolderFile, describeUses, folderPrefix, listWrittenUses } from './describe';

const mostKeyword = 100;
const idOfUpload = /^(?:\/files\/)?([\w-]{22})(?:\.[a-z0-9]+)?$/;

/** Returns the id that a call says, as such or as the address of the file; the empty text for anything else. */
export const readUploadId = (said: string): string => idOfUpload.exec(said)?.[1] ?? '';

/** Where institutions have folders of their own; absent: they have none. */
type TenantFolder = string | undefined;

const listFolder = (folder: TenantFolder, { tenant }: CompiledPortal): Promise<readonly FolderFile[]> =>
  folder === undefined ? Promise.resolve([]) : listMediaFolder(join(folder, tenant));

/** Lists the media library of the institution, or with `use` as `folder` the files of its own folder, by name. */
export async function listLibrary(request: ApiRequest, { db }: AccountServices, folder: TenantFolder): Promise<ServiceReply> {
  const { portal, endpoint, parameters } = request;
  const site = requireSite(portal);
  const { limit, offset } = readWindow(endpoint, parameters);
  const keyword = parameters.get('keyword')?.trim().slice(0, mostKeyword) || undefined;
  const kind = parameters.get('kind') || undefined;
  const use = parameters.get('use') || undefined;
  const licence = parameters.get('licence') || undefined;
  if (use === 'folder') {
    const files = (await listFolder(folder, site)).filter(
      (file) =>
        // Nothing is said of what lies in the folder.
        licence === undefined &&
        (kind === undefined || file.kind === kind) &&
        (keyword === undefined || file.name.toLowerCase().includes(keyword.toLowerCase())),
    );
    return { rows: files.slice(offset, offset + limit).map((file): Json => describeFolderFile(portal, file)), total: files.length };
  }
  if (use !== undefined && use !== 'used' && use !== 'unused' && use !== 'undescribed')
    throw new RequestError('invalidParameter', { name: 'use' });
  const { rows, total } = await listMedia(db, {
    tenant: site.tenant,
    ...(keyword === undefined ? {} : { keyword }),
    ...(kind === undefined ? {} : { kind }),
    ...(licence === undefined ? {} : { licence }),
    ...(use === 'used' || use === 'unused' ? { used: use === 'used' } : {}),
    lacksAlt: use === 'undescribed',
    alsoUsed: listWrittenUses(site),
    limit,
    offset,
  });
  return { rows: rows.map((file): Json => describeFile(portal, site, file)), total };
}

/** Finds one file of the media library or of the institution's own folder, with where it is used. @throws RequestError 404 when there is none */
export async function findInLibrary(request: ApiRequest, { db }: AccountServices, folder: TenantFolder): Promise<ServiceReply> {
  const { portal, parameters, viewer } = request;
  const site = requireSite(portal);
  const { tenant } = site;
  const asked = (parameters.get('id') ?? '').replace(/^\/(?=media\/)/, '');
  if (asked.startsWith(folderPrefix)) {
    const file = (await listFolder(folder, site)).find(({ name }) => name === asked.slice(folderPrefix.length));
    if (!file) throw new RequestError('noSuchItem');
    const uses = await listAddressUses(db, tenant, `/media/${file.name}`);
    return { item: { ...describeFolderFile(portal, file), useCount: uses.length, uses: describeUses(portal, site, viewer, uses, false) } };
  }
  const id = readUploadId(asked);
  const file = await findMedia(db, { tenant, id });
  if (!file) throw new RequestError('noSuchItem');
  const uses = describeUses(portal, site, viewer, await listMediaUses(db, { tenant, id }), listWrittenUses(site).includes(id));
  return { item: { ...describeFile(portal, site, file), uses } };
}
