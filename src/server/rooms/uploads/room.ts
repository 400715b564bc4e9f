import { findUpload, removeUploads } from '../../../database/content/uploads';
import { addMedia } from '../../../database/desk/media';
import { inTransaction } from '../../../database/transaction';
import { listUploads, removeOwnUploads, removeUnused } from '../../../database/content/uploadUses';
import type { Json, JsonObject } from '../../../model/json';
import { encodeRow } from '../../../runtime/reply';
import { formatPattern } from '../../../runtime/text';
import { formatIso } from '../../../runtime/time';
import { checkBody } from '../../api/body';
import { formatError, RequestError } from '../../api/errors';
import { mostFiles, type MultipartBody, readFileLimits } from '../../api/multipart';
import type { ApiRequest, LimitedCall, PersonalData, Room } from '../../api/room';
import type { AccountServices } from '../../security/accountServices';
import { note } from '../../desk/note';
import { StorageFailure } from '../../config/storageFailure';
import { removeOrphans } from '../../files/storageUpkeep';
import { limitUses } from '../../security/limits';
import type { FileKind } from './fileTypes';
import { completeFile, type Received, receiveFile, refuseKind, refuseLarge } from './receive';

const usualDaily = { member: 200, anonymous: 20 };
const day = 86_400_000;
/** Points of the longer side of what staff upload: as many as a large print or a close look takes, and no more than servers can hold. */
const longestOfStaff = 6000;
/** The status of a file that is complete (ledger UPLOAD-10). */
const complete = 1;

/** What a member uploaded: where each file can be had, and as long as the account is there. What is in a file is had from its address. */
const uploadData: PersonalData<AccountServices> = {
  name: 'uploads',
  read: async ({ db }, tenant, member) =>
    (await listUploads(db, tenant, member)).map(({ created, ...file }) => ({
      ...describeUpload({ tenant, ...file }),
      uploaded: formatIso(created.getTime()),
    })),
  forget: removeOwnUploads,
};

/** Files that visitors upload, by service name (ledger UPLOAD-10, 16 to 19). */
export const uploadsRoom: Room<AccountServices> = {
  services: {
    'uploads.many': async (request, accounts) => {
      const { files } = await receiveAll(request, accounts, mostFiles);
      return { rows: files.map(describeUpload), total: files.length, message: request.portal.texts['uploaded'] };
    },
    'uploads.one': async (request, accounts) => {
      const { item } = await receiveOne(request, accounts);
      return { item, message: request.portal.texts['uploaded'] };
    },
    // What a call says in its fields is answered, so that who sends several files at once knows which one it was.
    'uploads.part': async (request, accounts) => {
      const { item, fields } = await receiveOne(request, accounts);
      const message = request.portal.texts['uploaded'] ?? '';
      return { item: { ...item, ...fields, message }, message };
    },
    'uploads.status': async ({ portal: { tenant }, parameters, viewer, caller }, accounts) => {
      const upload = await findUpload(accounts.db, { tenant, id: parameters.get('objectid') ?? '' });
      if (!upload || upload.owner !== identifyOwner(accounts, tenant, viewer?.id, caller.address)) throw new RequestError('noSuchItem');
      const { id: objectid, status } = upload;
      return { item: { objectid, status, ...(status === complete ? { http: buildAddress(upload) } : {}) } };
    },
  },
  limits: { 'uploads.many': limitFiles, 'uploads.one': limitFiles, 'uploads.part': limitFiles },
  personalData: [uploadData],
  sweep: async ({ db, clock, contents: { storage } }) => {
    await removeUnused(db, clock() - day);
    if (storage) await removeOrphans(db, storage.store, clock());
  },
};

async function receiveOne(request: ApiRequest, accounts: AccountServices): Promise<{ item: JsonObject; fields: JsonObject }> {
  const { files, fields } = await receiveAll(request, accounts, 1);
  const [file] = files;
  if (!file) throw new RequestError('uploadEmpty');
  // A call may have another name for the address.
  return { item: encodeRow(describeUpload(file), request.endpoint), fields };
}

/**
 * Receives the files of a call; when one is refused none is kept.
 * @throws RequestError as `receiveFile` does; 400 for a part that the call does not know; 429 when there were too many today
 */
