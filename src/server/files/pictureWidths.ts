import { findUploadWidth, keepUploadWidth, type Upload } from '../../database/content/uploads';
import { narrowPicture, pictureQueue } from './renewPicture';
import type { UploadContents } from './uploadContents';

const making = new Map<string, Promise<Buffer>>();

/**
 * Returns a picture that was uploaded in another width, in WebP. It is made when it is first asked for, for most are never shown in every width,
 * and kept beside the picture: WebP alone, for AVIF of this size takes twice as long.
 * @throws RequestError 400 when it cannot be made, 503 when too many pictures wait; StorageFailure when it cannot be read
 */
export async function findPictureWidth(contents: UploadContents, tenant: string, upload: Upload, width: number): Promise<Buffer> {
  const { db } = contents;
  const { id, version } = upload;
  const kept = await findUploadWidth(db, { tenant, id }, width);
  if (kept) return kept;
  const name = JSON.stringify([tenant, id, width, version]);
  // Asked for by many at once, it is made once.
  let made = making.get(name);
  if (!made) {
    made = pictureQueue.run(async () => {
      const narrow = await narrowPicture(await contents.readWhole({ tenant, id }, upload), width);
      await keepUploadWidth(db, { tenant, id, version }, width, narrow);
      return narrow;
    });
    making.set(name, made);
    const forget = (): boolean => making.delete(name);
    made.then(forget, forget);
  }
  return made;
}
