import { runWithDeadline } from '../../database/deadline';
import type { CompiledPage, CompiledPortal } from '../../model/compiled';
import type { ListPage } from '../../model/definitions.g';
import type { JsonObject } from '../../model/json';
import type { PageData } from '../../model/payload';
import { buildRequest } from '../../runtime/buildRequest';
import { joinRows } from '../../runtime/joinRows';
import { type Call, type CallValues, loadPage, type PageSource } from '../../runtime/pageData';
import { readReply } from '../../runtime/reply';
import { createSiteRoots, createViewerRoot } from '../../runtime/roots';
import type { BackEnd } from '../api/backEnd';
import type { Viewer } from '../api/viewer';
import { createServerCall } from '../rendering/call';
import { collectEndpoints } from '../rendering/endpoints';
import { pickDeclaredQuery } from '../rendering/payload';
import { buildFrame } from '../rendering/shell';

/** Rows that are fetched at once. */
const batch = 500;
/** Milliseconds in which so many have to come. */
const batchMs = 15_000;
/** Of a list whose filters work on all of its rows, a page that holds them all. */
const allRows = 1_000_000;

/** Who takes a list out, and how it was asked for. */
export interface Asker {
  backEnd: BackEnd;
  viewer: Viewer;
  headers: Readonly<Record<string, string>>;
  address: string;
  now: number;
  /** Whether phones and names are shown whole. */
  reveal: boolean;
  report(error: unknown): void;
}

/** A list that is being read: what of its page is known, how many rows there are, and the rows, part by part. */
export interface ReadList {
  source: PageSource;
  data: PageData;
  total: number;
  parts: AsyncGenerator<JsonObject[], void, undefined>;
}

/**
 * Reads the list of a page whole, with the filters, search and order that its address has: the calls that the page itself makes, by the rights
 * of who asks. No more than one part of it is in memory at a time.
 * @param query the state of the list as its address has it
 * @returns the message of the failure instead where the list cannot be had
 */
export async function readList(
  portal: CompiledPortal,
  compiled: CompiledPage & { definition: ListPage },
  query: Readonly<Record<string, string>>,
  asker: Asker,
): Promise<ReadList | { status: number; message: string }> {
  const { page: _page, view: _view, month: _month, ...state } = pickDeclaredQuery(compiled, query);
  const page = compiled.definition;
  const source: PageSource = {
    page: page.paging === 'whole' ? { ...page, pageSize: allRows } : page,
    endpoints: collectEndpoints(portal, compiled),
    codelists: compiled.codelists,
    query: state,
    roots: createSiteRoots(buildFrame(portal), asker.now, createViewerRoot(asker.viewer)),
    now: asker.now,
  };
  const usual = createServerCall(portal, asker.backEnd, asker.report, undefined, asker.address, asker.headers);
  let asked: CallValues = {};
  let next: string | null | undefined;
  const call: Call = async (endpoint, values, options) => {
    if (endpoint.name !== page.source) return usual(endpoint, values, options);
    asked = { ...values, ...(endpoint.paging ? { [endpoint.paging.page]: 1, [endpoint.paging.size]: size } : {}) };
    const first = await ask(asked);
    ({ next } = first);
    return first.reply;
  };
  const endpoint = source.endpoints[page.source];
  const size = Math.min(batch, endpoint?.paging?.max ?? batch);
  const data = await runWithDeadline(batchMs, () => loadPage(source, call));
  const { main } = data;
  if (!main?.ok) return { status: main?.status ?? 500, message: main?.message ?? '' };
  return { source, data, total: main.total, parts: readParts(main.rows) };

  async function ask(values: CallValues, after?: string) {
    if (!endpoint) throw new Error(`There is no call ${page.source}`);
    const { method, url, body } = buildRequest(endpoint, values);
    const { address, headers, reveal } = asker;
    const walk = { size: batch, ...(after === undefined ? {} : { after }) };
    const answer = await asker.backEnd.answer(portal, { method, url, body, address, headers, walk, reveal });
    return { reply: readReply(endpoint, answer.body, answer.status), next: answer.next };
  }

  /** The rest of a list whose service can be walked through begins where a part ended; of any other, with the next page. */
  async function* readParts(first: JsonObject[]): AsyncGenerator<JsonObject[], void, undefined> {
    yield first;
    const paging = endpoint?.paging;
    if (page.paging === 'whole' || !paging) return;
    let number = 1;
    let seen = first.length;
    const total = data.main?.total ?? 0;
    while (next === undefined ? seen < total : next !== null) {
      number += 1;
      const values = { ...asked, [paging.page]: next === undefined ? number : 1 };
      const after = next ?? undefined;
      const part = await runWithDeadline(batchMs, async () => {
        const got = await ask(values, after);
        if (!got.reply.ok) throw new Error(got.reply.message ?? `A part of a list cannot be had: ${got.reply.status ?? 500}`);
        await joinRows(source, call, data, got.reply.rows, page.joins);
        return got;
      });
      if (after !== undefined) ({ next } = part);
      seen += part.reply.rows.length;
      if (part.reply.rows.length === 0) return;
      yield part.reply.rows;
    }
  }
}
