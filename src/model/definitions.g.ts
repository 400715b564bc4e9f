/* Generated from schemas/meta by `npm run generate`. Do not edit. */

/**
 * The key of a named thing.
 */
export type Name = string;
/**
 * A constant.
 */
export type Scalar = string | number | boolean;
/**
 * A JSON Pointer (RFC 6901). In pages it starts with a root: item, row, entry, query, lookup, load names, site, texts, now, viewer or index; in endpoints it starts at the reply or the item.
 */
export type Pointer = string;
/**
 * Words for visitors: an ICU MessageFormat pattern, or a reference (a string that starts with a slash), or an object that says more.
 */
export type Text = string | TextObject;
/**
 * A reference, a constant, or a choice between them.
 */
export type Value = Pointer | Constant | Choice;
/**
 * A constant that the value must equal, or a small subset of JSON Schema that it must satisfy.
 */
export type Test = Scalar | TestSchema;
/**
 * A URI Template (RFC 6570). A variable takes its value from `with`, else from the innermost of row, item and query that declares its name.
 */
export type Template = string;
/**
 * Named periods. calendar: 1 today, 2 this week from Monday, 3 this month; rolling: 1 today, 2 today to +6 days, 3 today to +29 days; year: the calendar year written as four digits.
 */
export type Range = 'calendar' | 'rolling' | 'year';
/**
 * Width to height of a picture.
 */
export type Ratio = '1:1' | '4:3' | '3:4' | '3:2' | '16:9' | '21:9';
/**
 * A value as it is shown: a reference, or an object that says how.
 */
export type Display = Pointer | DisplayObject;
/**
 * How a value is written. date: 2026-11-20; dateTime: 2026-11-20 09:30, without the clock at 00:00; day: month and day by the shared text `dayFormat`; number: with thousands separators; price: with currency; tags: a list as labels; html: sanitised rich text; stripped: rich text without its tags; count: short large numbers; bytes: a file size; link: an address as a link; phone: a number to call.
 */
export type Format =
  'text' | 'date' | 'dateTime' | 'day' | 'number' | 'count' | 'price' | 'tags' | 'html' | 'stripped' | 'link' | 'phone' | 'bytes';
/**
 * One of the built-in line icons.
 */
export type Icon =
  | 'arrow'
  | 'calendar'
  | 'card'
  | 'clock'
  | 'cup'
  | 'eye'
  | 'expand'
  | 'external'
  | 'gift'
  | 'globe'
  | 'hall'
  | 'heart'
  | 'home'
  | 'hotel'
  | 'map'
  | 'menu'
  | 'message'
  | 'news'
  | 'phone'
  | 'pin'
  | 'play'
  | 'price'
  | 'search'
  | 'share'
  | 'sound'
  | 'star'
  | 'ticket'
  | 'top'
  | 'user'
  | 'exhibit'
  | 'bowl'
  | 'shop'
  | 'building'
  | 'book';
/**
 * The role of a colour.
 */
export type Tone = 'primary' | 'secondary' | 'plain' | 'positive' | 'warning' | 'danger' | 'muted';
/**
 * An endpoint of this module, or of another one as `module:endpoint`.
 */
export type Source = string;
/**
 * A page of the portal.
 */
export type Page = ListPage | DetailPage | ComposedPage | FormPage;
/**
 * A piece of a page.
 */
export type Section =
  | HeadingSection
  | SummarySection
  | RichTextSection
  | GallerySection
  | CarouselSection
  | FieldsSection
  | ListSection
  | TabsSection
  | ActionsSection
  | TextSection
  | HeroSection
  | GroupSection
  | CommentsSection;
/**
 * What a field is filled in with. text, textarea, phone, idNumber, password, email, number, date: typed; select, radio: one of its options; checkbox: yes or no; agreement: a tick under terms that a dialog shows; captcha: the characters of a picture; smsCode: the code of a text message; hidden: a value that is sent along.
 */
export type FieldKind =
  | 'text'
  | 'textarea'
  | 'phone'
  | 'idNumber'
  | 'password'
  | 'email'
  | 'number'
  | 'date'
  | 'select'
  | 'radio'
  | 'checkbox'
  | 'agreement'
  | 'captcha'
  | 'smsCode'
  | 'hidden';

export interface Definitions {
  module: Module;
  tenant: TenantSettings;
}
/**
 * A module of the portal: its items, the calls that read them and the pages that show them.
 */
export interface Module {
  /**
   * The address of this file, for editors.
   */
  $schema?: string;
  /**
   * Its name for people.
   */
  title: string;
  /**
   * What it is for, and decisions that were taken.
   */
  description?: string;
  /**
   * The number by which menu columns of the back office name this module.
   */
  backRouteId?: number;
  entry?: Name;
  item?: Item;
  roles?: Roles;
  /**
   * Fields that the server computes, by the place they are put.
   */
  derive?: {
    [k: string]: Derivation;
  };
  /**
   * Codes and labels by name.
   */
  codelists?: {
    [k: string]: Codelist;
  };
  /**
   * The calls by name.
   */
  endpoints?: {
    [k: string]: Endpoint;
  };
  /**
   * How entries look, by name; other modules may use them as `module:card`.
   */
  cards?: {
    [k: string]: Card;
  };
  /**
   * The pages by name.
   */
  pages: {
    [k: string]: Page;
  };
  /**
   * Forms by name.
   */
  forms?: {
    [k: string]: Form;
  };
}
/**
 * The shape of a module's item, in JSON Schema.
 */
export interface Item {
  /**
   * Always an object.
   */
  type?: 'object';
  /**
   * The fields that an item must have.
   */
  required?: string[];
  /**
   * The fields by name.
   */
  properties: {
    [k: string]: Property;
  };
}
/**
 * One field of an item, in JSON Schema.
 */
