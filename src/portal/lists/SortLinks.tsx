import type { ReactElement } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Sort } from '../../model/definitions.g';
import { useShell } from '../data/context';
import { useHydrated } from '../data/hydration';
import { notify } from '../ui/notices';
import { PortalLink } from '../ui/PortalLink';
import type { Chip, List } from './useList';
import './SortLinks.css';

/** Orders or slices of a list to choose from, as links. */
export function SortLinks({ list, kind, sorts }: { list: List; kind: 'tab' | 'sort'; sorts: Record<string, Sort> }): ReactElement {
  const { say } = useShell();
  const scripted = useHydrated();
  const offered = Object.entries(sorts).filter(([name, { locate }]) => locate === undefined || scripted || name === list.state[kind]);
  const open = list.state[kind] ?? Object.keys(sorts)[0];
  return (
    <nav className={`sort-links sort-links-${kind}`} aria-label={say(kind === 'tab' ? 'slices' : 'sorts')}>
      {offered.map(([name, sort]) => (
        <SortLink
          key={name}
          href={list.address({ ...list.state, [kind]: name, page: 1 })}
          sort={sort}
          words={list.shows.words(sort.label)}
          current={name === open ? 'true' : false}
        />
      ))}
    </nav>
  );
}

/** The layouts of a list to choose from, as links. */
export function ViewLinks({ views }: { views: readonly Chip[] }): ReactElement {
  const { say } = useShell();
  return (
    <nav className="sort-links" aria-label={say('views')}>
      {views.map(({ value, label, href, chosen }) => (
        <PortalLink key={value} href={href} className="sort-links-link" current={chosen ? 'true' : false}>
          {label}
        </PortalLink>
      ))}
    </nav>
  );
}

/** One order. That by distance asks where the visitor is, and leads there once that is known; without scripts nobody can tell. */
function SortLink({ href, sort, words, current }: { href: string; sort: Sort; words: string; current: 'true' | false }): ReactElement {
  const { say } = useShell();
  const navigate = useNavigate();
  const { locate } = sort;
  const goNear = (name: string): void => {
    import('./askNear').then(
      ({ askNear }) => askNear(href, name, say, (address) => void navigate(address)),
      () => notify(say('notFetched'), 'danger'),
    );
  };
  return (
    <PortalLink
      href={href}
      className="sort-links-link"
      current={current}
      onClick={
        locate === undefined
          ? undefined
          : (event) => {
              event.preventDefault();
              goNear(locate);
            }
      }
    >
      {words}
    </PortalLink>
  );
}
