import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../connection';
import type { StoredItem } from '../content/items';
import { toTsqueryOfAllButOne, toTsquery } from './entries';
import { type Question, parseQuestion } from './words';

/** What is searched for, and where: published items of these modules. `limit` and `offset` count items. */
export type SearchQuery = { tenant: string; modules: string[]; asked: string; limit: number; offset: number };

/** An item that was found. */
export type SearchHit = StoredItem & { module: string };

/** At most so many are found and ranked: of a frequent word the newest. */
const MOST_FOUND = 1000;

type Part = RawBuilder<unknown>;

/** What is looked up: a `tsquery`, what titles must meet besides, whether texts are looked through too, and what makes one of the found better. */
type Match = { query: string; also?: Part; inText: boolean; rank: Part };

/**
 * One page of what a question finds, the best first: titles before texts, and in both the very phrase before its words apart; of equals
 * the newest. When nothing has all words, a title counts that has the phrase across its words, then, of three words and more, what has
 * all but one: a question that hardly fits finds nothing rather than anything.
 * @returns the page, and how many were found in all, at most `MOST_FOUND`; nothing for a question without letters and figures
 */
export async function searchItems(db: Queryable, query: SearchQuery): Promise<{ rows: SearchHit[]; total: number }> {
  const question = parseQuestion(query.asked);
  if (question.words.length === 0 || query.modules.length === 0) return { rows: [], total: 0 };
  for (const match of buildMatches(query.tenant, question)) {
    const found = await findHits(db, query, question, match);
    if (found.total > 0) return found;
  }
  return { rows: [], total: 0 };
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
  { tenant, modules, limit, offset }: SearchQuery,
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
      select module, id, pub, title = ${phrase} as named
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
