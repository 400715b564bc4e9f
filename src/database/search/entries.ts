import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import { collectSpellings } from './spelling';
import { fold, collectWords } from './words';

/** What the site search may find an item by: its title, a line in each language, and all else as one text, both without tags. */
export type Searchable = { title: string; text: string };

/** An entry as it is stored, `tsvector` columns as their literals. */
type SearchEntry = { entry_title: string; entry_title_words: string; entry_body: string; entry_words: string; entry_spelled: string };

/** Characters of an item that are searched; the rest of a longer one is not. */
const longestText = 20_000;
const longestTitle = 500;

/** Returns the entry of an item of a tenant. */
export function buildEntry(tenant: string, { title, text }: Searchable): SearchEntry {
  const heading = fold(title.slice(0, longestTitle));
  const body = fold(text.slice(0, longestText));
  const headingWords = collectWords(heading, { characters: true });
  return {
    entry_title: heading,
    entry_title_words: toTsvector(tenant, headingWords),
    entry_body: body,
    entry_spelled: toTsvector(tenant, collectSpellings(heading)),
    entry_words: toTsvector(tenant, [...new Set([...headingWords, ...collectWords(body)])]),
  };
}

/**
 * Returns words as the literal of a `tsvector`. The tenant is part of each, so that one index serves all and no tenant's words slow down
 * another's search.
 */
function toTsvector(tenant: string, words: readonly string[]): string {
  const prefix = toTenantPrefix(tenant);
  return words.map((word) => toLexeme(prefix, word)).join(' ');
}

/** Returns words as the literal of a `tsquery` that asks for all of them; of `beginnings` the beginning of a word is enough. */
export function toTsquery(tenant: string, words: readonly string[], beginnings: readonly string[] = []): string {
  const prefix = toTenantPrefix(tenant);
  return [...words.map((word) => toLexeme(prefix, word)), ...beginnings.map((word) => `${toLexeme(prefix, word)}:*`)].join('&');
}

/** Returns words as the literal of a `tsquery` that asks for all of them but one. */
export function toTsqueryOfAllButOne(tenant: string, words: readonly string[]): string {
  return words
    .map(
      (_word, left) =>
        `(${toTsquery(
          tenant,
          words.filter((_other, index) => index !== left),
        )})`,
    )
    .join('|');
}

// Words are letters, figures and marks alone, with a circumflex before some, so nothing in them needs to be escaped.
const toLexeme = (prefix: string, word: string): string => `'${prefix}${word}'`;

/** Returns what the words of a tenant begin with. */
export function toTenantPrefix(tenant: string): string {
  if (last.tenant !== tenant) last = { tenant, prefix: createHash('sha256').update(tenant).digest('base64url').slice(0, 4) };
  return last.prefix;
}

/** Of many items after each other it is the same. */
let last = { tenant: '', prefix: createHash('sha256').update('').digest('base64url').slice(0, 4) };

/** The part of a statement that enters the rows of `row`, which has their entries beside what they are; rows without one are passed over. */
export const enterRows = sql`
      insert into search_entry (tenant, module, id, status, pub, title, title_words, body, words, spelled)
      select tenant, module, id, status, pub, entry_title, entry_title_words, entry_body, entry_words, entry_spelled
      from row
      where entry_words is not null
      on conflict (tenant, module, id) do update set
        status = excluded.status, pub = excluded.pub, title = excluded.title,
        title_words = excluded.title_words, body = excluded.body, words = excluded.words, spelled = excluded.spelled`;
