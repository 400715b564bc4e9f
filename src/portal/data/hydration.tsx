import {
  createContext,
  startTransition,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
  type ReactElement,
  type ReactNode,
} from 'react';

const never = (): (() => void) => () => {};

/** Whether the page around is hydrated; undefined where nothing around tells. */
const Hydrated = createContext<boolean | undefined>(undefined);

interface HydrationProviderProps {
  /** Rendered by the browser alone: there is nothing to hydrate. */
  fresh?: boolean;
  children: ReactNode;
}

/**
 * Tells what is in it that it is hydrated, once it is: as a transition, as most of a page depends on it. What changes by itself when it is
 * hydrated (`useSyncExternalStore`) would render all of that again in one go. When all of it has heard, the document says so
 * (`<html data-hydrated>`), for who watches a page from outside.
 */
export function HydrationProvider({ fresh = false, children }: HydrationProviderProps): ReactElement {
  const [hydrated, setHydrated] = useState(fresh);
  useEffect(() => startTransition(() => setHydrated(true)), []);
  useEffect(() => {
    if (hydrated) document.documentElement.dataset['hydrated'] = '';
  }, [hydrated]);
  return <Hydrated.Provider value={hydrated}>{children}</Hydrated.Provider>;
}

/** False while rendered by the server or hydrated, true afterwards: for what needs scripts. */
export function useHydrated(): boolean {
  const told = useContext(Hydrated);
  return useSyncExternalStore(
    never,
    () => told ?? true,
    () => told ?? false,
  );
}
