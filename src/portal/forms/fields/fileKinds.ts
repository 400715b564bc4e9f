import type { FieldKind, Text, Upload } from '../../../model/definitions.g';
import type { TextKey } from '../../../model/textKeys.g';
import { readEnding } from '../../ui/fileTypes';
import type { FormGlyph } from './glyphs';

/** The kinds of fields that take files. */
export type FileFieldKind = Extract<FieldKind, 'image' | 'video' | 'file'>;

/** What tells one kind of files from another; the texts are names of shared texts. */
export interface FileKind {
  /** Endings of names that are taken unless a definition says otherwise. */
  types: readonly string[];
  glyph: FormGlyph;
  /** Another file was chosen; those with a list of their own name its types. */
  wrong: TextKey;
  /** Nobody answered. */
  failed: TextKey;
  /** The question before one is taken away. */
  remove: TextKey;
}

const documents = ['pdf', 'txt', 'zip', 'rar', '7z', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx'];
const pictures = ['jpg', 'jpeg', 'png', 'gif', 'webp'];

/** What image, video and file fields take and say (ledger UPLOAD-01 to 06, 12, 14). */
export const fileKinds: Readonly<Record<FileFieldKind, FileKind>> = {
  image: { types: pictures, glyph: 'picture', wrong: 'uploadImage', failed: 'uploadFailed', remove: 'uploadRemoveImage' },
  video: {
    types: ['mp4', 'ogg', 'flv', 'avi', 'wmv', 'rmvb'],
    glyph: 'film',
    wrong: 'uploadVideo',
    failed: 'uploadVideoFailed',
    remove: 'uploadRemoveFile',
  },
  file: { types: [...documents, ...pictures], glyph: 'file', wrong: 'uploadOther', failed: 'uploadFailed', remove: 'uploadRemoveFile' },
};

/** Returns whether a kind of field takes files. */
export const isFileKind = (kind: FieldKind): kind is FileFieldKind => Object.hasOwn(fileKinds, kind);

/** Why a file is not taken; a keyword of the field's messages. */
export type Refusal =
  { keyword: 'type'; types: readonly string[] } | { keyword: 'size'; size: number } | { keyword: 'count'; count: number };

/**
 * Returns why a file cannot be taken.
 * @param file its name, and its size in bytes
 * @returns undefined when it can
 */
export function findRefusal(file: Pick<File, 'name' | 'size'>, upload: Upload, kind: FileFieldKind): Refusal | undefined {
  const types = upload.types ?? fileKinds[kind].types;
  if (!types.includes(readEnding(file.name))) return { keyword: 'type', types };
  return upload.size !== undefined && file.size > upload.size * 1024 * 1024 ? { keyword: 'size', size: upload.size } : undefined;
}

/** Returns the shared text for what a field of a kind does not take, unless the definition has its own words. */
export function chooseRefusalText({ keyword }: Refusal, kind: FileFieldKind, upload: Upload): Text {
  if (keyword === 'size') return '/texts/uploadSize';
  if (keyword === 'count') return '/texts/uploadCount';
  return `/texts/${upload.types !== undefined && kind !== 'image' ? 'uploadOther' : fileKinds[kind].wrong}`;
}
