import type { ComponentType, ReactElement } from 'react';
import { FetchFailure, PartBoundary } from './ErrorMessage';
import { useLoaded } from './useLoaded';

/** A part that is fetched once it is needed, and what it is given; where it cannot be had, words say so. */
export function LazyPart<P extends object>({ load, given }: { load: () => Promise<ComponentType<P>>; given: P }): ReactElement | null {
  const { part: Loaded, failed } = useLoaded(load);
  if (failed) return <FetchFailure />;
  return Loaded ? (
    <PartBoundary>
      <Loaded {...given} />
    </PartBoundary>
  ) : null;
}
