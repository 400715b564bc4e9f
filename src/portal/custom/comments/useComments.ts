import { useCallback, useEffect, useRef, useState } from 'react';
import type { CommentsSection } from '../../../model/definitions.g';
import type { Reply } from '../../../model/payload';
import { buildCommentQuery, fetchComments, type CommentQuery } from '../../../runtime/comments';
import { usePage, useShell } from '../../data/context';
import { tellFailure } from '../../ui/notices';
import { readComments, type Comment } from './readComments';
import { tellTotal } from './useTotal';

/** Milliseconds after which comments that came with the page are asked for again: pages are kept for a while. */
const freshness = 1_000;

/** The comments of an item, as far as they were fetched. */
export interface Comments {
  entries: readonly Comment[];
  total: number;
  /** loading: none yet; more: a full page came last; all: there are no more; failed: try again. */
  state: 'loading' | 'more' | 'all' | 'failed';
  more: () => void;
}

interface Found extends Omit<Comments, 'more'> {
  of: string;
  pages: number;
}

/** Comments page by page; the first of them came with the page itself. */
export function useComments(section: CommentsSection): Comments {
  const { page, scope } = usePage();
  const { call } = useShell();
  const endpoint = page.endpoints[section.source];
  // What is asked for is told by the key; the scope changes more often.
  const asked = buildCommentQuery(section, scope);
  const { key } = asked;
  const [query, setQuery] = useState(asked);
  if (query.key !== key) setQuery(asked);
  const first = page.data.comments?.[key];
  const [kept, setFound] = useState<Found>();
  const found = kept?.of === key ? kept : first ? foundIn(query, first) : undefined;
  const wanted = useRef('');
  const load = useCallback(
    async (number: number, before: readonly Comment[]): Promise<void> => {
      if (!endpoint) return;
      const asked = `${query.key} ${number}`;
      wanted.current = asked;
      const reply = await fetchComments(endpoint, query, number, call);
      if (wanted.current !== asked) return;
      if (reply.ok) setFound(foundIn(query, reply, number, before));
      else if (number > 1 || !first) {
        tellFailure(reply);
        const none = { of: query.key, entries: before, total: 0, pages: number - 1 };
        setFound((current) => ({ ...(current?.of === query.key ? current : none), state: 'failed' }));
      }
    },
    [endpoint, query, call, first],
  );
  useEffect(() => {
    if (!first || Date.now() - page.now > freshness) void load(1, []);
    return () => {
      wanted.current = '';
    };
  }, [load, first, page.now]);
  const total = found?.total;
  useEffect(() => {
    if (total !== undefined && found?.state !== 'failed') tellTotal(key, total);
  }, [key, total, found?.state]);
  if (!found) return { entries: [], total: 0, state: 'loading', more: () => undefined };
  return { ...found, more: () => void load(found.pages + 1, found.entries) };
}

/** The comments that a reply adds to those before it. */
function foundIn({ key, size }: CommentQuery, { rows, total }: Reply, pages = 1, before: readonly Comment[] = []): Found {
  const known = new Set(before.map(({ id }) => id));
  return {
    of: key,
    entries: [...before, ...readComments(rows).filter(({ id }) => !known.has(id))],
    total,
    pages,
    state: rows.length >= size && pages * size < total ? 'more' : 'all',
  };
}
