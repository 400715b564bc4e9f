import { useEffect, useState, type ComponentType, type MouseEvent, type ReactElement, type ReactNode } from 'react';
import type { Target } from '../../../runtime/action';
import { isPresent } from '../../../model/json';
import { evaluateAll } from '../../../runtime/value';
import { useShell } from '../../data/context';
import { notify } from '../notices';
import { PortalLink, type PortalLinkProps } from '../PortalLink';
import { LazyPart } from '../LazyPart';

/** Questions and dialogs come when the first is needed; where they cannot be fetched, it is done without. */
const targetDialogs = (): Promise<ComponentType<Pressed>> =>
  import('./TargetDialogs').then(
    (loaded) => loaded.TargetDialogs,
    () => Plainly,
  );

interface Pressed {
  target: Target;
  presses: number;
}

function Plainly({ target: { href, notice, toast }, presses }: Pressed): null {
  const { localize } = useShell();
  useEffect(() => {
    if (href === undefined) notify(toast ?? notice ?? '');
    else window.location.assign(localize(href));
  }, [href, notice, toast, presses, localize]);
  return null;
}

interface TargetLinkProps extends Pick<PortalLinkProps, 'className' | 'current' | 'label'> {
  target: Target;
  children: ReactNode;
}

/** Returns whether there is something to open: an address to follow, or words to be told. Calls and forms have buttons of their own. */
export const opensSomething = ({ href, notice, toast }: Target): boolean =>
  href !== undefined || notice !== undefined || toast !== undefined;

/**
 * What leads to a target: a link to its address, else a button that tells its words; its question comes first. Without scripts, and in
 * a window that the visitor opens, the link leads on without it.
 */
export function TargetLink({ target, className, current, label, children }: TargetLinkProps): ReactElement {
  const [presses, setPresses] = useState(0);
  const { href, newWindow, download, asks, action } = target;
  const press = (event: MouseEvent): void => {
    keepValues(target);
    if (href !== undefined && !asks) return;
    event.preventDefault();
    setPresses(presses + 1);
  };
  return (
    <>
      {href === undefined ? (
        <button type="button" className={className} aria-label={label} onClick={press}>
          {children}
        </button>
      ) : (
        <PortalLink
          href={href}
          newWindow={newWindow}
          download={download}
          className={className}
          current={current}
          label={label}
          onClick={asks || action.store ? press : undefined}
        >
          {children}
        </PortalLink>
      )}
      {presses > 0 && <LazyPart load={targetDialogs} given={{ target, presses }} />}
    </>
  );
}

/** Keeps what the action says in this browser; one that keeps nothing is no reason not to go on. */
function keepValues({ action, scope }: Target): void {
  for (const [name, value] of Object.entries(evaluateAll(action.store, scope))) {
    try {
      if (isPresent(value)) localStorage.setItem(name, String(value));
    } catch {
      /* Nothing is lost but convenience. */
    }
  }
}
