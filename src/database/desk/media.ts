import { type RawBuilder, sql } from 'kysely';
import { noteChange } from '../changes/noteChanges';
import type { Queryable } from '../connection';
import type { UploadKey } from '../content/uploads';

/** What staff says of a file. */
export interface MediaWords {
  alt: string;
  caption: string;
  credit: string;
  /** The name of one of the institution's licences, or nothing. */
  licence: string;
  /** The point of a picture that stays where it is cropped, in hundredths; null: the middle. */
  focus_x: number | null;
  focus_y: number | null;
}

/** A file of the media library. */
export interface MediaFile extends MediaWords {
  id: string;
  kind: string;
  extension: string;
  type: string;
  /** Its name when it was uploaded. */
  file: string;
  size: number;
  /** Of a picture; 0 where nobody measured it. */
  width: number;
  height: number;
  /** How often it was replaced. */
  version: number;
  /** Who uploaded it, by the name at the time. */
  name: string;
  created: Date;
  /** How many items show it. */
  uses: number;
}

/** Which files are asked for. */
export interface MediaQuery {
  tenant: string;
  /** Part of the name, the alternative text, the caption or the credit. */
  keyword?: string;
  kind?: string;
  /** Those under one of the institution's licences, by its name. */
  licence?: string;
  /** Those that something refers to, or that nothing does. */
  used?: boolean;
  /** Pictures in which nobody has said what is seen. */
  lacksAlt?: boolean;
  /** Files that something besides items refers to. */
  alsoUsed: readonly string[];
  limit: number;
  offset: number;
}

/** An item that shows a file. */
export interface MediaUse {
  module: string;
  id: string;
  title: string;
  status: number;
  state: string | null;
}

const fields = sql.raw(`
  upload.id, upload.kind, upload.extension, upload.type, upload.name as file, upload.size::float8 as size, upload.created, media.alt, media.caption,
  media.credit, media.licence, media.focus_x, media.focus_y, media.width, media.height, media.version, media.name,
  (select count(*)::int from upload_use where upload_use.tenant = media.tenant and upload_use.upload_id = media.upload_id) as uses`);
const joined = sql.raw('media join upload on upload.tenant = media.tenant and upload.id = media.upload_id');

/** Puts an uploaded file into the media library. */
export async function addMedia(
  tx: Queryable,
  { tenant, id }: UploadKey,
  { staff, name, width, height, now }: { staff: string; name: string; width: number; height: number; now: number },
): Promise<void> {
  await sql`
    insert into media (tenant, upload_id, staff, name, width, height, updated)
    values (${tenant}, ${id}, ${staff}, ${name}, ${width}, ${height}, ${new Date(now)})
    on conflict do nothing`.execute(tx.kysely);
}

/** Returns a page of the media library of one institution, the newest first, and how many files there are in all. */
export async function listMedia(db: Queryable, query: MediaQuery): Promise<{ rows: MediaFile[]; total: number }> {
  const where = sql.join(buildConditions(query), sql` and `);
  const [found, counted] = await Promise.all([
    sql<MediaFile>`
      select ${fields} from ${joined} where ${where}
      order by upload.created desc, upload.id
      limit ${query.limit} offset ${query.offset}`.execute(db.kysely),
    sql<{ total: number }>`select count(*)::int as total from ${joined} where ${where}`.execute(db.kysely),
  ]);
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 };
}

/** Recordings are kept as files among others, with the limits of those; here they are a kind of their own, as those of the folder are. */
const shownKind = sql`(case when upload.kind = 'file' and upload.type like 'audio/%' then 'audio' else upload.kind end)`;

