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
  const [hydrated, setHydrated] = useState(() => {
    if (!fresh) holdRadios();
    return fresh;
  });
  useEffect(() => startTransition(() => setHydrated(true)), []);
  useEffect(() => {
    if (hydrated) document.documentElement.dataset['hydrated'] = '';
  }, [hydrated]);
  return <Hydrated.Provider value={hydrated}>{children}</Hydrated.Provider>;
}

/**
 * Lets radio buttons keep through hydration what was pressed before. React touches the attribute `checked` of each while it takes them over,
 * and the button that the server wrote as chosen would follow that and put out the pressed one; it does not once it has been set.
 */
function holdRadios(): void {
  if (typeof document === 'undefined') return;
  for (const radio of document.querySelectorAll<HTMLInputElement>('input[type=radio]')) {
    const { checked } = radio;
    radio.checked = checked;
  }
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
