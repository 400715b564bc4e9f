import { useState, type ReactElement } from 'react';
import type { Target } from '../../runtime/action';
import { usePortal } from '../context';
import { Go } from '../shell/Go';
import { Icon } from '../shell/icons';
import { Dialog } from '../shell/Notice';

/** An action as a button or a link that looks like one; a disabled one keeps its words for everybody. */
export function ActionButton({ target, className = '' }: { target: Target; className?: string }): ReactElement {
  const { say } = usePortal();
  const [open, setOpen] = useState(false);
  const look = `button button-${target.action.tone ?? 'primary'} ${className}`.trim();
  const content = <>{target.action.icon && <Icon name={target.action.icon} />}<span>{target.label}</span></>;
  if (target.href !== undefined) return <Go href={target.href} newWindow={target.newWindow} className={look}>{content}</Go>;
  if (target.notice === undefined) return <span className={`${look} button-off`} role="link" aria-disabled="true">{content}</span>;
  return (
    <>
      <button type="button" className={look} onClick={() => setOpen(true)}>{content}</button>
      {open && <Dialog title={target.label || say('notice')} onClose={() => setOpen(false)}><p className="dialog-text">{target.notice}</p></Dialog>}
    </>
  );
}
