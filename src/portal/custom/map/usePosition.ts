import { useCallback, useEffect, useRef, useState } from 'react';
import type { MapPayload } from '../../../model/payload';
import { notify } from '../../ui/notices';
import { useLoaded } from '../../ui/useLoaded';
import { useLatest } from '../../data/useLatest';
import type { Place, Positioning } from './kinds';
import type { MapView } from './providers/kinds';
import type { MapModel, MapWords } from './useMap';

/** The visitor's position, how to find it, and the way from there. */
export interface Positions {
  position: Positioning;
  /** Whether there are scripts to find it with. */
  ready: boolean;
  /** Looks for it; `follow`: the map goes there. */
  locate: (follow?: boolean) => void;
  /** Whether the map goes there. */
  follows: boolean;
  /** Has the map go there, now or once it is known. */
  follow: () => void;
  /** The address of the page with the way to a place; undefined while it is not known from where. */
  drivingTo: (place: Pick<Place, 'title' | 'at'>) => string | undefined;
  /** The words of the last look-up of an address that failed, until they are dismissed (ledger MAP-18). */
  alert: string | undefined;
  dismiss: () => void;
}

/** What the parts of the page that know of positions are given. */
export interface PositionedProps {
  model: MapModel;
  positions: Positions;
}

/** Milliseconds that the answer to a way without a beginning stays. */
const readingTime = 3000;

/**
 * Finds the visitor's position: when asked to, and at once when the visitor has allowed it before.
 * @param view the map, when there is one
 * @param settled whether there will be no other map: only then a position is looked for unasked
 * @param from what the beginning of a way is called
 */
export function usePosition(
  settings: MapPayload,
  view: MapView | undefined,
  settled: boolean,
  driving: string | undefined,
  from: string,
  words: MapWords,
): Positions {
  const { part: tools } = useLoaded(() => import('./positioning'));
  const [position, setPosition] = useState<Positioning>({ state: 'unknown' });
  const [alert, setAlert] = useState<string>();
  const [follows, setFollows] = useState(false);
  const asked = useRef(0);
  const unresolved = words('addressFailed');
  const locate = useCallback(
    (follow = true) => {
      if (!tools) return;
      setFollows(follow);
      const turn = (asked.current += 1);
      const current = (): boolean => asked.current === turn;
      setPosition({ state: 'locating' });
      tools.locate(settings, view).then(
        ({ at, address, unresolved: failed }) => {
          if (!current()) return;
          setPosition({ state: 'found', at, address });
          setAlert(failed ? unresolved : undefined);
        },
        (error: unknown) => current() && setPosition({ state: 'failed', denied: error instanceof Error && error.name === tools.denied }),
      );
    },
    [tools, settings, view, unresolved],
  );
  const latest = useLatest(locate);
  useEffect(() => {
    if (!tools || !settled) return undefined;
    let wanted = true;
    void allowedBefore().then((allowed) => {
      if (wanted && allowed && asked.current === 0) latest.current(false);
    });
    return () => {
      wanted = false;
    };
  }, [tools, settled, latest]);
  useEffect(
    () => () => {
      asked.current += 1;
    },
    [],
  );
  return {
    position,
    locate,
    follows,
    follow: () => setFollows(true),
    ready: tools !== undefined,
    alert,
    dismiss: () => setAlert(undefined),
    drivingTo: ({ title, at }) =>
      tools && at && position.state === 'found'
        ? tools.buildDrivingAddress(settings, driving, { at: position.at, name: position.address || from }, { at, name: title })
        : undefined,
  };
}

async function allowedBefore(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted';
  } catch {
    return false;
  }
}

/** Says that there is no way without a position (ledger MAP-19), and looks for one if nobody has. */
export function tellNoPosition({ position, locate }: Positions, words: MapWords): void {
  notify(words('noPosition'), 'warning', readingTime);
  if (position.state === 'unknown') locate(false);
}
