import { createContext, memo, useContext, type ComponentType, type ReactElement, type ReactNode } from 'react';
import type { Sections } from '../../model/definitions.g';
import type { CardProps, EntryTableProps, FormDialogProps, PageOf, PageProps, StatefulListProps, ToolProps } from './kindProps';

/** What a list of sections is given. */
export interface SectionListProps {
  sections: Sections | undefined;
  /** What the ids of their headings begin with. */
  prefix?: string;
  /** The shares of the width that they have among those beside them, by name, from 1 to 12. */
  shares?: Readonly<Record<string, number>>;
}

/** What one entry of a list is given: its card by name, as `module:card`. */
export type EntryCardProps = { card: string } & Omit<CardProps, 'card'>;

/** A part of a page that others may have alike. */
export interface KeptProps {
  /**
   * Returns all that it is made of besides the institution, as what can be written as JSON: where two have the same of this, their markup is
   * the same. Undefined: it cannot be told. Browsers do not ask.
   */
  of: () => readonly unknown[] | undefined;
  /** Whether it stands at one and the same place on each page that has it, so that ids drawn from the place are the same too. */
  placed?: boolean;
  /** What stands in it and is rendered for each page all the same, as links are that lead back to where the visitor is. */
  fresh?: readonly ReactElement[];
  /** What is kept; as a function it puts what is fresh where it belongs. */
  children: ReactNode | ((...fresh: ReactNode[]) => ReactNode);
}

/** What renders parts of definitions by their kind. App provides it: sections nest sections and lists show cards without importing any kind. */
export interface Renderers {
  SectionList: ComponentType<SectionListProps>;
  EntryCard: ComponentType<EntryCardProps>;
  PageTool: ComponentType<ToolProps>;
  EntryTable: ComponentType<EntryTableProps>;
  StatefulList: ComponentType<StatefulListProps>;
  /** A list by the days of a month. */
  ListCalendar: ComponentType<PageProps<PageOf<'list'>>>;
  /** Fetches the dialog that shows a form: pages to read need none. */
  loadFormDialog: () => Promise<ComponentType<FormDialogProps>>;
  /** What stands around each part besides. */
  Around?: ComponentType<{ children: ReactNode }>;
  /** Keeps the markup of a part on the server. */
  Kept: ComponentType<KeptProps>;
}

const RenderersContext = createContext<Renderers | undefined>(undefined);

/** Puts what renders parts of definitions within reach. */
export const RenderersProvider = RenderersContext.Provider;

/**
 * What renders parts of definitions.
 * @throws outside of a page
 */
export function useRenderers(): Renderers {
  const renderers = useContext(RenderersContext);
  if (!renderers) throw new Error('used outside of a page');
  return renderers;
}

/**
 * Sections in the order of writing; those whose condition fails are left out, and one that fails leaves the others. What stands around them,
 * such as tabs, changes without them.
 */
export const SectionList = memo(function SectionList(props: SectionListProps): ReactElement {
  const { SectionList: Rendered } = useRenderers();
  return <Rendered {...props} />;
});

/** One entry of a list by its card. */
export function EntryCard(props: EntryCardProps): ReactElement {
  const { EntryCard: Rendered } = useRenderers();
  return <Rendered {...props} />;
}

/** A part of a page that others may have alike. */
export function Kept(props: KeptProps): ReactElement {
  const { Kept: Rendered } = useRenderers();
  return <Rendered {...props} />;
}

/** A control at the side of the page. */
export function PageTool(props: ToolProps): ReactElement {
  const { PageTool: Rendered } = useRenderers();
  return <Rendered {...props} />;
}
