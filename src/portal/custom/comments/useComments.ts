import { useEffect, useMemo, useState, type RefObject } from 'react';
import useSWRInfinite from 'swr/infinite';
import type { CommentsSection } from '../../../model/definitions.g';
import type { Reply } from '../../../model/payload';
import { buildCommentQuery, buildCommentValues } from '../../../runtime/comments';
import { usePage, useShell } from '../../data/context';
import { useHydrated } from '../../data/hydration';
import { buildCallKey, type CallKey } from '../../data/keys';
import { fetchReply, buildRevalidation, type CallFailure } from '../../data/useReply';
import { useLatest } from '../../data/useLatest';
import { tellFailure } from '../../ui/notices';
import { onceInSight } from '../../ui/onceInSight';
import { readComments, type Comment } from './readComments';

/** Milliseconds after which comments that came with the page are asked for again: pages are kept for a while. */
const newFor = 1_000;

/** How far below the window comments are asked for again already. */
const near = '400px';

/** The comments of an item, as far as they were fetched. */
export interface Comments {
  entries: readonly Comment[];
  total: number;
  /** loading: none yet; more: a full page came last; all: there are no more; failed: try again. */
  state: 'loading' | 'more' | 'all' | 'failed';
  more: () => void;
}

/**
 * Comments page by page; the first of them came with the page itself, and are asked for again when they are about to be seen: who reads the
 * article alone fetches nothing for them. With the next page those before it are asked for anew, so that none
 * is shown twice or left out, unless that was done a moment ago. What cannot be fetched again stays as it was.
 * @param place where they stand
 */
export function useComments(section: CommentsSection, place: RefObject<HTMLElement>): Comments {
  const { page, scope } = usePage();
  const { read } = useShell();
  const endpoint = page.endpoints[section.source];
  const query = buildCommentQuery(section, scope);
  const first = page.data.comments?.[query.key];
  const keyOf = (index: number): CallKey | null =>
    endpoint ? buildCallKey(endpoint, buildCommentValues(endpoint, query, index + 1)) : null;
  const [seen, setSeen] = useState<string>();
  const fetchOne = async ([, , values]: CallKey): Promise<Reply> => {
    const isFirst = values[endpoint?.paging?.page ?? 'page'] === 1;
    if (isFirst && first && Date.now() - page.now <= newFor) return first;
    return endpoint ? fetchReply(read, endpoint, values) : Promise.reject(new Error(`the page has no call ${section.source}`));
  };
  const {
    data: replies,
    error,
    size: wanted,
    setSize,
    mutate,
  } = useSWRInfinite<Reply, CallFailure, typeof keyOf>(keyOf, fetchOne, {
    ...buildRevalidation(endpoint?.revalidate),
    fallbackData: first && [first],
    // For somebody else they are asked for anew once they were seen.
    revalidateIfStale: seen === query.key,
    revalidateAll: true,
    parallel: true,
    onError: (failure) => {
      if ((replies?.length ?? 0) < wanted) tellFailure(failure.reply);
    },
  });
  const live = useHydrated();
  const askAgain = useLatest(() => {
    setSeen(query.key);
    if (replies) void mutate();
  });
  useEffect(() => (live ? onceInSight(place.current, near, () => askAgain.current()) : undefined), [live, place, askAgain, query.key]);
  const pages = replies?.length ?? 0;
  const entries = useMemo(() => collectEntries(replies ?? []), [replies]);
  const last = replies?.at(-1);
  const total = last?.total ?? 0;
  const more = (): void => void setSize(pages + 1);
  if (error && pages < wanted) return { entries, total, state: 'failed', more };
  if (!last) return { entries, total, state: 'loading', more };
  return { entries, total, state: last.rows.length >= query.size && pages * query.size < total ? 'more' : 'all', more };
}

/** The comments of replies one after the other; what moved from one page to the next meanwhile is there once. */
function collectEntries(replies: readonly Reply[]): Comment[] {
  const entries = replies.flatMap(({ rows }) => readComments(rows));
  return [...new Map(entries.map((entry) => [entry.id, entry])).values()];
}