export interface Property {
  /**
   * The JSON type. Values that arrive as text are turned into it.
   */
  type: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';
  /**
   * Its name for people.
   */
  title?: string;
  /**
   * A note for authors.
   */
  description?: string;
  /**
   * The form of a text.
   */
  format?: 'date-time' | 'date' | 'uri-reference' | 'email';
  /**
   * text/html: rich text, sanitised by the server.
   */
  contentMediaType?: 'text/html';
  /**
   * The values that are allowed.
   */
  enum?: Scalar[];
  /**
   * At least so many characters.
   */
  minLength?: number;
  /**
   * At most so many characters.
   */
  maxLength?: number;
  /**
   * At least this number.
   */
  minimum?: number;
  /**
   * At most this number.
   */
  maximum?: number;
  items?: Property;
  /**
   * The fields of an object.
   */
  properties?: {
    [k: string]: Property;
  };
  /**
   * The fields of an object that must be there.
   */
  required?: string[];
  /**
   * Never leaves the server in a reply to visitors.
   */
  private?: boolean;
}
/**
 * Which fields of the item play a part that every module has.
 */
export interface Roles {
  title: Pointer;
  column?: Pointer;
  time?: Pointer;
  image?: Pointer;
  summary?: Pointer;
}
/**
 * A field that the server computes. pinyin: the romanised name; stripped: rich text without tags, cut at a length. phase: where now lies against the period that begins at `of` and ends at `until`, 0 before it, 1 within it, 2 after it; without both times there is no phase.
 */
export interface Derivation {
  /**
   * What is computed.
   */
  function: 'pinyin' | 'stripped' | 'phase';
  of: Pointer;
  until?: Pointer;
  /**
   * At most so many characters.
   */
  length?: number;
}
/**
 * Codes and their labels. Exactly one of options, dictionary, types.
 */
export interface Codelist {
  options?: Options;
  /**
   * The code of a dictionary.
   */
  dictionary?: string;
  /**
   * The column's own tree of types.
   */
  types?: true;
}
/**
 * Choices by name.
 */
export interface Options {
  [k: string]: Option;
}
/**
 * One choice.
 */
export interface Option {
  value: Scalar;
  label: Text;
  /**
   * A picture for it.
   */
  image?: string;
  before?: Name;
  after?: Name;
}
export interface TextObject {
  /**
   * An ICU MessageFormat pattern.
   */
  text?: string;
  value?: Value;
  with?: With;
  /**
   * Shown when the reference finds nothing.
   */
  else?: string;
}
/**
 * A constant where a reference could stand.
 */
export interface Constant {
  const: Scalar;
}
/**
 * The value of the first case whose condition holds.
 */
export interface Choice {
  /**
   * Tried in the order of writing; the first that holds is taken.
   */
  cases: {
    [k: string]: ValueCase;
  };
  /**
   * Taken when no case holds.
   */
  otherwise?: Pointer | Constant;
}
export interface ValueCase {
  when: Condition;
  /**
   * A reference or a constant.
   */
  value: Pointer | Constant;
  before?: Name;
  after?: Name;
}
/**
 * A map from references to tests; all must hold. A reference that finds nothing makes its clause false.
 */
export interface Condition {
  [k: string]: Test;
}
export interface TestSchema {
  const?: Scalar;
  /**
   * The value is one of these constants.
   */
  enum?: Scalar[];
  /**
   * The value has this type.
   */
  type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
  /**
   * The number is at least this.
   */
  minimum?: number;
  /**
   * The number is at most this.
   */
  maximum?: number;
  /**
   * The text has at least so many characters.
   */
  minLength?: number;
  /**
   * The text has at most so many characters.
   */
  maxLength?: number;
  /**
   * The list has at least so many entries.
   */
  minItems?: number;
  /**
   * The list has at most so many entries.
   */
  maxItems?: number;
  /**
   * A regular expression of the RE2 kind (no look-around, no back-references) that the text contains.
   */
  pattern?: string;
  /**
   * true: something is there (not absent, null, empty text or empty list); false: nothing is.
   */
  present?: boolean;
  not?: Test;
  /**
   * At least one of these tests holds.
   */
  anyOf?: Test[];
}
/**
 * Values of template variables and parameters, by name.
 */
export interface With {
  [k: string]: Value;
}
/**
 * One call of the back end: its address, parameters and the shape of its reply. The portal reads replies through it, the built-in back end answers through it. Exactly one of get, post, put, delete.
 */
export interface Endpoint {
  /**
   * A note for authors.
   */
  description?: string;
  get?: Template;
  post?: Template;
  put?: Template;
  delete?: Template;
  /**
   * What each parameter means to the items; only these filter.
   */
  params?: {
    [k: string]: Param;
  };
  /**
   * A JSON Schema that the body must satisfy.
   */
  body?: {
    [k: string]: unknown;
  };
  paging?: Paging;
  /**
   * The fields that the reply is ordered by when no parameter says otherwise; else the newest first.
   */
  order?: {
    [k: string]: 'asc' | 'desc';
  };
  ok?: Constants;
  fail?: Constants;
  rows?: Pointer;
  total?: Pointer;
  item?: Pointer;
  message?: Pointer;
  /**
   * Lists that the reply carries as one text, and what joins them.
   */
  encode?: {
    [k: string]: '|' | ',' | ';';
  };
  /**
   * Fields of the item and the place in the row where the reply carries them.
   */
  rename?: {
    [k: string]: Pointer;
  };
  /**
   * Fields that the reply leaves out, such as the body of an article in a list.
   */
  omit?: Pointer[];
  /**
   * The built-in service that answers instead of the module's items.
   */
  service?: string;
  error?: Pointer;
  form?: Name;
  /**
   * Only a member may make this call; who it is comes from the token alone.
   */
  viewer?: boolean;
  /**
   * The reply is a picture, not JSON.
   */
  binary?: boolean;
}
/**
 * What one parameter of an endpoint means to the items.
 */
