// @vitest-environment jsdom
import { act } from 'react-dom/test-utils';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { collectSentences } from '../../../src/portal/custom/reading/passages';
import { listPayload, rowsOf } from '../payloads';
import { hydratePage, type Taken } from '../rendered';

/** A voice that says nothing, and ends a sentence when it is told. */
class Utterance extends EventTarget {
  lang = '';
  rate = 1;
  voice: unknown;
  constructor(readonly text: string) {
    super();
  }
}
let spoken: Utterance[] = [];
let cancelled = 0;
const endSentence = (): void => act(() => void spoken.at(-1)?.dispatchEvent(new Event('end')));

function giveVoices(...langs: string[]): void {
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance);
  vi.stubGlobal('speechSynthesis', {
    getVoices: () => langs.map((lang) => ({ lang })),
    speak: (utterance: Utterance) => spoken.push(utterance),
    cancel: () => (cancelled += 1),
  });
}

let taken: Taken;
beforeEach(async () => {
  Element.prototype.scrollIntoView = vi.fn();
  [spoken, cancelled] = [[], 0];
  document.documentElement.classList.add('is-large');
  taken = await hydratePage(listPayload({ rows: rowsOf(2) }));
});
afterEach(() => {
  taken.close();
  document.documentElement.classList.remove('is-large');
  vi.unstubAllGlobals();
});

const buttons = (): string[] => [...document.querySelectorAll('.reading-bar button')].map(({ textContent }) => textContent ?? '');
async function press(words: string): Promise<void> {
  const button = [...document.querySelectorAll<HTMLElement>('.reading-bar button')].find(({ textContent }) => textContent === words);
  await act(async () => button?.click());
  await act(async () => vi.dynamicImportSettled());
}

describe('what is read aloud', () => {
  it('is what is seen, sentence by sentence in its order, without menus, buttons and what is hidden', () => {
    const page = document.createElement('div');
    page.innerHTML = `<nav>首页</nav><h1>开馆<b style="display:inline">通知</b></h1><p>明天开馆。欢迎您！<span class="unseen">新窗口</span></p><button>报名</button>
      <p hidden>草稿</p><p style="display:none">旧闻</p><ul><li>一楼</li><li>—</li></ul>`;
    document.body.append(page);
    const read = collectSentences(page).map(({ element, text }) => [element.localName, text]);
    page.remove();
    expect(read).toEqual([
      ['h1', '开馆通知'],
      ['p', '明天开馆。'],
      ['p', '欢迎您！'],
      ['li', '一楼'],
    ]);
  });

  it('is cut where a sentence is too long for a voice', () => {
    const page = document.createElement('p');
    page.textContent = '长'.repeat(300);
    document.body.append(page);
    const read = collectSentences(page).map(({ text }) => text.length);
    page.remove();
    expect(read).toEqual([120, 120, 60]);
  });
});

describe('reading aloud', () => {
  it('reads the page by a Chinese voice and marks what it reads, until its end', async () => {
    giveVoices('en-US', 'zh-TW', 'zh-CN');
    await press('朗读');
    const whole = collectSentences(document.getElementById('main') as HTMLElement);
    expect(whole.length).toBeGreaterThan(2);
    expect(spoken[0]).toMatchObject({ text: whole[0]?.text, lang: 'zh-CN', voice: { lang: 'zh-CN' } });
    expect(document.querySelector('[data-reading]')).toBe(whole[0]?.element);
    for (const _ of whole) endSentence();
    expect(spoken.map(({ text }) => text)).toEqual(whole.map(({ text }) => text));
    expect([document.querySelector('[data-reading]'), buttons()[0]]).toEqual([null, '朗读']);
  });

  it('pauses, goes on with the same sentence, changes its rate and stops', async () => {
    giveVoices('zh-CN');
    await press('朗读');
    endSentence();
    await press('暂停');
    expect([buttons()[0], cancelled > 0, spoken.length]).toEqual(['继续', true, 2]);
    await press('继续');
    expect(spoken[2]?.text).toBe(spoken[1]?.text);
    await press('语速正常');
    expect(spoken[3]).toMatchObject({ text: spoken[1]?.text, rate: 1.3 });
    await press('停止');
    const before = spoken.length;
    endSentence();
    expect([spoken.length, buttons()[0], document.querySelector('[data-reading]')]).toEqual([before, '朗读', null]);
  });

  it.each([
    ['has no Chinese voice', () => giveVoices('en-US')],
    ['cannot speak', () => undefined],
  ])('says so where the device %s', async (_, prepare) => {
    prepare();
    await press('朗读');
    expect(document.querySelector('.reading-bar [role="alert"]')?.textContent).toContain('没有中文语音');
    await press('关闭');
    expect(buttons()[0]).toBe('朗读');
  });
});

it('a line goes with the pointer and the focus, is not there for those who listen, and goes by Escape', async () => {
  await press('辅助线');
  const line = (): HTMLElement | null => document.querySelector('.reading-rule');
  expect(line()?.getAttribute('aria-hidden')).toBe('true');
  act(() => void window.dispatchEvent(new MouseEvent('pointermove', { clientY: 321 })));
  expect(line()?.style.transform).toBe('translateY(321px)');
  const link = document.querySelector<HTMLElement>('main a') as HTMLElement;
  link.getBoundingClientRect = () => ({ bottom: 88 }) as DOMRect;
  act(() => link.focus());
  expect(line()?.style.transform).toBe('translateY(88px)');
  act(() => void document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })));
  expect(line()).toBeNull();
});
