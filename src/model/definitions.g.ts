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
 * A JSON Pointer (RFC 6901). In pages it starts with a root: item, row, entry, query, lookup, load names, site, texts, now, viewer, index or list; in endpoints it starts at the reply or the item.
 */
export type Pointer = string;
/**
 * Words for visitors: an ICU MessageFormat pattern, or a reference (a string that starts with a slash), or an object that says more. /states/sent is what the module calls its state of that name.
 */
export type Text = string | TextObject;
/**
 * A reference, a constant, a choice between them, or a calculation.
 */
export type Value = Pointer | Constant | Choice | Calculation;
/**
 * Tests of references, or an expression that has to be true.
 */
export type Condition = Clauses | Calculation;
/**
 * A constant that the value must equal, or a small subset of JSON Schema that it must satisfy.
 */
export type Test = Scalar | TestSchema;
/**
 * A part of CEL, the Common Expression Language: form.count * 2, size(form.pieces) > 3 && form.insured, sum(form.pieces.map(piece, piece.count)). References are written with dots from a root on, form['the name'] where a name is not of letters and digits. Operators: + - * / % == != < <= > >= && || ! in and condition ? one : other. Lists: map, filter, exists, all, as in form.pieces.all(piece, piece.count > 0). Functions: size, sum, min, max, abs, floor, ceil, round(number, digits), has, string, contains, startsWith, endsWith, days(from, to), years(from, to), minutes(from, to), addDays(date, days). What needs something that is not there comes to nothing; nothing is not true. It has at most 1,000 characters.
 */
export type Expression = string | import('./expression').ExpressionTree;
/**
 * One of the built-in line icons.
 */
export type Icon =
  | 'arrow'
  | 'calendar'
  | 'card'
  | 'clock'
  | 'cup'
  | 'download'
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
  | 'book'
  | 'people'
  | 'settings'
  | 'video';
/**
 * The role of a colour.
 */
export type Tone = 'primary' | 'secondary' | 'plain' | 'positive' | 'warning' | 'danger' | 'muted';
/**
 * A URI Template (RFC 6570). A variable takes its value from `with`, else from the innermost of row, item and query that declares its name.
 */
export type Template = string;
/**
 * An endpoint of this module, or of another one as `module:endpoint`.
 */
export type Source = string;
/**
 * A value as it is shown: a reference, or an object that says how.
 */
export type Display = Pointer | DisplayObject;
/**
 * How a value is written. Days and moments, without the year unless it is another one than now: date, month and day, and dateTime, with the clock, of what was published or done; day, with the day of the week, and moment, with both, of what happens; range, with until, as moment, but without clocks when it lasts a day or longer; fullDate, always with the year, of what is kept on paper; none has a clock at 00:00; a day with times, as bookings have them, is written as day or moment, too. number: with thousands separators; price: with currency; tags: a list as labels; html: sanitised rich text; stripped: rich text without its tags; marked: the same, with what stands in mark elements highlighted; count: short large numbers; bytes: a file size; link: an address as a link; phone: a number to call; qr: the words, and a QR code that carries them; stars: a rating from 1 to 5.
 */
export type Format =
  | 'text'
  | 'date'
  | 'dateTime'
  | 'fullDate'
  | 'day'
  | 'moment'
  | 'range'
  | 'number'
  | 'count'
  | 'price'
  | 'tags'
  | 'html'
  | 'stripped'
  | 'marked'
  | 'link'
  | 'phone'
  | 'bytes'
  | 'qr'
  | 'stars';
/**
 * What stands for before a period, within and after it.
 *
 * @maxItems 3
 */
export type PhaseCodes = [] | [number] | [number, number] | [number, number, number];
/**
 * What a field is filled in with. text, textarea, phone, idNumber, password, email, number, integer, date: typed, an idNumber in no form without the consent to it; slider: a number between the minimum and the maximum of its schema, in steps of multipleOf; dateTime: a day and a time of it, as 2026-11-20T09:30; month: as 2026-11; time: a time of day, as 09:30; select, radio: one of its options; checkboxes: several of its options, joined by commas; rating: stars, from 1 to the maximum of its schema, else 5; checkbox: yes or no; agreement: a tick under terms that a dialog shows; captcha: the characters of a picture; smsCode: the code of a text message; hidden: a value that is sent along; richText: words with headings, lists, links and pictures; image, video, file: files that are uploaded when they are chosen, their addresses the value; pickOne, pickMany: saved records, such as contacts; timeSlots: a day and times of it that are free; rows: as many rows as are needed, each with the same fields; group: fields that belong together, under one label; cascade: one of a tree of choices, chosen level by level, its code the value; combobox: one of many records, or several, found by typing, its id and name the value; types: one of each group of the types that the institution has for a column, their ids joined by commas; heading: no field, but a heading with words between fields; focus: the point of a picture that stays where it is cropped, in hundredths of its width and height as 50,30, at the desk of the staff alone; coordinate: a place that is pointed at on the map or typed, as 120.15,30.25, at the desk of the staff alone.
 */
export type FieldKind =
  | 'text'
  | 'textarea'
  | 'phone'
  | 'idNumber'
  | 'password'
  | 'email'
  | 'number'
  | 'integer'
  | 'slider'
  | 'date'
  | 'dateTime'
  | 'month'
  | 'time'
  | 'select'
  | 'radio'
  | 'checkboxes'
  | 'rating'
  | 'checkbox'
  | 'agreement'
  | 'captcha'
  | 'smsCode'
  | 'hidden'
  | 'richText'
  | 'image'
  | 'video'
  | 'file'
  | 'pickOne'
  | 'pickMany'
  | 'timeSlots'
  | 'rows'
  | 'group'
  | 'cascade'
  | 'combobox'
  | 'types'
  | 'heading'
  | 'focus'
  | 'coordinate';
/**
 * A tree of choices that the portal brings along.
 */
export type TreeName = 'divisions';
/**
 * Named periods. calendar: 1 today, 2 this week from Monday, 3 this month; rolling: 1 today, 2 today to +6 days, 3 today to +29 days; year: the calendar year written as four digits.
 */
export type Range = 'calendar' | 'rolling' | 'year';
/**
 * What staff can be allowed to do. read: see lists and items at the desk; edit: make and change drafts; publish: publish, withdraw and schedule; decide: decide on what members handed in; serve: the front desk, such as checking in and bookings; reveal: see what is masked, such as ID numbers, with a reason; export: take lists out; manage: staff, settings and the record of what was done.
 */
export type Right = 'read' | 'edit' | 'publish' | 'decide' | 'serve' | 'reveal' | 'export' | 'manage';
/**
 * Where a value lies, or how it is made of what lies there.
 */
export type UpstreamField = Pointer | UpstreamValue;
/**
 * Width to height of a picture.
 */
export type Ratio = '1:1' | '4:3' | '3:4' | '3:2' | '16:9' | '21:9';
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
  | AudioSection
  | CitationSection
  | CarouselSection
  | FieldsSection
  | StatisticsSection
  | CertificateSection
  | ListSection
  | TabsSection
  | DialogSection
  | ActionsSection
  | TextSection
  | HeroSection
  | ColumnsSection
  | GroupSection
  | CommentsSection
  | FormSection
  | MenuSection
  | TimesSection
  | TodaySection
  | PlayerSection
  | MapSection
  | ChartSection
  | SettingsSection
  | ImportSection
  | WeekCalendarSection
  | ScannerSection;
/**
 * Whether there are breadcrumbs, or the links that stand in them before the page itself.
 */
export type Crumbs = boolean | Actions;
/**
 * The hours of a day: one span, or several with pauses between them.
 *
 * @maxItems 4
 */
export type HoursOfDay =
  | []
  | [OpeningHours]
  | [OpeningHours, OpeningHours]
  | [OpeningHours, OpeningHours, OpeningHours]
  | [OpeningHours, OpeningHours, OpeningHours, OpeningHours];

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
  /**
   * Which back end answers the calls of this module: the name of one of the institution's `backends`, or builtIn for the built-in one; else the institution's `backend`, else the built-in one.
   */
  backend?: string;
  entry?: Name;
  item?: Item;
  roles?: Roles;
  search?: SearchLine;
  linkedData?: LinkedData;
  manifest?: ManifestFields;
  enrolment?: EnrolmentFields;
  rush?: RushSettings;
  exchange?: ExchangeFields;
  contribution?: Contribution;
  reminder?: ReminderFields;
  booking?: BookingFields;
  certificate?: CertificateFields;
  admin?: Admin;
  /**
   * Fields that the server computes, by the place they are put.
   */
  derive?: {
    [k: string]: Derivation;
  };
  states?: States;
  moves?: Moves;
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
   * The form of a text; a coordinate is 'lng,lat' in the system of the institution's map.
   */
  format?: 'date-time' | 'date' | 'uri-reference' | 'email' | 'coordinate';
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
  end?: Pointer;
  image?: Pointer;
  summary?: Pointer;
  coordinate?: Pointer;
}
/**
 * How the site search finds the items of a module: by the title that its roles name, and by further texts. Its results stand under a kind, with the words of the label, and open a page of the module with columnId and id. A module without it takes part by what can be told from its pages, as soon as a menu has it.
 */
export interface SearchLine {
  type?: Name;
  /**
   * The words for its kind on a result and among the choices; else the title of the first menu column that opens the module, else the module's title.
   */
  label?: string;
  page?: Name;
  /**
   * The fields that are searched besides the title: texts, or lists and objects with texts in them; of rich text its words. The first one that has what was searched for gives the words below a result. Else the summary that its roles name and its rich texts.
   */
  text?: Pointer[];
  badge?: Name;
  /**
   * Whether its items are found; false takes the module out.
   */
  found?: boolean;
}
/**
 * A thing as schema.org names it (JSON-LD). Name, picture, summary and address of an item come from its roles; the name of the institution can stand for what is left out.
 */
export interface LinkedData {
  /**
   * Its type, such as Event, NewsArticle, VisualArtwork, Place or Product.
   */
  type: string;
  /**
   * Its properties: fields of the item, constants or things of their own. What has no value is left out, and a thing without any property.
   */
  properties?: {
    [k: string]: Pointer | Constant | LinkedData;
  };
}
/**
 * A constant where a reference could stand.
 */
export interface Constant {
  const: Scalar;
}
/**
 * What other viewers are told of an item (IIIF Presentation 3), besides its title, summary and picture, which the roles name, and the address of its page.
 */
export interface ManifestFields {
  list: Pointer;
  image: Pointer;
  caption?: Pointer;
  service?: Pointer;
  width?: Pointer;
  height?: Pointer;
  credit?: Pointer;
  rights?: Pointer;
  /**
   * Facts about it by name, in the order of writing; their labels are the titles of the fields.
   */
  metadata?: {
    [k: string]: Pointer;
  };
}
/**
 * The fields by which members enrol for the items of a module: when they are, who may come, how often.
 */
export interface EnrolmentFields {
  phase: Pointer;
  begin?: Pointer;
  end?: Pointer;
  place?: Pointer;
  cancelUntil?: Pointer;
  waiting?: Pointer;
  most?: Pointer;
  mostOn?: Pointer;
  sex?: Pointer;
  sexOn?: Pointer;
  ageOn?: Pointer;
  minAge?: Pointer;
  maxAge?: Pointer;
  maleMinAge?: Pointer;
  maleMaxAge?: Pointer;
  femaleMinAge?: Pointer;
  femaleMaxAge?: Pointer;
  draw?: DrawFields;
  sessions?: SessionFields;
}
/**
 * When the places of an item are drawn: everybody who asks within some minutes after the opening has the same chance. The hash of the seed is published before, the seed after; the order is that of HMAC-SHA256(seed, id of the enrolment).
 */
