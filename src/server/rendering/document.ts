import type { Form, Page } from '../../model/definitions.g';
import type { JsonObject } from '../../model/json';
import type { CarriedPayload, Payload } from '../../model/payload';
import { findCalendar } from '../../runtime/calendar';
import { collectLaterKinds, fieldParts } from '../../runtime/fieldParts';
import { findStatefulLists } from '../../runtime/lists';
import { listPlacedForms } from '../../runtime/sections';
import { formatPattern } from '../../runtime/text';
import { joinPieces, type Piece } from '../../runtime/pieces';
import { writeTime } from '../../runtime/dates';
import { focusSheetName } from '../files/focusSheet';
import { cardSize } from '../sharing/cardSize';
import { escapeHtml } from '../api/sanitize';
import { hashSource } from './hashSource';
import { openingMark, openingSource } from './openingMark';
import { pickStyles, type PageStyles } from './pageStyles';
import { writeScriptJson } from './scriptJson';

/** What the build left for pages to load. */
export interface Assets {
  /** Addresses of the entry's scripts, the entry first, then what it imports. */
  scripts: string[];
  /** Addresses of what only some pages load, by the name of the component. */
  parts: Readonly<Record<string, readonly string[]>>;
  /** Addresses of styles that only some pages need, by the name of the component; absent: none have any. */
  sheets?: Readonly<Record<string, readonly string[]>>;
  /** The styles that pages have in themselves; absent: none do. */
  styles?: PageStyles;
}

/** What a renderer makes of a payload; `fault` is what kept a part of the page from being rendered. */
interface Rendered {
  pieces: readonly Piece[];
  htmlClass: string;
  fault?: unknown;
}
/** Renders a page on the server: the portal's entry. */
export type Render = (payload: Payload) => Rendered;

/**
 * What makes a link to the sheet of all styles one for paper: no page waits for it, and scripts find it fetched when they put it on the page.
 * Pages of large text have it for the screen as well.
 */
export const forPaper = ' media="print"';

/** What stands in a page itself, by its sources for the Content-Security-Policy. */
interface InlineSources {
  styleHashes: readonly string[];
  /** Absent: no script does. */
  scriptHashes?: readonly string[];
}

/** A page as it is sent. */
export interface PageDocument extends InlineSources {
  pieces: readonly Piece[];
  /** Words with the time when it was made, for when it is sent later than pages usually are. */
  note: string;
}

const rootElement = '<div id="root">';

/** Returns a page with the words of its time on it, before all that scripts take over. */
export const writeNote = <D extends PageDocument>(made: D): D => ({
  ...made,
  pieces: [
    {
      html: joinPieces(made.pieces).replace(
        rootElement,
        () => `<p class="wrap quiet" role="status">${escapeHtml(made.note)}</p>\n${rootElement}`,
      ),
    },
  ],
});

/** What a document has besides its payload and what was rendered of it. */
export interface DocumentParts {
  /** The payload as the document carries it. */
  carried: CarriedPayload;
  /** The institution's colours as CSS custom properties. */
  themeStyles: string;
  /** What search engines are told of the page. */
  linkedData?: readonly JsonObject[];
  /** Names the state of the styles by which pictures are cropped around a point of theirs; empty where none has one. */
  focusVersion?: string;
}

/** Writes the whole HTML document of a page. */
export function buildDocument(payload: Payload, rendered: Rendered, assets: Assets, parts: DocumentParts): PageDocument {
  const { carried, themeStyles } = parts;
  const styles = assets.styles && pickStyles(assets.styles, rendered.pieces, rendered.htmlClass);
  const { texts } = payload.shell;
  const { patterns, now } = payload.page;
  return {
    pieces: [
      { html: writeHead(payload, rendered.htmlClass, parts) },
      ...(styles ? [{ html: `<style data-whole="${escapeHtml(assets.styles?.whole ?? '')}">` }, styles, { html: '</style>\n' }] : []),
      { html: `${writeLinks(payload, assets, parts)}\n</head>\n<body>\n${rootElement}` },
      ...rendered.pieces,
      { html: `</div>\n<script id="payload" type="application/json">${writeScriptJson(carried)}</script>\n</body>\n</html>` },
    ],
    styleHashes: [themeStyles, ...(styles ? [styles.html] : [])].map(hashSource),
    ...(isMarked(payload) ? { scriptHashes: [openingSource] } : {}),
    note: formatPattern(texts['contentOf'] ?? '{time}', { time: writeTime(now, 'dateTime', { texts, patterns, now }) }, patterns),
  };
}

