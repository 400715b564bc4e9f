import { Fragment, useLayoutEffect, useRef, type ReactElement, type ReactNode, type RefObject } from 'react';
import { usePage, useShell } from '../data/context';
import { notify } from './notices';
import { Boundary } from './Boundary';
import { useRenderers } from './renderers';
import './EmptyState.css';
import './ErrorMessage.css';

/** Words in the place of a part that failed, and the button by which it is tried again. */
export function ErrorMessage({
  words,
  again,
  onAgain,
  place,
}: {
  words: string;
  again: string;
  onAgain: () => void;
  place?: RefObject<HTMLDivElement>;
}): ReactElement {
  const own = useRef<HTMLDivElement>(null);
  const ref = place ?? own;
  useFocusKept(ref);
  return (
    <div ref={ref} className="empty-state" role="alert" tabIndex={-1}>
      <p className="empty-state-title">{words}</p>
      <button type="button" className="button button-plain button-small" onClick={onAgain}>
        {again}
      </button>
    </div>
  );
}

/** A part of a page whose faults stay its own. */
export function PartBoundary({ children }: { children: ReactNode }): ReactElement {
  const { page } = usePage();
  const { say } = useShell();
  const { Around = Fragment } = useRenderers();
  return (
    <Boundary
      of={page}
      instead={(retry, place) => <ErrorMessage words={say('partBroken')} again={say('retry')} onAgain={retry} place={place} />}
    >
      <Around>{children}</Around>
    </Boundary>
  );
}

/**
 * Says in a line that the files of a part could not be fetched. They are gone once the site has been updated, and browsers do not ask
 * again for what failed once: only the page opened anew has them. What was typed into forms is kept over that.
 */
export function FetchFailure({ words }: { words?: string }): ReactElement {
  const { say } = useShell();
  const reload = (): void => (navigator.onLine ? window.location.reload() : notify(say('errorOffline'), 'danger'));
  return (
    <span className="error-message" role="alert">
      {words ?? say('notFetched')}{' '}
      <button type="button" className="quiet-link" onClick={reload}>
        {say('reloadPage')}
      </button>
    </span>
  );
}

/** A focus within words that go away stays near: with what they stand in. */
function useFocusKept(place: RefObject<HTMLElement>): void {
  useLayoutEffect(() => {
    const going = place.current;
    return () => {
      const around = going?.contains(document.activeElement) ? going.parentElement?.closest<HTMLElement>('section, form, main') : undefined;
      if (!around) return;
      around.tabIndex = -1;
      around.focus({ preventScroll: true });
    };
  }, [place]);
}