export interface Param {
  /**
   * A note for authors.
   */
  description?: string;
  field?: Pointer;
  /**
   * equals: the same value; any: one of a comma-separated list; contains: text within text; from and to: the inclusive ends of a range of dates or numbers.
   */
  match?: 'equals' | 'any' | 'contains' | 'from' | 'to';
  range?: Range;
  phase?: Pointer;
  until?: Pointer;
  sort?: Pointer;
  /**
   * A call without it is refused.
   */
  required?: boolean;
  /**
   * Accepted, because callers send it, and of no effect.
   */
  ignored?: boolean;
  default?: Scalar;
}
/**
 * The names of the paging parameters.
 */
export interface Paging {
  /**
   * The parameter with the page number, from 1.
   */
  page: string;
  /**
   * The parameter with the number of rows of a page.
   */
  size: string;
  /**
   * The largest page that is answered.
   */
  max?: number;
}
/**
 * Places in a reply and the constants found there.
 */
export interface Constants {
  [k: string]: Scalar;
}
/**
 * How one entry of a list looks. Its root is row.
 */
export interface Card {
  /**
   * A note for authors.
   */
  description?: string;
  of?: Pointer;
  /**
   * tile: picture above words; row: picture beside words; line: one line without a picture; overlay: words on the picture; stub: words with the action at the end, as on an entrance ticket.
   */
  shape: 'tile' | 'row' | 'line' | 'overlay' | 'stub';
  image?: Value;
  ratio?: Ratio;
  title: Display;
  subtitle?: Display;
  badge?: Display;
  tags?: Display;
  text?: Display;
  date?: Display;
  price?: Display;
  fields?: Displays;
  counters?: Displays;
  controls?: Toggles;
  actions?: Actions;
  opens?: Action;
}
export interface DisplayObject {
  value: Value;
  label?: Text;
  format?: Format;
  /**
   * The sign of a price.
   */
  currency?: string;
  free?: Text;
  /**
   * Characters after which text is cut with an ellipsis.
   */
  length?: number;
  /**
   * Cut text can be expanded and collapsed.
   */
  expand?: boolean;
  codelist?: Name;
  /**
   * Of a list: only its first entry.
   */
  pick?: 'first' | 'all';
  path?: Pointer;
  /**
   * An ICU pattern around the formatted value, its argument is {value}.
   */
  text?: string;
  else?: Text;
  icon?: Icon;
  tone?: Tone;
  /**
   * Conditions that choose the colour, by tone.
   */
  tones?: {
    [k: string]: Condition;
  };
  /**
   * Lines after which the text is cut.
   */
  lines?: number;
  when?: Condition;
  before?: Name;
  after?: Name;
}
/**
 * Displays by name.
 */
export interface Displays {
  [k: string]: Display;
}
/**
 * Marks by name.
 */
export interface Toggles {
  [k: string]: Toggle;
}
/**
 * A mark that a member sets on an item and takes back, such as a like: a button with a count. A refused call shows the reply's message in a dialog that leads to the login page and back.
 */
export interface Toggle {
  label: Text;
  icon?: Icon;
  source: Source;
  with?: With;
  about?: About;
  count?: Value;
  on: Condition;
  undo?: Confirmation;
  /**
   * It is shown as set before the reply is there, and put back when the call fails.
   */
  optimistic?: boolean;
  when?: Condition;
  before?: Name;
  after?: Name;
}
/**
 * The fields of a body that carry what the page or the card shows of its item.
 */
export interface About {
  /**
   * The field with its title.
   */
  title?: string;
  /**
   * The field with the address of its picture.
   */
  image?: string;
  /**
   * The field with the address of its page.
   */
  address?: string;
}
/**
 * A question asked before something is done.
 */
export interface Confirmation {
  title?: Text;
  text: Text;
  confirm?: Text;
  cancel?: Text;
  cancelled?: Text;
}
/**
 * Actions by name.
 */
export interface Actions {
  [k: string]: Action;
}
/**
 * Something that a visitor can open. Exactly one of to, url, notice or cases.
 */
export interface Action {
  label?: Text;
  hint?: Text;
  icon?: Icon;
  image?: Value;
  tone?: Tone;
  when?: Condition;
  /**
   * Shown, but cannot be used.
   */
  disabled?: boolean;
  /**
   * login: anonymous visitors go to the login page and come back.
   */
  requires?: 'login';
  to?: Template;
  url?: Value;
  notice?: Text;
  with?: With;
  /**
   * Where it opens.
   */
  window?: 'same' | 'new';
  /**
   * Tried in the order of writing; the first whose condition holds is the action.
   */
  cases?: {
    [k: string]: Action;
  };
  otherwise?: Action;
  before?: Name;
  after?: Name;
}
/**
 * A list with filters, sorts and a pager.
 */
