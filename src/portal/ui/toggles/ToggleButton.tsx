import { useState, type ReactElement } from 'react';
import type { Toggle } from '../../../model/definitions.g';
import { holds } from '../../../runtime/condition';
import type { Scope } from '../../../runtime/roots';
import { usePage } from '../../data/context';
import { useShow } from '../useShow';
import { Icon } from '../icons';
import type { ShownItem } from './describeItem';
import { LazyPart } from '../LazyPart';
import { useMark } from './useMark';
import './ToggleButton.css';

/** What sets a mark comes when one is set: pages to read need neither its call nor its questions. */
const toggleRunner = () => import('./ToggleRunner').then((loaded) => loaded.ToggleRunner);

/** A mark as a button with its count. */
export function ToggleButton({
  toggle,
  extra,
  shown,
  className,
}: {
  toggle: Toggle;
  extra?: Scope;
  shown: ShownItem;
  className: string;
}): ReactElement | null {
  const { scope } = usePage();
  const inner = extra ? { ...scope, ...extra } : scope;
  const { words } = useShow(extra);
  const { on, count } = useMark(toggle, inner);
  const [presses, setPresses] = useState(0);
  const [busy, setBusy] = useState(false);
  if (!holds(toggle.when, inner)) return null;
  return (
    <>
      <button
        type="button"
        className={`${className} ${on ? 'toggle-button-on' : ''}`.trim()}
        aria-pressed={on}
        aria-busy={busy || undefined}
        onClick={() => setPresses(presses + 1)}
      >
        {toggle.icon && <Icon name={toggle.icon} />}
        <span className="unseen">{words(toggle.label)}</span>
        {toggle.count !== undefined && <span className="toggle-button-count">{count}</span>}
      </button>
      {presses > 0 && <LazyPart load={toggleRunner} given={{ toggle, scope: inner, shown, presses, onBusy: setBusy }} />}
    </>
  );
}
