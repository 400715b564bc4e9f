import type { ComponentType, ReactNode } from 'react';
import type { Card, Page, Section, Tool } from '../../model/definitions.g';
import { collectSections } from '../../runtime/sections';
import type { CardProps, PageOf, PageProps, SectionOf, SectionProps, ToolProps } from '../ui/kindProps';

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

/** Returns the component of an entry, or undefined as long as it was not fetched. */
export function getComponent<P>(entry: Loadable<P>): ComponentType<P> | undefined {
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
  const names = new Set(collectSections(page).map(({ section }) => section));
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