export interface ListPage {
  /**
   * Its kind.
   */
  kind: 'list';
  /**
   * Names of fragments that this page is laid upon, the first at the bottom.
   */
  use?: string[];
  /**
   * A note for authors.
   */
  description?: string;
  /**
   * Its address; else a slash and its name.
   */
  path?: string;
  /**
   * Other addresses that show the same page.
   */
  aliases?: string[];
  title?: Text;
  /**
   * Further names that its address may carry, and what they mean.
   */
  query?: {
    [k: string]: string;
  };
  loads?: Loads;
  lookups?: Lookups;
  joins?: Joins;
  records?: Recordings;
  tools?: Tools;
  aside?: Sections;
  head?: Head;
  /**
   * Whether the inner-page banner is shown.
   */
  banner?: boolean;
  /**
   * Whether the breadcrumbs are shown.
   */
  crumbs?: boolean;
  /**
   * login: anonymous visitors go to the login page and come back.
   */
  requires?: 'login';
  source: Source;
  with?: With;
  /**
   * Entries of a page.
   */
  pageSize?: number;
  /**
   * pages: a pager; more: a button for the next page; whole: everything is fetched once and filtered and paged without further calls.
   */
  paging?: 'pages' | 'more' | 'whole';
  /**
   * Ways to narrow the list, by name.
   */
  filters?: {
    [k: string]: Filter;
  };
  search?: Search;
  /**
   * Orders to choose from, by name; the first is the default.
   */
  sorts?: {
    [k: string]: Sort;
  };
  /**
   * Slices to choose from, by name; the first is the default.
   */
  tabs?: {
    [k: string]: Sort;
  };
  /**
   * Ways to lay the list out, by name.
   */
  layouts: {
    [k: string]: Layout;
  };
  layout?: LayoutChoice;
  empty?: Text;
  above?: Sections;
}
/**
 * Loads by name.
 */
export interface Loads {
  [k: string]: Load;
}
/**
 * A call that a page makes besides its main one; its reply is the root of that name, with rows, total and item.
 */
export interface Load {
  source: Source;
  with?: With;
  /**
   * At most so many rows.
   */
  limit?: number;
  exclude?: Value;
  joins?: Joins;
  when?: Condition;
  /**
   * When it fails the page fails; else only what shows it is left out.
   */
  required?: boolean;
}
/**
 * Joins by name.
 */
export interface Joins {
  [k: string]: Join;
}
/**
 * A second reply whose rows are put into the rows of the first, under the join's name.
 */
export interface Join {
  source: Source;
  with?: With;
  /**
   * The parameter that receives the keys of the rows, joined by commas.
   */
  keys?: string;
  on: Pointer;
  key: Pointer;
  /**
   * The fields of a row without a match.
   */
  defaults?: {
    [k: string]: Scalar;
  };
}
/**
 * Lookups by name, under the root lookup.
 */
export interface Lookups {
  [k: string]: Lookup;
}
/**
 * A value from the institution's ad slots: of the first entry that matches.
 */
export interface Lookup {
  /**
   * The name of the ad slot.
   */
  slot: string;
  /**
   * Fields of the entry and the values they must have.
   */
  match?: {
    [k: string]: Value;
  };
  take: Pointer;
  else?: Scalar;
}
/**
 * Records by name.
 */
export interface Recordings {
  [k: string]: Recording;
}
/**
 * A call made once after the page was opened, such as a page view.
 */
export interface Recording {
  source: Source;
  with?: With;
  /**
   * Milliseconds after the opening.
   */
  delay?: number;
  when?: Condition;
}
/**
 * Tools by name.
 */
export interface Tools {
  [k: string]: Tool;
}
/**
 * A control at the side of a page.
 */
export interface Tool {
  /**
   * share: links to weibo, qzone and WeChat with share=1; top: back to the top after 100 px; toggle: a mark that a member sets; comments: how many comments there are, and the way to them.
   */
  tool: 'share' | 'top' | 'toggle' | 'comments';
  toggle?: Toggle;
  title?: Text;
  label?: Text;
}
/**
 * Sections by name, shown in the order of writing.
 */
export interface Sections {
  [k: string]: Section;
}
/**
 * The head of an article: title, a line of facts, font sizes.
 */
export interface HeadingSection {
  /**
   * Its kind.
   */
  section: 'heading';
  label?: Text;
  when?: Condition;
  /**
   * The ground it stands on: plain paper, a tinted band across the page, or a framed panel.
   */
  surface?: 'plain' | 'band' | 'panel';
  before?: Name;
  after?: Name;
  title: Display;
  subtitle?: Display;
  tags?: Display;
  fields?: Displays;
  /**
   * Offers the four font sizes.
   */
  fontSizes?: boolean;
}
/**
 * The top of a detail page: pictures on one side, facts and actions on the other.
 */
export interface SummarySection {
  /**
   * Its kind.
   */
  section: 'summary';
  label?: Text;
  when?: Condition;
  /**
   * The ground it stands on: plain paper, a tinted band across the page, or a framed panel.
   */
  surface?: 'plain' | 'band' | 'panel';
  before?: Name;
  after?: Name;
  image?: Value;
  images?: Pointer;
  /**
   * The pictures change every so many milliseconds instead of having thumbnails.
   */
  carousel?: number;
  ratio?: Ratio;
  title: Display;
  subtitle?: Display;
  badge?: Display;
  tags?: Display;
  price?: Display;
  text?: Display;
  fields?: Displays;
  counters?: Displays;
  actions?: Actions;
}
/**
 * Rich text that the server has sanitised.
 */
export interface RichTextSection {
  /**
   * Its kind.
   */
  section: 'richText';
  label?: Text;
  when?: Condition;
  /**
   * The ground it stands on: plain paper, a tinted band across the page, or a framed panel.
   */
  surface?: 'plain' | 'band' | 'panel';
  before?: Name;
  after?: Name;
  value: Value;
  else?: Text;
}
/**
 * Pictures one at a time, with thumbnails and a counter.
 */
