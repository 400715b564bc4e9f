// @vitest-environment jsdom
import { expect, test } from 'vitest';
import type { Card } from '../../../src/model/definitions.g';
import { listPayload } from '../payloads';
import { htmlOf } from '../rendered';

const rows = [{ id: 'a', name: '林一' }];

function show(card: Partial<Card>, columns = 4): HTMLElement {
  const page = document.createElement('div');
  page.innerHTML = htmlOf(listPayload({ card: { shape: 'tile', title: '/row/name', ...card }, rows, columns }));
  return page;
}

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
