import type { ReactElement } from 'react';
import type { Sort } from '../../model/definitions.g';
import { useShell } from '../data/context';
import { PortalLink } from '../ui/PortalLink';
import type { List } from './useList';
import './SortLinks.css';

/** Orders or slices of a list to choose from, as links. */
export function SortLinks({ list, kind, sorts }: { list: List; kind: 'tab' | 'sort'; sorts: Record<string, Sort> }): ReactElement {
  const { say } = useShell();
  const open = list.state[kind] ?? Object.keys(sorts)[0];
  return (
    <nav className={`sort-links sort-links-${kind}`} aria-label={say(kind === 'tab' ? 'slices' : 'sorts')}>
      {Object.entries(sorts).map(([name, sort]) => (
        <PortalLink
          key={name}
          href={list.address({ ...list.state, [kind]: name, page: 1 })}
          className="sort-links-link"
          current={name === open ? 'true' : false}
        >
          {list.shows.words(sort.label)}
        </PortalLink>
      ))}
    </nav>
  );
}
