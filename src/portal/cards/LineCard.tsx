import type { ReactElement } from 'react';
import { Inline, Words } from '../ui/Words';
import type { CardProps } from '../ui/kindProps';
import { Badge, CardTitle } from './parts';
import { useCard } from './useCard';
import './LineCard.css';

/** One line without a picture: heading and, at its end, date, mark and figures. */
export function LineCard(props: CardProps): ReactElement {
  const view = useCard(props);
  return (
    <article className="card line-card">
      <CardTitle view={view} level={props.level} />
      {view.subtitle && (
        <span className="line-card-subtitle">
          <Words shown={view.subtitle} />
        </span>
      )}
      {view.badge && <Badge shown={view.badge} inLine />}
      {view.fields.map(([name, shown]) => (
        <Inline key={name} shown={shown} className="line-card-field" />
      ))}
      {view.counters.map(([name, shown]) => (
        <Inline key={name} shown={shown} className="line-card-field" />
      ))}
      {view.price && (
        <span className="price">
          <Inline shown={view.price} />
        </span>
      )}
      {view.date && (
        <span className="line-card-date">
          <Words shown={view.date} />
        </span>
      )}
    </article>
  );
}
