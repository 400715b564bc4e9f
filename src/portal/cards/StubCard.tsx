import type { ReactElement } from 'react';
import { ActionButton } from '../ui/actions/ActionButton';
import { Inline, toToneClass } from '../ui/Words';
import type { CardProps } from '../ui/kindProps';
import { Badge, CardPicture, CardTitle, CardWords } from './parts';
import { useCard } from './useCard';
import './StubCard.css';

/** Words with price and action at the end, as on an entrance ticket. */
export function StubCard(props: CardProps): ReactElement {
  const view = useCard(props);
  const badge = view.pictured ? undefined : view.badge;
  // Without a price or an action, as of what is over, there is nothing to tear off.
  const torn = badge !== undefined || view.price !== undefined || view.date !== undefined || view.actions.length > 0;
  return (
    <article className="card stub-card">
      <CardPicture view={view} lazy={props.lazy} />
      <div className="card-body">
        <CardTitle view={view} level={props.level} />
        <CardWords view={view} />
        {view.counters.length > 0 && (
          <p className="counters">
            {view.counters.map(([name, shown]) => (
              <Inline key={name} shown={shown} />
            ))}
          </p>
        )}
      </div>
      {torn && (
        <div className="stub-card-end">
          {badge && <Badge shown={badge} inLine />}
          {view.price && (
            <span className={`price ${toToneClass(view.price)}`}>
              <Inline shown={view.price} />
            </span>
          )}
          {view.date && (
            <span className="card-date">
              <Inline shown={view.date} />
            </span>
          )}
          {view.actions.length > 0 && (
            <div className="stub-card-actions">
              {view.actions.map(([name, target]) => (
                <ActionButton key={name} target={target} className="button-small" />
              ))}
            </div>
          )}
        </div>
      )}
    </article>
  );
}
