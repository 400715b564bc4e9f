import { useCallback, useMemo } from 'react';
import useSWR from 'swr';
import type { PageData, PagePayload } from '../../model/payload';
import type { Scope } from '../../runtime/roots';
import type { DataKey } from './keys';
import { buildPageAddress } from './roots';

/** Data of a page, and what they are with what was added. */
interface Added {
  to: PageData;
  data: PageData;
}

/** A page with counts that the visitor has made go up since it was fetched, also when it is come back to, and how to add to them. */
export function useAddedCounts(page: PagePayload): {
  page: PagePayload;
  add: (counts: Readonly<Record<string, number>>, scope: Scope) => void;
} {
  const { data: added, mutate } = useSWR<Added>(['counts', buildPageAddress(page)] satisfies DataKey, null);
  const data = added?.to === page.data ? added.data : page.data;
  const add = useCallback(
    (counts: Readonly<Record<string, number>>, scope: Scope): void => {
      const sum =
        (addCounts: typeof import('./addCounts').addCounts) =>
        (before: Added | undefined): Added => ({
          to: page.data,
          data: addCounts(before?.to === page.data ? before.data : page.data, counts, scope),
        });
      // Few pages have counts that visitors add to. Without the file, or where all of it is gone by then, they are right once the page is fetched again.
      import('./addCounts').then(({ addCounts }) => mutate(sum(addCounts), { revalidate: false })).catch(() => undefined);
    },
    [page.data, mutate],
  );
  return { page: useMemo(() => (data === page.data ? page : { ...page, data }), [page, data]), add };
}
