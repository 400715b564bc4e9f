// @vitest-environment jsdom
import { act, Simulate } from 'react-dom/test-utils';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { maskPhone } from '../../../../src/runtime/mask';
import contentDetail from '../../../../schemas/fragments/contentDetail.json';
import type { Page, Toggle } from '../../../../src/model/definitions.g';
import type { Reply } from '../../../../src/model/payload';
import type { Call, CallValues } from '../../../../src/runtime/pageData';
import { toParagraphs } from '../../../../src/portal/custom/comments/readComments';
import { beginSession, endSession } from '../../../../src/portal/data/session';
import { endpoint, pageOf, shellOf } from '../../payloads';
import { htmlOf, hydratePage, type Taken } from '../../rendered';

/** The editor is heavy, and not what is tested here. */
vi.mock('../../../../src/portal/ui/editor/RichTextEditor', () => ({
  RichTextEditor: ({
    id,
    value,
    labelledBy,
    onChange,
  }: {
    id: string;
    value: string;
    labelledBy: string;
    onChange: (html: string) => void;
  }) => <input id={id} data-rich={labelledBy} value={value} onChange={(event) => onChange(event.target.value)} />,
}));

let taken: Taken | undefined;
let calls: { name: string; values: CallValues }[] = [];
let replies: Record<string, Partial<Reply> | (() => Promise<Reply>)> = {};
const call: Call = (target, values) => {
  calls.push({ name: target.name, values });
  const reply = replies[target.name];
  return typeof reply === 'function' ? reply() : Promise.resolve({ ok: true, rows: [], total: 0, ...reply });
};

beforeEach(() => {
  vi.useFakeTimers();
  window.scrollTo = vi.fn();
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
  calls = [];
  replies = {};
  sessionStorage.clear();
});
afterEach(async () => {
  await act(async () => {
    vi.advanceTimersByTime(10_000);
  });
  taken?.close();
  taken = undefined;
  act(() => endSession());
  vi.useRealTimers();
});

const like: Toggle = {
  label: '点赞',
  icon: 'heart',
  source: 'interaction:star',
  with: { menuId: '/query/columnId', businessId: '/query/id' },
  about: { title: 'title', address: 'url' },
  count: '/item/counts/star',
  on: { '/item/counts/isStar': 'true' },
  undo: { title: '温馨提示', text: '确定取消点赞？', confirm: '确定', cancel: '取消' },
};

/** A detail page with a like, and with comments. @returns its markup as the server writes it */
async function open({
  counts = { star: 3, isStar: 'false' },
  toggle = like,
  comments,
  before,
}: {
  counts?: Record<string, string | number>;
  toggle?: Toggle;
  comments?: Record<string, Reply>;
  before?: (container: HTMLElement) => void;
} = {}): Promise<string> {
  const page: Page = {
    kind: 'detail',
    source: 'information:detail',
    sections: {},
    tools: { like: { tool: 'toggle', toggle }, comments: { tool: 'comments' } },
    joins: { counts: { source: 'amount:one', with: { p: '/viewer/phone' }, on: '/dataId', key: '/id' } },
    below: {
      comments: {
        section: 'comments',
        label: '评论',
        source: 'comment:list',
        with: { dataId: '/query/id' },
        add: 'comment:add',
        send: { memberId: '/viewer/id', dataId: '/query/id' },
        about: { title: 'dataTitle' },
      },
    },
  };
  const shell = shellOf();
  const payload = {
    shell,
    page: pageOf(
      page,
      { main: { ok: true, rows: [], total: 0, item: { id: 'a1', counts } }, comments },
      {
        path: '/informationdetail',
        query: { columnId: '6101', id: 'a1' },
        head: { title: `一则消息 - ${shell.site.title}`, description: '', canonical: 'http://localhost/informationdetail?id=a1' },
        endpoints: Object.fromEntries(
          [
            ['interaction:star', '/star'],
            ['amount:one', '/amount{?p}'],
            ['comment:list', '/comment{?dataId,page,limit}'],
            ['comment:add', '/add'],
          ].map(([name = '', template = '']) => [
            name,
            { ...endpoint(name, template), ...(name === 'interaction:star' || name === 'comment:add' ? { method: 'PUT' as const } : {}) },
          ]),
        ),
      },
    ),
  };
  const html = htmlOf(payload);
  taken = await hydratePage(payload, call, before);
  await settle();
  return html;
}
const settle = (milliseconds = 0): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(milliseconds);
  });
