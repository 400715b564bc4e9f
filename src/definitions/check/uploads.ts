import type { FormField } from '../../model/definitions.g';
import { getUpload } from '../../runtime/upload';
import * as messages from '../problems/messages';

const pictures = ['jpg', 'jpeg', 'png', 'gif', 'webp'];
const films = ['mp4', 'm4v', 'mov', 'webm', 'mkv', 'flv', 'avi', 'wmv', 'rmvb'];
const sounds = ['mp3', 'm4a', 'wav', 'flac', 'aac'];
const documents = ['pdf', 'txt', 'csv', 'zip', 'rar', '7z', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx'];

/** What fields for pictures and films are for, and what is none of it for sure; a back end of an institution may take further endings. */
const endings: { [K in FormField['field']]?: { fitting: readonly string[]; unfit: readonly string[] } } = {
  image: { fitting: pictures, unfit: [...films, ...sounds, ...documents] },
  video: { fitting: ['mp4', 'ogg', 'webm'], unfit: [...pictures, ...sounds, ...documents] },
};

/** Warns of endings of names that a field for pictures or for films takes and cannot show. @param at where the field stands */
export function checkEndings(at: readonly string[], field: FormField, report: messages.Report): void {
  const known = endings[field.field];
  for (const [index, ending] of (getUpload(field)?.types ?? []).entries())
    if (known?.unfit.includes(ending))
      report([...at, 'upload', 'types', String(index)], messages.unfitEnding(field.field, ending, known.fitting));
}
