import { expect, test } from 'vitest';
import { sanitize, sanitizeRow } from '../../../src/server/api/sanitize';

const rich = { type: 'string', contentMediaType: 'text/html' } as const;
const attack = '<b>x</b><img src=x onerror=alert(1)><script>alert(1)</script>';
const clean = sanitize(attack);

test('rich text of a foreign reply is sanitised under its own name, where it is renamed, within others, and joined in one text', () => {
  const shape = {
    type: 'object',
    properties: {
      words: rich,
      body: rich,
      within: { type: 'object', properties: { note: rich } },
      notes: { type: 'array', items: rich },
      plain: { type: 'string' },
    },
  } as const;
  const row = { words: attack, data: { html: attack, note: attack }, notes: attack, plain: 'a < b' };
  const safe = sanitizeRow(row, { shape, rename: { '/body': '/data/html', '/within/note': '/data/note' } });
  expect(safe).toEqual({ words: clean, data: { html: clean, note: clean }, notes: clean, plain: 'a < b' });
  expect(JSON.stringify(safe)).not.toMatch(/script|onerror/);
  expect(row.data.html).toBe(attack);
});

const words = [
  '\u5c55',
  'a',
  ' ',
  '\n',
  '"',
  "'",
  '&',
  '&amp;',
  '<',
  '>',
  '\u00a0',
  '\ud83d\ude00',
  '<p>',
  '</p>',
  '<p class="x">',
  '<b>',
  '</b>',
];
const more = [
  '<em>',
  '</em>',
  '<h2>',
  '</h2>',
  '<h1>',
  '</h1>',
  '<h6>',
  '</h6>',
  '<u>',
  '</u>',
  '<script>',
  '</script>',
  '<P>',
  '<br>',
  '<li>',
  '<!--',
];

test('what is written in paragraphs is not parsed, and comes out as the parser would give it', () => {
  let state = 7;
  const pick = (from: readonly string[]): string => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return from[Math.floor((state / 2 ** 32) * from.length)] ?? '';
  };
  const plain = (): string => `<p>${pick(words.slice(0, 4))}<b>${pick(words.slice(0, 6))}</b></p>${pick(words.slice(0, 4))}`;
  const texts = Array.from({ length: 3_000 }, (_, index) =>
    index % 3 === 0 ? plain() + plain() : Array.from({ length: 1 + (index % 7) }, () => pick([...words, ...more])).join(''),
  );
  // An element without an end keeps a text from being taken for plain; of what is left open the parser closes all before it.
  const parsed = (text: string): string => sanitize(`<hr>${text}`).slice('<hr />'.length);
  expect(texts.filter((text) => sanitize(text) !== parsed(text))).toEqual([]);
});
