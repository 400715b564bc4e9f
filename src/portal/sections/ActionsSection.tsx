import type { ReactElement } from 'react';
import type { Target } from '../../runtime/action';
import type { SectionOf, SectionProps } from '../ui/kindProps';
import { ActionButton } from '../ui/actions/ActionButton';
import { TargetLink } from '../ui/actions/TargetLink';
import { Picture } from '../ui/Picture';
import { useShow } from '../ui/useShow';
import { Icon } from '../ui/icons';
import './ActionsSection.css';

/** Links as a row of buttons, as tiles with picture or icon, as a quiet list, or as the ways back and on. */
export function ActionsSection({ section, labelId }: SectionProps<SectionOf<'actions'>>): ReactElement | null {
  const targets = useShow().targets(section.actions);
  if (targets.length === 0) return null;
  const shape = section.shape ?? 'buttons';
  if (shape === 'turns')
    return (
      <nav className="wrap actions-section-turns" aria-labelledby={labelId}>
        {targets.map(([name, target]) => (
          <Turn key={name} target={target} />
        ))}
      </nav>
    );
  if (shape === 'buttons')
    return (
      <div className="wrap actions-section-buttons">
        {targets.map(([name, target]) => (
          <ActionButton key={name} target={target} />
        ))}
      </div>
    );
  return (
    <ul className={`wrap actions-section-${shape}`} aria-labelledby={labelId}>
      {targets.map(([name, target]) => (
        <li key={name}>{target.href === undefined ? <ActionButton target={target} /> : <ActionTile target={target} />}</li>
      ))}
    </ul>
  );
}

function Turn({ target }: { target: Target }): ReactElement {
  const content = (
    <>
      <span className="actions-section-turn-label">
        {target.action.icon && <Icon name={target.action.icon} />}
        {target.label}
      </span>
      {target.hint !== '' && <span className="actions-section-turn-hint">{target.hint}</span>}
    </>
  );
  return target.href === undefined ? (
    <span className="actions-section-turn">{content}</span>
  ) : (
    <TargetLink target={target} className="actions-section-turn">
      {content}
    </TargetLink>
  );
}

function ActionTile({ target }: { target: Target }): ReactElement {
  return (
    <TargetLink target={target} className="actions-section-tile">
      {target.image !== undefined ? (
        <Picture src={target.image} alt="" ratio="4:3" />
      ) : (
        target.action.icon && (
          <span className="actions-section-icon">
            <Icon name={target.action.icon} />
          </span>
        )
      )}
      <span className="actions-section-words">
        <span className="actions-section-label">{target.label}</span>
        {target.hint !== '' && <span className="actions-section-hint">{target.hint}</span>}
      </span>
      <Icon name="forward" className="icon actions-section-end" />
    </TargetLink>
  );
}
