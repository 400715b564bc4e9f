import { useEffect, useMemo, useState } from 'react';
import { asText, type JsonObject } from '../../../model/json';
import { useShell } from '../../data/context';
import { useReply } from '../../data/useReply';

/** Milliseconds without another key before titles are asked for. */
const pause = 150;

/** Something to choose: a word to search for, or with a `link` an item. */
export interface Entry {
  kind: 'recent' | 'hot' | 'item';
  id: string;
  title: string;
  label?: string;
  link?: string;
}

/**
 * Returns what can be chosen for what was typed. What comes late for words that have changed since is not shown.
 * @param recent the words of this browser
 */
export function useSuggestions(typed: string, recent: readonly string[]): { entries: Entry[]; settled: boolean } {
  const { shell } = useShell();
  const words = typed.trim();
  const [asked, setAsked] = useState(words);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(words), pause);
    return () => clearTimeout(timer);
  }, [words]);
  const config = { keepPreviousData: true, shouldRetryOnError: false };
  const titles = useReply(asked === '' ? undefined : shell.calls?.['search.suggest'], { title: asked }, config);
  const hot = useReply(words === '' ? shell.calls?.['search.hot'] : undefined, {}, { shouldRetryOnError: false });
  const entries = useMemo((): Entry[] => {
    if (words !== '') return toEntries('item', asked === '' ? [] : titles.data?.rows);
    const own = recent.map((title): Entry => ({ kind: 'recent', id: title, title }));
    return [...own, ...toEntries('hot', hot.data?.rows).filter(({ title }) => !recent.includes(title))];
  }, [words, asked, titles.data, hot.data, recent]);
  return { entries, settled: words === '' ? !hot.isLoading : asked === words && !titles.isValidating };
}

const toEntries = (kind: Entry['kind'], rows: readonly JsonObject[] = []): Entry[] =>
  rows.map((row) => ({
    kind,
    id: asText(row['id']),
    title: asText(row['title']),
    ...(kind === 'item' ? { label: asText(row['label']), link: asText(row['link']) } : {}),
  }));
