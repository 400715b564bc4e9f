import type { ReactElement } from 'react';
import { usePage, useShell } from '../data/context';
import type { List } from './useList';
import './Feeds.css';

/** Ways to subscribe to a list as it is narrowed: what is new in a feed reader, what has a time in a calendar. */
export function Feeds({ list }: { list: List }): ReactElement | null {
  const {
    page: { feeds = [] },
  } = usePage();
  const { say, localize } = useShell();
  if (feeds.length === 0) return null;
  const state = new URL(list.address({ ...list.state, page: 1 }), 'http://list').search;
  return (
    <p className="feeds">
      {feeds.map((format) => (
        <a
          key={format}
          className="quiet-link"
          href={localize(`/feeds${list.path}.${format}${state}`)}
          {...(format === 'ics' ? { download: '' } : {})}
        >
          {say(format === 'ics' ? 'subscribeCalendar' : 'subscribe')}
        </a>
      ))}
    </p>
  );
}
