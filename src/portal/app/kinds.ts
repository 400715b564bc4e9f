import type { ComponentType, ReactNode } from 'react';
import type { Card, Form, Page, Section, Tool } from '../../model/definitions.g';
import type { DeskSection } from '../../model/deskSections';
import type { PagePayload } from '../../model/payload';
import { findCalendar } from '../../runtime/calendar';
import { findStatefulLists } from '../../runtime/lists';
import { collectSections, listPlacedForms } from '../../runtime/sections';
import type { PageContext } from '../data/context';
import { settle, type Loadable } from '../ui/loadable';
import type { CardProps, EntryTableProps, PageOf, PageProps, SectionOf, SectionProps, StatefulListProps, ToolProps } from '../ui/kindProps';
import type { KeptProps } from '../ui/renderers';

/** The components of every kind. Each record is exhaustive: the compiler names a kind without a component. */
export interface Kinds {
  pages: { [K in Page['kind']]: Loadable<PageProps<PageOf<K>>> };
  sections: { [K in Section['section']]: Loadable<SectionProps<SectionOf<K>>> };
  cards: { [K in Card['shape']]: Loadable<CardProps> };
  tools: { [K in Tool['tool']]: Loadable<ToolProps> };
  /** What only some lists are: by the days of a month, one table, with a state of their own beside that of the page. */
  lists: { calendar: Loadable<PageProps<PageOf<'list'>>>; table: Loadable<EntryTableProps>; stateful: Loadable<StatefulListProps> };
  /** Fetches what the fields of forms need besides. */
  settleFields?: (forms: readonly Form[]) => Promise<unknown>;
  /** What stands around each part besides. */
  around?: ComponentType<{ children: ReactNode }>;
  /** Keeps the markup of parts, and tells what the markup of a card is made of: where pages are rendered for many. */
  kept?: {
    component: ComponentType<KeptProps>;
    describeCard: (props: CardProps, page: PageContext) => readonly unknown[] | undefined;
  };
}

/** The kinds as visitors' pages know them: a definition for visitors that names a section of the desk is not served (`check/references.ts`). */
export type VisitorKinds = Omit<Kinds, 'sections'> & { sections: Omit<Kinds['sections'], DeskSection> };

/**
 * Fetches the components that a page needs.
 * @returns once each was fetched or failed: whether all could be had; they cannot when a new version of the site has replaced their files
 */
export async function settleKinds(
  kinds: VisitorKinds,
  { definition: page, forms, data, cards = {} }: Pick<PagePayload, 'definition' | 'forms'> & Partial<Pick<PagePayload, 'cards' | 'data'>>,
): Promise<boolean> {
  const names = new Set(collectSections(page).map(({ section }) => section));
  const placed = listPlacedForms(page);
  const shapes = new Set(Object.values(cards).map(({ shape }) => shape));
  const parts = [
    settlePage(kinds, page.kind),
    ...(data && findCalendar(page, data.state) ? [settle(kinds.lists.calendar)] : []),
    ...(findStatefulLists(page).some(({ prefix }) => prefix !== '') ? [settle(kinds.lists.stateful)] : []),
    ...[...shapes].map((shape) => settle(kinds.cards[shape])),
    ...(shapes.has('table') ? [settle(kinds.lists.table)] : []),
    ...(placed.length > 0 && kinds.settleFields ? [kinds.settleFields(placed.flatMap((name) => forms[name] ?? []))] : []),
    ...[...names].map((name) => settleSection(kinds, name)),
    ...Object.values(page.tools ?? {}).map((tool) => settle(kinds.tools[tool.tool])),
  ];
  return (await Promise.allSettled(parts)).every(({ status }) => status === 'fulfilled');
}

const settlePage = (kinds: VisitorKinds, kind: Page['kind']): Promise<unknown> =>
  kind === 'list'
    ? settle(kinds.pages.list)
    : kind === 'detail'
      ? settle(kinds.pages.detail)
      : kind === 'form'
        ? settle(kinds.pages.form)
        : settle(kinds.pages.composed);

function settleSection<K extends Section['section']>(kinds: VisitorKinds, kind: K): Promise<unknown> {
  return settle<SectionProps<SectionOf<K>>>((kinds as Kinds).sections[kind]);
}