const find = <T extends Element = HTMLElement>(selector: string): T => {
  const element = taken?.container.querySelector<T>(selector);
  if (!element) throw new Error(`nothing is ${selector}`);
  return element;
};
const all = (selector: string): string[] =>
  [...(taken?.container.querySelectorAll(selector) ?? [])].map((element) => element.textContent ?? '');
const press = async (selector: string): Promise<void> => {
  await act(async () => {
    find(selector).click();
    await vi.advanceTimersByTimeAsync(0);
  });
};
const likeState = (): [string | null, string | undefined] => [
  find('.rail-toggle').getAttribute('aria-pressed'),
  all('.rail-toggle .toggle-button-count')[0],
];
const write = (text: string): void =>
  act(() => {
    const area = find<HTMLTextAreaElement>('.comments-editor textarea');
    area.value = text;
    Simulate.change(area);
  });
const send = async (): Promise<void> => {
  await act(async () => {
    Simulate.submit(find('.comments-editor'));
    await vi.advanceTimersByTimeAsync(0);
  });
};
const member = { token: 't', mobilePhone: '13800000000', image: '', id: 'm1', name: '张三' };

test('[COUNT-11] [COUNT-13] [COUNT-16] liking asks nothing, unliking asks first', async () => {
  await open();
  expect(taken?.complaints).toEqual([]);
  expect(likeState()).toEqual(['false', '3']);
  await press('.rail-toggle');
  expect(likeState()).toEqual(['true', '4']);
  expect(calls.at(-1)).toEqual({
    name: 'interaction:star',
    values: { menuId: '6101', businessId: 'a1', title: '一则消息', url: '/informationdetail?columnId=6101&id=a1' },
  });
  await press('.rail-toggle');
  expect([all('.dialog-title'), all('.dialog-text'), all('.dialog-answers button')]).toEqual([
    ['温馨提示'],
    ['确定取消点赞？'],
    ['取消', '确定'],
  ]);
  const made = calls.length;
  await press('.dialog-answers button:first-child');
  expect(calls).toHaveLength(made);
  expect(likeState()).toEqual(['true', '4']);
  await press('.rail-toggle');
  await press('.dialog-answers button:last-child');
  expect(likeState()).toEqual(['false', '3']);
});

test('[COUNT-14] collecting asks nothing, taking it back asks first', async () => {
  const { collect } = contentDetail.tools;
  const toggle: Toggle = {
    ...collect.toggle,
    with: { menuId: '/query/columnId', businessId: '/query/id' },
    source: 'interaction:star',
    icon: 'star',
  };
  await open({ counts: { collect: 3, isCollect: 'false' }, toggle });
  await press('.rail-toggle');
  expect([all('.dialog-title'), likeState()]).toEqual([[], ['true', '4']]);
  const made = calls.length;
  await press('.rail-toggle');
  expect([all('.dialog-title'), all('.dialog-text')]).toEqual([['温馨提示'], ['确定取消收藏？']]);
  expect([calls.length, likeState()]).toEqual([made, ['true', '4']]);
  await press('.dialog-answers button:last-child');
  expect([calls.length, likeState()]).toEqual([made + 1, ['false', '3']]);
});

test('[COUNT-15] an optimistic mark is shown before the reply, and put back when it fails', async () => {
  let settleReply: (reply: Reply) => void = () => {};
  replies['interaction:star'] = () =>
    new Promise((resolve) => {
      settleReply = resolve;
    });
  await open({ toggle: { ...like, optimistic: true } });
  await press('.rail-toggle');
  expect(likeState()).toEqual(['true', '4']);
  await act(async () => {
    settleReply({ ok: false, rows: [], total: 0, message: '失败' });
    await vi.advanceTimersByTimeAsync(0);
  });
  expect(likeState()).toEqual(['false', '3']);
});

test("[COUNT-18] a refused like shows the server's message; agreeing leads to the login page and back", async () => {
  const fetched: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    fetched.push(url);
    return new Promise(() => {});
  });
  replies['interaction:star'] = { ok: false, message: '请先登录' };
  await open();
  await press('.rail-toggle');
  expect([all('.dialog-title'), all('.dialog-text')]).toEqual([['温馨提示'], ['请先登录']]);
  expect(likeState()).toEqual(['false', '3']);
  await press('.dialog-answers button:last-child');
  expect(fetched).toEqual([
    `/portal/page?url=${encodeURIComponent(`/login?redirect=${encodeURIComponent('/informationdetail?columnId=6101&id=a1')}`)}`,
  ]);
  vi.unstubAllGlobals();
});

