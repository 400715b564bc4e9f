import { useNavigate } from 'react-router-dom';
import { writeNear } from '../../runtime/distance';
import { useShell } from '../data/context';
import { notify } from '../ui/notices';

/** Milliseconds until a position is given up, and how old a known one may be. */
const patience = 10_000;
const oldest = 300_000;
/** Milliseconds that the words stay which say why there is none, and what to do instead. */
const readingTime = 5000;

/**
 * Returns what asks the browser where the visitor is and then goes to an address, with the position under `name`. Where there is none, words say so, and the list stays as it is.
 */
export function useNear(name: string | undefined): (href: string) => void {
  const { say } = useShell();
  const navigate = useNavigate();
  return (href) => {
    const fail = (words: 'nearDenied' | 'nearFailed'): void => notify(say(words), 'warning', readingTime);
    if (name === undefined || !('geolocation' in navigator)) {
      fail('nearFailed');
      return;
    }
    notify(say('nearLocating'));
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        const [path = '', search = ''] = href.split('?');
        const query = new URLSearchParams(search);
        query.set(name, writeNear({ lng: coords.longitude, lat: coords.latitude }, 'wgs84'));
        void navigate(`${path}?${query.toString()}`);
      },
      ({ code }) => fail(code === GeolocationPositionError.PERMISSION_DENIED ? 'nearDenied' : 'nearFailed'),
      { timeout: patience, maximumAge: oldest },
    );
  };
}