export interface GallerySection {
  /**
   * Its kind.
   */
  section: 'gallery';
  label?: Text;
  when?: Condition;
  /**
   * The ground it stands on: plain paper, a tinted band across the page, or a framed panel.
   */
  surface?: 'plain' | 'band' | 'panel';
  before?: Name;
  after?: Name;
  images: Pointer;
  image?: Value;
  caption?: Display;
  ratio?: Ratio;
  /**
   * Thumbnails that are visible at a time.
   */
  thumbnails?: number;
}
/**
 * Pictures that change by themselves.
 */
export interface CarouselSection {
  /**
   * Its kind.
   */
  section: 'carousel';
  label?: Text;
  when?: Condition;
  /**
   * The ground it stands on: plain paper, a tinted band across the page, or a framed panel.
   */
  surface?: 'plain' | 'band' | 'panel';
  before?: Name;
  after?: Name;
  images: Pointer;
  image?: Value;
  opens?: Action;
  ratio?: Ratio;
  /**
   * Milliseconds between changes.
   */
  interval?: number;
}
/**
 * A list of facts; empty ones are left out.
 */
export interface FieldsSection {
  /**
   * Its kind.
   */
  section: 'fields';
  label?: Text;
  when?: Condition;
  /**
   * The ground it stands on: plain paper, a tinted band across the page, or a framed panel.
   */
  surface?: 'plain' | 'band' | 'panel';
  before?: Name;
  after?: Name;
  fields: Displays;
}
/**
 * A short list of entries from a load or from a list within the item.
 */
export interface ListSection {
  /**
   * Its kind.
   */
  section: 'list';
  label?: Text;
  when?: Condition;
  /**
   * The ground it stands on: plain paper, a tinted band across the page, or a framed panel.
   */
  surface?: 'plain' | 'band' | 'panel';
  before?: Name;
  after?: Name;
  rows: Pointer;
  card: Source;
  /**
   * Cards side by side on a wide screen.
   */
  columns?: number;
  lead?: Source;
  more?: Action;
  empty?: Text;
}
/**
 * Sections of which one group is open.
 */
export interface TabsSection {
  /**
   * Its kind.
   */
  section: 'tabs';
  label?: Text;
  when?: Condition;
  /**
   * The ground it stands on: plain paper, a tinted band across the page, or a framed panel.
   */
  surface?: 'plain' | 'band' | 'panel';
  before?: Name;
  after?: Name;
  /**
   * The groups by name; the name of the open one is in the address.
   */
  tabs: {
    [k: string]: Tab;
  };
}
export interface Tab {
  label: Text;
  when?: Condition;
  sections: Sections;
  before?: Name;
  after?: Name;
}
/**
 * A row of links, buttons or tiles.
 */
export interface ActionsSection {
  /**
   * Its kind.
   */
  section: 'actions';
  label?: Text;
  when?: Condition;
  /**
   * The ground it stands on: plain paper, a tinted band across the page, or a framed panel.
   */
  surface?: 'plain' | 'band' | 'panel';
  before?: Name;
  after?: Name;
  /**
   * buttons; tiles: with picture or icon and hint; panel: a quiet list at the side.
   */
  shape?: 'buttons' | 'tiles' | 'panel';
  actions: Actions;
}
/**
 * Plain words.
 */
export interface TextSection {
  /**
   * Its kind.
   */
  section: 'text';
  label?: Text;
  when?: Condition;
  /**
   * The ground it stands on: plain paper, a tinted band across the page, or a framed panel.
   */
  surface?: 'plain' | 'band' | 'panel';
  before?: Name;
  after?: Name;
  text: Text;
  image?: Value;
  qr?: Value;
  fields?: Displays;
}
/**
 * Large pictures at the top of a page that change by themselves.
 */
export interface HeroSection {
  /**
   * Its kind.
   */
  section: 'hero';
  label?: Text;
  when?: Condition;
  /**
   * The ground it stands on: plain paper, a tinted band across the page, or a framed panel.
   */
  surface?: 'plain' | 'band' | 'panel';
  before?: Name;
  after?: Name;
  /**
   * The pictures by name.
   */
  slides: {
    [k: string]: Slide;
  };
  /**
   * tall fills much of the screen.
   */
  height?: 'normal' | 'tall';
  /**
   * Milliseconds between changes.
   */
  interval?: number;
}
/**
 * One picture of a hero.
 */
export interface Slide {
  image: Value;
  title?: Text;
  text?: Text;
  opens?: Action;
  before?: Name;
  after?: Name;
}
/**
 * Sections side by side on a wide screen.
 */
export interface GroupSection {
  /**
   * Its kind.
   */
  section: 'group';
  label?: Text;
  when?: Condition;
  /**
   * The ground it stands on: plain paper, a tinted band across the page, or a framed panel.
   */
  surface?: 'plain' | 'band' | 'panel';
  before?: Name;
  after?: Name;
  sections: Sections;
  /**
   * Shares of the width, one for each section.
   */
  widths?: number[];
}
/**
 * The comments on an item, and the box to write one.
 */
export interface CommentsSection {
  /**
   * Its kind.
   */
  section: 'comments';
  label?: Text;
  when?: Condition;
  /**
   * The ground it stands on: plain paper, a tinted band across the page, or a framed panel.
   */
  surface?: 'plain' | 'band' | 'panel';
  before?: Name;
  after?: Name;
  source: Source;
  with?: With;
  add: Source;
  about?: About;
  send?: With;
  /**
   * Comments fetched at a time; else 10.
   */
  pageSize?: number;
}
/**
 * What search engines and share cards show; by default the roles of the module's item.
 */
export interface Head {
  title?: Text;
  description?: Text;
  image?: Value;
}
/**
 * A way to narrow a list. Exactly one of options, dictionary, types, areas, dates says where its choices come from; its state in the address is its own name.
 */
