import type { ReactElement } from 'react';
import { Inline } from '../ui/Words';
import type { CardProps } from '../ui/kindProps';
import { CardFoot, CardMark, CardPicture, CardTitle, CardWords } from './parts';
import { useCard } from './useCard';
import './RowCard.css';

/** A picture beside words; without a picture the date stands in its place, and the mark above the heading. */
export function RowCard(props: CardProps): ReactElement {
  const view = useCard(props);
  const dateBeside = !view.pictured && view.date !== undefined;
  return (
    <article className={`card row-card ${dateBeside ? 'row-card-dated' : ''}`}>
      <CardPicture view={view} lazy={props.lazy} />
      {dateBeside && view.date && (
        <p className="row-card-date">
          <Inline shown={view.date} />
        </p>
      )}
      <div className="card-body">
        <CardMark view={view} />
        <CardTitle view={view} level={props.level} />
        <CardWords view={view} />
        <CardFoot view={view} date={!dateBeside} />
      </div>
    </article>
  );
}