export interface DrawFields {
  from: Pointer;
  minutes: Pointer;
}
/**
 * Where an item has its sessions, and what their fields are.
 */
export interface SessionFields {
  list: Pointer;
  id: Pointer;
  name?: Pointer;
  limit?: Pointer;
  begin?: Pointer;
  end?: Pointer;
}
/**
 * When those who want the same item have to wait in a line.
 */
export interface RushSettings {
  /**
   * How many are answered in a second, of one item: who comes when more do is in the line. A portal on two cores answers some 100 of all items together. Without it 50.
   */
  perSecond?: number;
}
/**
 * The fields by which members exchange points for the items of a module.
 */
export interface ExchangeFields {
  price: Pointer;
  phase?: Pointer;
  stock?: Pointer;
}
/**
 * How the items of a module stand in the list of all that a member has handed in, whichever the module (service `submissions.mine`, whose parameter kind is the name of one): with title and time by the roles, and the words of the state.
 */
export interface Contribution {
  /**
   * The words for its kind; else the module's title.
   */
  label?: string;
  text?: Pointer;
  opens?: Action;
  /**
   * That page shows it to its member in every state; else the way there is open once everyone sees it.
   */
  always?: boolean;
  about?: Pointer;
}
/**
 * Something that a visitor can open or do. Exactly one of to, url, notice, toast, picture, call, form or cases.
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
  toast?: Text;
  picture?: Value;
  call?: Source;
  form?: Source;
  confirm?: Confirmation;
  success?: Effects;
  failure?: Effects;
  store?: With;
  with?: With;
  /**
   * Where it opens.
   */
  window?: 'same' | 'new';
  download?: Text;
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
  otherwise?: Pointer | Constant | Calculation;
}
export interface ValueCase {
  when: Condition;
  /**
   * A reference, a constant, or a calculation.
   */
  value: Pointer | Constant | Calculation;
  before?: Name;
  after?: Name;
}
/**
 * A map from references to tests; all must hold. A reference that finds nothing makes its clause false.
 */
export interface Clauses {
  [k: string]: Test;
}
export interface TestSchema {
  /**
   * The value equals this constant, or what a reference finds.
   */
  const?: Scalar | Compared;
  /**
   * The value is one of these constants.
   */
  enum?: Scalar[];
  /**
   * The value has this type.
   */
  type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
  /**
   * The number is at least this, or the number, date or time at least what a reference finds.
   */
  minimum?: number | Compared;
  /**
   * The number is at most this, or the number, date or time at most what a reference finds.
   */
  maximum?: number | Compared;
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
  contains?: Test;
  /**
   * A regular expression of the RE2 kind (no look-around, no back-references) that the text contains. No text of more than 100,000 characters contains one.
   */
  pattern?: string;
  /**
   * true: something is there (not absent, null, empty text or empty list); false: nothing is.
   */
  present?: boolean;
  /**
   * The text is an ID number, or a date of birth such as 2015-06-01, of somebody who is younger than so many years now.
   */
  youngerThan?: number;
  not?: Test;
  /**
   * At least one of these tests holds. What is absent satisfies it where { "present": false } is one of them.
   */
  anyOf?: Test[];
}
/**
 * Another value that a value is compared with. While the reference finds nothing the test does not hold.
 */
export interface Compared {
  $data: Pointer;
}
/**
 * A value that is worked out.
 */
export interface Calculation {
  expression: Expression;
}
/**
 * Values of template variables and parameters, by name.
 */
