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
