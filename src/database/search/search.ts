import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../connection';
import type { StoredItem } from '../content/items';
import { toTsqueryOfAllButOne, toTsquery } from './entries';
import { type Question, parseQuestion } from './words';

/**
 * What is searched for, and where: published items of these modules, or of `only` some of them. `limit` and `offset` count items; `counted`
 * asks how many each of all these modules has.
 */
export type SearchQuery = {
  tenant: string;
  modules: string[];
  only?: string[];
  asked: string;
  limit: number;
  offset: number;
  counted?: boolean;
};

/** A page of what was found, how many in all, and how many in each module where that was asked for; each number at most {@link MOST_FOUND}. */
export interface Found {
  rows: SearchHit[];
  total: number;
  counts?: Record<string, number>;
}

/** An item that was found. */
export type SearchHit = StoredItem & { module: string };

/** At most so many are found and ranked: of a frequent word the newest. */
export const MOST_FOUND = 1000;
/** Entries that are looked at to count them by module: a word that more have says little, and its counts are lower than they could be. */
const MOST_COUNTED = 100_000;

type Part = RawBuilder<unknown>;

/** What is looked up: a `tsquery`, what titles must meet besides, whether texts are looked through too, and what makes one of the found better. */
type Match = { query: string; also?: Part; inText: boolean; rank: Part };

/**
 * One page of what a question finds, the best first: titles before texts, and in both the very phrase before its words apart; of equals
 * the newest. When nothing has all words, a title counts that has the phrase across its words, then, of three words and more, what has
 * all but one: a question that hardly fits finds nothing rather than anything. What fits best in any of the modules decides for all, so
 * that a choice among them never loosens the question.
 * @returns nothing for a question without letters and figures
 */
export async function searchItems(db: Queryable, query: SearchQuery): Promise<Found> {
  const question = parseQuestion(query.asked);
  const nothing: Found = { rows: [], total: 0, ...(query.counted ? { counts: {} } : {}) };
  if (question.words.length === 0 || query.modules.length === 0) return nothing;
  for (const match of buildMatches(query.tenant, question)) {
    const [found, counts] = await Promise.all([
      findHits(db, query, question, match),
      query.counted ? countHits(db, query, match) : undefined,
    ]);
    if (found.total > 0 || Object.keys(counts ?? {}).length > 0) return { ...found, ...(counts ? { counts } : {}) };
    if (query.only && !counts && (await isFound(db, query, match))) return nothing;
  }
  return nothing;
}

/** Returns whether a question finds anything, however loosely. */
export async function isAnyFound(db: Queryable, query: Pick<SearchQuery, 'tenant' | 'modules' | 'asked'>): Promise<boolean> {
  const question = parseQuestion(query.asked);
  if (question.words.length === 0) return false;
  for (const match of buildMatches(query.tenant, question)) if (await isFound(db, query, match)) return true;
  return false;
}

/** Returns the condition of what a match looks up, the query apart: it stands in a table of its own. */
const buildLookUp = ({ also, inText }: Match): Part =>
  sql`${sql.raw(inText ? 'words' : 'title_words')} @@ (select query from asked)${also ? sql` and ${also}` : sql``}`;

async function countHits(db: Queryable, { tenant, modules }: SearchQuery, match: Match): Promise<Record<string, number>> {
  const { rows } = await sql<{ module: string; count: number }>`
    with asked as materialized (
      select ${match.query}::tsquery as query
    ),
    found as materialized (
      select module
      from search_entry
      where tenant = ${tenant} and status = 1 and module = any(${modules}::text[]) and ${buildLookUp(match)}
      limit ${MOST_COUNTED}
    )
    select module, least(count(*), ${MOST_FOUND})::int as count
    from found
    group by module`.execute(db.kysely);
  return Object.fromEntries(rows.map(({ module, count }) => [module, count]));
}

async function isFound(db: Queryable, { tenant, modules }: Pick<SearchQuery, 'tenant' | 'modules'>, match: Match): Promise<boolean> {
  const { rows } = await sql`
    with asked as materialized (
      select ${match.query}::tsquery as query
    )
    select
    from search_entry
    where tenant = ${tenant} and status = 1 and module = any(${modules}::text[]) and ${buildLookUp(match)}
    limit 1`.execute(db.kysely);
  return rows.length > 0;
}

function buildMatches(tenant: string, { phrase, words, parts }: Question): Match[] {
  const holdsPhrase = (column: string): Part => sql`strpos(${sql.raw(column)}, ${phrase}) > 0`;
  const phraseInEntry = sql`(
    select case when found.titled then ${holdsPhrase('entry.title')} else ${holdsPhrase('entry.body')} end
    from search_entry entry
    where entry.tenant = ${tenant} and entry.module = found.module and entry.id = found.id
  )`;
  const all: Match = { query: toTsquery(tenant, words), inText: true, rank: words.length > 1 ? phraseInEntry : sql`true` };
  const within: Match = {
    query: toTsquery(tenant, parts.characters, parts.beginnings),
    also: holdsPhrase('title'),
    inText: false,
    rank: sql`true`,
  };
  const most: Match = { query: toTsqueryOfAllButOne(tenant, words), inText: true, rank: sql`true` };
  return words.length > 2 ? [all, within, most] : [all, within];
}

// The query comes from a table, so that the planner does not know it and takes the index whatever it is: reading all entries, as it
// would for a frequent word, means to unpack the words of each. Texts are only looked through while titles are not enough.
async function findHits(
  db: Queryable,
  { tenant, modules: all, only: modules = all, limit, offset }: SearchQuery,
  { phrase }: Question,
  { query, also, inText, rank }: Match,
): Promise<{ rows: SearchHit[]; total: number }> {
  const scope = sql`tenant = ${tenant} and status = 1 and module = any(${modules}::text[])`;
  const alsoInTitle = also ? sql` and ${also}` : sql``;
  const mostTexts = inText ? sql`case when (select count(*) from titled) < ${MOST_FOUND} then ${MOST_FOUND} else 0 end` : sql`0`;
  const { rows } = await sql<{ total: number } & (SearchHit | { id: null })>`
    with asked as materialized (
      select ${query}::tsquery as query
    ),
    titled as materialized (
      select module, id, pub, ${phrase} = any(string_to_array(title, E'\\n')) as named
      from search_entry
      where ${scope} and title_words @@ (select query from asked)${alsoInTitle}
      order by named desc, pub desc, id desc
      limit ${MOST_FOUND}
    ),
    texted as materialized (
      select module, id, pub
      from search_entry
      where ${scope} and words @@ (select query from asked)
      order by pub desc, id desc
      limit ${mostTexts}
    ),
    found as materialized (
      select module, id, pub, named, true as titled
      from titled
      union all
      select module, id, pub, false, false
      from texted
      where (module, id) not in (select module, id from titled)
      order by titled desc, named desc, pub desc, id desc
      limit ${MOST_FOUND}
    ),
    page as (
      select module, id, row_number() over (order by titled desc, named desc, ${rank} desc, pub desc, id desc) as place
      from found
      order by place
      limit ${limit} offset ${offset}
    )
    select
      (select count(*) from found) as total,
      item.module, item.id, item.column_id as "column", item.status, item.pub, item.title, item.doc
    from (select) one
    left join page on true
    left join item
      on item.tenant = ${tenant} and item.module = page.module and item.id = page.id and item.status = 1
    order by page.place`.execute(db.kysely);
  return { rows: rows.flatMap(({ total: _total, ...row }) => (row.id === null ? [] : [row])), total: rows[0]?.total ?? 0 };
}
