import { useEffect, useMemo, useState } from 'react';
import type { Joins } from '../model/definitions.g';
import type { JsonObject, PageData, PagePayload, Reply, ShellPayload } from '../model/payload';
import { joinRows, type Call } from '../runtime/pageData';
import { rootsOf, sourceOf, viewerOf } from './roots';
import { useSession, type Session } from './session';

/**
 * The page with the member's own data in it: joins that refer to the root viewer are made again once scripts know who it is, for
 * pages themselves are the same for everybody (ledger COUNT-03). Until then, and for anonymous visitors, the page as it is.
 */
export function useOwnData(shell: ShellPayload, page: PagePayload, busy: boolean, call: Call): PagePayload {
  const session = useSession();
  const [own, setOwn] = useState<{ of: PagePayload; data: PageData }>();
  const asks = useMemo(() => refersToViewer([page.page.joins, Object.values(page.page.loads ?? {}).map(({ joins }) => joins)]), [page]);
  useEffect(() => {
    if (!session.signedIn || !asks || busy || page.status !== 200) return undefined;
    let wanted = true;
    void ownData(shell, page, session, call).then((data) => { if (wanted) setOwn({ of: page, data }); });
    return () => { wanted = false; };
  }, [shell, page, session, asks, busy, call]);
  return useMemo(() => (own && own.of === page && session.signedIn ? { ...page, data: own.data } : page), [own, page, session.signedIn]);
}

async function ownData(shell: ShellPayload, page: PagePayload, session: Session, call: Call): Promise<PageData> {
  const source = { ...sourceOf(shell, page, page.query, page.now), roots: { ...rootsOf(shell, page.now), viewer: viewerOf(session) } };
  const data: PageData = { ...page.data, main: page.data.main && copyOf(page.data.main), loads: Object.fromEntries(Object.entries(page.data.loads).map(([name, reply]) => [name, copyOf(reply)])) };
  const join = async (reply: Reply | undefined, joins: Joins | undefined): Promise<void> => {
    const asking = Object.fromEntries(Object.entries(joins ?? {}).filter(([, each]) => refersToViewer(each)));
    const rows = reply ? rowsOf(reply) : [];
    if (rows.length === 0 || Object.keys(asking).length === 0) return;
    const before = rows.map((row) => ({ ...row }));
    await joinRows(source, (endpoint, values) => call(endpoint, values), data, rows, asking);
    // A row that the second reply says nothing of keeps what it had.
    rows.forEach((row, index) => { for (const name of Object.keys(asking)) row[name] = { ...objectOf(before[index]?.[name]), ...objectOf(row[name]) }; });
  };
  await Promise.all([join(data.main, page.page.joins), ...Object.entries(page.page.loads ?? {}).map(([name, load]) => join(data.loads[name], load.joins))]);
  return data;
}

const objectOf = (value: unknown): JsonObject => (value !== null && typeof value === 'object' && !Array.isArray(value) ? value as JsonObject : {});
const rowsOf = (reply: Reply): JsonObject[] => [...reply.rows, ...(reply.item ? [reply.item] : [])];
const copyOf = (reply: Reply): Reply => ({ ...reply, rows: reply.rows.map((row) => ({ ...row })), item: reply.item && { ...reply.item } });

function refersToViewer(part: unknown): boolean {
  if (typeof part === 'string') return part.startsWith('/viewer/');
  return part !== null && typeof part === 'object' && Object.values(part).some(refersToViewer);
}
