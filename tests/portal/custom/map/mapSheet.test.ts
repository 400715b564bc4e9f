// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const sheet = readFileSync('src/portal/custom/map/map.css', 'utf8');
/** Where the content of the page is made a part of the window, which the map then fills. */
const filling = /^(#root:has\(.*\)) > main \{$/m.exec(sheet)?.[1] ?? '';

const map = '<section class="section-frame section-map"><div class="map-page"></div></section>';
const words = '<section class="section-frame section-text"></section>';

it.each([
  ['alone', `<h1 class="unseen"></h1><div class="section-bands">${map}</div>`, true],
  ['below a banner', `<div class="banner"></div><div class="section-bands">${map}</div>`, false],
  ['below a way back', `<h1 class="unseen"></h1><nav class="wrap crumbs"></nav><div class="section-bands">${map}</div>`, false],
  ['before another section', `<h1 class="unseen"></h1><div class="section-bands">${map}${words}</div>`, false],
  ['after another section', `<h1 class="unseen"></h1><div class="section-bands">${words}${map}</div>`, false],
  ['nowhere', `<h1 class="unseen"></h1><div class="section-bands">${words}</div>`, false],
])('a map %s fills the window or has a height of its own', (_where, content, fills) => {
  document.body.innerHTML = `<div id="root"><header></header><main>${content}</main></div>`;
  expect(document.querySelector('#root')?.matches(filling)).toBe(fills);
});

it('the footer is moved below the window only where the map fills it', () => {
  const rules = [...sheet.matchAll(/^ *(#root:has\([^{]*) \{/gm)].map(([, selector = '']) => selector);
  expect(rules.filter((selector) => !selector.startsWith(filling) && !selector.endsWith('> .rail'))).toEqual([]);
});
