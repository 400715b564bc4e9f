import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { writeScriptJson } from '../../../server/rendering/scriptJson';
import { plainStyle } from './plainStyle';
import type { PlainSite } from './site';

/** A page to be written: what stands in it before any script runs, and what its script finds. */
interface PlainDocument {
  site: PlainSite;
  title: string;
  /** Absent: the script shows everything. */
  page?: ReactElement;
  /** By the id of the element that holds it; none: the page has no script. */
  data?: Readonly<Record<string, unknown>>;
}

/** Writes a whole page, rendered by React. */
export function writeDocument({ site, title, page, data }: PlainDocument): string {
  const held = Object.entries(data ?? {}).map(
    ([id, value]) => `<script id="${id}" type="application/json">${writeScriptJson(value)}</script>`,
  );
  return (
    `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">` +
    `<title>${title.replace(/[<&]/g, ' ')} - ${site.title}</title><style>${plainStyle}</style>` +
    (data ? '<script type="module" src="/list.js"></script>' : '') +
    `</head><body><div id="root">${page ? renderToString(page) : ''}</div>${held.join('')}</body></html>`
  );
}