async function receiveAll(
  request: ApiRequest,
  accounts: AccountServices,
  most: number,
): Promise<{ files: Received[]; fields: JsonObject }> {
  const { portal, multipart } = request;
  if (!multipart) throw new RequestError('invalidBody');
  refuseReaders(request);
  const owner = identifyOwner(accounts, portal.tenant, request.viewer?.id, request.caller.address);
  const limits = readFileLimits(portal, request.endpoint);
  const announced = readLength(multipart);
  refuseLarge(announced, Math.max(...Object.values(limits)), most);
  const receipt = { tenant: portal.tenant, owner, limits, announced: most === 1 ? announced : undefined, now: request.now };
  const files: Received[] = [];
  const fields: JsonObject = {};
  let under = '';
  try {
    for await (const part of multipart.parts(most)) {
      if ('value' in part) fields[part.name] = part.value;
      else if (part.name !== 'file') throw new RequestError('invalidBody');
      else {
        await countFile(request, accounts);
        under = part.filename;
        files.push(await receiveFile(accounts.db, receipt, { ...part, wanted: readKind(fields['fileType']) }));
      }
    }
    if (files.length === 0) throw new RequestError('uploadEmpty');
    checkFields(request, accounts, fields, files);
    const complete: Received[] = [];
    for (const file of files) {
      under = file.name;
      complete.push(await completeFile(accounts.contents, file, request.viewer?.staff && longestOfStaff));
    }
    await keepInLibrary(request, accounts, complete);
    return { files: complete, fields };
  } catch (error) {
    const ids = files.map(({ id }) => id);
    await removeUploads(accounts.db, portal.tenant, ids);
    if (error instanceof StorageFailure) accounts.report(error);
    throw nameRefused(request, error, under);
  }
}

/** Staff choose many files at once, and are told which of them was refused. */
function nameRefused({ portal, viewer }: ApiRequest, error: unknown, name: string): unknown {
  if (!viewer?.staff || name === '' || !(error instanceof RequestError)) return error;
  const message = formatPattern(portal.texts['mediaRefused'] ?? '', { name, reason: formatError(portal, error) }, portal.patterns);
  return new RequestError(error.code, error.values, { ...error.detail, message });
}

/** At the desk files are for who may write something. @throws RequestError 403 */
function refuseReaders({ portal, viewer }: ApiRequest): void {
  if (viewer?.staff && !Object.keys(portal.modules).some((module) => viewer.staff?.may(module, 'edit')))
    throw new RequestError('staffMayNot');
}

/** What staff upload belongs to the media library of the institution, whether or not it is used. */
async function keepInLibrary(request: ApiRequest, { db }: AccountServices, files: readonly Received[]): Promise<void> {
  const { viewer, now } = request;
  if (!viewer?.staff) return;
  await inTransaction(db, async (tx) => {
    for (const { tenant, id, name, width = 0, height = 0 } of files) {
      await addMedia(tx, { tenant, id }, { staff: viewer.id, name: viewer.name, width, height, now });
      await note(tx, request, { action: 'media.add', module: '', item: id, title: name, detail: {} });
    }
  });
}

/** Fields may come after the files: what they ask for is checked once all is there. */
function checkFields(
  { portal, endpoint, now }: ApiRequest,
  accounts: AccountServices,
  fields: JsonObject,
  files: readonly Received[],
): void {
  if (endpoint.body) checkBody(portal, endpoint, fields, accounts.message, now);
  else if (Object.keys(fields).length > 0) throw new RequestError('invalidBody');
  const wanted = readKind(fields['fileType']);
  if (files.some(({ kind }) => kind !== (wanted ?? kind))) throw refuseKind(wanted);
}

const readKind = (value: Json | undefined): FileKind | undefined =>
  value === 'image' || value === 'video' || value === 'file' ? value : undefined;

/** Returns how many bytes a body says that it has; undefined when it arrives in chunks. */
const readLength = ({ headers }: MultipartBody): number | undefined => {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
};

function countFile(request: ApiRequest, accounts: AccountServices): Promise<void> {
  const { portal, viewer } = request;
  if (!viewer) return countAnonymousFile(request, accounts);
  const most = portal.settings.uploads?.daily ?? usualDaily.member;
  return limitUses(accounts, portal.tenant, [{ name: 'upload', most, milliseconds: day }], viewer.id, 'uploadDaily');
}

function countAnonymousFile({ portal: { tenant, settings }, caller }: LimitedCall, accounts: AccountServices): Promise<void> {
  const most = settings.uploads?.anonymousDaily ?? usualDaily.anonymous;
  return limitUses(accounts, tenant, [{ name: 'upload', most, milliseconds: day }], caller.address, 'uploadDaily');
}

/** Who a member is, and how many files there are, a back end of the institution's own knows; here each call of a stranger counts as one. */
async function limitFiles(call: LimitedCall, accounts: AccountServices): Promise<void> {
  if (!call.endpoint.viewer) await countAnonymousFile(call, accounts);
}

/** Returns a member, or the address of somebody without a login, which is not kept as it is. */
const identifyOwner = (accounts: AccountServices, tenant: string, member: string | undefined, address: string): string =>
  member ?? accounts.keys.mark('upload', tenant, address);

/** Returns a path rather than a whole address: records outlive host names, and pictures of another host would be blocked. */
const buildAddress = ({ id, extension }: { id: string; extension: string }): string => `/files/${id}.${extension}`;

const describeUpload = (file: Received): JsonObject => ({
  http: buildAddress(file),
  status: complete,
  objectid: file.id,
  name: file.name,
  size: file.size,
  fileType: file.kind,
});
