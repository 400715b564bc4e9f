import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readStyleParts } from '../../../src/cli/tooling/assets/styleParts';
import { joinPieces, type Piece } from '../../../src/runtime/pieces';
import { buildDocument } from '../../../src/server/rendering/document';
import { pickStyles } from '../../../src/server/rendering/pageStyles';
import { listPayload } from '../../portal/payloads';

const pick = (css: string, html: string, classes = ''): string =>
  pickStyles({ parts: readStyleParts(css), whole: '/assets/portal-1.css' }, [{ html }], classes).html;

describe('the styles of a page', () => {
  it.each([
    ['a class that is there', '.card{color:red}', '<a class="row card">', '.card{color:red}'],
    ['a class that is not', '.card{color:red}', '<a class="cards">', ''],
    ['an element', 'a{color:red}b{color:blue}', '<a>', 'a{color:red}'],
    ['all that a selector names', '.a .b>i{top:0}.a .c{top:1px}', '<p class="a"><i class="b">', '.a .b>i{top:0}'],
    ['of several selectors those that fit', '.a,.b,.c{top:0}', '<p class="b">', '.b{top:0}'],
    [
      'states, attributes and parts, whether or not they are there now',
      '.a:focus,.a[open]::before{top:0}',
      '<p class="a">',
      '.a:focus,.a[open]::before{top:0}',
    ],
    [
      'what shows itself while the pointer is elsewhere, but not what changes under it or is selected',
      '.a:hover{top:0}.a:hover,.a:focus{top:1px}.a:hover>.b{top:2px}.b .a:hover::before{top:3px}::selection{top:4px}',
      '<p class="a b">',
      '.a:focus{top:1px}.a:hover>.b{top:2px}',
    ],
    ['what is ruled out needs nothing', '.a:not(.b),.a:not(:has(.b)){top:0}', '<p class="a">', '.a:not(.b),.a:not(:has(.b)){top:0}'],
    [
      'one of several, under each of the names for it',
      '.a:is(.b,.x .c){top:0}:where(.x,.y) .a{top:1px}.a:-webkit-any(.x,i){top:2px}.a:-moz-any(.b,.x .y){top:3px}',
      '<p class="a b"><i>',
      '.a:is(.b,.x .c){top:0}.a:-webkit-any(.x,i){top:2px}.a:-moz-any(.b,.x .y){top:3px}',
    ],
    ['one of several that may come to be', '.a:is(:hover,.b){top:0}', '<p class="a">', '.a:is(:hover,.b){top:0}'],
    ['what a part has in it', '.a:has(.b){top:0}.a:has(>.x){top:1px}', '<p class="a"><i class="b">', '.a:has(.b){top:0}'],
    ['one of several parts', '.a:has(.x,>i){top:0}.a:has(.x,.y){top:1px}', '<p class="a"><i>', '.a:has(.x,>i){top:0}'],
    ['what every page has', ':root{--a:1}*{margin:0}html,body{top:0}', '', ':root{--a:1}*{margin:0}html,body{top:0}'],
    [
      'classes of the root element, but not that of large text, which brings all styles',
      '.is-gray a{top:0}.is-large a{top:0}',
      '<a>',
      '.is-gray a{top:0}',
    ],
    [
      'conditions with what is left within them',
      '@media (min-width:1px){.a{top:0}.b{top:0}}@media print{.a{top:0}}@page{margin:0}@page sheet{margin:0}',
      '<p class="a">',
      '@media (min-width:1px){.a{top:0}}',
    ],
    [
      'keyframes that a rule names',
      '@keyframes in{to{top:0}}@keyframes out{to{top:0}}.a{animation:in 1s}',
      '<p class="a">',
      '@keyframes in{to{top:0}}.a{animation:in 1s}',
    ],
    ['fonts', '@font-face{font-family:a}', '', '@font-face{font-family:a}'],
    ['the order of the cascade', '.b{top:0}.a{top:1px}.b{top:2px}', '<p class="a b">', '.b{top:0}.a{top:1px}.b{top:2px}'],
    ['no words of a visitor', '.card{top:0}em{top:0}', '<p title="&lt;em class=&quot;card&quot;">&lt;em class=&quot;card&quot;&gt;', ''],
  ])('are: %s', (_what, css, html, expected) => {
    expect(pick(css, html, 'is-gray')).toBe(expected);
  });

  it('are those of every part of it, also of one that other pages have', () => {
    const styles = { parts: readStyleParts('.a{top:0}.b{top:0}.c{top:0}'), whole: '/assets/portal-1.css' };
    const shared: Piece = { html: '<p class="b">', kept: true };
    const picked = ['a', 'c'].map((name) => pickStyles(styles, [{ html: `<p class="${name}">` }, shared], '').html);
    expect(picked).toEqual(['.a{top:0}.b{top:0}', '.b{top:0}.c{top:0}']);
  });

  it('are found among many', () => {
    const css = Array.from({ length: 70 }, (_, place) => `.c${place}{top:0}`).join('');
    expect(pick(css, '<p class="c0 c31 c32 c69 c70">')).toBe('.c0{top:0}.c31{top:0}.c32{top:0}.c69{top:0}');
  });

  it('are named by their hash to browsers', () => {
    const styles = { parts: readStyleParts('.a{top:0}.b{top:0}'), whole: '/assets/portal-1.css' };
    const payload = listPayload();
    const rendered = { pieces: [{ html: '<p class="b">' }], htmlClass: '' };
    const { pieces, styleHashes } = buildDocument(
      payload,
      rendered,
      { scripts: [], parts: {}, styles },
      {
        carried: { shell: { ...payload.shell, frame: '/frame' }, page: payload.page },
        themeStyles: ':root{}',
      },
    );
    const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
    const html = joinPieces(pieces);
    expect(html).toContain('<style data-whole="/assets/portal-1.css">.b{top:0}</style>');
    expect(html).toContain('<link rel="stylesheet" href="/assets/portal-1.css" media="print">');
    expect(styleHashes).toEqual([hash(':root{}'), hash('.b{top:0}')]);
  });
});
