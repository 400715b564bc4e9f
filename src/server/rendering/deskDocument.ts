import type { Payload } from '../../model/payload';
import { escapeHtml } from '../api/sanitize';
import { writeScriptJson } from './scriptJson';

/** What the build left for the desk: addresses of its scripts, the entry first, and of its styles. */
export interface DeskAssets {
  scripts: readonly string[];
  sheets: readonly string[];
}

/**
 * Writes the document of a page of the desk. Its content is rendered in the browser: staff work in it all day, and nothing of it is for
 * search engines or for who has no scripts.
 * @param themeStyles the institution's colours as CSS custom properties
 */
export function buildDeskDocument({ shell, page }: Payload, { scripts, sheets }: DeskAssets, themeStyles: string): string {
  const [entry = '', ...others] = scripts;
  return `<!doctype html>
<html lang="${escapeHtml(shell.locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex">
<title>${escapeHtml(page.head.title)}</title>
<meta name="theme-color" content="${escapeHtml(shell.theme.color)}">
<link rel="icon" href="${escapeHtml(shell.site.logo)}">
${sheets.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`).join('\n')}
<style>${themeStyles}</style>
<script type="module" src="${escapeHtml(entry)}"></script>
${others.map((src) => `<link rel="modulepreload" href="${escapeHtml(src)}">`).join('\n')}
</head>
<body>
<noscript><p>${escapeHtml(shell.texts['deskNoScript'] ?? '')}</p></noscript>
<div id="root"></div>
<script id="payload" type="application/json">${writeScriptJson({ shell, page })}</script>
</body>
</html>`;
}
