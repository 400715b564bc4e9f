import { type RawBuilder, sql } from 'kysely';
import { buildEntry } from '../search/entries';
import { toStorableText, writeStorableJson } from '../statements';
import { writeTextArray } from '../textArrays';
import { readTexts, toGramPrefix, collectGrams, toKeyValue, toTag } from './filterKeys';
import { findUploadIdsIn } from './uploadUses';
import type { NewItem } from './writeItems';

/** What is sent of items, each as a list of texts, and how the statement reads it; what is not said is text. */
const columns = {
  tenant: '',
  module: '',
  id: '',
  column_id: '',
  status: '::smallint',
  state: '',
  pub: '::timestamptz',
  title: '',
  doc: '::jsonb',
  s1: '',
  s2: '',
  s3: '',
  s4: '',
  n1: '::double precision',
  n2: '::double precision',
  n3: '::double precision',
  n4: '::double precision',
  lng: '::double precision',
  lat: '::double precision',
  tags: '::text[]',
  grams: 'lines',
  entry_title: '',
  entry_title_words: '::tsvector',
  entry_body: '',
  entry_words: '::tsvector',
  entry_spelled: '::tsvector',
  files: 'lines',
  later: '::boolean',
};

type Column = keyof typeof columns;
const names = Object.keys(columns) as Column[];

/** Of lists whose entries have no line ends they are joined by these: to part them again takes the server least. */
const read = (name: Column): string =>
  columns[name] === 'lines' ? `string_to_array(${name}, chr(10)) as ${name}` : `${name}${columns[name]} as ${name}`;

const selection = names.map(read).join(', ');

/**
 * Returns the query of the rows of items, with what indexes and the site search find them by, in the columns of its table. Lists of texts, one
 * for each column, take the server half of what rows of JSON take it, whose names and types are looked up in each.
 */
export function selectItemRows(items: readonly NewItem[]): RawBuilder<unknown> {
  const rows = items.map(toItemRow);
  const lists = names.map((name) => sql`${writeTextArray(rows.map((row) => row[name]))}::text[]`);
  return sql`select ${sql.raw(selection)} from unnest(${sql.join(lists)}) as given (${sql.raw(names.join(', '))})`;
}

/** What an item has none of is left out, and its document is written once, however often it is looked at. */
function toItemRow(item: NewItem): Partial<Record<Column, string>> {
  const doc = writeStorableJson(item.doc);
  const slot = (value: string | null | undefined): string | undefined => (value == null ? undefined : toKeyValue(value));
  const files = findUploadIdsIn(doc);
  return {
    tenant: item.tenant,
    module: item.module,
    id: item.id,
    column_id: toStorableText(item.column ?? ''),
    status: String(item.status ?? 1),
    state: item.state,
    pub: item.pub.toISOString(),
    title: toStorableText(item.title),
    doc,
    s1: slot(item.s1),
    s2: slot(item.s2),
    s3: slot(item.s3),
    s4: slot(item.s4),
    n1: writeNumber(item.n1),
    n2: writeNumber(item.n2),
    n3: writeNumber(item.n3),
    n4: writeNumber(item.n4),
    lng: writeNumber(item.place?.lng),
    lat: writeNumber(item.place?.lat),
    tags: writeTags(item),
    grams: writeGrams(item),
    files: files.length > 0 ? files.join('\n') : undefined,
    later: item.searchLater === true ? 'true' : undefined,
    ...(item.search && buildEntry(item.tenant, item.search)),
  };
}

/** A number that is none is absent, as in JSON. */
const writeNumber = (value: number | null | undefined): string | undefined => (Number.isFinite(value) ? String(value) : undefined);

/** The literal of the list of tags. None where there is none: an empty list would still take an entry of the index. */
function writeTags({ tenant, module, tags = {} }: NewItem): string | undefined {
  const all = Object.entries(tags).flatMap(([field, values]) => values.map((value) => toTag({ tenant, module, field }, value)));
  return all.length > 0 ? `{${all.map((tag) => `"${tag.replace(/["\\]/g, '\\$&')}"`).join(',')}}` : undefined;
}

/** The grams of an item, a line each; none where there are none. Neither they nor what they begin with has line ends. */
function writeGrams({ tenant, module, searchable = [], doc }: NewItem): string | undefined {
  const lines = [...new Set(searchable)].flatMap((field) => {
    const grams = collectGrams(readTexts(doc, field));
    const prefix = toGramPrefix({ tenant, module, field });
    return grams.size > 0 ? [prefix + [...grams].join(`\n${prefix}`)] : [];
  });
  return lines.length > 0 ? lines.join('\n') : undefined;
}
