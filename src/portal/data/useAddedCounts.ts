import { useCallback, useMemo, useState } from 'react';
import type { PageData, PagePayload } from '../../model/payload';
import type { Scope } from '../../runtime/roots';
import { addCounts } from './addCounts';

/** A page with counts that the visitor has made go up since it was fetched, and how to add to them. */
export function useAddedCounts(page: PagePayload): {
  page: PagePayload;
  add: (counts: Readonly<Record<string, number>>, scope: Scope) => void;
} {
  const [added, setAdded] = useState<{ to: PagePayload; data: PageData }>();
  const data = added?.to === page ? added.data : page.data;
  const add = useCallback(
    (counts: Readonly<Record<string, number>>, scope: Scope): void => {
      setAdded((before) => ({ to: page, data: addCounts(before?.to === page ? before.data : page.data, counts, scope) }));
    },
    [page],
  );
  return { page: useMemo(() => (data === page.data ? page : { ...page, data }), [page, data]), add };
}