const broken = { ok: false, message: '系统繁忙', status: 500, fault: 'http' } as const;
const offered = ['取消', '确定'];
test.each<[string, Partial<Reply>, boolean, string[]]>([
  ['a stranger whom the server refused', { ok: false, message: '请先登录' }, false, offered],
  ['a member whom it does not know any more', { ok: false, message: '请先登录', status: 401, fault: 'http' }, true, offered],
  ['a member whom it refused', { ok: false, message: '不能点赞' }, true, ['确定']],
  ['a member while it is in trouble', broken, true, ['确定']],
  ['a stranger while it is in trouble', broken, false, ['确定']],
  ['a stranger without a connection', { ok: false, message: '网络不可用', fault: 'network' }, false, ['确定']],
  ['a member whose session is over, who is told so elsewhere', { ok: false, message: '已过期', fault: 'session' }, true, []],
])('a like that failed is taken back, and a login is offered where it helps: %s', async (_who, reply, isMember, answers) => {
  if (isMember) act(() => beginSession(member));
  const fetched = vi.fn(() => new Promise(() => {}));
  vi.stubGlobal('fetch', fetched);
  replies['interaction:star'] = reply;
  await open({ toggle: { ...like, optimistic: true } });
  const before = likeState();
  await press('.rail-toggle');
  expect(likeState()).toEqual(before);
  expect(all('.dialog-text')).toEqual(answers.length === 0 ? [] : [reply.message]);
  expect(all('.dialog-answers button')).toEqual(answers);
  if (answers.length > 0) await press('.dialog-answers button:last-child');
  expect(fetched).toHaveBeenCalledTimes(answers === offered ? 1 : 0);
  vi.unstubAllGlobals();
});

test("[COUNT-03] [COUNT-04] a member's own flags come after hydration, by the phone of the cookie", async () => {
  act(() => beginSession(member));
  replies['amount:one'] = { item: { dataId: 'a1', star: 9, isStar: 'true' } };
  await open();
  expect(calls).toContainEqual({ name: 'amount:one', values: { p: '13800000000' } });
  expect(likeState()).toEqual(['true', '9']);
});

const rows = (count: number, from = 0): Reply['rows'] =>
  Array.from({ length: count }, (_, index) => ({
    id: `c${from + index}`,
    mobilePhone: '13812345678',
    crtTime: '2026-11-20T09:30:00+08:00',
    content: '<p>好</p>',
    children: index === 0 ? [{ id: `r${from}`, mobilePhone: '13987654321', content: '<p>是</p>', crtTime: '2026-11-20 10:00:00' }] : [],
  }));

test('[COM-02] [COM-03] [COM-10] [CONV-09] ten at a time; the count is at the side', async () => {
  replies['comment:list'] = () =>
    Promise.resolve(
      calls.at(-1)?.values['page'] === 1 ? { ok: true, rows: rows(10), total: 12 } : { ok: true, rows: rows(2, 10), total: 12 },
    );
  await open();
  expect(calls).toContainEqual({ name: 'comment:list', values: { dataId: 'a1', page: 1, limit: 10 } });
  expect(all('.comments-author')[0]).toBe('138****5678');
  expect(all('.rail-toggle .toggle-button-count')).toEqual(['3', '12']);
  expect(all('.comments-more')).toEqual(['查看更多评论']);
  await press('.comments-more');
  expect(all('.comments-list > .comments-entry')).toHaveLength(12);
  expect([all('.comments-more'), all('.comments-end')]).toEqual([[], ['已显示全部评论']]);
});

const key = 'comment:list 10 {"dataId":"a1"}';
/** Milliseconds, some frames, until what is there already is fetched anew. */
const nextFrame = 40;
const made = Date.parse('2026-11-20T10:00:00+08:00');

test('[COM-02] [COM-03] comments that came with the page are there at once, and are asked for only when they are old', async () => {
  vi.setSystemTime(made + 900);
  const html = await open({ comments: { [key]: { ok: true, rows: rows(10), total: 12 } } });
  expect(html).toContain('138****5678');
  expect(html).toContain('共12条评论');
  expect(html).toMatch(/<button[^>]*comments-more[^>]* disabled=""/);
  expect(taken?.complaints).toEqual([]);
  expect(all('.comments-list > .comments-entry')).toHaveLength(10);
  expect([all('.rail-toggle .toggle-button-count'), calls]).toEqual([['3', '12'], []]);
  replies['comment:list'] = { rows: rows(2, 10), total: 12 };
  await press('.comments-more');
  expect(calls).toEqual([{ name: 'comment:list', values: { dataId: 'a1', page: 2, limit: 10 } }]);
  expect([all('.comments-list > .comments-entry').length, all('.comments-end')]).toEqual([12, ['已显示全部评论']]);
});