/** The sections of a page that are laid out at once, as `section.css` has it. */
const firstSections = 3;
/** Whether a page has so many sections that those seen first are laid out first. */
const isMarked = ({ page: { definition } }: Payload): boolean =>
  definition.kind === 'composed' && Object.keys(definition.sections).length > firstSections;

/** Returns the begin of a document, up to the institution's colours. */
function writeHead(payload: Payload, htmlClass: string, { themeStyles, linkedData = [] }: DocumentParts): string {
  const { head } = payload.page;
  return `<!doctype html>
<html lang="${escapeHtml(payload.shell.locale)}"${htmlClass === '' ? '' : ` class="${escapeHtml(htmlClass)}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${escapeHtml(head.title)}</title>
<meta name="description" content="${escapeHtml(head.description)}">
${head.keywords === undefined ? '' : `<meta name="keywords" content="${escapeHtml(head.keywords)}">\n`}<link rel="canonical" href="${escapeHtml(head.canonical)}">
<meta property="og:title" content="${escapeHtml(head.title)}">
<meta property="og:description" content="${escapeHtml(head.description)}">
<meta property="og:type" content="${payload.page.definition.kind === 'detail' ? 'article' : 'website'}">
<meta property="og:url" content="${escapeHtml(head.canonical)}">
${describeShareImage(payload)}<meta name="theme-color" content="${escapeHtml(payload.shell.theme.color)}">
<link rel="icon" href="${escapeHtml(payload.shell.site.logo)}">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="${escapeHtml(payload.shell.prefix)}/site.webmanifest">
${(head.alternates ?? []).map(({ locale, href }) => `<link rel="alternate" hreflang="${escapeHtml(locale)}" href="${escapeHtml(href)}">\n`).join('')}${listFeeds(payload)}${linkedData.map((thing) => `<script type="application/ld+json">${writeScriptJson(thing)}</script>\n`).join('')}${isMarked(payload) ? openingMark : ''}<style>${themeStyles}</style>
`;
}

/** Returns what a page loads, a line each. */
function writeLinks(payload: Payload, assets: Assets, { carried, focusVersion = '' }: DocumentParts): string {
  const focus = focusVersion === '' ? [] : [`/files/${focusSheetName}?v=${focusVersion}`];
  return [
    ...(assets.styles ? writeWholeSheet(escapeHtml(assets.styles.whole)) : []),
    ...[...listStylesheets(payload, assets), ...focus].map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`),
    ...listScripts(payload, assets).map((src, index) =>
      index === 0 ? `<script type="module" src="${escapeHtml(src)}"></script>` : `<link rel="modulepreload" href="${escapeHtml(src)}">`,
    ),
    ...listParts(carried).map((href) => `<link rel="preload" href="${escapeHtml(href)}" as="fetch" crossorigin fetchpriority="low">`),
  ].join('\n');
}

/** Of all styles: a page has only those of what it shows, without those that come of what visitors do. */
const writeWholeSheet = (href: string): string[] => [
  `<link rel="stylesheet" href="${href}"${forPaper}>`,
  `<noscript><link rel="stylesheet" href="${href}"></noscript>`,
];

/** Returns what names the picture that chats and other sites show of a page; none of what could not be shown. */
function describeShareImage({ page: { head, status } }: Payload): string {
  if (head.shareImage === undefined || status !== 200) return '';
  const { width, height } = cardSize;
  return [
    `<meta property="og:image" content="${escapeHtml(head.shareImage)}">`,
    '<meta property="og:image:type" content="image/png">',
    `<meta property="og:image:width" content="${width}">`,
    `<meta property="og:image:height" content="${height}">`,
    `<meta property="og:image:alt" content="${escapeHtml(head.title)}">`,
    '<meta name="twitter:card" content="summary_large_image">',
  ]
    .map((line) => `${line}\n`)
    .join('');
}

