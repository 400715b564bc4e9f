import type { CompiledModule, CompiledPortal } from '../../model/compiled';
import type { Codelist, FormField, Module } from '../../model/definitions.g';
import { getOwn, isObject, type JsonObject } from '../../model/json';
import { getSentName, listSentFields } from '../../runtime/sentShape';
import { splitName } from '../language/names';

/** What the pages of a module tell of its fields besides their types, by the names of the fields. */
export interface FieldHints {
  /** The code list that labels a field. */
  codelists: ReadonlyMap<string, Codelist>;
  /** Fields that hold addresses of pictures. */
  pictures: ReadonlySet<string>;
  /** Fields that hold the address of a recording that pages play. */
  recordings: ReadonlySet<string>;
  /** Fields that pages fill with what others count, such as how often an item was opened, and calls with how the review stands. */
  counted: ReadonlySet<string>;
  /** Fields of several lines: those that visitors fill in as such, and what pages show as a text of its own. */
  long: ReadonlySet<string>;
  /** Fields that visitors fill with files, with the endings that these have; undefined where any will do. */
  files: ReadonlyMap<string, readonly string[] | undefined>;
}

/** References to a field of an item or of a row of a list. */
const reference = /^\/(?:item|row|storedItem)\/([A-Za-z][A-Za-z0-9]*)(?:\/0)?$/;
/** The keys of cards and sections whose values are addresses of pictures. */
const pictureKeys: ReadonlySet<string> = new Set(['image', 'picture', 'poster', 'pictures', 'cover']);

/** The keys of sections whose values are the address of a recording, and its words. */
const [recordingKey, wordsKey] = ['audio', 'transcript'];

/** Returns what the cards and pages of a module say of the fields of its items, and its roles. */
export function findHints({ name, definition }: CompiledModule, site: CompiledPortal): FieldHints {
  const codelists = new Map<string, Codelist>();
  const pictures = new Set<string>();
  const recordings = new Set<string>();
  const counted = new Set<string>();
  const { long, files } = findFilledIn(definition);
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit);
    if (!isObject(value)) return;
    if (typeof value['source'] === 'string' && typeof value['on'] === 'string' && isObject(value['defaults']))
      for (const name of Object.keys(value['defaults'])) counted.add(name);
    const field = readField(value['value']);
    const { codelist } = value;
    if (field !== undefined && typeof codelist === 'string') {
      const found = findCodelist(codelist, name, site);
      if (found) codelists.set(field, found);
    }
    for (const [key, part] of Object.entries(value)) {
      const pictured = pictureKeys.has(key) ? readField(isObject(part) ? part['value'] : part) : undefined;
      if (pictured !== undefined) pictures.add(pictured);
      const played = key === recordingKey ? readField(part) : undefined;
      if (played !== undefined) recordings.add(played);
      const words = key === wordsKey || (key === 'text' && value['section'] === 'text') ? readField(part) : undefined;
      if (words !== undefined) long.add(words);
      visit(part);
    }
  };
  const parts: JsonObject = {
    cards: { ...definition.cards } as object as JsonObject,
    pages: { ...definition.pages } as object as JsonObject,
  };
  visit(parts);
  // What stands there is worked out anew for each reply to the member.
  for (const { own, history } of Object.values(definition.endpoints ?? {}))
    for (const field of [own, history]) if (field !== undefined) counted.add(field.split('/')[1] ?? '');
  for (const named of Object.keys(definition.admin?.fields ?? {})) counted.delete(named);
  const image = definition.roles?.image;
  if (image !== undefined) pictures.add(image.slice(1));
  return { codelists, pictures, recordings, counted, long, files };
}

/** Returns which fields of the items that visitors hand in are texts of several lines and which are files, as the forms ask for them. */
function findFilledIn({ endpoints = {}, forms = {} }: Module): { long: Set<string>; files: Map<string, readonly string[] | undefined> } {
  const making = Object.values(endpoints).flatMap(({ creates, form }) => (creates && form !== undefined ? [getOwn(forms, form)] : []));
  const fields = making.flatMap((form) => listSentFields(form?.fields ?? {}));
  const ofKind = (kind: FormField['field']): [string, FormField][] =>
    fields.flatMap(([name, field]): [string, FormField][] => (field.field === kind ? [[getSentName(name, field), field]] : []));
  return {
    long: new Set(ofKind('textarea').map(([name]) => name)),
    files: new Map(ofKind('file').map(([name, { upload }]) => [name, upload?.types])),
  };
}

/** What is told of fields of the item is not meant for those within others. */
export const noHints = (hints: FieldHints): FieldHints => ({ ...hints, codelists: new Map(), long: new Set(), files: new Map() });

const readField = (value: unknown): string | undefined => (typeof value === 'string' ? reference.exec(value)?.[1] : undefined);

function findCodelist(named: string, own: string, { modules }: CompiledPortal): Codelist | undefined {
  const { module, name } = splitName(named, own);
  return getOwn(getOwn(modules, module)?.definition.codelists, name);
}
