import { useCallback, useMemo, useState } from 'react';
import type { PageData, PagePayload } from '../../model/payload';
import type { Scope } from '../../runtime/roots';

/** A page with counts that the visitor has made go up since it was fetched, and how to add to them. */
export function useAddedCounts(page: PagePayload): {
  page: PagePayload;
  add: (counts: Readonly<Record<string, number>>, scope: Scope) => void;
} {
  const [added, setAdded] = useState<{ to: PageData; data: PageData }>();
  const data = added?.to === page.data ? added.data : page.data;
  const add = useCallback(
    (counts: Readonly<Record<string, number>>, scope: Scope): void => {
      // Few pages have counts that visitors add to. Without the file the counts are right once the page is fetched again.
      import('./addCounts').then(
        ({ addCounts }) =>
          setAdded((before) => ({ to: page.data, data: addCounts(before?.to === page.data ? before.data : page.data, counts, scope) })),
        () => undefined,
      );
    },
    [page.data],
  );
  return { page: useMemo(() => (data === page.data ? page : { ...page, data }), [page, data]), add };
}
