import type { ReactElement } from 'react';
import { usePage, usePageState, useShell } from '../../data/context';
import { ActionButton } from '../../ui/actions/ActionButton';
import { Facts, Tags } from '../../ui/Words';
import { useShow } from '../../ui/useShow';
import { readPictures } from '../../ui/readPictures';
import { CardFrame } from './CardFrame';
import { CardPictures } from './CardPictures';
import { DriveButton } from './DriveButton';
import type { Place } from './kinds';
import type { PositionedProps } from './usePosition';

interface CardProps extends PositionedProps {
  place: Place;
  fresh: boolean;
}

/** What is known of the open place: pictures, facts, words, the way there and a look around (ledger MAP-03, MAP-13). */
export function PlaceCard({ model, positions, place, fresh }: CardProps): ReactElement {
  const { scope } = usePage();
  const { say } = useShell();
  const { busy } = usePageState();
  const shows = useShow({ row: place.row });
  const { popup = {} } = model.section;
  const pictures = readPictures(popup.images, undefined, { ...scope, row: place.row }).map(({ src }) => src);
  const tags = shows.one(popup.tags);
  const content = shows.one(popup.content);
  const panorama = shows.target(popup.panorama, 'new');
  const around = panorama && {
    ...panorama,
    label: panorama.label || say('mapPanorama'),
    action: { tone: 'secondary' as const, ...panorama.action },
  };
  const actions = shows.targets(popup.actions);
  return (
    <CardFrame title={place.title} close={model.href({ id: undefined })} busy={busy} fresh={fresh}>
      {pictures.length > 0 && <CardPictures key={place.id} sources={pictures} alt={place.title} />}
      <div className="map-card-words">
        <h2 className="map-card-title">{place.title}</h2>
        {tags?.tags && <Tags tags={tags.tags} />}
        <Facts facts={shows.all(popup.fields)} className="facts map-card-facts" />
        {content &&
          (content.html === undefined ? (
            <p className="map-card-content">{content.text}</p>
          ) : (
            <div className="map-card-content" dangerouslySetInnerHTML={{ __html: content.html }} />
          ))}
        {!place.at && <p className="quiet">{say('mapNoCoordinate')}</p>}
      </div>
      <p className="map-card-actions">
        {place.at && <DriveButton place={place} model={model} positions={positions} />}
        {around && <ActionButton target={around} className="button-small" />}
        {actions.map(([name, target]) => (
          <ActionButton key={name} target={target} className="button-small" />
        ))}
      </p>
    </CardFrame>
  );
}
