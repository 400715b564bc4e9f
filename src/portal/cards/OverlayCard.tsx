import type { ReactElement } from 'react';
import type { CardProps } from '../ui/kindProps';
import { CardFoot, CardPicture, CardTitle, CardWords } from './parts';
import { useCard } from './useCard';
import './OverlayCard.css';

/** Words on the picture. */
export function OverlayCard(props: CardProps): ReactElement {
  const view = useCard(props);
  return (
    <article className="card overlay-card">
      <CardPicture view={{ ...view, pictured: true }} lazy={props.lazy} />
      <div className="card-body">
        <CardTitle view={view} level={props.level} />
        <CardWords view={view} />
        <CardFoot view={view} />
      </div>
    </article>
  );
}
