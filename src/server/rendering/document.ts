import { createHash } from 'node:crypto';
import type { Payload } from '../../model/payload';

/** What the build left for pages to load. */
export interface Assets {
  /** Addresses of the entry's scripts, the entry first, then what it imports. */
  scripts: string[];
  /** Addresses of what only some pages load, by the name of the component. */
  parts: Readonly<Record<string, readonly string[]>>;
  /** Styles of the visible part of a page, to be inlined. */
  critical: string;
  /** Address of the styles of the rest. */
  rest?: string;
}

/** What a renderer makes of a payload. */
export interface Rendered { html: string; bodyClass: string; htmlClass: string }
/** Renders a page on the server: the portal's entry. */
export type Render = (payload: Payload) => Rendered;

/** A page as it is sent, and the sources of its inline styles for the Content-Security-Policy. */
export interface PageDocument { html: string; styleHashes: string[] }

/**
 * Writes the whole HTML document of a page.
 * @param themeStyles the institution's colours as CSS custom properties
 */
export function documentOf(payload: Payload, rendered: Rendered, assets: Assets, themeStyles: string): PageDocument {
  const { head } = payload.page;
  const styles = [themeStyles, assets.critical].filter((css) => css !== '');
  const html = `<!doctype html>
<html lang="zh-CN"${rendered.htmlClass === '' ? '' : ` class="${escapeHtml(rendered.htmlClass)}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(head.title)}</title>
<meta name="description" content="${escapeHtml(head.description)}">
${head.keywords === undefined ? '' : `<meta name="keywords" content="${escapeHtml(head.keywords)}">\n`}<link rel="canonical" href="${escapeHtml(head.canonical)}">
<meta property="og:title" content="${escapeHtml(head.title)}">
<meta property="og:description" content="${escapeHtml(head.description)}">
<meta property="og:type" content="${payload.page.page.kind === 'detail' ? 'article' : 'website'}">
<meta property="og:url" content="${escapeHtml(head.canonical)}">
${head.image === undefined ? '' : `<meta property="og:image" content="${escapeHtml(head.image)}">\n`}<meta name="theme-color" content="${escapeHtml(payload.shell.theme.color)}">
<link rel="icon" href="${escapeHtml(payload.shell.site.logo)}">
${styles.map((css) => `<style>${css}</style>`).join('\n')}
${scriptsOf(payload, assets).map((src, index) => (index === 0 ? `<script type="module" src="${escapeHtml(src)}"></script>` : `<link rel="modulepreload" href="${escapeHtml(src)}">`)).join('\n')}
</head>
<body class="${escapeHtml(rendered.bodyClass)}">
<div id="root">${rendered.html}</div>
${assets.rest === undefined ? '' : `<link rel="stylesheet" href="${escapeHtml(assets.rest)}">\n`}<script id="payload" type="application/json">${scriptJson(payload)}</script>
</body>
</html>`;
  return { html, styleHashes: styles.map(hashSource) };
}

/** The entry, what it imports, and what this page's kinds import, so that nothing is found late. */
function scriptsOf({ page }: Payload, assets: Assets): string[] {
  const names = [`${capital(page.page.kind)}Page`, ...kindsIn(page.page, 'section').map((kind) => `${capital(kind)}Section`), ...kindsIn(page.page, 'tool').map((kind) => `${capital(kind)}Tool`)];
  return [...new Set([...assets.scripts, ...names.flatMap((name) => assets.parts[name] ?? [])])];
}

function kindsIn(value: unknown, key: 'section' | 'tool'): string[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, part]) => (name === key && typeof part === 'string' ? [part] : kindsIn(part, key)));
}

const capital = (kind: string): string => kind.charAt(0).toUpperCase() + kind.slice(1);

const sources = new Map<string, string>();

function hashSource(css: string): string {
  let source = sources.get(css);
  if (!source) {
    source = `'sha256-${createHash('sha256').update(css).digest('base64')}'`;
    if (sources.size < 5000) sources.set(css, source);
  }
  return source;
}

/** JSON that cannot end the script element it stands in, nor break older parsers. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

/** Text as it stands in HTML content and double-quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** The Content-Security-Policy of pages: no inline script, no eval, styles by hash alone. */
export function contentSecurityPolicy(styleHashes: readonly string[], contentHosts: readonly string[]): string {
  const hosts = contentHosts.map((host) => ` ${host}`).join('');
  return [
    "default-src 'none'", "script-src 'self'", `style-src 'self' ${styleHashes.join(' ')}`.trimEnd(), `img-src 'self' data:${hosts}`, `media-src 'self' blob:${hosts}`,
    "font-src 'self'", "connect-src 'self'", "worker-src 'self' blob:", "manifest-src 'self'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'",
  ].join('; ');
}
