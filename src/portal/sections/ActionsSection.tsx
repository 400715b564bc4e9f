import type { ReactElement } from 'react';
import type { Target } from '../../runtime/action';
import type { SectionOf, SectionProps } from '../kinds';
import { ActionButton } from '../show/ActionButton';
import { Picture } from '../show/Picture';
import { useShow } from '../show/useShow';
import { Go } from '../shell/Go';
import { Icon } from '../shell/icons';

/** Links as a row of buttons, as tiles with picture or icon, or as a quiet list. */
export function ActionsSection({ section, labelId }: SectionProps<SectionOf<'actions'>>): ReactElement | null {
  const targets = useShow().targets(section.actions);
  if (targets.length === 0) return null;
  const shape = section.shape ?? 'buttons';
  if (shape === 'buttons') return <div className="wrap action-buttons">{targets.map(([name, target]) => <ActionButton key={name} target={target} />)}</div>;
  return (
    <ul className={`wrap action-${shape}`} aria-labelledby={labelId}>
      {targets.map(([name, target]) => <li key={name}>{target.href === undefined ? <ActionButton target={target} /> : <ActionTile target={target} href={target.href} />}</li>)}
    </ul>
  );
}

function ActionTile({ target, href }: { target: Target; href: string }): ReactElement {
  return (
    <Go href={href} newWindow={target.newWindow} className="action-tile">
      {target.image !== undefined ? <Picture src={target.image} alt="" ratio="4:3" /> : target.action.icon && <span className="action-icon"><Icon name={target.action.icon} /></span>}
      <span className="action-words"><span className="action-label">{target.label}</span>{target.hint !== '' && <span className="action-hint">{target.hint}</span>}</span>
      <Icon name="forward" className="icon action-end" />
    </Go>
  );
}
