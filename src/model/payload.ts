import type { AmapSettings, Card, Form, MapSettings, OpeningTimes, Page, Scalar, Shell, TenantSettings, Theme } from './definitions.g';
import type { Json, JsonObject } from './json';
import type { ClientEndpoint, CompiledCodelist } from './compiled';
import type { LocaleLink } from './locale';
import type { Texts } from './textKeys.g';

/** Where somebody stands in a line. */
export interface LinePlace {
  /** 1 for who is next. */
  place: number;
  /** In how many seconds it is likely to be their turn. */
  wait: number;
  /** In how many seconds to ask again. */
  again: number;
  /** The address of the page that shows the place, where there is one. */
  page?: string;
}

/** A reply of the back end in one shape, whatever its envelope was. */
export interface Reply {
  ok: boolean;
  rows: JsonObject[];
  total: number;
  /** How many items each value of a counted parameter has under the other parameters; values with none are left out. */
  counts?: Record<string, Record<string, number>>;
  item?: JsonObject;
  /** Of a list that leads from entry to entry: the one before and the one after. */
  previous?: JsonObject;
  next?: JsonObject;
  message?: string;
  /** The status of a failing reply: HTTP's, or the one in the body. */
  status?: number;
  /** Messages of a failing reply by the name of the form's field that each belongs to. */
  errors?: Record<string, string>;
  /** Where the caller stands in a line: the call can be made again in a while. */
  line?: LinePlace;
  /** What kept the call from being answered: the session is over (the visitor was told), an HTTP error, or no answer at all. */
  fault?: 'session' | 'http' | 'network';
  /** What a binary call answered with, and the name under which it is kept. */
  file?: { content: Blob; name: string };
  /** What calls that were asked along with this one answered, by the names of joins. */
  joined?: Record<string, Json>;
  /** Nothing was asked: the call is for members, and who is asking is not known here. */
  withheld?: true;
}

/** One choice of a filter; in a tree with the finer ones below it. */
export interface FilterChoice {
  value: string;
  label: string;
  children?: FilterChoice[];
}
/** A row of choices; a filter by a tree of types has one for each group. */
export interface FilterGroup {
  name: string;
  label: string;
  choices: FilterChoice[];
}

/** The state of a list page as its address has it. */
export interface ListState {
  page: number;
  /** Chosen values by filter name; ranges as `from` and `to`. */
  filters: Record<string, string[]>;
  sort?: string;
  tab?: string;
  keyword: string;
  /** The chosen field of a search with several. */
  field?: string;
  /** The chosen layout, where it is not the usual one. */
  view?: string;
  /** The month that a calendar shows, such as 2026-11, where it is not that of now. */
  month?: string;
}

/** Everything that a page shows, fetched. */
export interface PageData {
  state: ListState;
  /** The states of lists that loads have, by name. */
  states?: Record<string, ListState>;
  main?: Reply;
  loads: Record<string, Reply>;
  /** The first comments of sections that show some, by what they ask for. */
  comments?: Record<string, Reply>;
  lookup: Record<string, Scalar>;
  groups: Record<string, FilterGroup[]>;
  /** Labels by code list and code. */
  labels: Record<string, Record<string, string>>;
  /** The entries of dictionaries with others below them, by code list. */
  trees?: Record<string, FilterChoice[]>;
  /** Messages of failed calls, for the error toast. */
  failures: string[];
}

/** A node of the menu with its address resolved. */
export interface MenuEntry {
  id: string;
  title: string;
  href: string;
  /** The picture of the column, where it has one of its own. */
  image?: string;
  external?: boolean;
  requires?: 'login';
  hidden?: boolean;
  children: MenuEntry[];
}

/** A crumb of the breadcrumbs; the last one has no address. */
export interface Crumb {
  title: string;
  href?: string;
}

/** What the frame of every page needs. */
export interface ShellPayload {
  site: { title: string; subtitle?: string; logo: string; slogan?: string; address?: string; phone?: string; openTime?: string };
  theme: Theme;
  gray: boolean;
  /** The other sites that visitors know as the same one. */
  platform?: TenantSettings['platform'];
  shell: Shell;
  footerHtml?: string;
  menu: MenuEntry[];
  code: string;
  fid: string;
  texts: Texts;
  /** The language of the page, what addresses begin with in it, and, where there are several, all that the institution can be read in. */
  locale: string;
  prefix: string;
  locales?: LocaleLink[];
  /** Calls that every page may make, by service: those that renew and end a session. */
  calls?: Record<string, ClientEndpoint>;
  /** At the desk: who works there. */
  staff?: StaffPayload;
}

