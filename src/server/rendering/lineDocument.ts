import { escapeHtml } from '../api/sanitize';

/** What the page of a line says. */
export interface LineView {
  state: 'waiting' | 'turn' | 'over' | 'gone';
  title: string;
  /** The place, in figures; '' where there is none. */
  place: string;
  words: string;
  hint: string;
  /** Seconds until the page asks again; 0 when nothing will change. */
  again: number;
}

/** What stands around it. */
interface LineFrame {
  locale: string;
  /** What is waited for, and whose it is. */
  name: string;
  site: string;
  logo: string;
  back: { href: string; label: string };
  themeStyles: string;
  /** Where the script is that keeps the page up to date. */
  script: string;
}

/** The styles of the page beside the institution's colours. */
export const lineStyles = `*{box-sizing:border-box}body{margin:0;min-height:100vh;display:flex;flex-direction:column;font:16px/1.7 system-ui,"PingFang SC","Noto Sans CJK SC",sans-serif;color:var(--ink,#222);background:var(--paper,#fafafa)}.line-head{display:flex;align-items:center;gap:12px;padding:16px 24px;border-bottom:1px solid var(--line,#ddd);background:var(--surface,#fff)}.line-head img{width:36px;height:36px;object-fit:contain}.line-head p{margin:0;font-weight:600}main{flex:1;display:grid;place-content:center;justify-items:center;gap:8px;padding:40px 20px;text-align:center}h1{margin:0;font:400 30px/1.4 "Songti SC","Noto Serif CJK SC",serif}.line-name{margin:0;color:var(--ink-2,#555);max-width:36em}.line-place{margin:20px 0 0;font:400 clamp(72px,18vw,128px)/1.1 "Songti SC","Noto Serif CJK SC",serif;color:var(--primary,#8a3b2a);font-variant-numeric:tabular-nums}.line-place:empty{display:none}.line-words{margin:0;font-size:20px}.line-words:empty{display:none}.line-hint{margin:20px 0 0;padding-top:20px;border-top:1px solid var(--line,#ddd);color:var(--ink-2,#555);max-width:34em}.line-back{display:inline-flex;align-items:center;justify-content:center;min-width:180px;min-height:48px;margin-top:24px;padding:0 28px;border:1px solid var(--primary,#8a3b2a);border-radius:var(--radius,4px);color:var(--primary,#8a3b2a);text-decoration:none}[data-state=turn] .line-back{background:var(--primary,#8a3b2a);color:var(--on-primary,#fff)}.line-back:focus-visible{outline:3px solid var(--primary,#8a3b2a);outline-offset:3px}`;

/** What brings the page up to date where there are scripts: a small question again and again, which others have without them by loading the page. */
export const lineScript = `(function () {
  var main = document.querySelector('main');
  var at = function (name) { return document.querySelector('.line-' + name); };
  function plan(seconds) { if (seconds > 0) setTimeout(ask, seconds * 1000); }
  function ask() {
    fetch(location.href, { headers: { Accept: 'application/json' }, credentials: 'same-origin' })
      .then(function (reply) { if (!reply.ok) throw new Error(String(reply.status)); return reply.json(); })
      .then(function (view) {
        main.dataset.state = view.state;
        document.title = view.title + ' - ' + main.dataset.site;
        document.querySelector('h1').textContent = view.title;
        at('place').textContent = view.place;
        at('words').textContent = view.words;
        at('hint').textContent = view.hint;
        plan(view.again);
      })
      .catch(function () { plan(5); });
  }
  plan(Number(main.dataset.again));
})();
`;

/** Writes the page of a line. Without scripts it loads itself again. */
export function buildLineDocument(view: LineView, { locale, name, site, logo, back, themeStyles, script }: LineFrame): string {
  const { state, title, place, words, hint, again } = view;
  return `<!doctype html>
<html lang="${escapeHtml(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(`${title} - ${site}`)}</title>
<link rel="icon" href="${escapeHtml(logo)}">
${again > 0 ? `<noscript><meta http-equiv="refresh" content="${again}"></noscript>\n` : ''}<style>${themeStyles}</style>
<style>${lineStyles}</style>
<script defer src="${escapeHtml(script)}"></script>
</head>
<body>
<header class="line-head"><img src="${escapeHtml(logo)}" alt=""><p>${escapeHtml(site)}</p></header>
<main data-state="${state}" data-again="${again}" data-site="${escapeHtml(site)}">
<h1>${escapeHtml(title)}</h1>
<p class="line-name">${escapeHtml(name)}</p>
<div role="status">
<p class="line-place">${escapeHtml(place)}</p>
<p class="line-words">${escapeHtml(words)}</p>
</div>
<p class="line-hint">${escapeHtml(hint)}</p>
<a class="line-back" href="${escapeHtml(back.href)}">${escapeHtml(back.label)}</a>
</main>
</body>
</html>`;
}