export interface Filter {
  label?: Text;
  all?: Text;
  /**
   * The parameter of the list's endpoint.
   */
  param?: string;
  options?: Options;
  /**
   * The code of a dictionary.
   */
  dictionary?: string;
  /**
   * The column's own tree of types.
   */
  types?: true;
  /**
   * The institution's groups of areas.
   */
  areas?: true;
  dates?: Dates;
  /**
   * Several choices at once.
   */
  multiple?: boolean;
  when?: Condition;
  before?: Name;
  after?: Name;
}
/**
 * Two dates to pick; the parameters that receive them.
 */
export interface Dates {
  /**
   * The parameter with the first day.
   */
  from: string;
  /**
   * The parameter with the last day.
   */
  to: string;
}
/**
 * A text search on a list; with several fields a selector chooses one.
 */
export interface Search {
  placeholder?: Text;
  missing?: Text;
  choose?: Text;
  /**
   * What can be searched, by name.
   */
  fields: {
    [k: string]: SearchField;
  };
}
export interface SearchField {
  label: Text;
  /**
   * The parameter of the list's endpoint.
   */
  param: string;
  before?: Name;
  after?: Name;
}
/**
 * A named order or slice of a list, shown as a tab.
 */
export interface Sort {
  label: Text;
  with?: With;
  before?: Name;
  after?: Name;
}
/**
 * One way to lay out a list.
 */
export interface Layout {
  card: Source;
  /**
   * Cards side by side on a wide screen.
   */
  columns?: number;
}
/**
 * The layout whose case holds; the names of the cases are names of layouts.
 */
export interface LayoutChoice {
  /**
   * Conditions by name of the layout.
   */
  cases?: {
    [k: string]: LayoutCase;
  };
  otherwise: Name;
}
export interface LayoutCase {
  when: Condition;
}
/**
 * One item.
 */
export interface DetailPage {
  /**
   * Its kind.
   */
  kind: 'detail';
  /**
   * Names of fragments that this page is laid upon, the first at the bottom.
   */
  use?: string[];
  /**
   * A note for authors.
   */
  description?: string;
  /**
   * Its address; else a slash and its name.
   */
  path?: string;
  /**
   * Other addresses that show the same page.
   */
  aliases?: string[];
  title?: Text;
  /**
   * Further names that its address may carry, and what they mean.
   */
  query?: {
    [k: string]: string;
  };
  loads?: Loads;
  lookups?: Lookups;
  joins?: Joins;
  records?: Recordings;
  tools?: Tools;
  below?: Sections;
  aside?: Sections;
  head?: Head;
  /**
   * Whether the inner-page banner is shown.
   */
  banner?: boolean;
  /**
   * Whether the breadcrumbs are shown.
   */
  crumbs?: boolean;
  /**
   * login: anonymous visitors go to the login page and come back.
   */
  requires?: 'login';
  source: Source;
  with?: With;
  sections: Sections;
}
/**
 * Sections over several calls.
 */
export interface ComposedPage {
  /**
   * Its kind.
   */
  kind: 'composed';
  /**
   * Names of fragments that this page is laid upon, the first at the bottom.
   */
  use?: string[];
  /**
   * A note for authors.
   */
  description?: string;
  /**
   * Its address; else a slash and its name.
   */
  path?: string;
  /**
   * Other addresses that show the same page.
   */
  aliases?: string[];
  title?: Text;
  /**
   * Further names that its address may carry, and what they mean.
   */
  query?: {
    [k: string]: string;
  };
  loads?: Loads;
  lookups?: Lookups;
  joins?: Joins;
  records?: Recordings;
  tools?: Tools;
  aside?: Sections;
  head?: Head;
  /**
   * Whether the inner-page banner is shown.
   */
  banner?: boolean;
  /**
   * Whether the breadcrumbs are shown.
   */
  crumbs?: boolean;
  /**
   * login: anonymous visitors go to the login page and come back.
   */
  requires?: 'login';
  sections: Sections;
}
/**
 * One form, or several as tabs.
 */
export interface FormPage {
  /**
   * Its kind.
   */
  kind: 'form';
  /**
   * Names of fragments that this page is laid upon, the first at the bottom.
   */
  use?: string[];
  /**
   * A note for authors.
   */
  description?: string;
  /**
   * Its address; else a slash and its name.
   */
  path?: string;
  /**
   * Other addresses that show the same page.
   */
  aliases?: string[];
  title?: Text;
  /**
   * Further names that its address may carry, and what they mean.
   */
  query?: {
    [k: string]: string;
  };
  loads?: Loads;
  lookups?: Lookups;
  joins?: Joins;
  records?: Recordings;
  tools?: Tools;
  aside?: Sections;
  head?: Head;
  /**
   * Whether the inner-page banner is shown.
   */
  banner?: boolean;
  /**
   * Whether the breadcrumbs are shown.
   */
  crumbs?: boolean;
  /**
   * login: anonymous visitors go to the login page and come back.
   */
  requires?: 'login';
  /**
   * Names of forms of this module; the first is open.
   */
  forms: Name[];
  above?: Sections;
}
/**
 * A form: its fields, rules and what sends it. The server enforces the same rules with the same words.
 */
export interface Form {
  /**
   * A note for authors.
   */
  description?: string;
  label?: Text;
  intro?: Text;
  /**
   * The fields by name, in order.
   */
  fields: {
    [k: string]: FormField;
  };
  /**
   * Steps by name, in order; fields say which they belong to.
   */
  steps?: {
    [k: string]: FormStep;
  };
  /**
   * Checks in an order of their own: names of fields whose faults are told one at a time.
   */
  order?: Name[];
  submit: Submission;
  links?: Actions;
  /**
   * What was typed is kept while the visitor is elsewhere; never passwords and codes.
   */
  keep?: boolean;
  before?: Name;
  after?: Name;
}
/**
 * One field of a form; its name is the name of the value.
 */
