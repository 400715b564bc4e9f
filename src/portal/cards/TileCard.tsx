import type { ReactElement } from 'react';
import type { CardProps } from '../ui/kindProps';
import { CardFoot, CardMark, CardPicture, CardTitle, CardWords } from './parts';
import { useCard } from './useCard';
import './TileCard.css';

/** A picture above words. */
export function TileCard(props: CardProps): ReactElement {
  const view = useCard(props);
  return (
    <article className="card tile-card">
      <CardPicture view={view} lazy={props.lazy} />
      <div className="card-body">
        <CardMark view={view} />
        <CardTitle view={view} level={props.level} />
        <CardWords view={view} />
        <CardFoot view={view} />
      </div>
    </article>
  );
}
