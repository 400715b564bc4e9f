import type { JsonObject } from '../../../model/json';
import { useCallback, useEffect, useRef, useState, type ReactElement } from 'react';
import { useNavigate } from 'react-router-dom';
import type { MapPayload } from '../../../model/payload';
import { resolve } from '../../../model/pointer';
import { usePage, usePageState, useShell } from '../../data/context';
import type { SectionOf, SectionProps } from '../../ui/kindProps';
import { notify } from '../../ui/notices';
import { Dialog } from '../../ui/Dialog';
import { Icon } from '../../ui/icons';
import { FetchFailure } from '../../ui/ErrorMessage';
import { useLoaded } from '../../ui/useLoaded';
import { useShow } from '../../ui/useShow';
import { AddressCard } from './AddressCard';
import { CategoryChooser } from './CategoryChooser';
import { LocateBar } from './LocateBar';
import './map.css';
import { OrderBar } from './OrderBar';
import { PlaceCard } from './PlaceCard';
import { PlaceList } from './PlaceList';
import type { Place } from './kinds';
import { toPlaces } from './places';
import type { MapView } from './providers/kinds';
import { useAddress } from './useAddress';
import { useAllPlaces } from './useAllPlaces';
import { noAddress, useMap, type MapModel } from './useMap';
import { usePosition } from './usePosition';

const noSettings: MapPayload = {};
/** Milliseconds that the warning about a type without places stays (ledger MAP-20). */
const warningTime = 2000;

/**
 * A map that fills the window and the list of its places (ledger MAP-03). The list, the types and the open place are there without
 * scripts; the map itself comes after them.
 */
export function MapSection({ section }: SectionProps<SectionOf<'map'>>): ReactElement {
  const { map: settings = noSettings } = usePage().page;
  const { say } = useShell();
  const rows = useAllPlaces(section);
  const places = usePlaces(section, rows);
  const model = useMap(section, places);
  const { view, onView, settled } = useView();
  const positions = usePosition(settings, view, settled, section.driving, say('mapLocated'), model.words);
  const { address, searching } = useAddress(model, rows || section.all === undefined ? places : undefined, view, settled, settings);
  const { part: Stage, failed } = useLoaded(() => {
    const providers = import('./providers/open');
    void providers.then(({ fetchAhead }) => fetchAhead(settings.providers)).catch(() => undefined);
    return import('./MapStage').then((module) => module.MapStage);
  });
  const [pointed, setPointed] = useState<string>();
  const [low, setLow] = useState(false);
  const onOpen = useOpen(model);
  const fresh = useFresh(model.openId);
  useEmptyWarning(model);
  const card = model.opened ? (
    <PlaceCard key={model.opened.id} model={model} positions={positions} place={model.opened} fresh={fresh} />
  ) : address ? (
    <AddressCard model={model} positions={positions} address={address} searching={searching} />
  ) : null;
  return (
    <div className={`map-page ${low ? 'map-low' : ''}`.trim()}>
      <div className="map-panel">
        <MapHead model={model} low={low} onLow={setLow} />
        <CategoryChooser model={model} />
        <LocateBar model={model} positions={positions} places={places} />
        <OrderBar model={model} positions={positions} />
        <div className="map-scroll" role="region" aria-label={say('mapPlaces')} tabIndex={0}>
          <PlaceList model={model} onPoint={setPointed} />
        </div>
      </div>
      <div className="map-area">
        {Stage ? (
          <Stage
            model={model}
            settings={settings}
            places={places}
            complete={rows !== undefined || section.all === undefined}
            pointed={pointed}
            positions={positions}
            at={model.opened ? model.opened.at : address?.at}
            card={card}
            onOpen={onOpen}
            onPoint={setPointed}
            onView={onView}
          />
        ) : (
          <>
            {failed && (
              <p className="map-scriptless">
                <FetchFailure words={say('mapNotFetched')} />
              </p>
            )}
            {card && <div className="map-float">{card}</div>}
            <noscript>
              <p className="map-scriptless">{say('mapNoScript')}</p>
            </noscript>
          </>
        )}
      </div>
      {positions.alert !== undefined && (
        <Dialog title={say('notice')} onClose={positions.dismiss}>
          <p className="dialog-text">{positions.alert}</p>
        </Dialog>
      )}
    </div>
  );
}

/** The heading, how many places there are, and on narrow screens the way to more of the map. */
function MapHead({ model, low, onLow }: { model: MapModel; low: boolean; onLow: (low: boolean) => void }): ReactElement {
  const { section, heading, total } = model;
  const { say } = useShell();
  const { busy } = usePageState();
  const label = useShow().words(section.label);
  const fold = say(low ? 'mapShowList' : 'mapHideList');
  return (
    <div className="map-head">
      <p className="map-title" aria-hidden="true">
        {label || heading}
      </p>
      <p className="map-count" role="status">
        {busy ? say('loading') : say('mapCount', { count: total })}
      </p>
      <button type="button" className="map-fold" aria-expanded={!low} aria-label={fold} onClick={() => onLow(!low)}>
        <Icon name="down" />
      </button>
    </div>
  );
}

function useView(): { view: MapView | undefined; onView: (view: MapView | undefined) => void; settled: boolean } {
  const [state, setState] = useState<{ view: MapView | undefined; settled: boolean }>({ view: undefined, settled: false });
  const onView = useCallback((view: MapView | undefined) => setState({ view, settled: true }), []);
  return { ...state, onView };
}

/** The places of all rows, or of those that came with the page. They keep their identity until there are others: marks are made anew only then. */
function usePlaces(section: SectionOf<'map'>, all: readonly JsonObject[] | undefined): Place[] {
  const { scope, showContext } = usePage();
  const listed = resolve(section.rows, scope);
  const rows = all ?? listed;
  const read = (): { section: SectionOf<'map'>; rows: unknown; places: Place[] } => ({
    section,
    rows,
    places: toPlaces(Array.isArray(rows) ? (rows as JsonObject[]) : [], section.place, scope, showContext),
  });
  const [kept, setKept] = useState(read);
  if (kept.section !== section || kept.rows !== rows) setKept(read());
  return kept.places;
}

/** Opens a place by changing the address: going back closes it, going from one to the next leaves no trace. */
function useOpen({ href, openId }: MapModel): (id: string) => void {
  const navigate = useNavigate();
  return (id) => void navigate(href({ ...noAddress, id }), { replace: openId !== undefined });
}

/** Whether something else is open than when the page was. */
function useFresh(openId: string | undefined): boolean {
  const [first] = useState(openId);
  const [changed, setChanged] = useState(false);
  if (openId !== first && !changed) setChanged(true);
  return changed || openId !== first;
}

/** Warns when a type without places is chosen. */
function useEmptyWarning({ categories, total, words }: MapModel): void {
  const { busy } = usePageState();
  const chosen = categories?.chosen ?? '';
  const before = useRef(chosen);
  const warning = words('emptyCategory');
  useEffect(() => {
    if (busy || before.current === chosen) return;
    before.current = chosen;
    if (chosen !== '' && total === 0) notify(warning, 'warning', warningTime);
  }, [busy, chosen, total, warning]);
}