export interface With {
  [k: string]: Value;
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
 * What happens after a call, in this order: toast, dialog, counts that go up, refreshed captcha, reset, step, reloaded data, going on.
 */
export interface Effects {
  toast?: Text;
  tone?: Tone;
  /**
   * Milliseconds that they stay.
   */
  duration?: number;
  dialog?: Notice;
  /**
   * Counts of the page's data and what is added to each, such as a vote. Of an action that makes a call it is added at once, and taken back when the call fails.
   */
  add?: {
    [k: string]: number;
  };
  refresh?: Name;
  /**
   * The form is emptied.
   */
  reset?: boolean;
  step?: Name;
  /**
   * The page's data is fetched again.
   */
  reload?: boolean;
  goTo?: Action;
  /**
   * Milliseconds from the reply to going on.
   */
  delay?: number;
  when?: Condition;
  /**
   * What happens instead; the first case whose condition holds is laid over the rest.
   */
  cases?: {
    [k: string]: Effects;
  };
}
/**
 * Words in a dialog.
 */
export interface Notice {
  title?: Text;
  text: Text;
  rich?: Pointer;
  confirm?: Text;
  cancel?: Text;
  fields?: Displays;
  links?: Actions;
}
/**
 * Displays by name.
 */
export interface Displays {
  [k: string]: Display;
}
export interface DisplayObject {
  value: Value;
  label?: Text;
  until?: Value;
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
  /**
   * Conditions that choose the small picture, by icon.
   */
  icons?: {
    [k: string]: Condition;
  };
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
  /**
   * In a table on wide screens: the width of its column, in letters (8em) or as a share of the table (30%); else as wide as what is in it.
   */
  width?: string;
  /**
   * In a table on wide screens: where its column stands; else at the start.
   */
  align?: 'start' | 'center' | 'end';
  when?: Condition;
  before?: Name;
  after?: Name;
}
/**
 * Actions by name.
 */
export interface Actions {
  [k: string]: Action;
}
/**
 * How members can be reminded of the items of a module before they begin; the services `reminders.ask`, `reminders.drop` and `reminders.mine` of its calls note it. They are told once, unless it is put off to another day, and not of what is no longer published.
 */
export interface ReminderFields {
  begin: Pointer;
  /**
   * How many minutes before; else what the institution's settings say.
   */
  minutes?: number;
  page: Name;
}
/**
 * The fields by which visitors book the items of a module by the half-hour; what an item does not say, the picker of a form says.
 */
export interface BookingFields {
  place?: Pointer;
  bookable?: Pointer;
  review?: Pointer;
  checkIn?: Pointer;
  begin?: Pointer;
  end?: Pointer;
  weekdays?: Pointer;
  days?: Pointer;
  lead?: Pointer;
  closures?: Pointer;
  sections?: SectionFields;
}
/**
 * Where an item has its sections, and what their fields are.
 */
export interface SectionFields {
  list: Pointer;
  on: Pointer;
  begin: Pointer;
  end: Pointer;
}
/**
 * The fields of an item that a certificate is about, and what of it the service submissions.certificate tells whoever has its number.
 */
export interface CertificateFields {
  number: Pointer;
  /**
   * The states in which it is genuine; in any other there is none of its number.
   */
  states: Name[];
  holder?: Pointer;
  /**
   * What is told besides as it is, such as the hours and the date. Nothing else of the item is.
   */
  shows?: Pointer[];
}
/**
 * How the desk of the staff shows the items of a module. It refines what is derived from the definition; what it does not mention stays as it is.
 */
export interface Admin {
  /**
   * A note for authors.
   */
  description?: string;
  /**
   * Whether staff make new items; else true. Without it items come from elsewhere, such as from members.
   */
  add?: boolean;
  /**
   * Whether staff change items; else true. Without it they read them, and decide on them where its moves say so.
   */
  edit?: boolean;
  /**
   * What is said of fields of the form, by the names of the item's fields. The order is that of the item, unless groups say otherwise.
   */
  fields?: {
    [k: string]: AdminField;
  };
  /**
   * Parts of the form under a heading each, by name and in order. The fields that stand in none of them follow in one more.
   */
  groups?: {
    [k: string]: AdminGroup;
  };
  /**
   * The fields of the item that the list shows besides title, state and last change, by name and in order; else the time by the roles.
   */
  columns?: {
    [k: string]: AdminColumn;
  };
  /**
   * The fields of the item that narrow the list besides state and column, by name and in order; else up to four with a code list.
   */
  filters?: {
    [k: string]: AdminFilter;
  };
  /**
   * The order of the list at first: updated, time, title or the name of a field of the item, the other way round behind a minus; else -updated.
   */
  sort?: string;
}
/**
 * What is said of one field of the form at the desk.
 */
export interface AdminField {
  /**
   * The words in front of it; else the title of the item's field.
   */
  label?: string;
  /**
   * Words that help.
   */
  hint?: string;
  /**
   * What it is filled in with, where several things fit: text or textarea for a text, image, video or file for an address, select or radio for one choice, rating or number for a number.
   */
  widget?: 'text' | 'textarea' | 'image' | 'video' | 'file' | 'select' | 'radio' | 'rating' | 'number';
  codelist?: Name;
  module?: Name;
  /**
   * The form does not show it; what the item has there stays.
   */
  hidden?: boolean;
  /**
   * It is shown with what it holds and cannot be changed.
   */
  readOnly?: boolean;
}
/**
 * A part of the form at the desk.
 */
export interface AdminGroup {
  /**
   * Its heading.
   */
  label: string;
  /**
   * Words that help, below the heading.
   */
  hint?: string;
  /**
   * The fields that stand in it, by the names of the item's fields and in order.
   */
  fields: {
    [k: string]: AdminPlace;
  };
  before?: Name;
  after?: Name;
}
/**
 * The place of a field in a group; nothing needs to be said.
 */
export interface AdminPlace {
  before?: Name;
  after?: Name;
}
/**
 * A column of the list at the desk.
 */
export interface AdminColumn {
  /**
   * Its heading; else the title of the item's field.
   */
  label?: string;
  format?: Format;
  before?: Name;
  after?: Name;
}
/**
 * A filter of the list at the desk: its choices are those of the field's code list, its enumeration, or yes and no.
 */
export interface AdminFilter {
  /**
   * The words in front of it; else the title of the item's field.
   */
  label?: string;
  before?: Name;
  after?: Name;
}
/**
 * A field that the server computes. Kept with the item: pinyin, the romanised name; stripped, rich text without tags, cut at a length. Computed for each reply: phase, where now lies against the period that begins at `of` and ends at `until`, 0 before it, 1 within it, 2 after it, or the `codes` for these; without both times there is no phase unless `else` or `lasts` is given. label: the words that a code list of the module has for the code at `of`; of a list of codes a list of their words, or of objects with the words in the one field that the entries of the list declare. mask: a phone without its middle; put in its own place, it leaves the server in no other form. remaining: the places left, which are the number at `of`, or fewer when the item itself came with fewer in this field, less those that enrolments have taken. others: in the reply of one item, a few other items with the same value at `of`, the newest first, or with `until` those that are not over, nearest first; those that share a value at `alike` before all others; with the fields that this field declares. views: how often the page of the item with the id at `of` was opened, by which lists can be ordered too. distance: in words how far the coordinate at `of` is from where the visitor is, in replies that are ordered by it. licence: of the name of one of the institution's `licences` an object with its label, its note, its address and whether it allows to download; nothing of a name that there is not.
 */
export interface Derivation {
  /**
   * What is computed.
   */
  function: 'pinyin' | 'stripped' | 'phase' | 'label' | 'mask' | 'remaining' | 'others' | 'views' | 'licence' | 'distance';
  of: Pointer;
  until?: Pointer;
  alike?: Pointer;
  phase?: Pointer;
  else?: Pointer;
  /**
   * Of a phase: how long what has no end lasts, as in lists that are ordered by when things are: until its day ends.
   */
  lasts?: 'day';
  codes?: PhaseCodes;
  codelist?: Name;
  /**
   * At most so many characters, or other items.
   */
  length?: number;
}
/**
 * The states of a module's items, by name. What is handed in begins in the first that awaits staff, else in the first.
 */
export interface States {
  [k: string]: State;
}
/**
 * A state that an item can be in.
 */
export interface State {
  label: Text;
  value: Scalar;
  /**
   * To whom an item in it is shown: everyone, as a published one; member, who handed it in; staff, to reviewers alone. member, unless it says otherwise.
   */
  visible?: 'everyone' | 'member' | 'staff';
  /**
   * Whose turn it is: an item that awaits staff stands in the queue of `npm run review`. What everyone sees does not.
   */
  awaits?: 'staff' | 'member';
  /**
   * What a form puts into it need not be complete: of its rules only the kinds and lengths of what was filled in count, and ID numbers are not kept.
   */
  draft?: boolean;
  reached?: Text;
  tone?: Tone;
  before?: Name;
  after?: Name;
}
/**
 * The moves between the states of a module's items, by name. A module without states of its own has those of the default besides.
 */
export interface Moves {
  [k: string]: Move;
}
/**
 * A way from one state of an item to another. Of two that are made at the same moment one stands, and who made the other is told. Each is kept: when, by whom, from where to where, and what was given.
 */
export interface Move {
  label: Text;
  /**
   * The states that it leads out of; none: what is answered by a service begins with it.
   */
  from: Name[];
  to: Name;
  /**
   * Who may make it: the member whose item it is, by a call that names it; staff, by `npm run review` or the command of what a service answers; portal, nobody: it comes with the time.
   */
  by: 'member' | 'staff' | 'portal';
  when?: Condition;
  refused?: Text;
  /**
   * What is given with it, such as a reason, as fields of a form with their rules and words.
   */
  takes?: {
    [k: string]: FormField;
  };
  /**
   * Fields of the item that change with it: references that start with form, item, now, site or tenant, or constants. A reference that finds nothing, and the empty text, take the field away.
   */
  set?: {
    [k: string]: Pointer | Constant;
  };
  /**
   * Numbers of the item and the given number that is added to each, such as hours of service.
   */
  add?: {
    [k: string]: Pointer;
  };
  number?: Pointer;
  message?: MoveMessage;
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
   * Messages by keyword of the rule; `schema` for any of them; `alert` is told in a dialog besides, when this field keeps the form from being sent.
   */
  errors?: {
    [k: string]: Text;
  };
  assert?: Condition;
  sameAs?: Name;
  options?: Options;
  /**
   * The code of a dictionary whose entries are the choices.
   */
  dictionary?: string;
  parent?: Name;
  tree?: TreeName;
  column?: Name;
  /**
   * Of a cascade: what each of its levels is called, such as province, city and district, the first first.
   *
   * @maxItems 8
   */
  levels?:
    | []
    | [Text]
    | [Text, Text]
    | [Text, Text, Text]
    | [Text, Text, Text, Text]
    | [Text, Text, Text, Text, Text]
    | [Text, Text, Text, Text, Text, Text]
    | [Text, Text, Text, Text, Text, Text, Text]
    | [Text, Text, Text, Text, Text, Text, Text, Text];
  complete?: Text;
  /**
   * Of rows and groups: so many fields side by side where there is room; on small screens one. Fields of several lines take the whole width.
   */
  columns?: 1 | 2 | 3 | 4;
  default?: Value;
  value?: Value;
  /**
   * Of a text, email, phone or number: values that are offered while it is typed; any other can be typed, too.
   *
   * @maxItems 200
   */
  suggestions?: Scalar[];
  picture?: Value;
  namesOf?: Name;
  /**
   * The kind of value for browsers that fill in forms (HTML autofill tokens).
   */
  autocomplete?: string;
  code?: CodeRequest;
  notice?: Notice;
  watch?: Watch;
  /**
   * The value at the start is a mask of what is stored: it is not sent as long as it stays, and typing starts anew.
   */
  masked?: boolean;
  upload?: Upload;
  poster?: Name;
  /**
   * Of rows and groups: their fields, by name and in order. They are typed or chosen: files, records, codes, phones and ID numbers have no place in them. What is said of them sees, within rows, also the row: /row/title is the field beside them.
   */
  fields?: {
    [k: string]: FormField;
  };
  row?: Text;
  /**
   * Of a group: it can be left out as a whole. What is required in it is asked for once something in it is filled in.
   */
  optional?: boolean;
  /**
   * Of rows with one field: what is sent is the list of its values rather than of objects.
   */
  plain?: boolean;
  /**
   * Of a group: it is for the eye alone. Its fields are sent beside those around it rather than as an object of their own.
   */
  flat?: boolean;
  /**
   * Of rows: those that are there at the start, as they would be sent.
   *
   * @maxItems 100
   */
  entries?: unknown[];
  /**
   * Of rows: they can be moved up and down.
   */
  sortable?: boolean;
  add?: Text;
  pick?: RecordPick;
  find?: RecordSearch;
  /**
   * Of a combobox: several records, as a list; minItems and maxItems in its schema, else 20 at most.
   */
  multiple?: boolean;
  times?: Times;
  /**
   * The name under which the value is sent; else its own. A JSON Pointer such as /address/street sends it within an object. Fields of which one is there at a time can be sent under the same name.
   */
  sendAs?: string;
  /**
   * The value is checked but not sent.
   */
  local?: boolean;
  /**
   * It is shown with what it holds, can be reached and read, not changed, and is sent as any other. The server takes no other value than its default where it knows that itself: a constant, or what is found at /viewer, /site, /texts or /tenant; the message is errors.readOnly, else a shared text. Of any other default, such as one from the page's address or a load, and without a default, it knows nothing and takes what satisfies the rule: what must be true is checked by the call.
   */
  readOnly?: boolean;
  /**
   * Of a checkbox: the consent that ticking it gives, which is kept with its wording and the time (Personal Information Protection Law of China, art. 14, 29 to 31). idNumber: the separate consent without which the server stores no ID number, so that a form with a field of kind idNumber has to have it; guardian: that of the guardian, without which it stores none of a child under 14. The words are those of the shared texts idNumberConsentText and guardianConsentText.
   */
  consent?: 'idNumber' | 'guardian';
  version?: Value;
  /**
   * Of a date: it is the date of birth of whom the form is about. Of a child under 14 nothing is stored without the consent of the guardian.
   */
  birth?: boolean;
  step?: Name;
  enabled?: Condition;
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
   * At most so many characters; else 10,000, and 100,000 of rich text. A longer text is refused before any other rule is applied.
   */
  maxLength?: number;
  /**
   * A regular expression of the RE2 kind (no look-around, no back-references) that the text matches.
   */
  pattern?: string;
  /**
   * At least this number, or that of another field.
   */
  minimum?: number | FieldReference;
  /**
   * At most this number, or that of another field.
   */
  maximum?: number | FieldReference;
  /**
   * More than this number, or that of another field.
   */
  exclusiveMinimum?: number | FieldReference;
  /**
   * Less than this number, or that of another field.
   */
  exclusiveMaximum?: number | FieldReference;
  /**
   * A multiple of this number, such as 0.5.
   */
  multipleOf?: number;
  /**
   * Of a date or time: not before this one, or that of another field.
   */
  formatMinimum?: string | FieldReference;
  /**
   * Of a date or time: not after this one, or that of another field.
   */
  formatMaximum?: string | FieldReference;
  /**
   * Of a date or time: after this one, or that of another field.
   */
  formatExclusiveMinimum?: string | FieldReference;
  /**
   * Of a date or time: before this one, or that of another field.
   */
  formatExclusiveMaximum?: string | FieldReference;
  /**
   * At least so many of its checkboxes or rows.
   */
  minItems?: number;
  /**
   * At most so many of its checkboxes or rows; else 100 rows.
   */
  maxItems?: number;
  /**
   * No two of its rows or checkboxes are the same.
   */
  uniqueItems?: boolean;
  /**
   * The values that are allowed.
   */
  enum?: Scalar[];
  const?: Scalar;
  /**
   * The form of a text. idNumber: of the mainland's identity cards, 18 characters whose check character is right (GB 11643) or 15 digits, with a date of birth that there was; idNumberShape: as they are written, whatever they say.
   */
  format?: 'email' | 'date' | 'uri' | 'idNumber' | 'idNumberShape';
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
 * What another field of the form holds; the rule says nothing while that is empty.
 */
export interface FieldReference {
  /**
   * The name of the field behind a slash, as /begin. /now: the day, month or time of day that it is now in Asia/Shanghai, in the form of the date or time that the rule is about.
   */
  $data: string;
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
  when?: Condition;
  children?: Options;
  before?: Name;
  after?: Name;
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
 * A call made when what was typed comes to satisfy a condition; a failing reply is shown as a warning.
 */
export interface Watch {
  when: Condition;
  source: Source;
  with?: With;
}
/**
 * Files that a field takes. Messages of a refused file are the field's errors size, type and count; else shared texts.
 */
export interface Upload {
  source: Source;
  with?: With;
  /**
   * The largest file, in megabytes.
   */
  size?: number;
  /**
   * At most so many files; else one.
   */
  count?: number;
  /**
   * File name endings that are taken; else those that the kind of the field is for.
   */
  types?: string[];
  /**
   * What joins the addresses of several files.
   */
  joined?: '|' | ',';
  /**
   * At the desk of the staff: files of this kind can be chosen from the media library too, as pictures always can.
   */
  library?: 'image' | 'video' | 'audio' | 'file';
  remove?: Text;
}
/**
 * Saved records to choose from; the root row is one of them. What is sent is the text of each, joined by commas. With a largest number, one more shows the field's error max, whose argument is max.
 */
export interface RecordPick {
  rows: Pointer;
  key?: Pointer;
  title: Display;
  fields?: Displays;
  /**
   * Why a record cannot be chosen; the first case that holds.
   */
  disabled?: {
    [k: string]: PickCase;
  };
  max?: Value;
  entry?: Text;
  add?: Opening;
  none?: Text;
  empty?: Text;
}
export interface PickCase {
  when: Condition;
  reason: Text;
}
/**
 * A button that opens a form in a dialog.
 */
export interface Opening {
  form: Source;
  label: Text;
}
/**
 * Records that are found by typing, by a call. The value is an object with the id of the record and its title as label, of several a list of them. The server takes the id of a published item alone where the call is one for items; the label is as it was sent.
 */
export interface RecordSearch {
  source: Source;
  /**
   * The parameter that takes what was typed.
   */
  as: string;
  with?: With;
  /**
   * At most so many are offered; else 10.
   */
  limit?: number;
  title: Display;
  fields?: Displays;
  /**
   * Fields beside it, by name, and what of the record, the root row, is put into them when it is chosen; they are emptied when the choice is. Of several records nothing is.
   */
  fills?: {
    [k: string]: Value;
  };
  empty?: Text;
}
/**
 * Times of a place that can be chosen: days from today, of each the parts of it that are free.
 */
export interface Times {
  info: Pointer;
  taken: Source;
  with?: With;
  /**
   * Days that are shown, today the first; else 30.
   */
  days?: number;
  /**
   * Only so many of them can be chosen.
   */
  first?: number;
  /**
   * The first time of the grid; else 06:30.
   */
  from?: string;
  /**
   * The last time of the grid; else 23:00.
   */
  to?: string;
  /**
   * The length of a time of the grid; else 30.
   */
  minutes?: 10 | 15 | 20 | 30 | 60;
  title?: Text;
  closed?: Text;
  missing?: Text;
  blocked?: Text;
}
/**
 * A message to the member whose item was moved. Its words may say {state}: what the item is now.
 */
export interface MoveMessage {
  title: Text;
  text?: Text;
  sms?: Text;
  opens?: Action;
}
/**
 * Codes and their labels. Exactly one of options, dictionary, types, tree, states, kinds, or types with a dictionary whose entries come first.
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
  /**
   * The kinds of what the site search finds, in the institution's words.
   */
  kinds?: true;
  /**
   * The states of the module's items: their values and labels; a badge has their tones besides.
   */
  states?: true;
  tree?: TreeName;
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
   * A JSON Schema that the body must satisfy. A text without maxLength has at most 10,000 characters; patterns are of the RE2 kind.
   */
  body?: {
    [k: string]: unknown;
  };
  paging?: Paging;
  /**
   * The fields that the reply is ordered by when no parameter says otherwise; else the newest first. Either asc or desc; or of the field where a period begins, which then is the first, the field where it ends, as { "until": "/endTime" }: what runs now first, then what is to come, nearest first, then what is over, latest first.
   */
  order?: {
    [k: string]: 'asc' | 'desc' | PhaseOrder;
  };
  ok?: Success;
  fail?: Constants;
  rows?: Pointer;
  total?: Pointer;
  counts?: Counts;
  item?: Pointer;
  /**
   * Lists of other modules that the reply of one item carries, by name.
   */
  include?: {
    [k: string]: Include;
  };
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
   * Of a list at the desk: its rows tell who somebody is. Names and phones are masked; a role that may `reveal` can take them out whole, with a reason that is noted.
   */
  personal?: true;
  right?: Right;
  /**
   * The built-in service that answers instead of the module's items.
   */
  service?: string;
  /**
   * Of a call by POST that `creates`: members may make it by GET too, with what the form sends in the query, as callers of older addresses do. It counts only with the member's token in the Authorization header, which no page of another site can make a browser send; the same query of the same member is done once, and its reply is kept nowhere.
   */
  query?: boolean;
  creates?: Creation;
  own?: Pointer;
  history?: Pointer;
  move?: Name;
  votes?: Voting;
  allows?: Name;
  error?: Pointer;
  form?: Name;
  /**
   * Only a member may make this call; who it is comes from the token alone.
   */
  viewer?: boolean;
  /**
   * Of a reading call whose reply others change meanwhile, such as the places that are left: browsers that show it ask anew, in silence, when the visitor comes back to the page or the connection is there again. A page whose own call, load or join it is, is fetched anew as a whole, unless it is a form.
   */
  revalidate?: boolean;
  /**
   * The reply is a picture, not JSON.
   */
  binary?: boolean;
  /**
   * The body is multipart/form-data (RFC 7578): files under the name file, and the fields that `body` declares. true, or the largest files where they differ from those of the institution's settings.
   */
  multipart?: boolean | LargestFiles;
  alternative?: Alternative;
  proof?: Proof;
  /**
   * Which back end answers this call: the name of one of the institution's `backends`, or builtIn for the built-in one; else what the module says, else the institution's `backend`, else the built-in one.
   */
  backend?: string;
  upstream?: Upstream;
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
  /**
   * Of a phase: how long what has no end lasts, as in lists that are ordered by when things are: until its day ends.
   */
  lasts?: 'day';
  codes?: PhaseCodes;
  sort?: Pointer;
  /**
   * The value is where a visitor is, 'lng,lat' as browsers tell it (WGS 84): the reply is ordered by the distance from there, nearest first, and what has no coordinate comes last. The module's roles name the coordinate.
   */
  near?: true;
  /**
   * A call without it is refused.
   */
  required?: boolean;
  /**
   * Accepted, because callers send it, and of no effect.
   */
  ignored?: boolean;
  default?: Scalar;
  /**
   * The call tells, where it is asked to, how many items each value of the field has under its other parameters. Of a field that items are matched with by equals or any, of a date in a range of years, or of what a service counts itself.
   */
  counted?: boolean;
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
 * By where now lies against a period. What has no end lasts until its day ends; where begin and end are the same field it is over once that is past.
 */
export interface PhaseOrder {
  until: Pointer;
}
/**
 * Places in a reply and the constants found there when it succeeded; of several any one, and the built-in back end writes the first.
 */
export interface Success {
  [k: string]: Scalar | Scalar[];
}
/**
 * Places in a reply and the constants found there.
 */
export interface Constants {
  [k: string]: Scalar;
}
/**
 * The numbers of items behind the values of its `counted` parameters: how a caller asks for them and where they are in the reply, by parameter and value.
 */
export interface Counts {
  /**
   * The parameter that lists, with commas between, the parameters whose numbers are wanted.
   */
  param: string;
  at: Pointer;
  /**
   * It counts so far and no further: this number stands for itself and all above, and is shown with a plus.
   */
  most?: number;
}
/**
 * A list of another module, or of this one, within the reply of one item; in pages it is a field of the item under the include's name. The built-in back end finds its entries by a call of theirs, so that only published ones of the institution come along.
 */
export interface Include {
  source: Source;
  /**
   * Values of its parameters: fields of the item, or constants. When a field is missing the list is empty.
   */
  with: {
    [k: string]: Pointer | Constant;
  };
  /**
   * At most so many entries.
   */
  limit: number;
  at: Pointer;
  /**
   * Fields of an entry and the place in it where this reply carries them.
   */
  rename?: {
    [k: string]: Pointer;
  };
}
/**
 * An item that a form makes. Each field goes to the field of the item that has the name under which it is sent, in the type that this declares: several files become a list. Captchas are used up, terms that were agreed to are left out. Of a member's item the field memberId is the member's id.
 */
export interface Creation {
  module?: Name;
  /**
   * Fields of the item that the server fills in: references that start with form, viewer, now, site or tenant, or constants.
   */
  set?: {
    [k: string]: Pointer | Constant;
  };
  about?: Subject;
  /**
   * Names of values of which a member hands in each combination once, such as the id of a vacancy; none: one item in all.
   */
  once?: string[];
  repeated?: Text;
  /**
   * false: it is published at once.
   */
  review?: boolean;
  state?: Name;
  /**
   * The name of the value that is the id of the member's own item that is filled in again, as a draft or what was returned. It goes to that state by the member's move that leads there from where it is; without the value an item is made.
   */
  continues?: string;
  /**
   * At most so many a day from one member, or from one address without a login; else 20.
   */
  daily?: number;
  message?: Text;
}
/**
 * A published item that must be there, and in a certain state, for a call to be accepted.
 */
export interface Subject {
  module?: Name;
  /**
   * The name of the value that is its id; of a vote the name of the item's field.
   */
  id: string;
  when?: Condition;
  refused?: Text;
  places?: Places;
}
/**
 * Places that run out.
 */
export interface Places {
  when?: Condition;
  full?: Text;
}
/**
 * Who may vote how often, and where votes are counted. Who votes is said by the token alone. The count goes up by one for each vote that is taken, whatever calls there are at the same time; items that are imported bring the votes that they were given elsewhere, to which those given here are added.
 */
export interface Voting {
  id: Name;
  count: Pointer;
  /**
   * What the limits count in: a day in Shanghai, from midnight to midnight, or ever; else a day.
   */
  per?: 'day' | 'ever';
  /**
   * At most so many votes of a member for one item; else 1.
   */
  most?: number;
  /**
   * At most so many votes of a member for all items that are about the same; without `about` for all items of the module.
   */
  together?: number;
  /**
   * At most so many votes a day for one item from one network address, whoever they are of; else 20.
   */
  address?: number;
  about?: Subject;
  message?: Text;
  repeated?: Text;
  spent?: Text;
}
/**
 * The largest file of each kind, in megabytes.
 */
export interface LargestFiles {
  /**
   * Of pictures; else 10.
   */
  image?: number;
  /**
   * Of films; else 200.
   */
  video?: number;
  /**
   * Of other files; else 20.
   */
  file?: number;
}
/**
 * A proof of work that stands in for reading a picture (WCAG 2.2, 1.1.1 and 3.3.8): the browser solves a task and is told the characters.
 */
export interface Alternative {
  challenge: Source;
  solve: Source;
}
/**
 * A proof of work that makes calls in bulk dear: the browser solves a task unseen and sends the solution with the call as proof. Where it cannot, or is refused, it shows a picture, whose characters are sent as verCode.
 */
export interface Proof {
  challenge: Source;
  picture: Source;
}
/**
 * A call of an institution's own back end in place of the declared one. At most one of get, post, put, delete; without them the declared method and address. What `fields` does not name of its rows does not leave the server.
 */
export interface Upstream {
  /**
   * A note for authors.
   */
  description?: string;
  get?: Template;
  post?: Template;
  put?: Template;
  delete?: Template;
  /**
   * The parameters there by name, and where their values lie in what the declared call carries, such as /columnId. Parameters that the address does not name are carried in its query.
   */
  params?: {
    [k: string]: UpstreamField;
  };
  /**
   * Of a writing call: the places of its body there, and where their values lie in what the declared call carries. Else the body goes there as it came.
   */
  body?: {
    [k: string]: UpstreamField;
  };
  paging?: UpstreamPaging;
  ok?: Success;
  rows?: Pointer;
  key?: Pointer;
  item?: Pointer;
  total?: Pointer;
  more?: Pointer;
  /**
   * The fields of the item, and where their values lie in the row there; all others stay behind. Without it rows are as declared.
   */
  fields?: {
    [k: string]: UpstreamField;
  };
  message?: Pointer;
  error?: Pointer;
  /**
   * What visitors are told of a failure, by its code. A failure with another code counts as one of the back end itself, whose words nobody is shown.
   */
  errors?: {
    [k: string]: string;
  };
}
/**
 * A value of an institution's own back end, and how it differs from ours. Everything is written as it is read from there; in parameters and bodies it holds the other way round.
 */
export interface UpstreamValue {
  at?: Pointer;
  const?: Scalar;
  /**
   * How a moment is written there: iso, epochSeconds, epochMilliseconds, or a pattern of yyyy, MM, dd, HH, mm and ss such as yyyy/MM/dd HH:mm on the clocks of Asia/Shanghai.
   */
  time?: string;
  /**
   * What a number there is multiplied by to be ours, such as 0.01 for a price in fen.
   */
  scale?: number;
  /**
   * Codes there, and what they are here. A list has each of its entries translated.
   */
  values?: {
    [k: string]: Scalar;
  };
  otherwise?: Scalar;
  key?: Pointer;
  /**
   * Of rows or an object within the row: its fields, and where their values lie in it.
   */
  fields?: {
    [k: string]: UpstreamField;
  };
}
/**
 * How an institution's own back end pages. Exactly one of page, offset and cursor names the parameter that tells where to go on.
 */
export interface UpstreamPaging {
  /**
   * The parameter with the number of the page.
   */
  page?: string;
  /**
   * Of `page`: the number of the first one; else 1.
   */
  first?: number;
  /**
   * The parameter with the number of rows before these.
   */
  offset?: string;
  /**
   * The parameter with the cursor that the reply before gave; the first page has none.
   */
  cursor?: string;
  next?: Pointer;
  /**
   * The parameter with the number of rows of a page.
   */
  size?: string;
}
/**
 * How one entry of a list looks. Its root is row; where the list has a state, the root list has its page, sort, tab, keyword and field.
 */
export interface Card {
  /**
   * A note for authors.
   */
  description?: string;
  of?: Pointer;
  /**
   * tile: picture above words; row: picture beside words; line: one line without a picture; overlay: words on the picture; stub: words with the action at the end, as on an entrance ticket; table: a line of a table, its fields the columns, their labels the head; details: a line without a picture that opens, with its second line while it is closed and all the rest when it is open; post: who wrote it and when, the words, small pictures, and its fields below as what was answered.
   */
  shape: 'tile' | 'row' | 'line' | 'overlay' | 'stub' | 'table' | 'details' | 'post';
  image?: Value;
  ratio?: Ratio;
  title: Display;
  subtitle?: Display;
  badge?: Display;
  tags?: Display;
  text?: Display;
  date?: Display;
  price?: Display;
  pictures?: Pointer;
  fields?: Displays;
  counters?: Displays;
  controls?: Toggles;
  actions?: Actions;
  more?: Displays;
  /**
   * Of a table at the desk of the staff alone: what can be done with several lines at once, by name.
   */
  bulk?: {
    [k: string]: BulkAction;
  };
  opens?: Action;
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
 * A call that is made for each of the lines that are ticked, one after the other. What cannot be done with one of them does not keep it from the others.
 */
export interface BulkAction {
  label: Text;
  tone?: Tone;
  when?: Condition;
  call: Source;
  with?: With;
  says?: Text;
  asks?: BulkQuestion;
  warns?: BulkWarning;
  before?: Name;
  after?: Name;
}
/**
 * Words that are asked once for several lines.
 */
export interface BulkQuestion {
  param: Name;
  label: Text;
  /**
   * Words to choose from; others can be typed.
   */
  options?: string[];
  /**
   * Nothing is done without it.
   */
  required?: boolean;
  /**
   * Its longest length in letters.
   */
  max?: number;
}
/**
 * A reading call that is made for each of the lines that are ticked before it is asked whether to do it. What it counts is added up; the sum is said with the question, unless it is 0.
 */
export interface BulkWarning {
  source: Source;
  with?: With;
  count: Value;
  text: Text;
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
  /**
   * On which side the sections beside the main column stand: end unless it says otherwise; on narrow screens at the start is above, at the end below.
   */
  asideAt?: 'start' | 'end';
  head?: Head;
  /**
   * Whether the inner-page banner is shown.
   */
  banner?: boolean;
  crumbs?: Crumbs;
  /**
   * login: anonymous visitors go to the login page and come back.
   */
  requires?: 'login';
  source: Source;
  with?: With;
  /**
   * Entries of a page; many for a page that is printed.
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
  actions?: Actions;
  empty?: Text;
  end?: Text;
  above?: Sections;
  featured?: Sections;
  nothing?: Sections;
}
/**
 * Loads by name.
 */
export interface Loads {
  [k: string]: Load;
}
/**
 * A call that a page makes besides its main one; its reply is the root of that name, with rows, total and item. With paging, filters, search, sorts or tabs it is a list with a state of its own, which is in the address under its name (of a load works: worksPage, worksSort, worksTab, worksKeyword, worksField and a name for each filter); the section that shows it shows them.
 */
export interface Load {
  source: Source;
  with?: With;
  /**
   * At most so many rows.
   */
  limit?: number;
  pages?: Value;
  exclude?: Value;
  neighbours?: Value;
  /**
   * Of a list with a state of its own: pages of `limit` rows with a pager, or a list that grows by so many.
   */
  paging?: 'pages' | 'more';
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
  joins?: Joins;
  when?: Condition;
  /**
   * When it fails the page fails; else only what shows it is left out.
   */
  required?: boolean;
}
/**
 * A way to narrow a list. Exactly one of options, dictionary, types, areas, years, dates, numbers says where its choices come from; its state in the address is its own name.
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
  /**
   * The years that there are items of under the other filters, newest first. Its parameter has to be `counted`, with the range `year`.
   */
  years?: true;
  dates?: Dates;
  numbers?: Numbers;
  /**
   * Several choices at once: items that have any of them are found, so its parameter has to match `any`.
   */
  multiple?: boolean;
  codelist?: Name;
  /**
   * Each choice is shown with the number of items behind it under the other filters; one with none cannot be chosen. Its parameter has to be `counted`.
   */
  counts?: boolean;
  /**
   * chips: a row of links, unless it says otherwise; radios: radio buttons in the form of the list's search, which then stands above the list.
   */
  shape?: 'chips' | 'radios';
  when?: Condition;
  dependsOn?: Name;
  enabled?: Condition;
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
 * A range of numbers: two to fill in, or steps to choose from; the parameters that receive its ends, which belong to it.
 */
export interface Numbers {
  /**
   * The parameter with the smallest number.
   */
  from: string;
  /**
   * The parameter with the largest number.
   */
  to: string;
  unit?: Text;
  steps?: NumberSteps;
}
/**
 * Ranges of numbers by name.
 */
export interface NumberSteps {
  [k: string]: NumberStep;
}
/**
 * One range; without an end it is open there.
 */
export interface NumberStep {
  label: Text;
  /**
   * The smallest number.
   */
  from?: number;
  /**
   * The largest number.
   */
  to?: number;
  before?: Name;
  after?: Name;
}
/**
 * A text search on a list; with several fields a selector chooses one.
 */
export interface Search {
  query?: Name;
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
  locate?: Name;
  before?: Name;
  after?: Name;
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
 * A value from what the institution has set: of the first entry of an ad slot that matches, or the id of the first menu column of a module. Exactly one of slot, routeId.
 */
export interface Lookup {
  /**
   * The name of the ad slot.
   */
  slot?: string;
  /**
   * Fields of the entry and the values they must have.
   */
  match?: {
    [k: string]: Value;
  };
  take?: Pointer;
  /**
   * The back route id of the column, looked for in the whole menu tree.
   */
  routeId?: number;
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
  zoom?: Zoom;
  download?: Condition;
}
/**
 * Where the pictures of a gallery are had as large as they are, from the root entry.
 */
export interface Zoom {
  large?: Value;
  service?: Value;
}
/**
 * A recording, such as what an audio guide says of an object, played by the browser's own controls, and its words to read. Without an address it is left out.
 */
export interface AudioSection {
  /**
   * Its kind.
   */
  section: 'audio';
  label?: Text;
  when?: Condition;
  /**
   * The ground it stands on: plain paper, a tinted band across the page, or a framed panel.
   */
  surface?: 'plain' | 'band' | 'panel';
  before?: Name;
  after?: Name;
  audio: Value;
  title?: Text;
  fields?: Displays;
  transcript?: Value;
}
/**
 * How an item is cited, with a button that copies the words and the address of the page, and under which licence it can be used.
 */
export interface CitationSection {
  /**
   * Its kind.
   */
  section: 'citation';
  label?: Text;
  when?: Condition;
  /**
   * The ground it stands on: plain paper, a tinted band across the page, or a framed panel.
   */
  surface?: 'plain' | 'band' | 'panel';
  before?: Name;
  after?: Name;
  text: Text;
  licence?: Action;
  note?: Text;
  actions?: Actions;
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
  caption?: Display;
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
  /**
   * lines: one below the other; figures: large, side by side, each above its label.
   */
  shape?: 'lines' | 'figures';
  fields: Displays;
}
/**
 * Figures that count up to what they are when they come into view, over a quiet wave; empty ones are left out. For visitors who prefer reduced motion nothing moves.
 */
export interface StatisticsSection {
  /**
   * Its kind.
   */
  section: 'statistics';
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
 * A sheet below the logo of the institution that is printed on A4 by itself, without anything else of the page: a certificate, a receipt, a letter of thanks. Its QR code carries the address of the page that tells whether it is genuine.
 */
export interface CertificateSection {
  /**
   * Its kind.
   */
  section: 'certificate';
  label?: Text;
  when?: Condition;
  /**
   * The ground it stands on: plain paper, a tinted band across the page, or a framed panel.
   */
  surface?: 'plain' | 'band' | 'panel';
  before?: Name;
  after?: Name;
  title: Text;
  holder?: Display;
  text?: Text;
  fields?: Displays;
  number?: Display;
  issuer?: Text;
  date?: Display;
  check?: Action;
  print?: Text;
}
/**
 * A list of entries from a load or from a list within the item. Of a load with a state of its own it shows the controls and the pager too.
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
  /**
   * On phones: stack, cards below each other unless it says otherwise, or strip, one line of them that is moved sideways.
   */
  narrow?: 'stack' | 'strip';
  opens?: Action;
  lead?: Source;
  more?: Action;
  empty?: Text;
  end?: Text;
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
 * A button, and sections in the dialog that it opens; without scripts too.
 */
export interface DialogSection {
  /**
   * Its kind.
   */
  section: 'dialog';
  label?: Text;
  when?: Condition;
  /**
   * The ground it stands on: plain paper, a tinted band across the page, or a framed panel.
   */
  surface?: 'plain' | 'band' | 'panel';
  before?: Name;
  after?: Name;
  button: Text;
  icon?: Icon;
  tone?: Tone;
  title?: Text;
  sections: Sections;
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
   * buttons; tiles: with picture or icon and hint; panel: a quiet list at the side; turns: what comes before and what comes after, at either end, with hints.
   */
  shape?: 'buttons' | 'tiles' | 'panel' | 'turns';
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
   * The pictures by name; without any there is one with the name and the slogan of the institution.
   */
  slides?: {
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
  image?: Value;
  title?: Text;
  text?: Text;
  opens?: Action;
  before?: Name;
  after?: Name;
}
/**
 * The columns of the institution's menu, each a picture with its name, and if wanted the newest of each below: what a portal shows before anything is written for it.
 */
export interface ColumnsSection {
  /**
   * Its kind.
   */
  section: 'columns';
  label?: Text;
  when?: Condition;
  /**
   * The ground it stands on: plain paper, a tinted band across the page, or a framed panel.
   */
  surface?: 'plain' | 'band' | 'panel';
  before?: Name;
  after?: Name;
  /**
   * So many of the newest entries of each column that opens a list stand below it, under the name of the column, unless another list of the page shows its module; else none, as in a group or a tab.
   */
  newest?: number;
  empty?: Text;
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
 * A form within a page, such as a letter above those that were written. Where its call is for members, strangers find the way to the login in the place of its button.
 */
export interface FormSection {
  /**
   * Its kind.
   */
  section: 'form';
  label?: Text;
  when?: Condition;
  /**
   * The ground it stands on: plain paper, a tinted band across the page, or a framed panel.
   */
  surface?: 'plain' | 'band' | 'panel';
  before?: Name;
  after?: Name;
  form: Source;
}
/**
 * Links in groups, such as the menu of the personal centre; the one that leads to the open page is marked.
 */
export interface MenuSection {
  /**
   * Its kind.
   */
  section: 'menu';
  label?: Text;
  when?: Condition;
  /**
   * The ground it stands on: plain paper, a tinted band across the page, or a framed panel.
   */
  surface?: 'plain' | 'band' | 'panel';
  before?: Name;
  after?: Name;
  image?: Value;
  title?: Text;
  text?: Text;
  /**
   * The groups by name.
   */
  groups: {
    [k: string]: MenuGroup;
  };
}
export interface MenuGroup {
  label?: Text;
  links: Actions;
  before?: Name;
  after?: Name;
}
/**
 * The free times of a place, to look at and to choose from.
 */
export interface TimesSection {
  /**
   * Its kind.
   */
  section: 'times';
  label?: Text;
  when?: Condition;
  /**
   * The ground it stands on: plain paper, a tinted band across the page, or a framed panel.
   */
  surface?: 'plain' | 'band' | 'panel';
  before?: Name;
  after?: Name;
  times: Times;
  opens?: Action;
}
/**
 * What a visitor wants to know today: whether the institution is open, by the `opening` of its settings; what is on now and next; where it is and what can be done. It shows what holds at each moment: the page is made anew when something of it changes. Institutions without `opening` do not have it.
 */
export interface TodaySection {
  /**
   * Its kind.
   */
  section: 'today';
  label?: Text;
  when?: Condition;
  /**
   * The ground it stands on: plain paper, a tinted band across the page, or a framed panel.
   */
  surface?: 'plain' | 'band' | 'panel';
  before?: Name;
  after?: Name;
  /**
   * What is on, by name: rows of loads, each ordered by where now lies against their time.
   */
  lists?: {
    [k: string]: TodayList;
  };
  /**
   * At most so many entries of all lists together; else 4.
   */
  limit?: number;
  empty?: Text;
  more?: Action;
  fields?: Displays;
  actions?: Actions;
}
/**
 * Entries with a time. What runs today stands before what goes on for days, and that before what comes; some of what comes is always there.
 */
export interface TodayList {
  rows: Pointer;
  card: Source;
  begin: Value;
  end?: Value;
  place?: Display;
  badge?: Display;
  before?: Name;
  after?: Name;
}
/**
 * A player of live streams and films. It shows its picture until it is pressed, and again when there is nothing to play; a stream that breaks off is sought until it is back.
 */
export interface PlayerSection {
  /**
   * Its kind.
   */
  section: 'player';
  label?: Text;
  when?: Condition;
  /**
   * The ground it stands on: plain paper, a tinted band across the page, or a framed panel.
   */
  surface?: 'plain' | 'band' | 'panel';
  before?: Name;
  after?: Name;
  title?: Text;
  stream?: Value;
  ended?: Condition;
  playback?: Value;
  chapters?: Chapters;
  poster?: Value;
  captions?: Value;
  preview?: PlayerPreview;
  messages?: PlayerMessages;
}
/**
 * Films to choose from; the root entry is one of them.
 */
export interface Chapters {
  rows: Pointer;
  label?: Text;
  title: Display;
  source: Value;
  captions?: Value;
}
/**
 * Until a stream begins: when that is, counted down by the server's clock, and what visitors can do meanwhile.
 */
export interface PlayerPreview {
  begin: Value;
  actions?: Actions;
}
/**
 * Words that differ from the shared texts.
 */
export interface PlayerMessages {
  waiting?: Text;
  ended?: Text;
  failed?: Text;
  missing?: Text;
}
/**
 * A map that fills the window, beside it the list of its places with their types to choose from. The state of it is in the page's query: page, id and the name that holds the type. Where the pictures of the map come from is a setting of the institution.
 */
export interface MapSection {
  /**
   * Its kind.
   */
  section: 'map';
  label?: Text;
  when?: Condition;
  /**
   * The ground it stands on: plain paper, a tinted band across the page, or a framed panel.
   */
  surface?: 'plain' | 'band' | 'panel';
  before?: Name;
  after?: Name;
  rows: Pointer;
  all?: Source;
  with?: With;
  open?: Pointer;
  place: MapPlace;
  popup?: MapPopup;
  categories?: MapCategories;
  locate?: Name;
  address?: MapAddress;
  /**
   * Where the way to a place is shown; else the institution's setting.
   */
  driving?: string;
  messages?: MapMessages;
}
/**
 * What a place has on the map and in the list. Its root is row.
 */
export interface MapPlace {
  coordinate: Value;
  title: Display;
  type?: Value;
  icon?: Value;
  image?: Value;
  fields?: Displays;
}
/**
 * What is shown of the open place besides its name. Its root is row.
 */
export interface MapPopup {
  images?: Pointer;
  tags?: Display;
  fields?: Displays;
  content?: Display;
  panorama?: Action;
  actions?: Actions;
}
/**
 * The types to choose from, as a tree.
 */
export interface MapCategories {
  query: Name;
  label?: Text;
  all?: Text;
  /**
   * The column's own tree of types.
   */
  types?: true;
  /**
   * The code of a dictionary; where the institution has entries for it they come before the types.
   */
  dictionary?: string;
}
/**
 * An address that is shown on the map.
 */
export interface MapAddress {
  text: Value;
  title?: Value;
  coordinate?: Value;
}
/**
 * Words that differ from the shared texts.
 */
export interface MapMessages {
  empty?: Text;
  more?: Text;
  end?: Text;
  emptyCategory?: Text;
  locateFailed?: Text;
  addressFailed?: Text;
  noPosition?: Text;
}
/**
 * Figures along an axis as a drawing, with the same figures in a table beside it. For pages of the desk alone.
 */
export interface ChartSection {
  /**
   * Its kind.
   */
  section: 'chart';
  label?: Text;
  when?: Condition;
  /**
   * The ground it stands on: plain paper, a tinted band across the page, or a framed panel.
   */
  surface?: 'plain' | 'band' | 'panel';
  before?: Name;
  after?: Name;
  rows: Pointer;
  x: Display;
  xLabel?: Text;
  /**
   * How it is drawn: a line over time, or bars (the default).
   */
  shape?: 'line' | 'bars';
  series: Displays;
  more?: Action;
  empty?: Text;
}
/**
 * A form for settings of the institution, made of what their meta-schema says. For pages of the desk alone.
 */
export interface SettingsSection {
  /**
   * Its kind.
   */
  section: 'settings';
  label?: Text;
  when?: Condition;
  /**
   * The ground it stands on: plain paper, a tinted band across the page, or a framed panel.
   */
  surface?: 'plain' | 'band' | 'panel';
  before?: Name;
  after?: Name;
  form: Pointer;
  save: Source;
  check: Source;
}
/**
 * Brings items in from a file: upload, what its columns are, a check of all rows, and the import itself with how far it is. For pages of the desk alone.
 */
export interface ImportSection {
  /**
   * Its kind.
   */
  section: 'import';
  label?: Text;
  when?: Condition;
  /**
   * The ground it stands on: plain paper, a tinted band across the page, or a framed panel.
   */
  surface?: 'plain' | 'band' | 'panel';
  before?: Name;
  after?: Name;
  file: Source;
  list: Source;
  one: Source;
  run: Source;
  faults: Source;
  back: Template;
}
/**
 * For pages of the desk alone: a week with what it has by the half-hour, or one day with a column for each of several places. The day is in the address as `day`, such as 2026-11-21, else it is today; the place as `id`, else it is the first; `view` is day where all places stand side by side. On phones it is an agenda of one day.
 */
export interface WeekCalendarSection {
  /**
   * Its kind.
   */
  section: 'weekCalendar';
  label?: Text;
  when?: Condition;
  /**
   * The ground it stands on: plain paper, a tinted band across the page, or a framed panel.
   */
  surface?: 'plain' | 'band' | 'panel';
  before?: Name;
  after?: Name;
  rows: Pointer;
  begin: Value;
  end: Value;
  title: Display;
  state?: Display;
  place?: Value;
  places?: Pointer;
  placeTitle?: Display;
  placeLabel?: Text;
  ground?: Condition;
  heading?: Condition;
  faded?: Condition;
  card: Source;
  free?: Source;
  whole?: Condition;
}
/**
 * For pages of the desk alone: lets people in by the codes that they show, which the camera reads where browsers can and which can be typed in. Without a connection it goes on by a list of hashes that is held for some minutes, notes what it reads, and hands that in later.
 */
export interface ScannerSection {
  /**
   * Its kind.
   */
  section: 'scanner';
  label?: Text;
  when?: Condition;
  /**
   * The ground it stands on: plain paper, a tinted band across the page, or a framed panel.
   */
  surface?: 'plain' | 'band' | 'panel';
  before?: Name;
  after?: Name;
  scan: Source;
  roll: Source;
  undo: Source;
  with: With;
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
 * One way to lay out a list.
 */
export interface Layout {
  card: Source;
  /**
   * Cards side by side on a wide screen.
   */
  columns?: number;
  label?: Text;
  calendar?: MonthCalendar;
}
/**
 * The days of a month with what they have of a list: title and link of an entry are those of the layout's card. Each day leads to the list with the filter of dates set to it. The month is in the address as `month`, such as 2026-11; else it is that of now. Filters by periods have no part in it. At most 200 entries of a month are placed, the first in the order of the call.
 */
export interface MonthCalendar {
  filter: Name;
  begin: Pointer;
  end?: Pointer;
  /**
   * What goes on for more days stands above the month, not on its days; else 14.
   */
  longest?: number;
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
  /**
   * On which side the sections beside the main column stand: end unless it says otherwise; on narrow screens at the start is above, at the end below.
   */
  asideAt?: 'start' | 'end';
  head?: Head;
  /**
   * Whether the inner-page banner is shown.
   */
  banner?: boolean;
  crumbs?: Crumbs;
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
  /**
   * On which side the sections beside the main column stand: end unless it says otherwise; on narrow screens at the start is above, at the end below.
   */
  asideAt?: 'start' | 'end';
  head?: Head;
  /**
   * Whether the inner-page banner is shown; else on every page but the home page.
   */
  banner?: boolean;
  crumbs?: Crumbs;
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
  /**
   * On which side the sections beside the main column stand: end unless it says otherwise; on narrow screens at the start is above, at the end below.
   */
  asideAt?: 'start' | 'end';
  head?: Head;
  /**
   * Whether the inner-page banner is shown.
   */
  banner?: boolean;
  crumbs?: Crumbs;
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
   * Why it cannot be filled in now, by name: the first reason that holds stands in its place.
   */
  closed?: {
    [k: string]: FormClosing;
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
   * What keeps it from being sent is told in a dialog too: the first fault each time, in the order of the fields or that of `order`; and why a file could not be uploaded.
   */
  alert?: boolean;
  alertTitle?: Text;
  /**
   * What was typed is kept while the visitor is elsewhere; never passwords and codes.
   */
  keep?: boolean;
  before?: Name;
  after?: Name;
}
/**
 * A reason why a form cannot be filled in, and what can be done instead.
 */
export interface FormClosing {
  when: Condition;
  label: Text;
  text?: Text;
  actions?: Actions;
  before?: Name;
  after?: Name;
}
/**
 * One step of a form that is filled in step by step.
 */
export interface FormStep {
  label: Text;
  next?: Text;
  text?: Text;
  /**
   * So many fields side by side where there is room; on small screens one. Fields of several lines take the whole width.
   */
  columns?: 1 | 2 | 3 | 4;
  actions?: Actions;
  outcome?: Tone;
  again?: Text;
  when?: Condition;
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
  enabled?: Condition;
  /**
   * Milliseconds from the press of the button, when everything is as it should be, to the call.
   */
  delay?: number;
  /**
   * However often it is sent, what was filled in is done once (header Idempotency-Key).
   */
  once?: boolean;
  draft?: DraftSubmission;
  encrypt?: Encryption;
  success?: Effects;
  failure?: Effects;
}
/**
 * What keeps a form as a draft; nothing is checked before.
 */
export interface DraftSubmission {
  source: Source;
  label: Text;
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
   *
   * Items: A host name without scheme and port.
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
  platform?: Platform;
  /**
   * Shipped patches in schemas/presets that lie below this institution's own: the name of each, or the name as preset with values of its parameters.
   */
  presets?: (
    | string
    | {
        /**
         * Its name.
         */
        preset: string;
        /**
         * The value of a parameter of the preset, in place of its own.
         */
        [k: string]:
          | {
              [k: string]: unknown;
            }
          | string;
      }
  )[];
  site: Site;
  opening?: OpeningTimes;
  theme: Theme;
  shell: Shell;
  /**
   * Modules by name; false switches one off: it has no pages, no calls and no entries in menu, search and sitemap, and nothing on other pages leads to it or shows its items.
   */
  modules?: {
    [k: string]: boolean;
  };
  menu: Menu;
  comments?: Comments;
  booking?: Booking;
  rules?: Rules;
  staff?: Staff;
  points?: Points;
  messages?: Messages;
  privacy?: Privacy;
  uploads?: Uploads;
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
  map?: MapSettings;
  backend?: Backend;
  /**
   * Further back ends by name. A module or a call says by its `backend` that one of them answers it.
   */
  backends?: {
    [k: string]: Backend;
  };
  /**
   * Under which conditions pictures and texts of items can be used, by the names that items refer to.
   */
  licences?: {
    [k: string]: Licence;
  };
  /**
   * Other sites whose pictures, videos and image services pages may show, such as https://img.example.org; without any everything comes from this site.
   */
  contentHosts?: string[];
}
/**
 * The other sites that visitors know as the same platform: what somebody chose for all of them, such as large text, is kept for all.
 */
export interface Platform {
  /**
   * The domain below which the hosts lie, such as culture.example.org: the choice is a cookie of it. Hosts elsewhere keep a cookie of their own.
   */
  domain?: string;
  /**
   * Hosts that share no domain with this one, each with all below it: links to them carry the choice.
   *
   * Items: A host name without scheme and port.
   */
  hosts?: string[];
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
   * What it is to search engines, a type of schema.org such as Museum, Library or CivicStructure; Organization unless set.
   */
  kind?: string;
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
 * When the institution is open, on the clocks of Asia/Shanghai. Sections today and calendars of lists show it, and search engines are told.
 */
export interface OpeningTimes {
  /**
   * The hours of an ordinary week by name; on weekdays that none of them has it is closed.
   */
  weekly: {
    [k: string]: WeeklyHours;
  };
  /**
   * Days that differ from the ordinary week by name: holidays, long nights, days of works.
   */
  special?: {
    [k: string]: SpecialDays;
  };
}
/**
 * Weekdays with the same hours.
 */
export interface WeeklyHours {
  /**
   * The weekdays.
   */
  days: ('monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday' | 'sunday')[];
  hours: HoursOfDay;
  before?: Name;
  after?: Name;
}
/**
 * From when to when it is open.
 */
export interface OpeningHours {
  /**
   * When it opens.
   */
  opens: string;
  /**
   * When it closes; 24:00 is midnight.
   */
  closes: string;
  /**
   * Until when visitors are let in; else until it closes.
   */
  lastEntry?: string;
  /**
   * It closes on the day after, such as at 01:00.
   */
  nextDay?: boolean;
}
/**
 * A day or several in a row. Without hours it is closed on them.
 */
export interface SpecialDays {
  /**
   * What visitors read, such as the name of the holiday.
   */
  title: string;
  /**
   * The first day.
   */
  from: string;
  /**
   * The last day; else the first is the only one.
   */
  to?: string;
  hours?: HoursOfDay;
  before?: Name;
  after?: Name;
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
  motif?:
    | 'landscape'
    | 'river'
    | 'moon'
    | 'lotus'
    | 'bamboo'
    | 'plum'
    | 'pine'
    | 'crane'
    | 'pavilion'
    | 'lattice'
    | 'porcelain'
    | 'bronze'
    | 'scroll'
    | 'book'
    | 'stage'
    | 'lantern'
    | 'boat'
    | 'tea'
    | 'bowl'
    | 'mask'
    | 'textile'
    | 'city'
    | 'wave'
    | 'temple'
    | 'fish'
    | 'platter'
    | 'pot'
    | 'steamer'
    | 'admission'
    | 'bookmark'
    | 'postcard'
    | 'calendar'
    | 'map'
    | 'fan'
    | 'tote'
    | 'coaster'
    | 'gift'
    | 'incense'
    | 'zither'
    | 'block'
    | 'tape'
    | 'mirror'
    | 'jade'
    | 'bell'
    | 'ware';
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
   * Which links open a new window: cards, those of list cards and what a module says; never, none; always, also those of buttons. Where fingers point, pages of the portal stay in the same one.
   */
  newWindows?: 'cards' | 'never' | 'always';
  /**
   * The address of the search page; an empty text hides the search box.
   */
  search?: string;
  /**
   * Words that are offered before a visitor has typed anything; words that several visitors searched for in the last days follow them.
   *
   * @maxItems 8
   *
   * Items: A word to search for.
   */
  hotWords?:
    | []
    | [string]
    | [string, string]
    | [string, string, string]
    | [string, string, string, string]
    | [string, string, string, string, string]
    | [string, string, string, string, string, string]
    | [string, string, string, string, string, string, string]
    | [string, string, string, string, string, string, string, string];
  /**
   * The address of the login page; an empty text hides the link.
   */
  login?: string;
  /**
   * The address of the visitor's own pages, which messages to members lead to; an empty text hides the link.
   */
  account?: string;
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
   * What the law wants at the foot of every page, by name: the ICP number, that of the public security, statements on privacy and accessibility. Each is a line of words, with the address where it can be looked up if there is one.
   */
  records?: {
    [k: string]: FooterRecord;
  };
  /**
   * Its accounts on other platforms by name, each with the picture of its QR code.
   */
  accounts?: {
    [k: string]: FooterAccount;
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
  /**
   * It is an institution of the same portal, whose address has the scheme and the port under which this one was asked for.
   */
  sister?: boolean;
  before?: Name;
  after?: Name;
}
/**
 * A record.
 */
export interface FooterRecord {
  /**
   * The words.
   */
  title: string;
  /**
   * Where it can be looked up or read.
   */
  href?: string;
  before?: Name;
  after?: Name;
}
/**
 * An account.
 */
export interface FooterAccount {
  /**
   * What and where it is, as visitors know it.
   */
  title: string;
  /**
   * The picture of its QR code.
   */
  image: string;
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
   * The picture of the column where columns are shown as pictures; else one is drawn.
   */
  image?: string;
  /**
   * A sentence on what it holds, below the heading of its list. The word mobilenav alone hides the column from the menu of wide screens instead.
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
 * What members may write under items.
 */
export interface Comments {
  /**
   * A comment that has one of these is not taken; capitals, full-width letters and spaces make no difference. The rest awaits review as ever.
   *
   * @maxItems 5000
   */
  words?: string[];
}
/**
 * How long before visitors book places; a place that says so itself goes by its own.
 */
export interface Booking {
  /**
   * So many hours before it begins a booking has to be made; else until it begins.
   */
  leadHours?: number;
  /**
   * So many days ahead can be booked, today included; else 30.
   */
  days?: number;
}
/**
 * What members must keep to.
 */
export interface Rules {
  /**
   * So many tickets that were not used within `unusedDays` keep a member from taking new ones; without it nothing does.
   */
  unusedLimit?: number;
  /**
   * The days before today in which unused tickets count; else 365.
   */
  unusedDays?: number;
}
/**
 * Who works at the desk of the institution (/admin), and what its roles may do.
 */
export interface Staff {
  /**
   * The roles by name; null takes one out.
   */
  roles?: {
    [k: string]: StaffRole;
  };
  /**
   * Whether everybody needs a code of an authenticator app (TOTP, RFC 6238) besides the password: required asks for it from the first login on, offered leaves it to each.
   */
  secondFactor?: 'required' | 'offered';
  /**
   * After so many minutes without any call a session at the desk is over; else 60. Each is over after 12 hours.
   */
  idleMinutes?: number;
  /**
   * For how many days it is kept who changed, saw or exported what; else 1,095.
   */
  auditDays?: number;
  /**
   * Sentences to choose from where staff give a reason, by name.
   */
  reasons?: {
    [k: string]: string;
  };
}
/**
 * A role at the desk.
 */
export interface StaffRole {
  /**
   * Its name.
   */
  label: string;
  /**
   * What it may do, by the name of a module; `all` stands for those that are not named. A module's own list takes the place of that of `all`; an empty one hides the module.
   */
  may: {
    [k: string]: Right[];
  };
}
/**
 * What members earn points by, which the page of rules lists and the server credits, and how long points last.
 */
export interface Points {
  /**
   * The rules by name, in the order of the list; null takes one out.
   */
  rules?: {
    [k: string]: PointRule;
  };
  /**
   * So many months after points came in they expire at the end of the day, the oldest first; without it they last for ever. What came in earlier keeps the day it was given.
   */
  expireMonths?: number;
}
/**
 * What a deed earns. A deed counts once, and is taken back with what it was.
 */
export interface PointRule {
  /**
   * What members read, such as a login a day.
   */
  label: string;
  /**
   * login: the first login of a day; registration; firstContact: the first contact that is added; attended: somebody enrolled was checked in, or a visitor who booked came; approved: what a member handed in was published; granted: staff grants it (npm run points).
   */
  deed: 'login' | 'registration' | 'firstContact' | 'attended' | 'approved' | 'granted';
  module?: Name;
  /**
   * How many it earns.
   */
  points: number;
  /**
   * At most so many times on one day of Asia/Shanghai; else as often as it is done.
   */
  daily?: number;
  before?: Name;
  after?: Name;
}
/**
 * By which ways members hear outside of the portal of what concerns them. A message in the inbox is always there.
 */
export interface Messages {
  /**
   * The channels that the institution opens; a server without a gateway of a channel sends nothing by it.
   *
   * Items: sms: text messages; mail: e-mail to an address that the member proved.
   */
  channels?: ('sms' | 'mail')[];
  /**
   * So many messages in a minute at most by each channel; the others wait. Else 60.
   */
  perMinute?: number;
  /**
   * From this hour of Asia/Shanghai on, members are reminded of what they have a place of on the next day; else 10.
   */
  remindHour?: number;
  /**
   * How many minutes before the beginning members are reminded of what they asked to be reminded of, such as a live stream; else 15.
   */
  remindMinutes?: number;
  /**
   * The kinds of things that members are told of, by name; null keeps one in the inbox alone.
   */
  kinds?: {
    [k: string]: MessageKind;
  };
}
/**
 * How members hear of one kind of thing outside of the portal.
 */
export interface MessageKind {
  /**
   * What members read, such as a place that came free.
   */
  label: string;
  /**
   * The channels that it may go by, as far as the institution opens them and the member chooses them.
   *
   * Items: sms or mail.
   */
  channels: ('sms' | 'mail')[];
  /**
   * Members who have chosen nothing hear of it by text message.
   */
  urgent?: boolean;
}
/**
 * How long ID numbers are kept. Members are told of it before they hand one in.
 */
export interface Privacy {
  /**
   * So many days after what was enrolled for or booked has ended, or a form with it was handed in or what that was for has ended (role end), the ID number in it is erased; else 90.
   */
  keepIdNumbersDays?: number;
  /**
   * So many days after a contact was last changed or enrolled, its ID number is erased; else 365.
   */
  keepContactIdNumbersDays?: number;
}
/**
 * What visitors may upload.
 */
export interface Uploads {
  largest?: LargestFiles;
  /**
   * Files that a member may upload in a day; else 200.
   */
  daily?: number;
  /**
   * Files that may be uploaded in a day from one address without a login, by calls that allow it; else 20.
   */
  anonymousDaily?: number;
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
  /**
   * The entries below it, by name; their words follow its own where they stand for a code.
   */
  children?: {
    [k: string]: DictionaryEntry;
  };
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
  center?: Center;
}
/**
 * Its middle, in the system of the institution's coordinates: visitors who do not say where they are can have the list of a map in the order of the distance from there.
 */
export interface Center {
  /**
   * Degrees east.
   */
  lng: number;
  /**
   * Degrees north.
   */
  lat: number;
}
/**
 * Maps: where their pictures come from, what they show first, and the marks on them.
 */
export interface MapSettings {
  /**
   * Where maps come from, in this order: the first that can be loaded is shown. amap: AMap JS API 2.0; tianditu: tiles of Tianditu; tiles: tiles of the institution's own; embedded: drawn by this portal, without a key and without any other site.
   */
  providers?: ('amap' | 'tianditu' | 'tiles' | 'embedded')[];
  center?: Center1;
  /**
   * How near the map is when it is opened: each step doubles it.
   */
  zoom?: number;
  /**
   * The system that coordinates of places are written in, and the center above: gcj02 as AMap and Tencent, bd09 as Baidu, wgs84 as GPS and Tianditu.
   */
  coordinates?: 'gcj02' | 'wgs84' | 'bd09';
  /**
   * The city in which addresses are looked up: an area code of the telephone or an administrative code.
   */
  cityCode?: string;
  /**
   * Metres around a position within which its address is looked for.
   */
  radius?: number;
  /**
   * Seconds after which locating a visitor is given up.
   */
  timeoutSeconds?: number;
  /**
   * The name of a file in the folder maps with what the embedded map draws around the institution.
   */
  ground?: string;
  driving?: Driving;
  /**
   * The page of another site that looks an address up: a URI Template with address.
   */
  find?: string;
  /**
   * Marks of places by their type, by name.
   */
  icons?: {
    [k: string]: MapIcon;
  };
  amap?: AmapSettings;
  tianditu?: TiandituSettings;
  tiles?: TileSettings;
}
/**
 * The middle of the map when it is opened; without it all places are in sight.
 */
export interface Center1 {
  /**
   * Degrees east.
   */
  lng: number;
  /**
   * Degrees north.
   */
  lat: number;
}
/**
 * The page that shows the way to a place.
 */
export interface Driving {
  /**
   * A URI Template (RFC 6570) with fromLng, fromLat, fromName, toLng, toLat and toName.
   */
  url: string;
  /**
   * The system of its coordinates; else gcj02.
   */
  coordinates?: 'gcj02' | 'wgs84' | 'bd09';
}
/**
 * The mark of a type of places.
 */
export interface MapIcon {
  /**
   * The type.
   */
  siteType: string;
  icon?: Icon;
  /**
   * The address of a picture in the mark, instead of a line icon.
   */
  image?: string;
  /**
   * Its colour; else the institution's.
   */
  color?: string;
}
/**
 * Access to AMap.
 */
export interface AmapSettings {
  /**
   * The key of the kind Web (JS API); visitors can read it, so restrict it to the institution's hosts.
   */
  key: string;
  /**
   * The name of the environment variable with the security code of the key. With it calls of AMap go through this server under /_AMapService, which adds the code: visitors never see it.
   */
  securityCode?: string;
}
/**
 * Access to Tianditu.
 */
export interface TiandituSettings {
  /**
   * The key of the kind for browsers.
   */
  key: string;
}
/**
 * Tiles of the institution's own, in the Web Mercator scheme.
 */
export interface TileSettings {
  /**
   * The address of a tile with {z}, {x} and {y}.
   */
  url: string;
  /**
   * Whose map it is, with its approval number.
   */
  credit: string;
  /**
   * The system that the tiles are drawn in; else wgs84.
   */
  coordinates?: 'gcj02' | 'wgs84' | 'bd09';
  /**
   * The nearest zoom that there are tiles for; else 18.
   */
  maxZoom?: number;
}
/**
 * A back end of the institution's own.
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
   * The name of the header that carries the visitor's network address, that one alone; else X-Forwarded-For.
   */
  addressHeader?: string;
  /**
   * The name of the header that carries the member's token, such as Authorization, for a back end that has issued it itself; else none is sent, nor while the built-in back end answers logins.
   */
  tokenHeader?: string;
  /**
   * Milliseconds before a call is given up. Visitors wait no longer than five seconds for an answer, whatever stands here; only calls with files may take longer.
   */
  timeout?: number;
  /**
   * Headers of every call, by name: a text, or { "secret": … } with the name of the environment variable that holds it, so that it stands in no file and no log.
   */
  headers?: {
    [k: string]: string | Secret;
  };
}
/**
 * A value that is kept in the server's environment.
 */
export interface Secret {
  /**
   * The name of the environment variable.
   */
  secret: string;
}
/**
 * Under which conditions something can be used.
 */
export interface Licence {
  /**
   * Its name for visitors.
   */
  label: string;
  /**
   * What it means, in a sentence.
   */
  note?: string;
  /**
   * Where its words are: of Creative Commons or RightsStatements.org, as they write it themselves, for machines that compare it.
   */
  address?: string;
  /**
   * Whether visitors can save pictures that are under it; else they cannot.
   */
  allowsDownload?: boolean;
}
/** Every named part of the language. */
export type PartName =
  | 'About'
  | 'Action'
  | 'Actions'
  | 'ActionsSection'
  | 'Admin'
  | 'AdminColumn'
  | 'AdminField'
  | 'AdminFilter'
  | 'AdminGroup'
  | 'AdminPlace'
  | 'Advert'
  | 'Alternative'
  | 'AmapSettings'
  | 'Area'
  | 'AreaGroup'
  | 'AudioSection'
  | 'Backend'
  | 'Booking'
  | 'BookingFields'
  | 'BulkAction'
  | 'BulkQuestion'
  | 'BulkWarning'
  | 'Calculation'
  | 'Card'
  | 'CarouselSection'
  | 'Center'
  | 'CertificateFields'
  | 'CertificateSection'
  | 'Chapters'
  | 'ChartSection'
  | 'Choice'
  | 'CitationSection'
  | 'Clauses'
  | 'CodeRequest'
  | 'Codelist'
  | 'ColumnsSection'
  | 'Comments'
  | 'CommentsSection'
  | 'Compared'
  | 'ComposedPage'
  | 'Condition'
  | 'Confirmation'
  | 'Constant'
  | 'Constants'
  | 'Contribution'
  | 'Counts'
  | 'Creation'
  | 'Crumbs'
  | 'Dates'
  | 'Derivation'
  | 'DetailPage'
  | 'DialogSection'
  | 'Dictionary'
  | 'DictionaryEntry'
  | 'Display'
  | 'DisplayObject'
  | 'Displays'
  | 'DraftSubmission'
  | 'DrawFields'
  | 'Driving'
  | 'Effects'
  | 'Encryption'
  | 'Endpoint'
  | 'EnrolmentFields'
  | 'ExchangeFields'
  | 'Expression'
  | 'FieldKind'
  | 'FieldReference'
  | 'FieldSchema'
  | 'FieldsSection'
  | 'Filter'
  | 'FooterAccount'
  | 'FooterLink'
  | 'FooterRecord'
  | 'Form'
  | 'FormClosing'
  | 'FormField'
  | 'FormPage'
  | 'FormSection'
  | 'FormStep'
  | 'Format'
  | 'GallerySection'
  | 'GroupSection'
  | 'Head'
  | 'HeadingSection'
  | 'HeroSection'
  | 'HoursOfDay'
  | 'Icon'
  | 'ImportSection'
  | 'Include'
  | 'Item'
  | 'Join'
  | 'Joins'
  | 'LargestFiles'
  | 'Layout'
  | 'LayoutCase'
  | 'LayoutChoice'
  | 'Licence'
  | 'LinkedData'
  | 'ListPage'
  | 'ListSection'
  | 'Load'
  | 'Loads'
  | 'Lookup'
  | 'Lookups'
  | 'ManifestFields'
  | 'MapAddress'
  | 'MapCategories'
  | 'MapIcon'
  | 'MapMessages'
  | 'MapPlace'
  | 'MapPopup'
  | 'MapSection'
  | 'MapSettings'
  | 'Menu'
  | 'MenuGroup'
  | 'MenuNode'
  | 'MenuSection'
  | 'MessageKind'
  | 'Messages'
  | 'Module'
  | 'MonthCalendar'
  | 'Move'
  | 'MoveMessage'
  | 'Moves'
  | 'Name'
  | 'Notice'
  | 'NumberStep'
  | 'NumberSteps'
  | 'Numbers'
  | 'Opening'
  | 'OpeningHours'
  | 'OpeningTimes'
  | 'Option'
  | 'Options'
  | 'Page'
  | 'Paging'
  | 'Param'
  | 'PhaseCodes'
  | 'PhaseOrder'
  | 'PickCase'
  | 'Places'
  | 'Platform'
  | 'PlayerMessages'
  | 'PlayerPreview'
  | 'PlayerSection'
  | 'PointRule'
  | 'Pointer'
  | 'Points'
  | 'Privacy'
  | 'Proof'
  | 'Property'
  | 'Range'
  | 'Ratio'
  | 'RecordPick'
  | 'RecordSearch'
  | 'Recording'
  | 'Recordings'
  | 'ReminderFields'
  | 'RichTextSection'
  | 'Right'
  | 'Roles'
  | 'Rules'
  | 'RushSettings'
  | 'Scalar'
  | 'ScannerSection'
  | 'Search'
  | 'SearchField'
  | 'SearchLine'
  | 'Secret'
  | 'Section'
  | 'SectionFields'
  | 'Sections'
  | 'SessionFields'
  | 'SettingsSection'
  | 'Shell'
  | 'Site'
  | 'Slide'
  | 'Slot'
  | 'Sort'
  | 'Source'
  | 'SpecialDays'
  | 'Staff'
  | 'StaffRole'
  | 'State'
  | 'States'
  | 'StatisticsSection'
  | 'Subject'
  | 'Submission'
  | 'Success'
  | 'SummarySection'
  | 'Tab'
  | 'TabsSection'
  | 'Template'
  | 'TenantSettings'
  | 'Test'
  | 'TestSchema'
  | 'Text'
  | 'TextObject'
  | 'TextSection'
  | 'Theme'
  | 'TiandituSettings'
  | 'TileSettings'
  | 'Times'
  | 'TimesSection'
  | 'TodayList'
  | 'TodaySection'
  | 'Toggle'
  | 'Toggles'
  | 'Tone'
  | 'Tool'
  | 'Tools'
  | 'TreeName'
  | 'TypeNode'
  | 'Types'
  | 'Upload'
  | 'Uploads'
  | 'Upstream'
  | 'UpstreamField'
  | 'UpstreamPaging'
  | 'UpstreamValue'
  | 'Value'
  | 'ValueCase'
  | 'Voting'
  | 'Watch'
  | 'WeekCalendarSection'
  | 'WeeklyHours'
  | 'With'
  | 'Zoom';
/** What references within a part see, as the annotation `x-scope` says. */
export type ScopeName =
  | 'address'
  | 'card'
  | 'countdown'
  | 'counted'
  | 'creation'
  | 'display'
  | 'form'
  | 'found'
  | 'judged'
  | 'load'
  | 'move'
  | 'ofRow'
  | 'outcome'
  | 'page'
  | 'picked'
  | 'richText'
  | 'rows'
  | 'rule'
  | 'subject'
  | 'told';
/** What a reference starts at instead of a named root, as the annotation `x-root` says. */
export type RootName =
  | 'advert'
  | 'created'
  | 'entry'
  | 'included'
  | 'item'
  | 'joined'
  | 'listEntry'
  | 'reply'
  | 'rows'
  | 'storedItem';
