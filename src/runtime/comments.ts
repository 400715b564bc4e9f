import type { CommentsSection, Page } from '../model/definitions.g';
import type { ClientEndpoint } from '../model/compiled';
import { isObject, type JsonObject } from '../model/json';
import type { PageData } from '../model/payload';
import { holds } from './condition';
import type { Call, CallValues } from './pageData';
import type { Scope } from './roots';
import { collectSections } from './sections';
import { evaluateAll } from './value';

/** Comments fetched at a time (ledger COM-02). */
const usualSize = 10;

/** What is shown of a comment, and of the replies in it (ledger COM-12); nothing else reaches the page. */
const shown: ReadonlySet<string> = new Set(['id', 'name', 'image', 'crtTime', 'content', 'mobilePhone', 'hide', 'children']);

/** Which comments a section shows, and how many at a time. */
export interface CommentQuery {
  source: string;
  values: CallValues;
  size: number;
  /** The name under which the data of a page keep its first comments. */
  key: string;
}

/** Returns which comments a section shows on a page with this scope. */
export function buildCommentQuery(section: CommentsSection, scope: Scope): CommentQuery {
  const { source, pageSize: size = usualSize } = section;
  const values = evaluateAll(section.with, scope);
  return { source, values, size, key: `${source} ${size} ${JSON.stringify(values)}` };
}

/** Returns what one page of comments is asked for by; the first is 1. */
export function buildCommentValues({ paging }: ClientEndpoint, { values, size }: CommentQuery, page: number): CallValues {
  const { page: pageName = 'page', size: sizeName = 'limit' } = paging ?? {};
  return { ...values, [pageName]: page, [sizeName]: size };
}

/**
 * Fetches the first comments of every section that shows some, so that they are there without scripts too (ledger COM-01 to 05).
 * Comments that cannot be fetched keep no page from being shown.
 */
export async function loadComments(
  page: Page,
  endpoints: Readonly<Record<string, ClientEndpoint>>,
  scope: Scope,
  call: Call,
  data: PageData,
): Promise<void> {
  await Promise.all(
    findCommentSections(page)
      .filter(({ when }) => holds(when, scope))
      .map(async (section) => {
        const query = buildCommentQuery(section, scope);
        const endpoint = endpoints[query.source];
        const reply = endpoint && (await call(endpoint, buildCommentValues(endpoint, query, 1)));
        if (reply?.ok && !reply.withheld)
          data.comments = { ...data.comments, [query.key]: { ...reply, rows: reply.rows.map(slimComment) } };
      }),
  );
}

function slimComment(row: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(row)
      .filter(([name]) => shown.has(name))
      .map(([name, value]) => [
        name,
        name === 'children' && Array.isArray(value) ? value.map((reply) => (isObject(reply) ? slimComment(reply) : reply)) : value,
      ]),
  );
}

/** Returns the sections of a page that show comments, at any depth. */
export function findCommentSections(page: Page): CommentsSection[] {
  return collectSections(page).filter((section): section is CommentsSection => section.section === 'comments');
}
