import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../connection';
import { toTsquery } from './entries';
import { findReadAs, parseTyped, spellQuestion } from './spelling';
import { fold, parseQuestion } from './words';

/** Where suggestions come from: published items of these modules. */
interface SuggestionQuery {
  tenant: string;
  modules: string[];
}

/** An item whose title is suggested, with what it says in other languages. */
export interface Suggestion {
  module: string;
  id: string;
  column: string;
  title: string;
  translations: unknown;
}

/** Entries that are looked at for one suggestion: of what very many titles have, the index does not say which are newest. */
const mostLookedAt = 300;

type Part = RawBuilder<unknown>;

/**
 * Returns items whose titles begin with what was typed so far, then those that hold it: in characters, spelled in letters or by first letters.
 * Of either the newest first, and each title once.
 */
export async function suggestItems(db: Queryable, query: SuggestionQuery & { typed: string; limit: number }): Promise<Suggestion[]> {
  const keys = parseTyped(query.typed);
  if (!keys || query.modules.length === 0) return [];
  const found = new Map<string, Suggestion>();
  const add = async (column: 'spelled' | 'title_words', asked: string, also?: Part): Promise<void> => {
    if (found.size >= query.limit) return;
    for (const item of await findTitles(db, query, column, asked, also)) if (!found.has(item.title)) found.set(item.title, item);
  };
  await add('spelled', toTsquery(query.tenant, [], [keys.begins]));
  const { phrase, parts } = parseQuestion(query.typed);
  if (keys.within !== undefined) await add('spelled', toTsquery(query.tenant, [], [keys.within]));
  await add('title_words', toTsquery(query.tenant, parts.characters, parts.beginnings), sql`strpos(title, ${phrase}) > 0`);
  return [...found.values()].slice(0, query.limit);
}

// The query comes from a table, as in the search itself, so that the index is taken whatever it is.
async function findTitles(
  db: Queryable,
  { tenant, modules, limit }: SuggestionQuery & { limit: number },
  column: 'spelled' | 'title_words',
  asked: string,
  also: Part = sql`true`,
): Promise<Suggestion[]> {
  const { rows } = await sql<Suggestion>`
    with asked as materialized (
      select ${asked}::tsquery as query
    ),
    found as materialized (
      select module, id, pub, title
      from search_entry
      where tenant = ${tenant} and status = 1 and module = any(${modules}::text[])
        and ${sql.raw(column)} @@ (select query from asked) and ${also}
      limit ${mostLookedAt}
    ),
    single as (
      select distinct on (title) module, id, pub
      from found
      order by title, pub desc, id desc
    ),
    page as (
      select module, id, pub
      from single
      order by pub desc, id desc
      limit ${limit}
    )
    select item.module, item.id, item.column_id as "column", item.title, item.doc -> 'translations' as translations
    from page
    join item on item.tenant = ${tenant} and item.module = page.module and item.id = page.id and item.status = 1
    order by page.pub desc, page.id desc`.execute(db.kysely);
  return rows;
}

/**
 * Returns words near a question that finds nothing: what is read as it in titles, as of a word with other characters or spelled in letters;
 * else what is read as all of it but its first or its last character. The most frequent first.
 */
export async function findReadAlike(db: Queryable, query: SuggestionQuery & { asked: string; limit: number }): Promise<string[]> {
  const { phrase } = parseQuestion(query.asked);
  const characters = [...phrase.replace(/\s/g, '')];
  const shorter = characters.length > 2 ? [characters.slice(0, -1), characters.slice(1)] : [];
  for (const tried of [[characters], shorter]) {
    const found = await Promise.all(tried.map((part) => findReadAsKey(db, query, spellQuestion(part.join('')))));
    const words = countWords(found.flat()).filter((word) => word !== phrase);
    if (words.length > 0) return words.slice(0, query.limit);
  }
  return [];
}

async function findReadAsKey(db: Queryable, { tenant, modules }: SuggestionQuery, key: string | undefined): Promise<string[]> {
  if (key === undefined) return [];
  const titles = await findTitles(db, { tenant, modules, limit: 50 }, 'spelled', toTsquery(tenant, [], [key]));
  return titles.flatMap(({ title }) => findReadAs(fold(title), key) ?? []);
}

function countWords(words: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([word]) => word);
}
