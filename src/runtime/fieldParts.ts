import type { FieldKind } from '../model/definitions.g';
import type { Fields } from './formSchema';

/**
 * The kinds of fields that few forms have, and the file that shows each. Browsers fetch it with the first form that has one; a page with such
 * a form names it in its head, so that it comes beside everything else.
 */
export const fieldParts = {
  captcha: 'codeFields',
  smsCode: 'codeFields',
  richText: 'RichTextField',
  image: 'UploadField',
  video: 'UploadField',
  file: 'UploadField',
  pickOne: 'PickField',
  pickMany: 'PickField',
  timeSlots: 'TimeSlotsField',
  cascade: 'CascadeField',
  combobox: 'ComboboxField',
  types: 'TypesField',
} as const satisfies { [K in FieldKind]?: string };

/** A kind of field that is fetched when a form has one. */
export type LaterKind = keyof typeof fieldParts;

/** Returns whether a kind of field is fetched when a form has one. */
const isLaterKind = (kind: FieldKind): kind is LaterKind => Object.hasOwn(fieldParts, kind);

/** Returns the kinds of fields, those within rows and groups too, that are fetched for a form. */
export const collectLaterKinds = (fields: Fields): LaterKind[] =>
  Object.values(fields).flatMap(({ field, fields: inner }) => [...(isLaterKind(field) ? [field] : []), ...collectLaterKinds(inner ?? {})]);
