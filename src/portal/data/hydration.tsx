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

/**
 * Tells what is in it that it is hydrated, once it is: as a transition, as most of a page depends on it. What changes by itself when it is
 * hydrated (`useSyncExternalStore`) would render all of that again in one go.
 */
export function HydrationProvider({ children }: { children: ReactNode }): ReactElement {
  const [hydrated, setHydrated] = useState(false);
  useEffect(() => startTransition(() => setHydrated(true)), []);
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
