import { describe, expect, it } from 'vitest';
import type { Condition } from '../../src/model/definitions.g';
import { holds } from '../../src/runtime/condition';

const scope = {
  item: { number: 5, least: 3, most: 5, text: '5', none: null, word: '甲', begin: '2026-11-20', end: '2026-11-20T09:30:00+08:00' },
  form: { end: '2026-11-19', at: '2026-11-20', word: '甲', other: '乙' },
  now: Date.parse('2026-11-20T10:00:00+08:00'),
};
const to = (pointer: string): { $data: string } => ({ $data: pointer });

describe('a condition that compares with what another reference finds', () => {
  it.each([
    ['a number with a smaller one', { '/item/number': { minimum: to('/item/least') } }, true],
    ['a number with a greater one', { '/item/least': { minimum: to('/item/number') } }, false],
    ['a number with itself', { '/item/number': { minimum: to('/item/most'), maximum: to('/item/most'), const: to('/item/most') } }, true],
    ['a number with a text', { '/item/number': { const: to('/item/text') } }, false],
    ['a number with nothing', { '/item/number': { minimum: to('/item/none') } }, false],
    ['a number with what is not there', { '/item/number': { maximum: to('/item/nowhere') } }, false],
    ['nothing with a number', { '/item/none': { minimum: to('/item/number') } }, false],
    ['a day with an earlier one', { '/item/begin': { minimum: to('/form/end') } }, true],
    ['a day with a later one', { '/form/end': { minimum: to('/item/begin') } }, false],
    ['a day with a moment of it', { '/item/begin': { maximum: to('/item/end') } }, true],
    ['the same words', { '/item/word': { const: to('/form/word') } }, true],
    ['other words', { '/item/word': { const: to('/form/other') } }, false],
    ['the same days', { '/form/at': { const: to('/item/begin') } }, true],
    ['a day with now', { '/item/begin': { maximum: to('/now') } }, true],
    ['a bound that is written beside a reference', { '/item/number': { minimum: 6, maximum: to('/item/most') } }, false],
    ['a bound that is a number, which says nothing of a text', { '/item/text': { minimum: 6 } }, true],
  ] as [string, Condition, boolean][])('%s', (_what, condition, expected) => expect(holds(condition, scope)).toBe(expected));
});