/** What pages of an institution share in a language: their frame with its texts by name, and the syntax trees of their ICU patterns by pattern. */
export interface SharedFrame {
  /** Without the menu where that is another back end's. */
  shell: Omit<ShellPayload, 'prefix' | 'platform' | 'menu'> & { menu?: MenuEntry[] };
  patterns: Readonly<Record<string, Json>>;
}

/** A shell as a document carries it: with the address of the shared frame in the place of what stands there. */
export type CarriedShell = Pick<ShellPayload, 'prefix' | 'platform'> &
  Partial<Omit<ShellPayload, 'shell'>> & { shell: Partial<Shell>; frame: string };

/** What is declared of a page, whatever it shows. */
export type PageDeclaration = Pick<PagePayload, 'definition' | 'cards' | 'forms' | 'validators' | 'codelists' | 'endpoints' | 'patterns'>;

/** A payload as a document carries it: what many pages share, or many states of a page, is fetched from addresses that browsers keep. */
export interface CarriedPayload {
  shell: CarriedShell;
  page: Omit<PagePayload, keyof PageDeclaration> & (PageDeclaration | { declared: string });
}

/** Who works at the desk, as the frame of its pages shows it. */
export interface StaffPayload {
  /** Who it is among the staff of the institution: names may be those of several. */
  login: string;
  name: string;
  /** What the role is called. */
  role: string;
}

/** An institution's settings of maps as browsers get them. */
export interface MapPayload extends Omit<MapSettings, 'amap'> {
  /** `proxied`: calls of AMap go through this site. */
  amap?: Pick<AmapSettings, 'key'> & { proxied: boolean };
  /** The areas that lists can begin from, with their middles as addresses carry them. */
  starts?: MapStart[];
}

/** An area to begin from. */
export interface MapStart {
  name: string;
  near: string;
}

/** What one page is, as it is handed to the browser. */
export interface PagePayload {
  path: string;
  module: string;
  name: string;
  /** What its module says of it. */
  definition: Page;
  cards: Record<string, Card>;
  /** The forms of a form page by name. */
  forms: Record<string, Form>;
  /** Addresses of the scripts that check the forms, by name. */
  validators?: Record<string, string>;
  endpoints: Record<string, ClientEndpoint>;
  codelists: Record<string, CompiledCodelist>;
  patterns: Record<string, Json>;
  crumbs: Crumb[];
  banner?: string;
  /** The heading of the page: the column's name or the page's own. */
  heading: string;
  /** The forms in which a list can be subscribed to. */
  feeds?: ('atom' | 'ics')[];
  /** What the column holds, in a sentence. */
  lead?: string;
  head: {
    title: string;
    description: string;
    image?: string;
    /** The picture of the page where it is shared: a PNG with its title, its picture and its institution. */
    shareImage?: string;
    canonical: string;
    keywords?: string;
    alternates?: { locale: string; href: string }[];
  };
  /** The query that the page was rendered with, only the names it declares. */
  query: Record<string, string>;
  data: PageData;
  /** What is seen in pictures of the data, by their addresses, as the institution's media library says. */
  alts?: Record<string, string>;
  /** Milliseconds since 1970 that count as now while the page is rendered. */
  now: number;
  /** In browsers: when what the page has of its institution's settings was asked for; absent: at `now`. */
  settledAt?: number;
  status: 200 | 404 | 503;
  /** It is fetched anew when the visitor comes back to it: its data come from a call whose reply others change. */
  revalidate?: true;
  /** On pages that show it: when the institution is open. */
  opening?: OpeningTimes;
  /** Milliseconds since 1970 at which the page no longer shows what holds, where that is known; it is fetched anew then. */
  changesAt?: number;
  /** On pages with a map: the institution's settings of maps. */
  map?: MapPayload;
  /** At the desk: the login of whose page it is; absent before anybody logged in. */
  staff?: string;
  /** On lists at the desk: what else can be done with them. */
  desk?: DeskListPayload;
}

/** What who looks at a list of the desk may do with it as a whole. */
export interface DeskListPayload {
  /** Take it out as a file. */
  exports: boolean;
  /** Take it out with names and phones that are not masked, for a reason. */
  reveals: boolean;
  /** What can be done with several of its lines, by the names that its card has for it. */
  bulk: string[];
}

/** What the server writes into a page for the browser to go on from. */
export interface Payload {
  shell: ShellPayload;
  page: PagePayload;
}
