import { findUpload, removeUnfinished, removeUploads } from '../../../database/content/uploads';
import type { Json, JsonObject } from '../../../model/json';
import type { AccountKit } from '../../security/accountServices';
import { limitUses } from '../../security/limits';
import type { ApiRequest } from '../../items/answerFromItems';
import { checkBody } from '../../api/body';
import type { Answer } from '../../api/envelope';
import { RequestError } from '../../api/errors';
import type { FileKind } from './fileTypes';
import { receiveFile, type Limits, type Received } from './receive';

type UploadService = (request: ApiRequest, kit: AccountKit) => Promise<Answer>;

const usual: Limits = { image: 10, video: 200, file: 20 };
const usualDaily = { member: 200, anonymous: 20 };
const mostFiles = 20;
const day = 86_400_000;
/** The status of a file that is complete (ledger UPLOAD-10). */
const complete = 1;

/** Files that visitors upload, by service name (ledger UPLOAD-10, 16 to 19). */
export const uploadServices: Readonly<Record<string, UploadService>> = {
  'uploads.many': async (request, kit) => {
    const { files } = await receiveAll(request, kit, mostFiles);
    return { rows: files.map(described), total: files.length, message: request.portal.texts['uploaded'] };
  },
  'uploads.one': async (request, kit) => {
    const { item } = await receiveOne(request, kit);
    return { item, message: request.portal.texts['uploaded'] };
  },
  // What a call says in its fields is answered, so that who sends several files at once knows which one it was.
  'uploads.part': async (request, kit) => {
    const { item, fields } = await receiveOne(request, kit);
    const message = request.portal.texts['uploaded'] ?? '';
    return { item: { ...item, ...fields, message }, message };
  },
  'uploads.status': async ({ portal: { tenant }, parameters, viewer, caller }, kit) => {
    const upload = await findUpload(kit.db, { tenant, id: parameters.get('objectid') ?? '' });
    if (!upload || upload.owner !== ownerOf(kit, tenant, viewer?.id, caller.address)) throw new RequestError(404, 'noSuchItem');
    return { item: { objectid: upload.id, status: upload.status, ...(upload.status === complete ? { http: addressOf(upload) } : {}) } };
  },
};

async function receiveOne(request: ApiRequest, kit: AccountKit): Promise<{ item: JsonObject; fields: JsonObject }> {
  const {
    files: [file],
    fields,
  } = await receiveAll(request, kit, 1);
  if (!file) throw new RequestError(400, 'uploadEmpty');
  return { item: described(file), fields };
}

/**
 * Receives the files of a call; when one is refused none is kept.
 * @throws RequestError as `receiveFile` does; 400 for a part that the call does not know; 429 when there were too many today
 */
async function receiveAll(request: ApiRequest, kit: AccountKit, most: number): Promise<{ files: Received[]; fields: JsonObject }> {
  const { portal, multipart } = request;
  if (!multipart) throw new RequestError(400, 'invalidBody');
  forgetUnfinished(kit);
  const owner = ownerOf(kit, portal.tenant, request.viewer?.id, request.caller.address);
  const files: Received[] = [];
  const fields: JsonObject = {};
  try {
    for await (const part of multipart.parts(most)) {
      if ('value' in part) fields[part.name] = part.value;
      else if (part.name !== 'file') throw new RequestError(400, 'invalidBody');
      else {
        await countFile(request, kit);
        files.push(
          await receiveFile(
            kit.db,
            { tenant: portal.tenant, owner, limits: limitsOf(request), now: request.now },
            { ...part, wanted: kindOf(fields['fileType']) },
          ),
        );
      }
    }
    if (files.length === 0) throw new RequestError(400, 'uploadEmpty');
    checkFields(request, kit, fields, files);
    return { files, fields };
  } catch (error) {
    await removeUploads(
      kit.db,
      portal.tenant,
      files.map(({ id }) => id),
    );
    throw error;
  }
}

/** Fields may come after the files: what they ask for is checked once all is there. */
function checkFields({ portal, endpoint }: ApiRequest, kit: AccountKit, fields: JsonObject, files: readonly Received[]): void {
  if (endpoint.body) checkBody(portal, endpoint, fields, kit.message);
  else if (Object.keys(fields).length > 0) throw new RequestError(400, 'invalidBody');
  const wanted = kindOf(fields['fileType']);
  if (wanted !== undefined && files.some(({ kind }) => kind !== wanted))
    throw new RequestError(400, wanted === 'image' ? 'uploadImage' : wanted === 'video' ? 'uploadVideo' : 'uploadType');
}

const kindOf = (value: Json | undefined): FileKind | undefined =>
  value === 'image' || value === 'video' || value === 'file' ? value : undefined;

function limitsOf({ portal, endpoint }: ApiRequest): Limits {
  return { ...usual, ...portal.settings.uploads?.largest, ...(typeof endpoint.multipart === 'object' ? endpoint.multipart : {}) };
}

function countFile({ portal: { tenant, settings }, viewer, caller }: ApiRequest, kit: AccountKit): Promise<void> {
  const most = viewer ? (settings.uploads?.daily ?? usualDaily.member) : (settings.uploads?.anonymousDaily ?? usualDaily.anonymous);
  return limitUses(kit, tenant, [{ name: 'upload', most, milliseconds: day }], viewer?.id ?? caller.address, 'uploadDaily');
}

/** A member, or the address of somebody without a login, which is not kept as it is. */
const ownerOf = (kit: AccountKit, tenant: string, member: string | undefined, address: string): string =>
  member ?? kit.keys.mark('upload', tenant, address);

/** A path rather than a whole address: records outlive host names, and pictures of another host would be blocked. */
const addressOf = ({ id, extension }: { id: string; extension: string }): string => `/files/${id}.${extension}`;

const described = (file: Received): JsonObject => ({
  http: addressOf(file),
  status: complete,
  objectid: file.id,
  name: file.name,
  size: file.size,
  fileType: file.kind,
});

/** Once in a while, by whoever comes: what was broken off when a server was switched off is of no use to anybody. */
function forgetUnfinished(kit: AccountKit): void {
  if (Math.random() < 1 / 256) removeUnfinished(kit.db, kit.clock() - day).catch(kit.report);
}
