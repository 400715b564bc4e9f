import type { ComponentType, ReactElement } from 'react';
import { NotFetched, Part } from './ErrorMessage';
import { useLoaded } from './useLoaded';

/** A part that is fetched once it is needed, and what it is given; where it cannot be had, words say so. */
export function Late<P extends object>({ load, given }: { load: () => Promise<ComponentType<P>>; given: P }): ReactElement | null {
  const { part: Loaded, failed } = useLoaded(load);
  if (failed) return <NotFetched />;
  return Loaded ? (
    <Part>
      <Loaded {...given} />
    </Part>
  ) : null;
}
