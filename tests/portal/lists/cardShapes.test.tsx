// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import type { Card } from '../../../src/model/definitions.g';
import { listPayload } from '../payloads';
import { htmlOf } from '../rendered';

const rows = [{ id: 'a', name: '林一', state: '报名中' }];

function show(card: Partial<Card>, columns = 4): HTMLElement {
  const page = document.createElement('div');
  page.innerHTML = htmlOf(listPayload({ card: { shape: 'tile', title: '/row/name', ...card }, rows, columns }));
  return page;
}

const shapes = ['tile', 'row', 'line', 'overlay', 'stub', 'details', 'post', 'table'] as const;

describe.each(shapes)('a card of the shape %s', (shape) => {
  test.each([
    ['without a picture', undefined],
    ['with one', '/row/image'],
  ])('%s bears its mark once', (_, image) => {
    const marks = show({ shape, badge: '/row/state', ...(image === undefined ? {} : { image }) }).querySelectorAll('.badge');
    expect([...marks].map((mark) => mark.textContent)).toEqual(['报名中']);
  });
});

test.each([
  ['tile', 4, 4],
  ['line', 4, 4],
  ['overlay', 6, 6],
  ['row', 4, 2],
  ['stub', 3, 2],
  ['details', 6, 2],
  ['post', 1, 1],
] as const)('cards of the shape %s, of which %i are asked for side by side, are %i', (shape, asked, side) => {
  expect(show({ shape }, asked).querySelector('.card-list')?.classList).toContain(`card-list-columns-${side}`);
});
