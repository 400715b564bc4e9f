// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import type { Card } from '../../../../src/model/definitions.g';
import type { JsonObject } from '../../../../src/model/json';
import { listPayload } from '../../payloads';
import { htmlOf, hydratePage } from '../../rendered';

function made(html: string): HTMLElement {
  const page = document.createElement('div');
  page.innerHTML = html;
  return page;
}

const words = (element: Element | null | undefined): string => (element?.textContent ?? '').trim();

describe('a list of details cards', () => {
  const card: Card = {
    shape: 'details',
    title: '/row/name',
    subtitle: { value: '/row/answer', lines: 2 },
    badge: { value: { const: '已驳回' }, tone: 'danger', when: { '/row/rejected': true } },
    date: { value: '/row/day', format: 'date' },
    text: '/row/answer',
    fields: { place: { value: '/row/place', label: '地点' }, phone: { value: '/row/phone', label: '电话' } },
    actions: {
      file: {
        label: '下载',
        cases: { there: { when: { '/row/file': { present: true } }, url: '/row/file', download: '/row/fileName' } },
        otherwise: { notice: '没有' },
      },
    },
  };
  const rows: JsonObject[] = [
    { id: 'a', name: '一', answer: '答一', day: '2026-11-20', place: '江边', rejected: true, file: '/media/a.docx', fileName: '甲.docx' },
    { id: 'b', name: '二', answer: '答二', day: '2026-11-19' },
  ];
  const page = made(htmlOf(listPayload({ card, rows, columns: 1 })));
  const [first, second] = [...page.querySelectorAll('#list article')];

  test('each is closed, and its line has heading, mark, date and second line', () => {
    expect([...page.querySelectorAll('#list details')].map((details) => details.hasAttribute('open'))).toEqual([false, false]);
    const line = first?.querySelector('summary');
    expect([
      words(line?.querySelector('h2')),
      words(line?.querySelector('.badge')),
      words(line?.querySelector('.line-card-date')),
      words(line?.querySelector('.details-card-glance')),
    ]).toEqual(['一', '已驳回', '11月20日', '答一']);
    expect(second?.querySelector('summary .badge')).toBeNull();
  });

  test('the rest is behind it, without what is not there', () => {
    expect([...(first?.querySelectorAll('summary ~ * dt') ?? [])].map(words)).toEqual(['地点']);
    expect(second?.querySelector('summary ~ * dt')).toBeNull();
    expect(words(second?.querySelector('summary ~ * .details-card-text'))).toBe('答二');
  });

  test('[CONV-28] a file is saved under its name; without one a button tells so', () => {
    const link = first?.querySelector('a');
    expect([link?.getAttribute('href'), link?.getAttribute('download'), link?.hasAttribute('target')]).toEqual([
      '/media/a.docx',
      '甲.docx',
      false,
    ]);
    expect([second?.querySelector('a'), words(second?.querySelector('button'))]).toEqual([null, '下载']);
  });

  test('is taken over by the browser without a complaint', async () => {
    const { complaints, close } = await hydratePage(listPayload({ card, rows, columns: 1 }));
    expect(complaints).toEqual([]);
    close();
  });
});

describe('a list of posts', () => {
  const card: Card = {
    shape: 'post',
    image: '/row/face',
    title: { value: '/row/by', else: '匿名' },
    text: '/row/words',
    pictures: '/row/pictures',
    tags: { value: '/row/kinds', format: 'tags' },
    fields: { reply: { value: '/row/reply', label: '回复' } },
  };
  const rows: JsonObject[] = [
    {
      id: 'a',
      by: '阿桃',
      words: '第一行\n第二行',
      pictures: ['/pictures/a.svg', 'javascript:alert(1)', 'https://b.example.org/b.png'],
      kinds: ['演出'],
      reply: '好的',
    },
    { id: 'b', face: '/files/face.png', words: '无名' },
  ];
  const page = made(htmlOf(listPayload({ card, rows, columns: 1 })));
  const [first, second] = [...page.querySelectorAll('#list article')];

  test('shows who wrote, the words, the types, and the answer below', () => {
    expect([
      words(first?.querySelector('h2')),
      words(first?.querySelector('.post-card-text')),
      words(first?.querySelector('.tag')),
      words(first?.querySelector('dt')),
      words(first?.querySelector('dd')),
    ]).toEqual(['阿桃', '第一行\n第二行', '演出', '回复', '好的']);
    expect([words(second?.querySelector('h2')), second?.querySelector('dl')]).toEqual(['匿名', null]);
  });

  test('has a face, or the initial of the name in its place', () => {
    expect(words(first?.querySelector('.post-card-face'))).toBe('阿');
    expect(second?.querySelector('.post-card-face img')?.getAttribute('src')).toBe('/files/face.png');
  });

  test('[MAIL-13] each picture opens in a window of its own; what is no address is left out', () => {
    const links = [...(first?.querySelectorAll('.post-card-pictures a') ?? [])];
    expect(
      links.map((link) => [link.getAttribute('href'), link.getAttribute('target'), link.querySelector('img')?.getAttribute('alt')]),
    ).toEqual([
      ['/pictures/a.svg', '_blank', '第1张'],
      ['https://b.example.org/b.png', '_blank', '第2张'],
    ]);
    expect(second?.querySelector('.post-card-pictures')).toBeNull();
  });
});

describe('[ORDER-12] a list that grows', () => {
  const rows: JsonObject[] = [
    { id: 'a', name: '一' },
    { id: 'b', name: '二' },
  ];
  const shown = (total: number, number: number): (string | undefined)[] => {
    const page = made(
      htmlOf(
        listPayload({
          card: { shape: 'line', title: '/row/name' },
          rows,
          total,
          page: { paging: 'more', pageSize: 2, end: '已显示全部' },
          data: { state: { page: number, filters: {}, keyword: '' } },
        }),
      ),
    );
    return [
      page.querySelector('.list-body-more a')?.getAttribute('href') ?? undefined,
      page.querySelector('.list-body-end')?.textContent ?? undefined,
    ];
  };

  test('leads to more as long as there is more, and then says that this is all', () => {
    expect(shown(3, 1)[0]).toMatch(/page=2/);
    expect(shown(3, 1)[1]).toBeUndefined();
    expect(shown(3, 2)).toEqual([undefined, '已显示全部']);
    expect(shown(2, 1)).toEqual([undefined, '已显示全部']);
  });
});