test('[COM-02] old comments stay until newer ones are there, and when there are none to be had', async () => {
  vi.setSystemTime(made + 3_000);
  let answer: (reply: Reply) => void = () => {};
  replies['comment:list'] = () =>
    new Promise((resolve) => {
      answer = resolve;
    });
  await open({ comments: { [key]: { ok: true, rows: rows(1), total: 1 } } });
  await settle(nextFrame);
  expect(all('.comments-author')).toEqual(['138****5678', '139****4321']);
  await act(async () => {
    answer({ ok: true, rows: rows(2), total: 2 });
    await vi.advanceTimersByTimeAsync(0);
  });
  expect([all('.comments-list > .comments-entry').length, all('.comments-total')]).toEqual([2, ['共2条评论']]);
  taken?.close();
  replies['comment:list'] = { ok: false, message: '服务器繁忙，请稍候' };
  await open({ comments: { [key]: { ok: true, rows: rows(1), total: 1 } } });
  await settle(nextFrame);
  expect([all('.comments-list > .comments-entry').length, all('.toasts-item')]).toEqual([1, []]);
});

test('comments that came with the page are asked for again when they are about to be seen, and once', async () => {
  let tell: ((seen: { isIntersecting: boolean }[]) => void) | undefined;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(told: NonNullable<typeof tell>) {
        tell = told;
      }
      observe(): void {}
      disconnect(): void {
        tell = undefined;
      }
    },
  );
  vi.setSystemTime(made + 3_000);
  replies['comment:list'] = { rows: rows(2), total: 2 };
  await open({ comments: { [key]: { ok: true, rows: rows(1), total: 1 } } });
  await settle(nextFrame);
  const asked = (): number => calls.filter(({ name }) => name === 'comment:list').length;
  expect([asked(), all('.comments-total')]).toEqual([0, ['共1条评论']]);
  await act(async () => {
    tell?.([{ isIntersecting: true }]);
    await vi.advanceTimersByTimeAsync(nextFrame);
  });
  expect([asked(), all('.comments-total'), tell]).toEqual([1, ['共2条评论'], undefined]);
  vi.unstubAllGlobals();
});

test('[COM-04] no comments', async () => {
  await open();
  expect(all('.comments-end')).toEqual(['暂无数据']);
});

test('[COM-05] the box of replies opens and closes', async () => {
  replies['comment:list'] = { rows: rows(1), total: 1 };
  await open();
  const state = (): [string | null, boolean] => [
    find('.comments-toggle').getAttribute('aria-expanded'),
    find('.comments-replies').hidden === true,
  ];
  expect(state()).toEqual(['false', true]);
  await press('.comments-toggle');
  expect(state()).toEqual(['true', false]);
  expect(all('.comments-reply .comments-author')).toEqual(['139****4321']);
  await press('.comments-toggle');
  expect(state()).toEqual(['false', true]);
});

test('a reply that was begun is shown again by who comes back to the page, as from the login', async () => {
  replies['comment:list'] = { rows: rows(1), total: 1 };
  await open();
  await press('.comments-toggle');
  act(() => {
    const area = find<HTMLTextAreaElement>('.comments-replies textarea');
    area.value = '我也这样想';
    Simulate.change(area);
  });
  taken?.close();
  await open();
  await settle();
  expect(find('.comments-toggle').getAttribute('aria-expanded')).toBe('true');
  expect(find<HTMLTextAreaElement>('.comments-replies textarea').value).toBe('我也这样想');
});

test('[COM-06] [COM-07] empty comments and anonymous visitors', async () => {
  await open();
  await send();
  expect(all('.comments-editor .input-error')).toEqual(['评论不能为空']);
  write('好看');
  await send();
  expect(all('.dialog-text')).toEqual(['请登录后再评论']);
  expect(calls.map(({ name }) => name)).not.toContain('comment:add');
});

