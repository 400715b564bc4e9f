import type { ComponentType } from 'react';
import type { Card, Page, Section, Tool } from '../model/definitions.g';
import type { JsonObject } from '../model/payload';

/** The section of a kind. */
export type SectionOf<K extends Section['section']> = Extract<Section, { section: K }>;
/** The page of a kind. */
export type PageOf<K extends Page['kind']> = Extract<Page, { kind: K }>;

/** What a section's component is given. */
export interface SectionProps<S extends Section> { section: S; name: string; labelId?: string }
/** What a page's component is given. */
export interface PageProps<P extends Page> { page: P }
/** What a card's component is given; `index` counts from 0, `level` is that of its heading. */
export interface CardProps { card: Card; row: JsonObject; index: number; level: 2 | 3 }
/** What a tool's component is given. */
export interface ToolProps { tool: Tool }

/** A component, or how to fetch it; `ready` is set once it was fetched. */
export type Loadable<P> = ComponentType<P> | { load: () => Promise<ComponentType<P>>; ready?: ComponentType<P> };

/** The components of every kind. Each record is exhaustive: the compiler names a kind without a component. */
export interface Kinds {
  pages: { [K in Page['kind']]: Loadable<PageProps<PageOf<K>>> };
  sections: { [K in Section['section']]: Loadable<SectionProps<SectionOf<K>>> };
  cards: { [K in Card['shape']]: Loadable<CardProps> };
  tools: { [K in Tool['tool']]: Loadable<ToolProps> };
}

/** The component of an entry, or undefined as long as it was not fetched. */
export function readyComponent<P>(entry: Loadable<P>): ComponentType<P> | undefined {
  return typeof entry === 'function' ? entry : 'load' in entry ? entry.ready : undefined;
}

/** Fetches the component of an entry unless it is there. */
async function settle<P>(entry: Loadable<P>): Promise<void> {
  if (typeof entry !== 'function' && !entry.ready) entry.ready = await entry.load();
}

/**
 * Fetches the components that a page needs.
 * @throws when a chunk cannot be fetched
 */
export async function settleKinds(kinds: Kinds, page: Page): Promise<void> {
  const sections = page.kind === 'list' || page.kind === 'form' ? [page.above, page.aside] : [page.sections, page.aside, page.kind === 'detail' ? page.below : undefined];
  const names = new Set(sections.flatMap((group) => Object.values(group ?? {}).flatMap(namesWithin)));
  await Promise.all([settlePage(kinds, page.kind), ...[...names].map((name) => settleSection(kinds, name)), ...Object.values(page.tools ?? {}).map((tool) => settle(kinds.tools[tool.tool]))]);
}

const settlePage = (kinds: Kinds, kind: Page['kind']): Promise<void> => (kind === 'list' ? settle(kinds.pages.list) : kind === 'detail' ? settle(kinds.pages.detail) : kind === 'form' ? settle(kinds.pages.form) : settle(kinds.pages.composed));

function settleSection<K extends Section['section']>(kinds: Kinds, kind: K): Promise<void> {
  return settle<SectionProps<SectionOf<K>>>(kinds.sections[kind]);
}

function namesWithin(section: Section): Section['section'][] {
  if (section.section === 'group') return ['group', ...Object.values(section.sections).flatMap(namesWithin)];
  if (section.section === 'tabs') return ['tabs', ...Object.values(section.tabs).flatMap((tab) => Object.values(tab.sections).flatMap(namesWithin))];
  return [section.section];
}
