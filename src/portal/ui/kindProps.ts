import type { ReactElement } from 'react';
import type { Action, Card, Load, Page, Section, Tool } from '../../model/definitions.g';
import type { Json } from '../../model/json';
import type { Scope } from '../../runtime/roots';

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
/** What a card's component is given. */
export interface CardProps {
  card: Card;
  /** Its entry: a text or a number where the list is one of these. */
  row: Json;
  /** Its number in the whole list, from 1. */
  index: number;
  /** Whether its picture can wait. */
  lazy: boolean;
  /** The level of its heading. */
  level: 2 | 3;
  /** The state of a list that has one. */
  list?: Scope;
  /** What it opens instead of what it says itself. */
  opens?: Action;
}
/** What a table of entries is given. */
export interface EntryTableProps {
  card: Card;
  /** What it is a table of, for those who do not see where it stands. */
  caption: string;
  /** Its lines. */
  entries: readonly { key: string; item: ReactElement }[];
}
/** What a list with a state of its own is given: the load that it shows, and its name. */
export interface StatefulListProps extends SectionProps<SectionOf<'list'>> {
  source: string;
  load: Load;
}
/** What a tool's component is given. */
export interface ToolProps {
  tool: Tool;
}
/** What a form in a dialog is given. */
export interface FormDialogProps {
  /** Its name among the page's forms, as `module:form`. */
  name: string;
  /** Roots that it sees besides the page's own, such as row. */
  extra?: Scope;
  /** Called when the dialog closes, whatever came of it. */
  onClose: () => void;
  /** Called before, when the form was sent with success. */
  onDone?: () => void;
}
