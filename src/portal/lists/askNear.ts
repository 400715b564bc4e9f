import { writeNear } from '../../runtime/distance';
import type { Say } from '../data/context';
import { notify } from '../ui/notices';

/** Milliseconds until a position is given up, and how old a known one may be. */
const patience = 10_000;
const oldest = 300_000;
/** Milliseconds that the words stay which say why there is none, and what to do instead. */
const readingTime = 5000;

/**
 * Asks the browser where the visitor is. Where there is no position, words say so.
 * @param go is given an address with the position under a name
 */
export function askNear(href: string, name: string, say: Say, go: (href: string) => void): void {
  const fail = (words: 'nearDenied' | 'nearFailed'): void => notify(say(words), 'warning', readingTime);
  if (!('geolocation' in navigator)) {
    fail('nearFailed');
    return;
  }
  notify(say('nearLocating'));
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => {
      const [path = '', search = ''] = href.split('?');
      const query = new URLSearchParams(search);
      query.set(name, writeNear({ lng: coords.longitude, lat: coords.latitude }, 'wgs84'));
      go(`${path}?${query.toString()}`);
    },
    ({ code }) => fail(code === GeolocationPositionError.PERMISSION_DENIED ? 'nearDenied' : 'nearFailed'),
    { timeout: patience, maximumAge: oldest },
  );
}
