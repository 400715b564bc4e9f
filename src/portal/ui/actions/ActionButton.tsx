import { useState, type ReactElement } from 'react';
import type { Target } from '../../../runtime/action';
import { useHydrated } from '../../data/hydration';
import { Icon } from '../icons';
import { LazyPart } from '../LazyPart';
import { useRenderers } from '../renderers';
import { TargetLink, opensSomething } from './TargetLink';
import { PictureButton } from './PictureButton';

/** What makes calls comes when one is made, forms and their fields when one is opened: pages to read need neither. */
const callRunner = () => import('./CallRunner').then((loaded) => loaded.CallRunner);
const targetDialogs = () => import('./TargetDialogs').then((loaded) => loaded.TargetDialogs);

interface ActionButtonProps {
  target: Target;
  className?: string;
}

/** An action as a button or a link that looks like one; a disabled one keeps its words for everybody. */
export function ActionButton({ target, className = '' }: ActionButtonProps): ReactElement {
  const look = `button button-${target.action.tone ?? 'primary'} ${className}`.trim();
  if (opensSomething(target))
    return (
      <TargetLink target={target} className={look}>
        <Content target={target} />
      </TargetLink>
    );
  if (target.picture !== undefined)
    return (
      <PictureButton src={target.picture} label={target.label} className={look}>
        <Content target={target} />
      </PictureButton>
    );
  if (!target.does)
    return (
      <span className={`${look} button-off`} role="link" aria-disabled="true">
        <Content target={target} />
      </span>
    );
  return target.action.form === undefined ? (
    <CallButton target={target} className={look} />
  ) : (
    <FormButton target={target} className={look} name={target.action.form} />
  );
}

function Content({ target: { action, label } }: { target: Target }): ReactElement {
  const icon = action.icon && <Icon name={action.icon} />;
  // What points onward stands behind the words, as in links that lead to more.
  return action.icon === 'arrow' ? (
    <>
      <span>{label}</span>
      {icon}
    </>
  ) : (
    <>
      {icon}
      <span>{label}</span>
    </>
  );
}

function CallButton({ target, className }: ActionButtonProps): ReactElement {
  const [presses, setPresses] = useState(0);
  const [busy, setBusy] = useState(false);
  const live = useHydrated();
  return (
    <>
      <button
        type="button"
        className={className}
        disabled={!live}
        aria-disabled={busy || undefined}
        aria-busy={busy || undefined}
        onClick={() => setPresses(presses + 1)}
      >
        <Content target={target} />
      </button>
      {presses > 0 && <LazyPart load={callRunner} given={{ target, presses, onBusy: setBusy }} />}
    </>
  );
}

function FormButton({ target, className, name }: ActionButtonProps & { name: string }): ReactElement {
  const [asked, setAsked] = useState(0);
  const [open, setOpen] = useState(false);
  const live = useHydrated();
  const { loadFormDialog } = useRenderers();
  return (
    <>
      <button
        type="button"
        className={className}
        disabled={!live}
        aria-haspopup="dialog"
        onClick={() => (target.asks ? setAsked(asked + 1) : setOpen(true))}
      >
        <Content target={target} />
      </button>
      {asked > 0 && <LazyPart load={targetDialogs} given={{ target, presses: asked, onAgreed: () => setOpen(true) }} />}
      {open && <LazyPart load={loadFormDialog} given={{ name, extra: target.scope, onClose: () => setOpen(false) }} />}
    </>
  );
}
