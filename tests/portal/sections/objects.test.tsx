// @vitest-environment jsdom
import { act } from 'react-dom/test-utils';
import { afterEach, expect, test, vi } from 'vitest';
import type { ReactElement } from 'react';
import type { JsonObject } from '../../../src/model/json';
import { AudioSection } from '../../../src/portal/sections/AudioSection';
import { CitationSection } from '../../../src/portal/sections/CitationSection';
import { GallerySection } from '../../../src/portal/sections/GallerySection';
import { pageOf, patternsOf, shellOf } from '../payloads';
import { htmlOfPart, hydratePart, type Taken } from '../rendered';

let taken: Taken | undefined;
afterEach(() => {
  taken?.close();
  taken = undefined;
  vi.unstubAllGlobals();
});

const payloadOf = (item: JsonObject) => ({
  shell: shellOf(),
  page: pageOf(
    { kind: 'detail', source: 'a:b', sections: {} },
    { main: { ok: true, rows: [], total: 0, item } },
    { patterns: patternsOf(), head: { title: '铜镜 - 青澜市文化馆', description: '', canonical: 'http://localhost/exhibitdetail?id=one' } },
  ),
});

function parse(item: JsonObject, part: ReactElement): HTMLElement {
  const page = document.createElement('div');
  page.innerHTML = htmlOfPart(payloadOf(item), part);
  return page;
}

const guide = <AudioSection name="guide" section={{ section: 'audio', audio: '/item/audio', transcript: '/item/words' }} />;

test('a recording has the controls of the browser, its name, and its words in paragraphs', async () => {
  taken = await hydratePart(payloadOf({ audio: '/media/guide/one.mp3', words: '第一段\n\n第二段' }), guide);
  const audio = taken.container.querySelector('audio');
  expect([audio?.getAttribute('src'), audio?.controls, audio?.preload]).toEqual(['/media/guide/one.mp3', true, 'none']);
  expect([...taken.container.querySelectorAll('details p')].map((line) => line.textContent)).toEqual(['第一段', '第二段']);
  act(() => void audio?.dispatchEvent(new Event('error')));
  expect(taken.container.querySelector('[role=status]')?.textContent).toBe('录音暂时无法播放');
});

test.each<[string, JsonObject]>([
  ['nothing', {}],
  ['no address', { audio: 'javascript:alert(1)' }],
])('of %s there is no recording', (_, item) => expect(parse(item, guide).querySelector('audio')).toBeNull());

const citation = (
  <CitationSection
    name="citation"
    section={{
      section: 'citation',
      text: { value: '/item/cited' },
      licence: { label: '/item/rights/label', url: '/item/rights/address' },
      note: '/item/rights/note',
    }}
  />
);

test('a citation is copied together with the address of the page', async () => {
  const writeText = vi.fn(async () => undefined);
  vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: { writeText } } }) as Navigator);
  taken = await hydratePart(
    payloadOf({ cited: '铜镜，唐代。', rights: { label: '公有领域', address: 'http://example.org/pd' } }),
    citation,
  );
  expect(taken.container.querySelector('a')?.getAttribute('href')).toBe('http://example.org/pd');
  await act(async () => taken?.container.querySelector('button')?.click());
  expect(writeText).toHaveBeenCalledWith('铜镜，唐代。 http://localhost/exhibitdetail?id=one');
  expect(taken.container.querySelector('[role=status]')?.textContent).toBe('已复制');
});

test('where nothing can be copied the words are selected and that is said', async () => {
  vi.stubGlobal('navigator', Object.create(navigator, { clipboard: { value: undefined } }) as Navigator);
  taken = await hydratePart(payloadOf({ cited: '铜镜，唐代。' }), citation);
  await act(async () => taken?.container.querySelector('button')?.click());
  expect(taken.container.querySelector('[role=status]')?.textContent).toBe('没能复制，请选中文字后复制');
  expect(window.getSelection()?.toString()).toBe('铜镜，唐代。');
});

const pictures = [{ image: '/pictures/mirror/one.svg' }, { image: 'https://images.example.org/two.jpg?x=1' }];
const gallery = (
  <GallerySection
    name="pictures"
    section={{
      section: 'gallery',
      images: '/item/pictures',
      image: '/entry/image',
      zoom: {},
      download: { '/item/rights/allowsDownload': true },
    }}
  />
);

test.each<[string, boolean | undefined, (string | null)[]]>([
  ['allowed', true, ['/pictures/mirror/one.svg?size=2400x1800', '铜镜-1.svg']],
  ['forbidden', false, []],
  ['not said', undefined, []],
])('pictures can be saved in the most points where that is %s', (_, allowsDownload, expected) => {
  const page = parse({ pictures, rights: allowsDownload === undefined ? {} : { allowsDownload } }, gallery);
  const links = [...page.querySelectorAll('a[download]')].flatMap((link) => [link.getAttribute('href'), link.getAttribute('download')]);
  expect(links).toEqual(expected);
});

test('a picture is opened over the window behind the frame of the press', async () => {
  const frames: FrameRequestCallback[] = [];
  HTMLDialogElement.prototype.showModal = vi.fn();
  vi.stubGlobal('requestAnimationFrame', (call: FrameRequestCallback) => frames.push(call));
  taken = await hydratePart(payloadOf({ pictures }), gallery);
  await act(async () => taken?.container.querySelector<HTMLElement>('.slides-zoom')?.click());
  expect(frames).toHaveLength(1);
  expect(document.querySelector('dialog.zoom')).toBeNull();
  frames.forEach((call) => call(0));
  await expect.poll(() => document.querySelector('dialog.zoom')).not.toBeNull();
});

test('without scripts the picture in front is a link to itself in the most points', () =>
  expect(parse({ pictures }, gallery).querySelector('.slides-zoom')?.getAttribute('href')).toBe('/pictures/mirror/one.svg?size=2400x1800'));