export interface FormField {
  field: FieldKind;
  label?: Text;
  hint?: Text;
  placeholder?: Text;
  required?: Text;
  schema?: FieldSchema;
  /**
   * Messages by keyword of the rule; `schema` for any of them.
   */
  errors?: {
    [k: string]: Text;
  };
  sameAs?: Name;
  options?: Options;
  /**
   * The code of a dictionary whose entries are the choices.
   */
  dictionary?: string;
  default?: Value;
  value?: Value;
  /**
   * The kind of value for browsers that fill in forms (HTML autofill tokens).
   */
  autocomplete?: string;
  code?: CodeRequest;
  notice?: Notice;
  watch?: Watch;
  /**
   * The name under which the value is sent; else its own.
   */
  sendAs?: string;
  /**
   * The value is checked but not sent.
   */
  local?: boolean;
  step?: Name;
  when?: Condition;
  before?: Name;
  after?: Name;
}
/**
 * The rule of one value, in JSON Schema.
 */
export interface FieldSchema {
  /**
   * At least so many characters.
   */
  minLength?: number;
  /**
   * At most so many characters.
   */
  maxLength?: number;
  /**
   * A regular expression of the RE2 kind that the text matches.
   */
  pattern?: string;
  /**
   * At least this number.
   */
  minimum?: number;
  /**
   * At most this number.
   */
  maximum?: number;
  /**
   * The values that are allowed.
   */
  enum?: Scalar[];
  const?: Scalar;
  /**
   * The form of a text.
   */
  format?: 'email' | 'date' | 'uri';
  /**
   * Further rules, such as several patterns.
   */
  allOf?: FieldSchema[];
  /**
   * At least one of these rules.
   */
  anyOf?: FieldSchema[];
}
/**
 * How a code is asked for.
 */
export interface CodeRequest {
  source: Source;
  with?: With;
  needs?: Name;
  missing?: Text;
  label?: Text;
  again?: Text;
  /**
   * How long it waits.
   */
  seconds?: number;
  /**
   * The picture changes when the needed field reaches so many characters.
   */
  refreshAt?: number;
}
/**
 * Words in a dialog.
 */
export interface Notice {
  title?: Text;
  text: Text;
  confirm?: Text;
  cancel?: Text;
}
/**
 * A call made when what was typed comes to satisfy a condition; a failing reply is shown as a warning.
 */
export interface Watch {
  when: Condition;
  source: Source;
  with?: With;
}
/**
 * One step of a form that is filled in step by step.
 */
export interface FormStep {
  label: Text;
  next?: Text;
  text?: Text;
  actions?: Actions;
  before?: Name;
  after?: Name;
}
/**
 * What sends a form.
 */
export interface Submission {
  source: Source;
  label: Text;
  with?: With;
  confirm?: Confirmation;
  /**
   * Milliseconds that the button stays locked after a submit, at least until the reply.
   */
  lock?: number;
  encrypt?: Encryption;
  success?: Effects;
  failure?: Effects;
}
/**
 * The fields are sent as one text, encrypted with SM2 to the key that a call answers.
 */
export interface Encryption {
  source: Source;
  /**
   * The name under which the text is sent.
   */
  as: string;
}
/**
 * What happens after a call, in this order: toast, dialog, refreshed captcha, reset, step, going on.
 */
export interface Effects {
  toast?: Text;
  tone?: Tone;
  /**
   * Milliseconds that they stay.
   */
  duration?: number;
  dialog?: Notice;
  refresh?: Name;
  /**
   * The form is emptied.
   */
  reset?: boolean;
  step?: Name;
  goTo?: Action;
  /**
   * Milliseconds from the reply to going on.
   */
  delay?: number;
}
/**
 * The settings of one institution. A file in tenants/ is a JSON Merge Patch on schemas/tenant.json.
 */
export interface TenantSettings {
  /**
   * The address of this file, for editors.
   */
  $schema?: string;
  /**
   * A note for authors.
   */
  description?: string;
  /**
   * Host names that show this institution, without port.
   */
  hosts: string[];
  /**
   * The institution's code (museumCode).
   */
  code: string;
  /**
   * The institution's tenant id (culturalCloud_fid).
   */
  fid: string;
  /**
   * Renders the whole site in gray.
   */
  gray?: boolean;
  /**
   * Names of shipped patches in schemas/presets that lie below this institution's own.
   */
  presets?: string[];
  site: Site;
  theme: Theme;
  shell: Shell;
  menu: Menu;
  /**
   * Configurable words and pictures, by slot name.
   */
  slots?: {
    [k: string]: Slot;
  };
  /**
   * Dictionaries by code.
   */
  dictionaries?: {
    [k: string]: Dictionary;
  };
  /**
   * The tree of types of each column, by the column's id. A top node with children is a group of a filter, its name the group's label.
   */
  types?: {
    [k: string]: Types;
  };
  /**
   * Groups of areas by name.
   */
  areas?: {
    [k: string]: AreaGroup;
  };
  backend?: Backend;
  /**
   * Other sites whose pictures and videos pages may show, such as https://img.example.org.
   */
  contentHosts?: string[];
}
/**
 * What the institution calls itself.
 */
