// @vitest-environment jsdom
import { act } from 'react-dom/test-utils';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Page } from '../../../src/model/definitions.g';
import type { Payload } from '../../../src/model/payload';
import { beginSession, endSession } from '../../../src/portal/data/session';
import type { Call, CallValues } from '../../../src/runtime/pageData';
import { endpoint, pageOf, shellOf } from '../payloads';
import { hydratePage, type Taken } from '../rendered';

const page: Page = {
  kind: 'detail',
  source: 'lecture:detail',
  with: { id: '/query/id' },
  loads: {
    others: { source: 'lecture:list' },
    own: { source: 'visit:list', with: { memberId: '/viewer/id', lecture: '/query/id' } },
    places: { source: 'visit:places', with: { visit: '/own/rows/0/id' } },
  },
  sections: {
    own: {
      section: 'fields',
      when: { '/own/total': { minimum: 1 } },
      fields: { code: { value: '/own/rows/0/code', label: '签到码' }, place: { value: '/places/item/place', label: '座位' } },
    },
    others: { section: 'fields', fields: { other: { value: '/others/rows/0/title', label: '其他讲座' } } },
  },
};

/** A page as the server writes it for everybody: what is a member's own was withheld. */
const payload: Payload = {
  shell: shellOf(),
  page: pageOf(
    page,
    {
      main: { ok: true, rows: [], total: 0, item: { id: 'l1', title: '夜读' } },
      loads: {
        others: { ok: true, rows: [{ id: 'l2', title: '晨读' }], total: 1 },
        own: { ok: true, rows: [], total: 0, withheld: true },
        places: { ok: true, rows: [], total: 0, withheld: true },
      },
    },
    {
      path: '/lecturedetail',
      query: { id: 'l1' },
      endpoints: {
        'lecture:detail': endpoint('lecture:detail', '/api/lecture/{id}'),
        'lecture:list': endpoint('lecture:list', '/api/lecture'),
        'visit:list': { ...endpoint('visit:list', '/api/visit/{memberId}{?lecture}'), viewer: true },
        'visit:places': { ...endpoint('visit:places', '/api/visit/places{?visit}'), viewer: true },
      },
    },
  ),
};

const asked: [string, CallValues][] = [];
const call: Call = (source, values) => {
  asked.push([source.name, values]);
  return Promise.resolve(
    source.name === 'visit:list'
      ? { ok: true, rows: [{ id: 'v1', code: '271828' }], total: 1 }
      : { ok: true, rows: [], total: 0, item: { place: '三排七座' } },
  );
};

let taken: Taken | undefined;
beforeEach(() => {
  window.scrollTo = vi.fn();
  asked.length = 0;
});
afterEach(() => {
  taken?.close();
  taken = undefined;
  act(() => endSession());
});

const labels = (): string[] => [...(taken?.container.querySelectorAll('#article dd') ?? [])].map((each) => each.textContent ?? '');

test("a member's own record stands on the page of an item, and nothing else of the page is asked for again", async () => {
  beginSession({ token: 't1', mobilePhone: '13800000000', image: '', id: 'm1', name: '张三' });
  taken = await hydratePage(payload, call);
  expect(labels()).toEqual(['271828', '三排七座', '晨读']);
  expect(asked).toEqual([
    ['visit:list', { memberId: 'm1', lecture: 'l1' }],
    ['visit:places', { visit: 'v1' }],
  ]);
  act(() => endSession());
  expect(labels()).toEqual(['晨读']);
});

test('for others there is nothing to ask for', async () => {
  taken = await hydratePage(payload, call);
  expect([labels(), asked]).toEqual([['晨读'], []]);
});
