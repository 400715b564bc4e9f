import type { Queryable } from '../../../database/connection';
import { findUploadIds, readUploadNames } from '../../../database/content/uploadUses';
import type { CompiledPortal } from '../../../model/compiled';
import type { Form, FormField } from '../../../model/definitions.g';
import type { JsonObject } from '../../../model/json';
import { createSiteRoots } from '../../../runtime/roots';
import { getSentName } from '../../../runtime/sentShape';
import { formatText } from '../../../runtime/text';
import { getUpload, joinNames, splitAddresses } from '../../../runtime/upload';
import { RequestError } from '../../api/errors';

/**
 * Returns what a form sent with the names of files as they were uploaded: what a call says they are called counts for nothing, for a file is
 * saved under the name.
 */
export async function nameFiles(tx: Queryable, tenant: string, { fields }: Form, sent: JsonObject): Promise<JsonObject> {
  const named = { ...sent };
  for (const [name, field] of Object.entries(fields)) {
    const files = fields[field.namesOf ?? ''];
    const upload = files && getUpload(files);
    if (!files || !upload || field.namesOf === undefined) continue;
    const addresses = splitAddresses(upload, sent[getSentName(field.namesOf, files)]);
    const names = await readUploadNames(tx, tenant, findUploadIds(addresses));
    const found = addresses.map((address) => names.get(findUploadIds(address)[0] ?? '') ?? '');
    const as = getSentName(name, field);
    if (addresses.length > 0) named[as] = joinNames(upload, found);
    else delete named[as];
  }
  return named;
}

const pictures = ['jpg', 'png', 'gif', 'webp'];

/**
 * Checks that what fields for files hold are addresses of files that were uploaded here, of the endings that each takes: a browser says so,
 * a call need not. Whether the files are there is another matter.
 * @throws RequestError 400 with the words of the fields
 */
export function checkFiles(portal: CompiledPortal, form: Form, values: JsonObject, now: number): void {
  const scope = { ...createSiteRoots({ ...portal.settings, texts: portal.texts }, now, {}), form: values };
  const wrong = Object.entries(form.fields).filter(([name, field]) => !areTaken(field, values[name]));
  if (wrong.length === 0) return;
  const errors = Object.fromEntries(
    wrong.map(([name, field]) => {
      const types = (getUpload(field)?.types ?? []).join(portal.texts['listSeparator']);
      const usual = field.field === 'image' ? '/texts/uploadImage' : types === '' ? '/texts/uploadType' : '/texts/uploadOther';
      return [name, formatText(field.errors?.['type'] ?? usual, scope, portal.patterns, { types })];
    }),
  );
  throw new RequestError('invalidBody', {}, { message: Object.values(errors)[0], errors });
}

function areTaken(field: FormField, value: unknown): boolean {
  const upload = getUpload(field);
  if (!upload) return true;
  const types = upload.types ?? (field.field === 'image' ? pictures : undefined);
  return splitAddresses(upload, value).every((address) => {
    const ending = /^\/files\/[\w-]{22}\.(\w+)$/.exec(address)?.[1];
    // A picture that came as jpeg is kept as jpg.
    return ending !== undefined && (types === undefined || types.includes(ending) || (ending === 'jpg' && types.includes('jpeg')));
  });
}
