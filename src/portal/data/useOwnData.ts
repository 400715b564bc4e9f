import { useMemo } from 'react';
import useSWR from 'swr';
import type { PagePayload, Reply, ShellPayload } from '../../model/payload';
import type { Call } from '../../runtime/pageData';
import { isPrivate } from '../../runtime/pageSource';
import { buildFailure } from './failure';
import type { DataKey } from './keys';
import { buildPageAddress, refersToViewer } from './roots';
import type { OwnContent, OwnParts } from './loadOwnContent';
import { identify, useSession } from './session';

/** A page with what a member alone sees of it, and whether that is still on its way. */
export interface OwnPage {
  page: PagePayload;
  busy: boolean;
}

interface Own {
  /** Which page it belongs to, as it was fetched, and whose it is. */
  of: Pick<PagePayload, 'path' | 'now'> & { address: string; owner: string };
  content: OwnContent;
}

/**
 * The page with the member's own data in it: calls for members, and joins that refer to the root viewer, are made once scripts
 * know who it is, for pages themselves are the same for everybody (ledger COUNT-03). Until then, and for anonymous visitors, the
 * page as it is. While newer data of the same page is on its way, the member sees what was there.
 */
export function useOwnData(shell: ShellPayload, page: PagePayload, busy: boolean, call: Call): OwnPage {
  const session = useSession();
  const owner = identify(session);
  const asks = useMemo(() => findOwnParts(page), [page]);
  const wanted = session.signedIn && asks !== undefined && page.status === 200;
  const address = buildPageAddress(page);
  const { data: own, isValidating } = useSWR(
    wanted && !busy ? (['own', address, page.now] satisfies DataKey) : null,
    async (): Promise<Own> => ({
      of: { path: page.path, now: page.now, address, owner },
      content: await import('./loadOwnContent').then(
        ({ loadOwnContent }) => loadOwnContent(shell, page, session, asks ?? 'all', call),
        () => withoutOwn(page, shell.texts['notFetched']),
      ),
    }),
    // The page was fetched anew or come back to: what belongs to it is, too, each time.
    { keepPreviousData: true, revalidateIfStale: true, dedupingInterval: 0 },
  );
  return useMemo(() => {
    if (!wanted) return { page, busy };
    const before = own?.of.owner === owner ? own : undefined;
    const same = before?.of.address === address;
    if (before && same && before.of.now === page.now)
      return { page: { ...page, ...before.content }, busy: busy || (asks === 'all' && isValidating) };
    if (asks !== 'all') return { page: before && same ? { ...page, data: before.content.data } : page, busy };
    return {
      page: before?.of.path === page.path ? { ...page, data: { ...before.content.data, state: page.data.state } } : page,
      busy: true,
    };
  }, [own, owner, page, address, wanted, asks, busy, isValidating]);
}

/** A page whose own part could not be fetched, for the files of a new version have replaced what fetches: what everybody sees stays, the rest fails in words. */
function withoutOwn({ data, head }: PagePayload, message = ''): OwnContent {
  const told = (reply: Reply): Reply => (reply.withheld ? buildFailure(message, undefined, 'network') : reply);
  return {
    head,
    data: {
      ...data,
      main: data.main && told(data.main),
      loads: Object.fromEntries(Object.entries(data.loads).map(([name, reply]) => [name, told(reply)])),
      failures: [...data.failures, message],
    },
  };
}

/** What a page has for each member: data of its own, or loads and joins beside data that everybody shares. */
function findOwnParts({ definition: page, endpoints }: PagePayload): OwnParts | undefined {
  if (isPrivate({ page, endpoints })) return page.kind === 'detail' && endpoints[page.source]?.viewer !== true ? 'loads' : 'all';
  return refersToViewer([page.joins, Object.values(page.loads ?? {}).map(({ joins }) => joins)]) ? 'joins' : undefined;
}
