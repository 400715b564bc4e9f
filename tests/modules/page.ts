import { JSDOM } from 'jsdom';
import type { JsonObject } from '../../src/model/json';
import type { TestPortal } from '../server/portal';

/** Words that links into a new window end with, for visitors who do not see it. */
const windowHint = '（在新窗口打开）';

/** A window for each page would take longer than the page itself. */
let window: JSDOM['window'] | undefined;

/** Opens a page as the server sends it: its document alone, without scripts, their data and styles. */
export async function open(portal: TestPortal, url: string, host = 'localhost'): Promise<Document> {
  const { text } = await portal.get(url, host, { accept: 'text/html' });
  window ??= new JSDOM().window;
  // More than half of what is sent is the data for scripts, which the parser would read sign by sign.
  const shown = text.replace(/(<script id="payload"[^>]*>).*?(?=<\/script>)/s, '$1');
  return new window.DOMParser().parseFromString(shown, 'text/html');
}

/** The words of an element as a visitor reads them, white space folded; empty when it is not there. */
export const words = (element: Element | null | undefined): string =>
  (element?.textContent ?? '').replaceAll(windowHint, '').replace(/\s+/g, ' ').trim();

/** The cards of a list page's own list, without those beside it. */
export const listed = (page: Document): Element[] => [...page.querySelectorAll('#list article')];

/** The title of a card. */
export const titleOf = (card: Element | undefined): string => words(card?.querySelector('h2, h3'));

/** The cards of a part of a page, and their titles. */
export const articles = (root: ParentNode | undefined): Element[] => [...(root?.querySelectorAll('article') ?? [])];
export const titlesIn = (root: ParentNode | undefined): string[] => articles(root).map(titleOf);

/** The names of the tabs of a page, and what stands under one. */
export const tabs = (page: Document): string[] => [...page.querySelectorAll('[role="tab"]')].map(words);
export function panel(page: Document, name: string): Element | undefined {
  const tab = [...page.querySelectorAll('[role="tab"]')].find((element) => words(element) === name);
  return page.getElementById(tab?.getAttribute('aria-controls') ?? '') ?? undefined;
}

/** The card with a title. @throws when there is none, so that nothing that it does not show is looked for in vain */
export function cardOf(page: ParentNode | undefined, title: string): Element {
  const found = articles(page).find((card) => titleOf(card) === title);
  if (!found) throw new Error(`There is no card ${title}`);
  return found;
}

/** What the heading of a card opens: its address, and whether in a new window. */
export function opens(card: Element | undefined): { href: string; newWindow: boolean } | undefined {
  const link = card?.querySelector('h2 a, h3 a');
  return link ? { href: link.getAttribute('href') ?? '', newWindow: link.getAttribute('target') === '_blank' } : undefined;
}

/** The section under a heading. */
export const section = (page: ParentNode, heading: string): Element | undefined =>
  [...page.querySelectorAll('h2')].find((element) => words(element) === heading)?.closest('section') ?? undefined;

/** The link or button with a name. @throws when the part of a page is not there that may have it */
export function control(page: ParentNode | undefined, name: string): Element | undefined {
  return [...mustBe(page).querySelectorAll('a, button, [role="link"]')].find(
    (element) => words(element) === name || element.getAttribute('aria-label') === name,
  );
}

/** The address of the link with a name. */
export const linkTo = (page: ParentNode | undefined, name: string): string | undefined =>
  control(page, name)?.getAttribute('href') ?? undefined;

/** The value beside a label, in a list of facts or in a line; undefined when the label is not there. @throws as `control` does */
export function fact(page: ParentNode | undefined, label: string): string | undefined {
  const found = [...mustBe(page).querySelectorAll('dt, span')].find((element) => words(element) === label && !element.closest('dd'));
  if (!found) return undefined;
  const term = found.closest('dt');
  return term ? words(term.nextElementSibling) : words(found.parentElement).slice(label.length).trim();
}

function mustBe(part: ParentNode | undefined): ParentNode {
  if (!part) throw new Error('That part of the page is not there');
  return part;
}

/** The labels of a row of choices: its name, and the choices. */
export function filterRows(page: Document): Record<string, string[]> {
  const rows = [...page.querySelectorAll('[aria-label="筛选条件"] [role="group"]')];
  return Object.fromEntries(
    rows.map((row) => [words(page.getElementById(row.getAttribute('aria-labelledby') ?? '')), [...row.querySelectorAll('a')].map(words)]),
  );
}

/** The titles of a list page after a choice of a filter was made by its link. */
export async function chosen(portal: TestPortal, page: Document, row: string, choice: string): Promise<string[]> {
  const group = [...page.querySelectorAll('[role="group"]')].find(
    (element) => words(page.getElementById(element.getAttribute('aria-labelledby') ?? '')) === row,
  );
  return listed(await open(portal, linkTo(group, choice) ?? '')).map(titleOf);
}

/** The addresses of pictures, in order. */
export const pictures = (page: ParentNode | undefined): string[] =>
  [...(page?.querySelectorAll('img') ?? [])].map((image) => image.getAttribute('src') ?? '');

/** As many items as asked for, newest first by their numbers. */
export function many(count: number, make: (number: number, day: string) => JsonObject): JsonObject[] {
  return Array.from({ length: count }, (_, index) =>
    make(index + 1, new Date(Date.UTC(2026, 9, 30) - index * 86_400_000).toISOString().slice(0, 10)),
  );
}

/** How many cards the first pages of a column show. */
export async function cardsPerPage(portal: TestPortal, address: string, pages = 3): Promise<number[]> {
  const counts: number[] = [];
  for (let page = 1; page <= pages; page += 1) counts.push(listed(await open(portal, `${address}&page=${page}`)).length);
  return counts;
}
