import { expect, test } from 'vitest';
import { raiseHeadings } from '../../../src/portal/sections/headings';

test.each([
  ['<p>无标题</p>', '<p>无标题</p>'],
  ['<h2>一</h2><h3>二</h3>', '<h2>一</h2><h3>二</h3>'],
  ['<h3 class="a">一</h3><p>h3 &lt;h3&gt;</p><h4>二</h4>', '<h2 class="a">一</h2><p>h3 &lt;h3&gt;</p><h3>二</h3>'],
  ['<h5>一</h5><hr><h4>二</h4>', '<h3>一</h3><hr><h2>二</h2>'],
])('the headings of %s begin with the second level', (html, raised) => expect(raiseHeadings(html)).toBe(raised));
