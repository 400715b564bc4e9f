import { asText, type JsonObject } from '../../../model/json';

/** A link of a menu. */
export interface PlainLink {
  title: string;
  href: string;
  children: PlainLink[];
}

/** What somebody knows who writes the pages of one list by hand: all that is fixed in them, and where their items are stored. */
export interface PlainSite {
  title: string;
  logo: string;
  menu: PlainLink[];
  footer: string;
  heading: string;
  lead: string;
  banner: string;
  /** The address of the list, and of the page of an item without what follows the id. */
  path: string;
  detailPath: string;
  size: number;
  /** The choices of the filter, the first one being all, and the name of their parameter. */
  filter: { name: string; label: string; choices: { value: string; label: string }[] };
  search: string;
  /** Names of the fields of an item that are shown. */
  fields: { title: string; image: string; time: string; summary: string; body: string };
  store: { tenant: string; module: string; column: string; omit: string[]; choiceField: string; titleField: string };
}

/** What a card shows. */
export interface PlainCard {
  id: string;
  title: string;
  image: string;
  time: string;
  summary: string;
  views: number;
}

/** What a list shows: which page of which choice, its cards, and how many there are in all. */
export interface PlainList {
  page: number;
  choice: string;
  keyword: string;
  cards: PlainCard[];
  total: number;
}

/** Returns the card of an item. */
export function toCard({ fields }: Pick<PlainSite, 'fields'>, row: JsonObject, views: number): PlainCard {
  const read = (name: string): string => asText(row[name]);
  return {
    id: read('id'),
    title: read(fields.title),
    image: read(fields.image),
    time: read(fields.time),
    summary: read(fields.summary).replace(/<[^>]*>/g, ''),
    views,
  };
}

/** Returns the address of a list in some state, of the page or of the call that answers it. */
export function writeAddress(
  path: string,
  { filter }: Pick<PlainSite, 'filter'>,
  state: Pick<PlainList, 'page' | 'choice' | 'keyword'>,
): string {
  const chosen = [
    ...(state.choice === '' ? [] : [`${filter.name}=${encodeURIComponent(state.choice)}`]),
    ...(state.keyword === '' ? [] : [`keyword=${encodeURIComponent(state.keyword)}`]),
    ...(state.page > 1 ? [`page=${state.page}`] : []),
  ];
  return chosen.length === 0 ? path : path + (path.includes('?') ? '&' : '?') + chosen.join('&');
}