function buildConditions({ tenant, keyword, kind, licence, used, lacksAlt, alsoUsed }: MediaQuery): RawBuilder<unknown>[] {
  const like = keyword === undefined ? '' : `%${keyword.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const isUsed = sql`(
    upload.id = any(${[...alsoUsed]}::text[])
    or exists (select from upload_use where upload_use.tenant = media.tenant and upload_use.upload_id = media.upload_id)
  )`;
  return [
    sql`media.tenant = ${tenant}`,
    sql`upload.status = 1`,
    ...(keyword === undefined
      ? []
      : [sql`(upload.name ilike ${like} or media.alt ilike ${like} or media.caption ilike ${like} or media.credit ilike ${like})`]),
    ...(kind === undefined ? [] : [sql`${shownKind} = ${kind}`]),
    ...(licence === undefined ? [] : [sql`media.licence = ${licence}`]),
    ...(lacksAlt === true ? [sql`upload.kind = 'image' and media.alt = ''`] : []),
    ...(used === undefined ? [] : [used ? isUsed : sql`not ${isUsed}`]),
  ];
}

/** Returns one file of the media library; undefined for what is not in it. */
export async function findMedia(db: Queryable, { tenant, id }: UploadKey): Promise<MediaFile | undefined> {
  const { rows } = await sql<MediaFile>`
    select ${fields} from ${joined} where media.tenant = ${tenant} and media.upload_id = ${id} and upload.status = 1`.execute(db.kysely);
  return rows[0];
}

/**
 * Returns a file of the media library, which nobody else changes, removes or begins to use before the transaction ends: an item that is being
 * written with it holds it, so that this waits until the use can be seen.
 */
export async function lockMedia(tx: Queryable, key: UploadKey): Promise<MediaFile | undefined> {
  await sql`select from upload where tenant = ${key.tenant} and id = ${key.id} for update`.execute(tx.kysely);
  return findMedia(tx, key);
}

/** Writes what staff says of a file. */
export async function describeMedia(tx: Queryable, { tenant, id }: UploadKey, words: MediaWords, now: number): Promise<void> {
  await sql`
    update media
    set alt = ${words.alt}, caption = ${words.caption}, credit = ${words.credit}, licence = ${words.licence},
      focus_x = ${words.focus_x}, focus_y = ${words.focus_y}, updated = ${new Date(now)}
    where tenant = ${tenant} and upload_id = ${id}`.execute(tx.kysely);
  await noteChange(tx, { topic: 'content', tenant, module: '' });
}

/** Puts the bytes of one file in the place of another's, which keeps its address and what is said of it; the first is no file of its own any more. */
export async function replaceMedia(tx: Queryable, { tenant, id }: UploadKey, by: string, now: number): Promise<void> {
  const [target, source] = [sql`tenant = ${tenant} and upload_id = ${id}`, sql`tenant = ${tenant} and upload_id = ${by}`];
  await sql`delete from upload_chunk where ${target}`.execute(tx.kysely);
  await sql`delete from upload_width where ${target}`.execute(tx.kysely);
  await sql`update upload_chunk set upload_id = ${id} where ${source}`.execute(tx.kysely);
  await sql`
    insert into upload_gone (object)
    select object from upload where tenant = ${tenant} and id = ${id} and object is not null`.execute(tx.kysely);
  await sql`
    update upload
    set name = other.name, size = other.size, object = other.object, sha256 = other.sha256
    from upload as other
    where upload.tenant = ${tenant} and upload.id = ${id} and other.tenant = ${tenant} and other.id = ${by}`.execute(tx.kysely);
  await sql`
    update media
    set width = other.width, height = other.height, version = media.version + 1, updated = ${new Date(now)}
    from media as other
    where media.tenant = ${tenant} and media.upload_id = ${id} and other.tenant = ${tenant} and other.upload_id = ${by}`.execute(tx.kysely);
  await sql`delete from upload where tenant = ${tenant} and id = ${by}`.execute(tx.kysely);
  await noteChange(tx, { topic: 'content', tenant, module: '' });
}

/** Returns the items that show a file, whatever their state, the one changed last first. */
export async function listMediaUses(db: Queryable, { tenant, id }: UploadKey, limit = 100): Promise<MediaUse[]> {
  const { rows } = await sql<MediaUse>`
    select item.module, item.id, item.title, item.status, item.state
    from upload_use
    join item on item.tenant = upload_use.tenant and item.module = upload_use.module and item.id = upload_use.item_id
    where upload_use.tenant = ${tenant} and upload_use.upload_id = ${id}
    order by item.updated desc, item.id
    limit ${limit}`.execute(db.kysely);
  return rows;
}

/** Returns the items in whose documents an address stands, such as that of a picture in the institution's own folder. */
export async function listAddressUses(db: Queryable, tenant: string, address: string, limit = 100): Promise<MediaUse[]> {
  const { rows } = await sql<MediaUse>`
    select module, id, title, status, state
    from item
    where tenant = ${tenant} and strpos(doc::text, ${address}) > 0
    order by updated desc, id
    limit ${limit}`.execute(db.kysely);
  return rows;
}

/** What is seen in a picture, and the name that it came with. */
export interface Alternative {
  id: string;
  alt: string;
  file: string;
}

/** Returns the alternative texts of those files that have one, by their ids. */
export async function readAlternatives(db: Queryable, tenant: string, ids: readonly string[]): Promise<ReadonlyMap<string, Alternative>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Alternative>`
    select media.upload_id as id, media.alt, upload.name as file from ${joined}
    where media.tenant = ${tenant} and media.alt <> '' and media.upload_id = any(${[...ids]}::text[])`.execute(db.kysely);
  return new Map(rows.map((found) => [found.id, found]));
}

/** A picture with a point that stays where it is cropped, in hundredths of its width and height. */
export interface FocusedPicture {
  id: string;
  x: number;
  y: number;
}

/** Returns the pictures of an institution that have a point of their own, those changed last first. */
export async function listFocused(db: Queryable, tenant: string, limit: number): Promise<FocusedPicture[]> {
  const { rows } = await sql<FocusedPicture>`
    select upload_id as id, focus_x as x, focus_y as y
    from media
    where tenant = ${tenant} and focus_x is not null and focus_y is not null
    order by updated desc, upload_id
    limit ${limit}`.execute(db.kysely);
  return rows;
}