test('[COM-08] [COM-11] a comment is sent as paragraphs, thanks are seen for 2 seconds', async () => {
  act(() => beginSession(member));
  await open();
  write('好看\n<b>很</b>好');
  await send();
  expect(calls.at(-1)).toEqual({
    name: 'comment:add',
    values: { memberId: 'm1', dataId: 'a1', dataTitle: '一则消息', content: '<p>好看</p><p>&lt;b&gt;很&lt;/b&gt;好</p>', parentId: '-1' },
  });
  expect(all('.toasts-item')).toEqual(['评论成功，请等待后台审核']);
  expect(find<HTMLTextAreaElement>('.comments-editor textarea').value).toBe('');
  await settle(1999);
  expect(all('.toasts-item')).toHaveLength(1);
  await settle(1);
  expect(all('.toasts-item')).toHaveLength(0);
});

const box = (): HTMLTextAreaElement => find<HTMLTextAreaElement>('.comments-editor textarea');
const type =
  (words: string) =>
  (container: HTMLElement): void => {
    const area = container.querySelector<HTMLTextAreaElement>('.comments-editor textarea');
    if (area) area.value = words;
  };

test('a comment that was written before the scripts were there is not lost, and follows what was kept', async () => {
  act(() => beginSession(member));
  await open({ before: type('好看') });
  await settle();
  expect(box().value).toBe('好看');
  taken?.close();
  await open({ before: type('好看') });
  await settle();
  expect(box().value).toBe('好看');
  taken?.close();
  await open({ before: type('想再看') });
  await settle();
  expect(box().value).toBe('好看\n想再看');
  await send();
  expect(calls.at(-1)?.values).toMatchObject({ content: '<p>好看</p><p>想再看</p>' });
});

test('a comment cannot be sent before the scripts are there, and words say so where there are none', async () => {
  const page = document.createElement('div');
  page.innerHTML = await open();
  const written = page.querySelector('.comments-editor');
  expect([...(written?.querySelectorAll('button') ?? [])].map(({ disabled }) => disabled)).toEqual([true, true]);
  // Beside the form, which is not shown where there are none.
  expect(written?.querySelector('noscript')).toBeNull();
  expect(page.querySelector('.comments noscript')?.textContent).toContain('发表评论需要启用浏览器的 JavaScript');
  expect([...find('.comments-editor').querySelectorAll('button')].map(({ disabled }) => disabled)).toEqual([false, false]);
});

const rich = (): HTMLInputElement => find<HTMLInputElement>('.comments-editor [data-rich]');

test('[COM-11] who wants emphasis gets an editor, with what was written and the focus in it; its draft is kept', async () => {
  act(() => beginSession(member));
  await open();
  write('好看\n<b>很</b>好');
  await press('.comments-format');
  await settle();
  expect(document.activeElement).toBe(rich());
  expect(rich().value).toBe('<p>好看</p><p>&lt;b&gt;很&lt;/b&gt;好</p>');
  expect([all('.comments-editor textarea'), all('.comments-format')]).toEqual([[], []]);
  expect(document.getElementById(rich().dataset['rich'] ?? '')?.textContent).toBe('写下你的评论');
  act(() => {
    rich().value = '<p><strong>很好</strong></p>';
    Simulate.change(rich());
  });
  taken?.close();
  await open();
  await settle();
  expect(rich().value).toBe('<p><strong>很好</strong></p>');
  expect(document.activeElement).not.toBe(rich());
  await send();
  expect(calls.at(-1)?.values).toMatchObject({ content: '<p><strong>很好</strong></p>' });
  expect([all('.toasts-item'), all('.comments-editor [data-rich]'), find<HTMLTextAreaElement>('.comments-editor textarea').value]).toEqual([
    ['评论成功，请等待后台审核'],
    [],
    '',
  ]);
  expect(sessionStorage.length).toBe(0);
});

test('[COM-06] an editor with nothing but blanks in it is empty, one with too much is told', async () => {
  act(() => beginSession(member));
  await open();
  await press('.comments-format');
  await settle();
  const put = (html: string): void =>
    act(() => {
      rich().value = html;
      Simulate.change(rich());
    });
  put('<p> &nbsp;</p><p></p>');
  await send();
  expect(all('.comments-editor .input-error')).toEqual(['评论不能为空']);
  put(`<p>${'字'.repeat(2001)}</p>`);
  expect(all('.comments-editor .input-error')).toEqual(['']);
  await send();
  expect(all('.comments-editor .input-error')).toEqual(['评论不能超过2000个字']);
  expect(calls.map(({ name }) => name)).not.toContain('comment:add');
});

test('[COM-10] phones are masked whatever the back end sends', () => {
  expect(maskPhone('13812345678')).toBe('138****5678');
  expect(maskPhone('138****5678')).toBe('138****5678');
  expect(toParagraphs(' \n ')).toBe('');
});
