import { useEffect, useMemo, useState } from 'react';
import type { PagePayload, Reply, ShellPayload } from '../../model/payload';
import type { Call } from '../../runtime/pageData';
import { isPrivate } from '../../runtime/pageSource';
import { buildFailure } from './api';
import { refersToViewer } from './roots';
import type { OwnContent, OwnParts } from './loadOwnContent';
import { useSession, type Session } from './session';

/** A page with what a member alone sees of it, and whether that is still on its way. */
export interface OwnPage {
  page: PagePayload;
  busy: boolean;
}

interface Own {
  of: PagePayload;
  session: Session;
  content: OwnContent;
}

/**
 * The page with the member's own data in it: calls for members, and joins that refer to the root viewer, are made once scripts
 * know who it is, for pages themselves are the same for everybody (ledger COUNT-03). Until then, and for anonymous visitors, the
 * page as it is. While newer data of the same page is on its way, the member sees what was there.
 */
export function useOwnData(shell: ShellPayload, page: PagePayload, busy: boolean, call: Call): OwnPage {
  const session = useSession();
  const [own, setOwn] = useState<Own>();
  const asks = useMemo(() => findOwnParts(page), [page]);
  const wanted = session.signedIn && asks !== undefined && page.status === 200;
  useEffect(() => {
    if (!wanted || asks === undefined || busy) return undefined;
    let current = true;
    void import('./loadOwnContent')
      .then(({ loadOwnContent }) => loadOwnContent(shell, page, session, asks, call))
      .then(
        (content) => {
          if (current) setOwn({ of: page, session, content });
        },
        () => {
          if (current) setOwn({ of: page, session, content: withoutOwn(page, shell.texts['notFetched']) });
        },
      );
    return () => {
      current = false;
    };
  }, [shell, page, session, wanted, asks, busy, call]);
  return useMemo(() => {
    if (!wanted) return { page, busy };
    if (own?.of === page && own.session === session) return { page: { ...page, ...own.content }, busy };
    if (asks === 'joins') return { page, busy };
    const before = own?.session === session && own.of.path === page.path ? own.content.data : undefined;
    return { page: before ? { ...page, data: { ...before, state: page.data.state } } : page, busy: true };
  }, [own, page, session, wanted, asks, busy]);
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

/** What a page has for each member: data of its own, or joins in data that everybody shares. */
function findOwnParts({ definition: page, endpoints }: PagePayload): OwnParts | undefined {
  if (isPrivate({ page, endpoints })) return 'all';
  return refersToViewer([page.joins, Object.values(page.loads ?? {}).map(({ joins }) => joins)]) ? 'joins' : undefined;
}
