import { describe, expect, it } from 'vitest';
import { merge } from '../../../src/portal/desk/settings/merge';

const base = { title: '馆', menu: { a: { title: '一' }, b: { title: '二' } } };

describe('what was typed while somebody else saved', () => {
  it('keeps the changes of both, and what was typed where both changed the same', () => {
    const mine = { title: '新馆', menu: { a: { title: '壹' }, b: { title: '二' } } };
    const theirs = { title: '别的馆', menu: { a: { title: '一' }, b: { title: '贰' }, c: { title: '三' } } };
    expect(merge(base, mine, theirs)).toEqual({ title: '新馆', menu: { a: { title: '壹' }, b: { title: '贰' }, c: { title: '三' } } });
  });

  it('keeps what either took away, and the order of whoever moved entries', () => {
    const mine = { title: '馆', menu: { b: { title: '二' }, a: { title: '一' } } };
    expect(JSON.stringify(merge(base, mine, { menu: { a: { title: '一' }, b: { title: '贰' } } }))).toBe(
      JSON.stringify({ menu: { b: { title: '贰' }, a: { title: '一' } } }),
    );
    const moved = { title: '馆', menu: { c: {}, b: { title: '二' }, a: { title: '一' } } };
    expect(JSON.stringify(merge(base, { title: '新馆', menu: { a: { title: '壹' }, b: { title: '二' } } }, moved))).toBe(
      JSON.stringify({ title: '新馆', menu: { c: {}, b: { title: '二' }, a: { title: '壹' } } }),
    );
    expect(merge(base, { title: '馆', menu: { a: { title: '壹' } } }, { ...base, title: '新馆' })).toEqual({
      title: '新馆',
      menu: { a: { title: '壹' } },
    });
  });
});
