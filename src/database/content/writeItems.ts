import { sql } from 'kysely';
import { itemNotes, noteRows } from '../changes/noteChanges';
import type { Queryable } from '../connection';
import { forgetCounts } from './countCache';
import { type FormEntry, putFormEntries } from './formEntries';
import type { NumberSlot, TextSlot } from './filters';
import { type Searchable, enterRows } from '../search/entries';
import { toStorableText } from '../statements';
import { selectItemRows } from './itemRows';

/**
 * An item to store. Slots hold what declared filter and sort fields are copied to; `tags` values by field;
 * `searchable` JSON pointers into `doc` that `contains` filters may look in; `search` what the site search finds it by, where it does.
 */
export type NewItem = Partial<Record<TextSlot, string | null> & Record<NumberSlot, number | null>> & {
  tenant: string;
  module: string;
  id: string;
  column?: string;
  /** 0 awaits review, 1 everyone sees it (when absent), 2 neither. */
  status?: number;
  /** The name of its state; where absent the status alone tells. */
  state?: string;
  pub: Date;
  title: string;
  doc: Record<string, unknown>;
  /** Where it is, in degrees. */
  place?: { lng: number; lat: number };
  tags?: Record<string, string[]>;
  searchable?: string[];
  search?: Searchable;
  /** The site search is to find it, but by what is said afterwards: once the import is over. Until then it finds what it found before. */
  searchLater?: boolean;
  /** What is kept apart from `doc`, sealed. */
  entries?: readonly FormEntry[];
};

const DEFAULT_BATCH = 500;
const MAX_ID_LENGTH = 200;

/**
 * Stores items, replacing those with the same tenant, module and id; of equal ones in `items` the last counts.
 * Each batch is one statement and atomic; pass a transaction to make the whole so, and where items have entries.
 * @throws Error on an empty id, one of more than 200 characters and an invalid date; nothing is stored then.
 */
export async function putItems(db: Queryable, items: NewItem[], { batch = DEFAULT_BATCH } = {}): Promise<void> {
  items.forEach(checkItem);
  const unique = new Map(items.map((item) => [`${item.tenant}\0${item.module}\0${item.id}`, item]));
  // In one order everywhere, so that two processes storing the same items wait for each other instead of deadlocking.
  const sorted = [...unique].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
  try {
    for (let start = 0; start < sorted.length; start += batch) await putBatch(db, sorted.slice(start, start + batch));
    await putFormEntries(
      db,
      sorted.flatMap(({ entries = [] }) => entries),
    );
  } finally {
    for (const { tenant, module } of listScopes(sorted)) forgetCounts(db, tenant, module);
  }
}

/**
 * What nobody saw before nor sees now, such as what visitors hand in, is no change to others. Who changes what is there has locked it, so
 * that this is how it was.
 */
const seenRows = sql`
  select tenant, module, id
  from row
  where status = 1 or exists (
    select from item where item.tenant = row.tenant and item.module = row.module and item.id = row.id and item.status = 1
  )`;

async function putBatch(db: Queryable, items: NewItem[]): Promise<void> {
  await sql`
    with row as materialized (
      ${selectItemRows(items)}
    ),
    stored as (
      insert into item (
        tenant, module, id, column_id, status, state, pub, title, doc, s1, s2, s3, s4, n1, n2, n3, n4, lng, lat, tags,
        grams
      )
      select tenant, module, id, column_id, status, state, pub, title, doc, s1, s2, s3, s4, n1, n2, n3, n4, lng, lat, tags,
        grams
      from row
      on conflict (tenant, module, id) do update set
        column_id = excluded.column_id, status = excluded.status, state = excluded.state, pub = excluded.pub, title = excluded.title,
        doc = excluded.doc, s1 = excluded.s1, s2 = excluded.s2, s3 = excluded.s3, s4 = excluded.s4,
        n1 = excluded.n1, n2 = excluded.n2, n3 = excluded.n3, n4 = excluded.n4, lng = excluded.lng, lat = excluded.lat, tags = excluded.tags, grams = excluded.grams, updated = now()
    ),
    entered as (
      ${enterRows}
    ),
    due as (
      insert into search_due (tenant, module, id)
      select tenant, module, id from row where later
      on conflict do nothing
    ),
    used as (
      insert into upload_use (tenant, upload_id, module, item_id)
      select row.tenant, upload.id, row.module, row.id
      from row
      join upload on upload.tenant = row.tenant and upload.id = any(row.files)
      on conflict do nothing
    ),
    released as (
      delete from upload_use
      using row
      where upload_use.tenant = row.tenant and upload_use.module = row.module and upload_use.item_id = row.id
        and upload_use.upload_id <> all(coalesce(row.files, '{}'))
    ),
    noted as (
      ${noteRows(itemNotes(seenRows))}
    )
    delete from search_entry
    using row
    where row.entry_words is null and row.later is not true and search_entry.tenant = row.tenant and search_entry.module = row.module
      and search_entry.id = row.id`.execute(db.kysely);
}

/**
 * Works off what very many items have left to be indexed, so that nobody who stores one more waits for it. Not every system and pooler knows how;
 * then that happens by itself.
 */
export async function endBulk(db: Queryable): Promise<void> {
  for (const index of ['item_grams', 'item_tags'])
    await sql`select gin_clean_pending_list(${index}::regclass)`.execute(db.kysely).catch(() => undefined);
}

function checkItem({ id, pub }: NewItem): void {
  if (id === '' || id.length > MAX_ID_LENGTH || toStorableText(id) !== id)
    throw new Error(`Not an id of an item: ${JSON.stringify(id.slice(0, 40))}`);
  if (Number.isNaN(pub.getTime())) throw new Error(`Item ${id} has no valid date of publication`);
}

function listScopes(items: NewItem[]): { tenant: string; module: string }[] {
  return [...new Map(items.map(({ tenant, module }) => [JSON.stringify([tenant, module]), { tenant, module }])).values()];
}
