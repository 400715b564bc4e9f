import type { Card, Endpoint, Form, Include, Item, Module, Moves, Page, Param, States, TenantSettings, Upstream } from './definitions.g';
import type { LocaleLink } from './locale';
import type { Texts } from './textKeys.g';

/** The method of a call, as HTTP has it. */
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Where the built-in back end keeps a field that calls filter or sort by; views are counted apart from the items. */
export type Slot = 'column' | 'pub' | 's1' | 's2' | 's3' | 's4' | 'n1' | 'n2' | 'n3' | 'n4' | 'tags' | 'grams' | 'views';

/** A parameter of a call with everything that is known of it at compile time. */
export interface CompiledParam extends Param {
  name: string;
  /** The JSON type of the field that it is matched with; text without a field. */
  type: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';
  /** Where the built-in back end finds the field. */
  slot?: Slot;
}

/** A list of another module within a reply, with what it takes to read its entries. */
export interface CompiledInclude extends Include {
  /** The shape of its entries, and how its own call joins lists in them. */
  shape: Item;
  encode?: Endpoint['encode'];
}

/** How a call looks at an institution's own back end, ready to be made. */
export interface CompiledUpstream extends Upstream {
  method: Method;
  /** The URI Template, with all parameters that it carries. */
  template: string;
  /** The variables of the template, and those of them that stand in its path. */
  variables: string[];
  inPath: string[];
}

/** A call of the back end, ready to be made and to be answered. */
export interface CompiledEndpoint extends Omit<Endpoint, 'params' | 'include' | 'upstream'> {
  /** `module:endpoint`, its name everywhere. */
  name: string;
  module: string;
  method: Method;
  /** The URI Template (RFC 6570), always with a leading slash. */
  template: string;
  /** The variables of the template, in its order. */
  variables: string[];
  params: Record<string, CompiledParam>;
  /** The shape of the rows or of the item that the reply carries. */
  shape: Item;
  /** Lists of other modules in the reply, by the field of the item that they become. */
  include?: Record<string, CompiledInclude>;
  /** How it looks at the back end that answers it, where that is another one and not of our making. */
  upstream?: CompiledUpstream;
}

/** What the browser needs of a call: its address and the shape of its reply. */
export type ClientEndpoint = Pick<
  CompiledEndpoint,
  | 'name'
  | 'method'
  | 'template'
  | 'variables'
  | 'params'
  | 'paging'
  | 'ok'
  | 'rows'
  | 'total'
  | 'counts'
  | 'item'
  | 'message'
  | 'error'
  | 'encode'
  | 'rename'
  | 'shape'
  | 'include'
  | 'service'
  | 'viewer'
  | 'revalidate'
  | 'binary'
  | 'alternative'
  | 'proof'
>;

/** Fields of items that forms fill in with what tells who somebody is, as JSON Pointers. */
export interface PersonalFields {
  /** ID numbers, at the top of the item: it has their masks, they are kept apart and sealed. */
  idNumbers: readonly string[];
  /** Phones: replies have them masked. */
  phones: readonly string[];
}

/** The states that a module's items can be in, and the moves between them, by name. */
export interface Lifecycle {
  states: States;
  moves: Moves;
}

/** How the site search finds the items of a module, with what its definition leaves to be told from its pages. */
export interface SearchPart {
  /** The kind of its results, and its words where the definition has some. */
  type: string;
  label?: string;
  /** The page of the module that a result opens, with columnId and id. */
  page: string;
  /** Where that is a list: the names in its address that hold a title to narrow it to, and the field that this is looked for in. */
  list?: { keyword?: string; field?: string };
  /** JSON Pointers of the fields that are searched besides the title. */
  text: readonly string[];
  /** Whether the definition says so itself; else it is up to the menu whether the module takes part. */
  named: boolean;
}

/** A module whose definition is complete: ordered, overlaid, every reference checked. */
export interface CompiledModule {
  name: string;
  definition: Module;
  endpoints: Record<string, CompiledEndpoint>;
  lifecycle: Lifecycle;
  /** Absent when the site search does not look in it. */
  search?: SearchPart;
  /** JSON Pointers of the fields kept in columns of their own, by column. */
  slots: Partial<Record<Slot, string>>;
  /** JSON Pointers of fields kept as tags, and of fields that can be searched for text. */
  tags: string[];
  grams: string[];
  /** What forms fill in its items with that tells who somebody is; absent when it is nothing. */
  personal?: PersonalFields;
  /** Changes when the fields that are kept apart change. */
  shapeHash: string;
}

/** A page with its templates bound, its names made absolute and its parts in order. */
export interface CompiledPage {
  module: string;
  name: string;
  path: string;
  aliases: string[];
  definition: Page;
  /** Every card that the page shows, by `module:card`. */
  cards: Record<string, Card>;
  /** The forms of a form page, by name, in its order; their `dictionary` entries are the labels of the code list `dictionary:<code>`. */
  forms: Record<string, Form>;
  /** Names of the endpoints that the page may call. */
  endpoints: string[];
  /** Code lists that the page shows, by `module:name`. */
  codelists: Record<string, CompiledCodelist>;
  /** JSON Pointers of the fields that the page refers to, by root; what is not among them does not reach the browser. */
  fields: Record<string, string[]>;
}

/** Where the labels of codes come from. */
export interface CompiledCodelist {
  options?: Record<string, string>;
  dictionary?: string;
  types?: boolean;
  /** The kinds of what the site search finds: the institution's menu has the words. */
  kinds?: boolean;
}

/** The kind of the results of a module that the site search looks in, and what the institution calls it. */
export interface SearchedModule {
  type: string;
  label: string;
}

/** One institution's portal in one language, complete. */
export interface CompiledPortal extends Pick<LocaleLink, 'locale' | 'prefix'> {
  /** The name of the institution's folder. */
  tenant: string;
  /** All languages in which the institution can be read, the original one first. */
  locales: LocaleLink[];
  settings: TenantSettings;
  /** The shared texts, by name. */
  texts: Texts;
  modules: Record<string, CompiledModule>;
  /** Pages by address, aliases included. */
  pages: Map<string, CompiledPage>;
  /** Calls by `module:endpoint`. */
  endpoints: Record<string, CompiledEndpoint>;
  /** Address of the page that a menu column of a module opens, by module name and by back route id. */
  entries: Record<string, string>;
  routeIds: Record<number, string>;
  /** The modules that the site search looks in, by name, in the order of the menu. */
  searched: Record<string, SearchedModule>;
  /** Parsed ICU patterns (the library's syntax tree as JSON), by pattern. */
  patterns: Record<string, unknown>;
  /** A hash of everything above, for caches. */
  version: string;
  /** Of the portal that staff work in alone: what it was derived from. */
  desk?: Desk;
}

/** What the desk of an institution belongs to. */
export interface Desk {
  /** The public portal, in the original language: its modules say what items, states and moves there are. */
  site: CompiledPortal;
}
