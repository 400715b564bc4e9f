import { findUpload, removeUploads } from '../../../database/content/uploads';
import { describeMedia, findMedia, lockMedia, type MediaFile, type MediaWords, replaceMedia } from '../../../database/desk/media';
import { inTransaction } from '../../../database/transaction';
import type { CompiledPortal } from '../../../model/compiled';
import { asString, getOwn, type JsonObject } from '../../../model/json';
import { RequestError } from '../../api/errors';
import type { ApiRequest, ServiceReply } from '../../api/room';
import { note } from '../../desk/note';
import { requireSite } from '../../desk/site';
import { convertPicture, measurePicture, pictureQueue } from '../../files/renewPicture';
import type { AccountServices } from '../../security/accountServices';
import { requireRight } from '../../security/rights';
import { listWrittenUses } from './describe';
import { readUploadId } from './lists';

const longestAlt = 300;
const longestWords = 1000;
const point = /^(\d{1,3}),(\d{1,3})$/;

/** Confirms what was just uploaded: files are in the library as soon as they have arrived. @throws RequestError 404 for one that is not */
export async function confirmFiles(request: ApiRequest, { db }: AccountServices): Promise<ServiceReply> {
  const { portal, viewer, body, endpoint } = request;
  const { tenant } = requireSite(portal);
  requireRight(viewer, endpoint.module, 'edit');
  const said = body['files'];
  const addresses = Array.isArray(said) ? said.map(asString) : asString(said).split('|');
  for (const address of addresses.filter((each) => each !== ''))
    if (!(await findMedia(db, { tenant, id: readUploadId(address) }))) throw new RequestError('noSuchItem');
  return { message: portal.texts['mediaAdded'] };
}

/**
 * Writes what is said of a file: of alternative text, caption, credit, licence and point only those that the call has.
 * @throws RequestError 400 for a licence that there is not or a point outside of the picture, 404 for a file of somebody else
 */
export async function describe(request: ApiRequest, { db }: AccountServices): Promise<ServiceReply> {
  const { portal, viewer, body, endpoint, now } = request;
  const site = requireSite(portal);
  requireRight(viewer, endpoint.module, 'edit');
  const key = { tenant: site.tenant, id: readUploadId(asString(body['id'])) };
  await inTransaction(db, async (tx) => {
    const file = await lockMedia(tx, key);
    if (!file) throw new RequestError('noSuchItem');
    const words = readWords(site, body, file);
    await describeMedia(tx, key, words, now);
    const changed = Object.entries(words).flatMap(([name, value]) => (file[name as keyof MediaWords] === value ? [] : [name]));
    await note(tx, request, { action: 'media.describe', module: '', item: key.id, title: file.file, detail: { changed } });
  });
  return { message: portal.texts['deskSaved'] };
}

function readWords({ settings }: CompiledPortal, body: JsonObject, before: MediaWords): MediaWords {
  const text = (name: 'alt' | 'caption' | 'credit', most: number): string =>
    body[name] === undefined ? before[name] : asString(body[name]).trim().slice(0, most);
  const licence = body['licence'] === undefined ? before.licence : asString(body['licence']);
  if (licence !== '' && getOwn(settings.licences, licence) === undefined) throw new RequestError('invalidParameter', { name: 'licence' });
  const focus = body['focus'] === undefined ? { focus_x: before.focus_x, focus_y: before.focus_y } : readFocus(asString(body['focus']));
  return { alt: text('alt', longestAlt), caption: text('caption', longestWords), credit: text('credit', longestWords), licence, ...focus };
}

function readFocus(written: string): Pick<MediaWords, 'focus_x' | 'focus_y'> {
  if (written === '') return { focus_x: null, focus_y: null };
  const [, x, y] = point.exec(written) ?? [];
  if (x === undefined || Number(x) > 100 || Number(y) > 100) throw new RequestError('invalidParameter', { name: 'focus' });
  return { focus_x: Number(x), focus_y: Number(y) };
}

/**
 * Puts a file that was just uploaded in the place of another, which keeps its address. Pictures are written in the format that the address says.
 * @throws RequestError 400 for a file of another kind, 404 for one that is not there, 409 for one that is used itself
 */
export async function replace(request: ApiRequest, accounts: AccountServices): Promise<ServiceReply> {
  const { db } = accounts;
  const { portal, viewer, body, endpoint, now } = request;
  const site = requireSite(portal);
  requireRight(viewer, endpoint.module, 'publish');
  const { tenant } = site;
  const [id, by] = [readUploadId(asString(body['id'])), readUploadId(asString(body['file']))];
  const [file, source] = await Promise.all([findMedia(db, { tenant, id }), findMedia(db, { tenant, id: by })]);
  if (!file || !source || id === by) throw new RequestError('noSuchItem');
  refuseUsed(site, source);
  if (file.kind !== source.kind || (file.kind !== 'image' && file.extension !== source.extension))
    throw new RequestError('mediaOther', { type: file.extension });
  if (file.extension !== source.extension) await convert(request, accounts, source, file);
  await inTransaction(db, async (tx) => {
    // Always in the same order, so that two who replace each other do not wait for each other.
    const locked = new Map<string, MediaFile | undefined>();
    for (const each of [id, by].sort()) locked.set(each, await lockMedia(tx, { tenant, id: each }));
    const [target, other] = [locked.get(id), locked.get(by)];
    if (!target || !other || other.extension !== target.extension) throw new RequestError('noSuchItem');
    refuseUsed(site, other);
    await replaceMedia(tx, { tenant, id }, by, now);
    await note(tx, request, { action: 'media.replace', module: '', item: id, title: target.file, detail: { by: other.file } });
  });
  return { message: portal.texts['mediaReplaced'] };
}

async function convert(
  { portal }: ApiRequest,
  { db, contents }: Pick<AccountServices, 'db' | 'contents'>,
  source: MediaFile,
  { extension, type }: MediaFile,
): Promise<void> {
  const key = { tenant: portal.tenant, id: source.id };
  const upload = await findUpload(db, key);
  if (!upload) throw new RequestError('noSuchItem');
  const bytes = await pictureQueue.run(async () => convertPicture(await contents.readWhole(key, upload), extension));
  if (!(await measurePicture(bytes))) throw new RequestError('uploadImage');
  await contents.replace(key, { kind: source.kind, extension, type, name: source.file, size: bytes.length }, bytes);
}

function refuseUsed(site: CompiledPortal, { id, uses }: MediaFile): void {
  const count = uses + (listWrittenUses(site).includes(id) ? 1 : 0);
  if (count > 0) throw new RequestError('mediaUsed', { count });
}

/**
 * Removes a file that nothing refers to, as no item that is being written meanwhile does either.
 * @throws RequestError 404 for a file that is not there, 409 for one that is used
 */
export async function remove(request: ApiRequest, { db }: AccountServices): Promise<ServiceReply> {
  const { portal, viewer, body, endpoint } = request;
  const site = requireSite(portal);
  requireRight(viewer, endpoint.module, 'publish');
  const key = { tenant: site.tenant, id: readUploadId(asString(body['id'])) };
  await inTransaction(db, async (tx) => {
    const file = await lockMedia(tx, key);
    if (!file) throw new RequestError('noSuchItem');
    refuseUsed(site, file);
    await removeUploads(tx, key.tenant, [key.id]);
    await note(tx, request, { action: 'media.remove', module: '', item: key.id, title: file.file, detail: {} });
  });
  return { message: portal.texts['mediaRemoved'] };
}