/** Returns the links by which readers of feeds find that of a list. */
function listFeeds({ shell: { prefix }, page: { feeds = [], path, query, heading } }: Payload): string {
  if (!feeds.includes('atom')) return '';
  const { columnId } = query;
  const address = `${prefix}/feeds${path}.atom${columnId === undefined ? '' : `?${new URLSearchParams({ columnId }).toString()}`}`;
  return `<link rel="alternate" type="application/atom+xml" title="${escapeHtml(heading)}" href="${escapeHtml(address)}">\n`;
}

/** Returns the entry, what it imports, what this page's kinds import, and what checks its forms, so that nothing is found late. */
function listScripts(payload: Payload, assets: Assets): string[] {
  const { definition, validators = {} } = payload.page;
  const placed = listPlacedForms(definition);
  const checks = Object.entries(validators).flatMap(([name, address]) => (placed.includes(name) ? [address] : []));
  return [...new Set([...assets.scripts, ...collectComponents(payload).flatMap((name) => assets.parts[name] ?? []), ...checks])];
}

/** Returns the addresses of what the document leaves out, which the entry waits for. */
const listParts = ({ shell, page }: CarriedPayload): string[] => [shell.frame, ...('declared' in page ? [page.declared] : [])];

/** Returns the styles that come with the components of the page's kinds: it must not move once it is seen. */
function listStylesheets(payload: Payload, assets: Assets): string[] {
  return [...new Set(collectComponents(payload).flatMap((name) => assets.sheets?.[name] ?? []))];
}

/** By definition: what each of its pages shows, whatever its state. */
const components = new WeakMap<Page, readonly string[]>();

/** Components that are in the file of another. */
const fileOf: Readonly<Record<string, string>> = { StatefulList: 'ListPage', ToggleTool: 'ShareTool', CommentsTool: 'CommentsSection' };

function collectParts(definition: Page): readonly string[] {
  const known = components.get(definition) ?? [
    ...collectKinds(definition, 'section').map((kind) => `${capitalize(kind)}Section`),
    ...[
      ...collectKinds(definition, 'tool').map((kind) => `${capitalize(kind)}Tool`),
      ...(findStatefulLists(definition).some(({ prefix }) => prefix !== '') ? ['StatefulList'] : []),
    ].map((name) => fileOf[name] ?? name),
  ];
  components.set(definition, known);
  return known;
}

/** Returns the names of the components that show the page. */
function collectComponents({ page }: Payload): string[] {
  return [
    `${capitalize(page.definition.kind)}Page`,
    ...(findCalendar(page.definition, page.data.state) ? ['ListCalendar'] : []),
    ...collectParts(page.definition),
    ...Object.values(page.cards).flatMap(({ shape }) => [`${capitalize(shape)}Card`, ...(shape === 'table' ? ['EntryTable'] : [])]),
    ...listForms(page).flatMap(({ fields }) => collectLaterKinds(fields).map((kind) => fieldParts[kind])),
  ];
}

const listForms = ({ definition, forms }: Payload['page']): Form[] => listPlacedForms(definition).flatMap((name) => forms[name] ?? []);

function collectKinds(value: unknown, key: 'section' | 'tool'): string[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, part]) => (name === key && typeof part === 'string' ? [part] : collectKinds(part, key)));
}

const capitalize = (kind: string): string => kind.charAt(0).toUpperCase() + kind.slice(1);

/** Other sites that pages take something from, by what it is. */
export interface PolicyHosts {
  script?: readonly string[];
  style?: readonly string[];
  img?: readonly string[];
  media?: readonly string[];
  connect?: readonly string[];
}

/** Returns the Content-Security-Policy of pages: no eval, scripts and styles within them by hash alone. */
export function buildContentSecurityPolicy({ styleHashes, scriptHashes = [] }: InlineSources, hosts: PolicyHosts): string {
  const from = (kind: Exclude<keyof PolicyHosts, 'script' | 'style'>): string => (hosts[kind] ?? []).map((host) => ` ${host}`).join('');
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...scriptHashes, ...(hosts.script ?? [])].join(' ')}`,
    `style-src 'self' ${[...styleHashes, ...(hosts.style ?? [])].join(' ')}`.trimEnd(),
    `img-src 'self' data:${from('img')}`,
    `media-src 'self' blob:${from('media')}`,
    "font-src 'self'",
    `connect-src 'self'${from('connect')}`,
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