export interface Site {
  /**
   * The name of the site.
   */
  title: string;
  /**
   * A second line beside the logo, such as the Latin name.
   */
  subtitle?: string;
  /**
   * The address of the logo; /pictures/logo/<shape>.svg is drawn in the institution's colour.
   */
  appLogo?: string;
  /**
   * Keywords for search engines.
   */
  appKeyword?: string;
  /**
   * A sentence for search engines.
   */
  description?: string;
  /**
   * A line for the top of pages.
   */
  slogan?: string;
  /**
   * Where the institution is.
   */
  address?: string;
  /**
   * Its telephone.
   */
  phone?: string;
  /**
   * When it is open.
   */
  openTime?: string;
}
/**
 * How the site looks.
 */
export interface Theme {
  /**
   * The one strong colour.
   */
  color: string;
  /**
   * A second colour for marks.
   */
  accent?: string;
  /**
   * The ground of tinted bands.
   */
  paper?: string;
  /**
   * The roundness of corners, in pixels.
   */
  radius?: number;
  /**
   * The letters of titles.
   */
  display?: 'serif' | 'sans';
  /**
   * light: dark words on paper; strong: light words on the institution's colour; split: logo above, menu below.
   */
  header?: 'light' | 'strong' | 'split';
  /**
   * The picture of inner pages when the ad slot pcinnerbanner has none.
   */
  banner?: string;
  /**
   * The motif of pictures that are drawn for items without one.
   */
  motif?: string;
}
/**
 * Header, menu and footer.
 */
export interface Shell {
  /**
   * Top entries before the rest moves under 'more'; 0 shows all.
   */
  menuLimit?: number;
  /**
   * Where the menu's home entry goes; else the site root.
   */
  home?: string;
  /**
   * The address of the search page; an empty text hides the search box.
   */
  search?: string;
  /**
   * The address of the login page; an empty text hides the link.
   */
  login?: string;
  /**
   * The address of the registration page; an empty text hides the link.
   */
  register?: string;
  /**
   * Friendly links by name.
   */
  footerLinks?: {
    [k: string]: FooterLink;
  };
  /**
   * Rich text at the foot of every page; sanitised.
   */
  footerHtml?: string;
}
/**
 * A friendly link.
 */
export interface FooterLink {
  /**
   * The words.
   */
  title: string;
  /**
   * Where it goes.
   */
  href: string;
  before?: Name;
  after?: Name;
}
/**
 * Columns by name.
 */
export interface Menu {
  [k: string]: MenuNode;
}
/**
 * A column of the menu. At most one of module, href and backRouteId says what it opens.
 */
export interface MenuNode {
  /**
   * The id of the column; content belongs to columns by it.
   */
  id?: string;
  /**
   * The words of the entry.
   */
  title: string;
  module?: Source;
  /**
   * The number of the module it opens.
   */
  backRouteId?: number;
  /**
   * A page of this portal or another site.
   */
  href?: string;
  /**
   * mobilenav hides it from the menu of wide screens.
   */
  description?: string;
  /**
   * login: anonymous visitors go to the login page first.
   */
  requires?: 'login';
  children?: Menu;
  before?: Name;
  after?: Name;
}
/**
 * An ad slot.
 */
export interface Slot {
  /**
   * Its name for people; in some slots the text that is shown.
   */
  slotName?: string;
  /**
   * Its code.
   */
  slotCode?: string;
  /**
   * Its description.
   */
  slotDesc?: string;
  /**
   * Its picture.
   */
  imgPath?: string;
  /**
   * Its entries by name.
   */
  adDetails?: {
    [k: string]: Advert;
  };
}
/**
 * An entry of an ad slot.
 */
export interface Advert {
  /**
   * Its name.
   */
  adName?: string;
  /**
   * Its code.
   */
  adCode?: string;
  /**
   * Its description.
   */
  adDesc?: string;
  /**
   * Its link.
   */
  adLink?: string;
  /**
   * Its picture.
   */
  imgPath?: string;
  before?: Name;
  after?: Name;
}
/**
 * A dictionary.
 */
export interface Dictionary {
  /**
   * The words in front of a filter by it.
   */
  label?: string;
  /**
   * The entries by name.
   */
  entries: {
    [k: string]: DictionaryEntry;
  };
}
/**
 * An entry.
 */
export interface DictionaryEntry {
  /**
   * The value in the items.
   */
  dictCode: string;
  /**
   * The words.
   */
  dictName: string;
  /**
   * A note.
   */
  description?: string;
  /**
   * A picture.
   */
  image?: string;
  before?: Name;
  after?: Name;
}
/**
 * Types by name.
 */
export interface Types {
  [k: string]: TypeNode;
}
/**
 * A type that items of a column can have.
 */
export interface TypeNode {
  /**
   * The value in the items.
   */
  id: string;
  /**
   * The words.
   */
  name: string;
  children?: Types;
  before?: Name;
  after?: Name;
}
/**
 * A group of areas.
 */
export interface AreaGroup {
  /**
   * Its id.
   */
  id?: string;
  /**
   * The words.
   */
  name: string;
  /**
   * The value in the items.
   */
  code: string;
  /**
   * The areas by name.
   */
  groupList?: {
    [k: string]: Area;
  };
}
/**
 * An area.
 */
export interface Area {
  /**
   * Its id.
   */
  id?: string;
  /**
   * The words.
   */
  name: string;
  /**
   * The value in the items.
   */
  code: string;
}
/**
 * The institution's own back end, which answers /api instead of the built-in one.
 */
export interface Backend {
  /**
   * Its address, such as https://api.example.org.
   */
  base: string;
  /**
   * The name of the header that carries the fid.
   */
  organizationHeader?: string;
  /**
   * Milliseconds before a call is given up.
   */
  timeout?: number;
}
