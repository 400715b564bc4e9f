import type { ReactElement } from 'react';
import type { LinePlace } from '../../model/payload';
import { useShell } from '../data/context';
import './FormLine.css';

/** What stands in a form that was sent while it waits in a line: the place, the time that is left, and a way out. */
export function FormLine({ place, leave }: { place: LinePlace; leave: () => void }): ReactElement {
  const { say } = useShell();
  return (
    <div className="form-line" role="status">
      <p className="form-line-title">{say('lineTitle')}</p>
      <p className="form-line-place">{say('linePlace', { place: place.place })}</p>
      <p className="form-line-wait">{say('lineWait', { wait: place.wait })}</p>
      <p className="form-line-keep">{say('lineKeep')}</p>
      {place.page !== undefined && (
        <a className="form-line-page" href={place.page} target="_blank" rel="noopener">
          {say('linePage')}
        </a>
      )}
      <button type="button" className="button button-plain" onClick={leave}>
        {say('lineLeave')}
      </button>
    </div>
  );
}
