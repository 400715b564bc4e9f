import { asObject, type JsonObject } from '../../model/json';
import type { Joins } from '../../model/definitions.g';
import type { PageData, PagePayload, Reply, ShellPayload } from '../../model/payload';
import { joinRows } from '../../runtime/joinRows';
import { loadPage, loadWithheld, type Call, type PageSource } from '../../runtime/pageData';
import { createPageScope, createSiteRoots } from '../../runtime/roots';
import { formatDocumentTitle, formatText } from '../../runtime/text';
import { refersToViewer, buildPageSource, buildViewer } from './roots';
import type { Session } from './session';

/** How much of a page is a member's own: all that it shows, or loads and joins beside what everybody shares. */
export type OwnParts = 'all' | 'loads' | 'joins';

/** What a member alone sees of a page: its data, and the head that goes with them. */
export type OwnContent = Pick<PagePayload, 'data' | 'head'>;

/**
 * Fetches what a member alone sees of a page.
 * @param parts everything, or what stands beside data that everybody shares
 */
export async function loadOwnContent(
  shell: ShellPayload,
  page: PagePayload,
  session: Session,
  parts: OwnParts,
  call: Call,
): Promise<OwnContent> {
  const source = { ...buildPageSource(shell, page, page.query, page.now), roots: createSiteRoots(shell, page.now, buildViewer(session)) };
  if (parts !== 'all') {
    const joined = await joinedData(source, page, call);
    if (parts === 'loads') await loadWithheld(source, call, joined);
    return { data: joined, head: page.head };
  }
  const data = await loadPage(source, call);
  const title = formatText(page.definition.head?.title, createPageScope(source, data), page.patterns);
  return { data, head: title === '' ? page.head : { ...page.head, title: formatDocumentTitle(title, shell.site.title) } };
}

async function joinedData(source: PageSource, page: PagePayload, call: Call): Promise<PageData> {
  const data: PageData = {
    ...page.data,
    failures: [...page.data.failures],
    main: page.data.main && copy(page.data.main),
    loads: Object.fromEntries(Object.entries(page.data.loads).map(([name, reply]) => [name, copy(reply)])),
  };
  const join = async (reply: Reply | undefined, joins: Joins | undefined): Promise<void> => {
    const asking = Object.fromEntries(Object.entries(joins ?? {}).filter(([, each]) => refersToViewer(each)));
    const rows = reply ? toRows(reply) : [];
    if (rows.length === 0 || Object.keys(asking).length === 0) return;
    const before = rows.map((row) => ({ ...row }));
    await joinRows(source, call, data, rows, asking);
    // A row that the second reply says nothing of keeps what it had.
    rows.forEach((row, index) => {
      for (const name of Object.keys(asking)) row[name] = { ...asObject(before[index]?.[name]), ...asObject(row[name]) };
    });
  };
  await Promise.all([
    join(data.main, page.definition.joins),
    ...Object.entries(page.definition.loads ?? {}).map(([name, load]) => join(data.loads[name], load.joins)),
  ]);
  return data;
}

const toRows = (reply: Reply): JsonObject[] => [...reply.rows, ...(reply.item ? [reply.item] : [])];
const copy = (reply: Reply): Reply => ({ ...reply, rows: reply.rows.map((row) => ({ ...row })), item: reply.item && { ...reply.item } });
