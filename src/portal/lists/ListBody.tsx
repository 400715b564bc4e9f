import { useRef, type ReactElement, type ReactNode } from 'react';
import type { Action, Text } from '../../model/definitions.g';
import { HeldPage, usePage, usePageState, useShell } from '../data/context';
import { CardList } from './CardList';
import { PortalLink } from '../ui/PortalLink';
import { ErrorMessage } from '../ui/ErrorMessage';
import { EmptyState } from '../ui/EmptyState';
import { Skeleton } from '../ui/Skeleton';
import { Pager } from './Pager';
import { buildListRoot, type List } from './useList';
import '../ui/Noscript.css';
import './ListBody.css';

/** A list and what else is known of it: the words when it is empty and below its end, the level of its headings, what it is called where it is a table, what its entries open instead of what their card says, what stands first among them. */
interface ListBodyProps {
  list: List;
  empty?: Text;
  end?: Text;
  level: 2 | 3;
  caption?: string;
  opens?: Action;
  lead?: ReactNode;
}

/** The entries of a list with what stands in their place: dimmed or as skeletons while loading, nothing found, or failed. */
export function ListBody({ list, empty, end, level, caption, opens, lead }: ListBodyProps): ReactElement {
  const { busy, retry } = usePageState();
  const { say } = useShell();
  const start = useRef<HTMLHeadingElement>(null);
  const Heading = `h${level}` as const;
  const {
    page: { cards, heading },
  } = usePage();
  if (!list.ok && !busy) return <ErrorMessage words={list.message ?? say('errorBusy')} again={say('retry')} onAgain={retry} />;
  if ((busy || list.withheld) && list.entries.length === 0)
    return (
      <>
        {list.withheld && (
          <noscript>
            <p className="noscript">{say('noScriptPrivate')}</p>
          </noscript>
        )}
        <Skeleton columns={list.columns} shape={cards[list.card]?.shape ?? 'tile'} />
      </>
    );
  if (list.entries.length === 0 && list.total > 0) return <PastEnd list={list} />;
  if (list.entries.length === 0)
    return (
      <EmptyState words={list.shows.words(empty)}>
        {list.narrowed && (
          <p>
            <PortalLink href={list.address(list.cleared)} className="button button-plain button-small">
              {say('clearFilters')}
            </PortalLink>
          </p>
        )}
      </EmptyState>
    );
  return (
    <div className={busy ? 'list-body list-body-dimmed' : 'list-body'} aria-busy={busy}>
      {!list.grows && list.pages > 1 && (
        <Heading ref={start} className="list-body-start" tabIndex={-1}>
          {say('pageOf', { page: list.state.page, pages: list.pages })}
        </Heading>
      )}
      <HeldPage held={busy}>
        <CardList
          card={list.card}
          rows={list.entries}
          columns={list.columns}
          first={list.first}
          level={level}
          caption={caption || heading}
          list={buildListRoot(list)}
          opens={opens}
          lead={lead}
        />
      </HeldPage>
      {list.grows ? (
        <More list={list} end={end} />
      ) : (
        <Pager
          page={list.state.page}
          pages={list.pages}
          address={(number) => list.address({ ...list.state, page: number })}
          heading={start}
        />
      )}
    </div>
  );
}

/** An address of a page that the list does not have, or has no longer: it is not empty, and there is a way back into it. */
function PastEnd({ list }: { list: List }): ReactElement {
  const { say } = useShell();
  return (
    <EmptyState words={say('noSuchPage', { page: list.state.page, pages: list.pages })}>
      <p>
        <PortalLink href={list.address({ ...list.state, page: 1 })} className="button button-plain button-small">
          {say('firstPage')}
        </PortalLink>
      </p>
    </EmptyState>
  );
}

/** The way to more of a list that grows (ledger ORDER-12); when there is no more, the words for it. */
function More({ list, end }: { list: List; end: Text | undefined }): ReactElement | null {
  const { busy } = usePageState();
  const { say } = useShell();
  const { page: number } = list.state;
  if (number < list.pages)
    return (
      <p className="list-body-more">
        <PortalLink href={list.address({ ...list.state, page: number + 1 })} className="button button-plain">
          {say(busy ? 'loading' : 'loadMore')}
        </PortalLink>
      </p>
    );
  const words = list.shows.words(end);
  return words === '' ? null : (
    <p className="list-body-end" role="status">
      {words}
    </p>
  );
}
