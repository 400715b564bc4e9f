import type { ComponentType, ReactNode } from 'react';
import type { Action, Card, Page, Section, Tool } from '../../model/definitions.g';
import type { Json } from '../../model/payload';
import type { Scope } from '../../runtime/scope';
import { sectionsOf } from '../../runtime/sections';

/** The section of a kind. */
export type SectionOf<K extends Section['section']> = Extract<Section, { section: K }>;
/** The page of a kind. */
export type PageOf<K extends Page['kind']> = Extract<Page, { kind: K }>;

/** What a section's component is given. */
export interface SectionProps<S extends Section> {
  section: S;
  name: string;
  labelId?: string;
}
/** What a page's component is given. */
export interface PageProps<P extends Page> {
  page: P;
}
/** What a card's component is given: `row` is its entry, a text or a number where the list is one of these; `index` is its number in the whole list, from 1; `lazy` says that its picture can wait; `level` is that of its heading, `list` the state of a list that has one, `opens` what it opens instead of what it says itself. */
export interface CardProps {
  card: Card;
  row: Json;
  index: number;
  lazy: boolean;
  level: 2 | 3;
  list?: Scope;
  opens?: Action;
}
/** What a tool's component is given. */
export interface ToolProps {
  tool: Tool;
}

/** A component, or how to fetch it; `ready` is set once it was fetched. */
export type Loadable<P> = ComponentType<P> | { load: () => Promise<ComponentType<P>>; ready?: ComponentType<P> };

/** The components of every kind. Each record is exhaustive: the compiler names a kind without a component. */
export interface Kinds {
  pages: { [K in Page['kind']]: Loadable<PageProps<PageOf<K>>> };
  sections: { [K in Section['section']]: Loadable<SectionProps<SectionOf<K>>> };
  cards: { [K in Card['shape']]: Loadable<CardProps> };
  tools: { [K in Tool['tool']]: Loadable<ToolProps> };
  /** What stands around each part besides. */
  around?: ComponentType<{ children: ReactNode }>;
}

/** The component of an entry, or undefined as long as it was not fetched. */
export function readyComponent<P>(entry: Loadable<P>): ComponentType<P> | undefined {
  return typeof entry === 'function' ? entry : 'load' in entry ? entry.ready : undefined;
}

/**
 * Fetches the component of an entry unless it is there.
 * @throws when its file cannot be fetched
 */
export async function settle<P>(entry: Loadable<P>): Promise<ComponentType<P>> {
  return typeof entry === 'function' ? entry : (entry.ready ??= await entry.load());
}

/**
 * Fetches the components that a page needs.
 * @returns once each was fetched or failed: whether all could be had; they cannot when a new version of the site has replaced their files
 */
export async function settleKinds(kinds: Kinds, page: Page): Promise<boolean> {
  const names = new Set(sectionsOf(page).map(({ section }) => section));
  const parts = [
    settlePage(kinds, page.kind),
    ...[...names].map((name) => settleSection(kinds, name)),
    ...Object.values(page.tools ?? {}).map((tool) => settle(kinds.tools[tool.tool])),
  ];
  return (await Promise.allSettled(parts)).every(({ status }) => status === 'fulfilled');
}

const settlePage = (kinds: Kinds, kind: Page['kind']): Promise<unknown> =>
  kind === 'list'
    ? settle(kinds.pages.list)
    : kind === 'detail'
      ? settle(kinds.pages.detail)
      : kind === 'form'
        ? settle(kinds.pages.form)
        : settle(kinds.pages.composed);

function settleSection<K extends Section['section']>(kinds: Kinds, kind: K): Promise<unknown> {
  return settle<SectionProps<SectionOf<K>>>(kinds.sections[kind]);
}
