import { useEffect, useRef, type ReactElement } from 'react';
import { describeDistance, measureDistance } from '../../../runtime/distance';
import { usePage, usePageState, useShell } from '../../data/context';
import { Wording } from '../../ui/OriginalMark';
import { PortalLink } from '../../ui/PortalLink';
import { EmptyState } from '../../ui/EmptyState';
import { Words } from '../../ui/Words';
import { useShow } from '../../ui/useShow';
import type { LngLat, Place } from './kinds';
import { chooseMarkerStyle, type MarkerStyle } from './markers/markerStyles';
import { choosePicture } from './places';
import { noAddress, type MapModel } from './useMap';
import '../../lists/ListBody.css';

interface ListProps {
  model: MapModel;
  onPoint: (id: string | undefined) => void;
}

/** The places, ten more at a time (ledger MAP-04 to 06): usable without the map, and without scripts. */
export function PlaceList({ model, onPoint }: ListProps): ReactElement {
  const { busy } = usePageState();
  const { say } = useShell();
  const { places, more, words } = model;
  if (places.length === 0 && !busy) return <EmptyState words={words('empty')} />;
  return (
    <>
      <ul className={busy ? 'list-body-dimmed' : undefined} aria-busy={busy}>
        {places.map((place) => (
          <PlaceEntry key={place.id} place={place} model={model} onPoint={onPoint} />
        ))}
      </ul>
      <p className="map-more">
        {more === undefined ? (
          <span className="map-end">{words('end')}</span>
        ) : (
          <PortalLink href={more} className="button button-plain button-small">
            {busy ? say('loading') : words('more')}
          </PortalLink>
        )}
      </p>
    </>
  );
}

function PlaceEntry({ place, model: { section, openId, href, order }, onPoint }: ListProps & { place: Place }): ReactElement {
  const { page, scope } = usePage();
  const { say } = useShell();
  const describe = useDistance();
  const shows = useShow({ row: place.row });
  const open = place.id === openId;
  const entry = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (open && entry.current) bringIntoSight(entry.current);
  }, [open]);
  const address = href({ ...noAddress, id: open ? undefined : place.id });
  const image = choosePicture(place, section.place, scope);
  const fields = shows.all(section.place.fields);
  return (
    <li
      ref={entry}
      className="map-entry"
      data-open={open || undefined}
      onMouseEnter={() => onPoint(place.id)}
      onMouseLeave={() => onPoint(undefined)}
    >
      <PlaceGlyph style={chooseMarkerStyle(place, page.map)} />
      <div>
        <h2 className="map-entry-title">
          <PortalLink href={address} className="map-entry-link" current={open ? 'true' : false}>
            <Wording text={place.title} />
          </PortalLink>
        </h2>
        {fields.length > 0 && (
          <p className="map-entry-fields">
            {fields.map(([name, shown]) => (
              <span key={name} className={`map-entry-${name}`}>
                <Words shown={shown} />
              </span>
            ))}
          </p>
        )}
        {place.at && order?.from && <p className="map-entry-distance">{describe(place.at, order.from, order.start?.name)}</p>}
        {!place.at && <p className="map-entry-note">{say('mapNoCoordinate')}</p>}
      </div>
      {image !== undefined && (
        <img className="map-entry-picture" src={image} alt="" width={96} height={72} loading="lazy" decoding="async" />
      )}
    </li>
  );
}

/** Returns the words for how far a place is from where the list begins. */
function useDistance(): (at: LngLat, from: LngLat, start: string | undefined) => string {
  const { say } = useShell();
  return (at, from, start) => {
    const { text, given } = describeDistance(measureDistance(from, at));
    const distance = say(text, given);
    return start === undefined ? say('mapDistance', { distance }) : say('mapDistanceFrom', { name: start, distance });
  };
}

/** Moves the list, and only the list, so that an entry of it can be seen. */
function bringIntoSight(entry: HTMLElement): void {
  const list = entry.closest('.map-scroll');
  if (!list) return;
  const [outer, inner] = [list.getBoundingClientRect(), entry.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top;
  else if (inner.bottom > outer.bottom) list.scrollTop += Math.min(inner.bottom - outer.bottom, inner.top - outer.top);
}

/** The mark of a place, small, in front of its name. */
function PlaceGlyph({ style }: { style: MarkerStyle }): ReactElement {
  return (
    <span className="map-glyph" aria-hidden="true">
      {style.image === undefined ? (
        <svg viewBox="0 0 32 32" width="32" height="32">
          <circle cx="16" cy="16" r="16" fill={style.color} />
          <path d={style.outline} className="map-mark-icon" transform="translate(7 7) scale(0.75)" />
        </svg>
      ) : (
        <img src={style.image} alt="" width={28} height={28} />
      )}
    </span>
  );
}
