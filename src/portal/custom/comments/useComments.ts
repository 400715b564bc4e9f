import { useCallback, useEffect, useRef, useState } from 'react';
import type { CommentsSection } from '../../../model/definitions.g';
import { evaluateAll } from '../../../runtime/value';
import { usePortal } from '../../context';
import { tellFailure } from '../../notices';
import { commentsOf, fetchComments, type Comment } from './commentCall';
import { tellTotal } from './total';

/** Comments fetched at a time (ledger COM-02). */
const usualSize = 10;

/** The comments of an item, as far as they were fetched. */
export interface Comments {
  entries: readonly Comment[];
  total: number;
  /** loading: none yet; more: a full page came last; all: there are no more; failed: try again. */
  state: 'loading' | 'more' | 'all' | 'failed';
  more: () => void;
}

/** Fetches comments page by page, after hydration: they are no part of the page that all share. */
export function useComments(section: CommentsSection): Comments {
  const { page, scope, call } = usePortal();
  const endpoint = page.endpoints[section.source];
  const values = JSON.stringify(evaluateAll(section.with, scope));
  const size = section.pageSize ?? usualSize;
  const [{ of, entries, total, state, pages }, setFound] = useState<{ of: string; entries: readonly Comment[]; total: number; state: Comments['state']; pages: number }>({ of: values, entries: [], total: 0, state: 'loading', pages: 0 });
  const wanted = useRef('');
  const load = useCallback(async (number: number, before: readonly Comment[]): Promise<void> => {
    if (!endpoint) return;
    wanted.current = `${values} ${number}`;
    const asked = wanted.current;
    const reply = await fetchComments(endpoint, JSON.parse(values) as Record<string, string>, number, size, call);
    if (wanted.current !== asked) return;
    if (!reply.ok) { tellFailure(reply); setFound((found) => ({ ...found, of: values, state: 'failed' })); return; }
    const known = new Set(before.map(({ id }) => id));
    setFound({ of: values, entries: [...before, ...commentsOf(reply.rows).filter(({ id }) => !known.has(id))], total: reply.total, pages: number, state: reply.rows.length >= size && number * size < reply.total ? 'more' : 'all' });
    tellTotal(reply.total);
  }, [endpoint, values, size, call]);
  useEffect(() => { void load(1, []); return () => { wanted.current = ''; }; }, [load]);
  const current = of === values;
  return { entries: current ? entries : [], total: current ? total : 0, state: current ? state : 'loading', more: () => { void load(pages + 1, entries); } };
}
