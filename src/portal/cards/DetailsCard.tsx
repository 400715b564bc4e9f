import type { ReactElement } from 'react';
import { Facts, Inline, Tags, Words, toClampClass, toToneClass } from '../ui/Words';
import type { CardProps } from '../ui/kindProps';
import { Icon } from '../ui/icons';
import { CardFoot } from './parts';
import { useCard } from './useCard';
import './LineCard.css';
import './DetailsCard.css';

/** A line without a picture that opens, also without scripts: heading, mark and date are seen, the second line as long as it is closed, all the rest when it is open. */
export function DetailsCard(props: CardProps): ReactElement {
  const view = useCard(props);
  const Heading = props.level === 2 ? 'h2' : 'h3';
  return (
    <article className="card details-card">
      <details>
        <summary className="details-card-line">
          <Heading className={`card-title ${toClampClass(view.title) ?? ''}`.trim()}>{view.title && <Words shown={view.title} />}</Heading>
          {view.badge && <span className={`badge badge-line ${toToneClass(view.badge)}`}>{view.badge.text}</span>}
          {view.date && (
            <span className="line-card-date">
              <Inline shown={view.date} />
            </span>
          )}
          <Icon name="down" className="icon details-card-sign" />
          {view.subtitle && (
            <span className={`details-card-glance ${toClampClass(view.subtitle) ?? 'clamp clamp-2'}`}>
              <Words shown={view.subtitle} />
            </span>
          )}
        </summary>
        <div className="details-card-body">
          {view.text && (
            <div className="details-card-text">
              <Words shown={view.text} />
            </div>
          )}
          <Facts facts={view.fields} className="facts details-card-facts" />
          {view.tags && (
            <p className="card-tags">
              <Tags tags={view.tags.tags ?? [view.tags.text]} />
            </p>
          )}
          <CardFoot view={view} date={false} />
        </div>
      </details>
    </article>
  );
}
