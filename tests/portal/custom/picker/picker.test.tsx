// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { act } from 'react-dom/test-utils';
import { useState, type ReactElement } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PickerSettings, TimeInfo } from '../../../../src/portal/custom/picker/kinds';
import { TimePicker } from '../../../../src/portal/custom/picker/TimePicker';
import { TimePickerDialog } from '../../../../src/portal/custom/picker/TimePickerDialog';
import { usePickerLabels } from '../../../../src/portal/custom/picker/usePickerLabels';
import { listPayload } from '../../payloads';
import { htmlOfPart, hydratePart, type Taken } from '../../rendered';

const now = Date.parse('2026-11-20T10:05:00+08:00');
const info: TimeInfo = { isTimeSection: 0, startTime: '09:00', endTime: '18:00', cycle: [2, 3, 4, 5, 6, 0], sections: [] };
const sections: TimeInfo = {
  ...info,
  isTimeSection: 1,
  sections: [
    { startTime: '09:00', endTime: '11:00' },
    { startTime: '14:00', endTime: '16:00' },
    { startTime: '16:30', endTime: '18:30' },
  ],
};
const taken = vi.fn<(day: string) => Promise<readonly string[]>>();
const picked = vi.fn<(venueTime: string) => void>();
const closed = vi.fn();
let page: Taken | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
  taken
    .mockReset()
    .mockImplementation((day) => Promise.resolve(day === '2026-11-21' ? ['2026-11-21 11:00-12:00', '2026-11-21 14:00-16:00'] : []));
  picked.mockReset();
  closed.mockReset();
});
afterEach(() => {
  page?.close();
  page = undefined;
  vi.useRealTimers();
});

interface Shown {
  info?: TimeInfo;
  value?: string;
  settings?: Partial<PickerSettings>;
  inline?: boolean;
  labels?: Partial<PickerSettings['labels']>;
}

function Shown({ info: open = info, value = '', settings: rest, inline, labels: own }: Shown): ReactElement {
  const labels = usePickerLabels(own);
  const [settings] = useState(() => ({ days: 30, from: '06:30', to: '23:00', minutes: 30, labels, ...rest }));
  const times = { key: (day: string) => ['taken', day] as const, fetch: taken, revalidate: false };
  const props = { info: open, settings, now, value, taken: times, onPick: picked };
  return inline ? <TimePicker {...props} /> : <TimePickerDialog {...props} onClose={closed} />;
}

const settle = (milliseconds = 0): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(milliseconds);
  });
async function open(shown: Shown = {}): Promise<void> {
  page = await hydratePart(listPayload(), <Shown {...shown} />);
  expect(page.complaints).toEqual([]);
  await settle(1000);
}
const all = (selector: string): HTMLElement[] => [...(page?.container.querySelectorAll<HTMLElement>(selector) ?? [])];
const find = (selector: string): HTMLElement => {
  const [element] = all(selector);
  if (!element) throw new Error(`nothing is ${selector}`);
  return element;
};
const texts = (selector: string): string[] => all(selector).map((element) => element.textContent?.trim() ?? '');
const nameOf = (element: Element | null): string | null | undefined =>
  element?.getAttribute('aria-label') ?? (element?.querySelector('.unseen') ?? element)?.textContent?.trim();
const named = (name: string): HTMLElement => {
  const element = all('button').find((button) => nameOf(button) === name);
  if (!element) throw new Error(`no button ${name}`);
  return element;
};
const press = async (name: string): Promise<void> => {
  await act(async () => {
    named(name).click();
    await vi.advanceTimersByTimeAsync(0);
  });
};
/** Picks a day, whose hours come with the frame after the one that shows that it was pressed. */
const pickDay = async (date: string): Promise<void> => {
  await press(date);
  await settle(40);
};
const slot = (clock: string): HTMLElement => {
  const element = all('.picker-slot').find((button) => button.querySelector('.picker-slot-clock')?.textContent === clock);
  if (!element) throw new Error(`no slot ${clock}`);
  return element;
};
const click = async (clock: string): Promise<void> => {
  await act(async () => {
    slot(clock).click();
    await vi.advanceTimersByTimeAsync(0);
  });
};
const chosen = (): string[] => texts('.picker-slot[aria-selected="true"] .picker-slot-clock');
const summary = (): string => find('.picker-summary').textContent ?? '';
const key = async (name: string, rest: KeyboardEventInit = {}): Promise<void> => {
  await act(async () => {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...rest }));
    await vi.advanceTimersByTimeAsync(0);
  });
};
const focused = (): string | null | undefined => nameOf(document.activeElement);

describe('opening', () => {
  test('[PICK-11] shows a status until it initialises after 1 second, while the taken times are on their way', async () => {
    page = await hydratePart(listPayload(), <Shown />);
    expect(taken.mock.calls).toEqual([['2026-11-20']]);
    await settle(999);
    expect([all('.picker-day, .picker-slot'), all('[role="status"][aria-label="加载中"]').length]).toEqual([[], 1]);
    expect(find('.picker-confirm').hasAttribute('disabled')).toBe(true);
    await settle(1);
    expect([all('.picker-day').length > 0, all('.picker-slot').length, all('[aria-label="加载中"]').length]).toEqual([true, 25, 0]);
    expect(find('.picker-confirm').hasAttribute('disabled')).toBe(false);
  });
  test('gives the focus to the picked day, and back when it closes', async () => {
    const opener = document.body.appendChild(document.createElement('button'));
    opener.focus();
    await open();
    expect(focused()).toBe('11月20日 周五 可约');
    page?.close();
    page = undefined;
    expect(document.activeElement).toBe(opener);
    opener.remove();
  });
  test('leaves the focus where the visitor has put it meanwhile', async () => {
    page = await hydratePart(listPayload(), <Shown />);
    named('关闭').focus();
    await settle(1000);
    expect(document.activeElement).toBe(named('关闭'));
  });
  test('without scripts shows the status', () => {
    expect(htmlOfPart(listPayload(), <Shown inline />)).toContain('aria-label="加载中"');
  });
  test('begins with the first day that can be booked', async () => {
    await open({ info: { ...info, cycle: [1] } });
    expect(texts('.picker-date')).toEqual(['11月23日 周一']);
    expect(taken.mock.calls).toEqual([['2026-11-23']]);
  });
  test('begins with what was chosen before', async () => {
    await open({ value: '2026-11-22 09:30-11:00' });
    expect([texts('.picker-date'), chosen(), summary()]).toEqual([
      ['11月22日 周日'],
      ['09:30', '10:00', '10:30'],
      '已选 11月22日 09:30–11:00，共1.5小时',
    ]);
  });
  test('[BOOK-26] drops what was chosen before and taken meanwhile, and says so', async () => {
    await open({ value: '2026-11-21 10:00-11:30' });
    expect([chosen(), texts('.picker-fault')]).toEqual([[], ['所选时间已被预约，请重新选择']]);
    await click('09:00');
    expect([chosen(), texts('.picker-fault')]).toEqual([['09:00'], ['']]);
  });
  test.each(['2026-11-19 10:00-11:30', '2026-11-23 10:00-11:30', '2026-12-31 10:00-11:30', 'tomorrow'])(
    'cares for no former choice that is no choice now: %s',
    async (value) => {
      await open({ value });
      expect([texts('.picker-date'), chosen(), texts('.picker-fault')]).toEqual([['11月20日 周五'], [], ['']]);
    },
  );
});

describe('days', () => {
  test('show that they were pressed before the hours of the day before make way', async () => {
    await open();
    await press('11月21日 周六 可约');
    expect([named('11月21日 周六 可约').getAttribute('aria-selected'), texts('.picker-date')]).toEqual(['true', ['11月20日 周五']]);
    await settle(40);
    expect(texts('.picker-date')).toEqual(['11月21日 周六']);
  });
  const dates = (): string[] => texts('.picker-day-date');
  test('[PICK-01] [PICK-02] are 30 from today, under this month and the next', async () => {
    await open();
    expect(texts('[role="tab"]')).toEqual(['本月 11月', '下月 12月']);
    const first = dates();
    await press('下月 12月');
    const second = dates();
    expect([first.length, first[0], first.at(-1), second.length, second[0], second.at(-1)]).toEqual([11, '20', '30', 19, '12/1', '19']);
    expect(all('[role="tab"]').map((tab) => tab.getAttribute('aria-selected'))).toEqual(['false', 'true']);
  });
  test('[PICK-03] say whether they can be booked', async () => {
    await open();
    expect(
      all('.picker-day')
        .slice(0, 5)
        .map((day) => [nameOf(day), day.querySelector('.picker-day-state')?.textContent]),
    ).toEqual([
      ['11月20日 周五 可约', '可约'],
      ['11月21日 周六 可约', '可约'],
      ['11月22日 周日 可约', '可约'],
      ['11月23日 周一 暂不可约', '暂不可约'],
      ['11月24日 周二 可约', '可约'],
    ]);
  });
  test('[PICK-04] are a strip or, by a toggle, the grid of a month', async () => {
    await open();
    expect([all('[role="listbox"] [role="option"].picker-day').length, all('[role="grid"]').length]).toEqual([11, 0]);
    await press('月历');
    expect([texts('[role="columnheader"]'), all('[role="grid"] .picker-day').length, all('[role="grid"] [role="row"]').length]).toEqual([
      ['周一', '周二', '周三', '周四', '周五', '周六', '周日'],
      11,
      4,
    ]);
    await press('日期条');
    expect([all('[role="listbox"] [role="option"].picker-day').length, all('[role="grid"]').length]).toEqual([11, 0]);
  });
  test('[PICK-05] beyond the first four cannot be booked where that is so', async () => {
    await open({ settings: { first: 4 } });
    expect(texts('.picker-day-state').slice(0, 6)).toEqual(['可约', '可约', '可约', '暂不可约', '暂不可约', '暂不可约']);
  });
  test('[PICK-08] that cannot be booked show that in the place of the hours, and ask for nothing', async () => {
    await open();
    taken.mockClear();
    await pickDay('11月23日 周一 暂不可约');
    expect([texts('.picker-times [role="status"]'), all('.picker-slot').length, taken.mock.calls.length]).toEqual([
      ['抱歉，今日服务暂不可预约'],
      0,
      0,
    ]);
  });
  test('[PICK-22] ask for the taken times each time that one is picked; the reply for a day that was left is dropped', async () => {
    await open();
    await pickDay('11月21日 周六 可约');
    await pickDay('11月21日 周六 可约');
    expect(taken.mock.calls.map(([day]) => day)).toEqual(['2026-11-20', '2026-11-21', '2026-11-21']);
    let answer: (taken: readonly string[]) => void = () => {};
    taken.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    await pickDay('11月22日 周日 可约');
    expect(all('.picker-times [role="status"][aria-label="加载中"]')).toHaveLength(1);
    await pickDay('11月24日 周二 可约');
    await act(async () => {
      answer(['2026-11-22 09:00-18:00']);
      await vi.advanceTimersByTimeAsync(0);
    });
    expect([texts('.picker-date'), all('.picker-slot.picker-slot-taken').length, all('.picker-slot.picker-slot-open').length]).toEqual([
      ['11月24日 周二'],
      0,
      18,
    ]);
  });
  test('whose taken times cannot be had say so and can be tried again', async () => {
    await open();
    taken.mockImplementationOnce(() => Promise.reject(new Error('offline')));
    await pickDay('11月21日 周六 可约');
    expect([all('.picker-slot').length, find('.picker-told').textContent]).toEqual([0, '时段加载失败，请重试重试']);
    await press('重试');
    expect(all('.picker-slot')).toHaveLength(33);
  });
  test('are walked through by arrows over the months, with one stop for the Tab key', async () => {
    await open();
    await key('End');
    expect(focused()).toBe('11月30日 周一 暂不可约');
    await key('ArrowRight');
    expect([focused(), all('.picker-day[tabindex="0"]').length]).toEqual(['12月1日 周二 可约', 1]);
    await key('PageUp');
    expect(focused()).toBe('11月20日 周五 可约');
    await press('月历');
    find('.picker-day[tabindex="0"]').focus();
    await key('ArrowDown');
    expect(focused()).toBe('11月27日 周五 可约');
    await key('Home');
    expect(focused()).toBe('11月23日 周一 暂不可约');
    expect(texts('.picker-date')).toEqual(['11月20日 周五']);
  });
});

describe('hours', () => {
  test('[PICK-06] [PICK-07] [PICK-12] are half hours of which those taken, closed and past cannot be chosen', async () => {
    await open({ info: { ...info, startTime: '', endTime: '' } });
    expect([texts('.picker-slot-clock')[0], texts('.picker-past')]).toEqual(['10:30', ['显示已过的8个时段']]);
    await act(async () => find('.picker-past').click());
    expect([texts('.picker-slot-clock')[0], all('.picker-slot').length, texts('.picker-past')]).toEqual(['06:30', 33, ['收起已过的时段']]);
    expect(
      [slot('10:00'), slot('08:30'), slot('10:30'), slot('18:00')].map((each) => [
        each.getAttribute('aria-label'),
        each.getAttribute('aria-disabled'),
      ]),
    ).toEqual([
      ['11月20日 周五 10:00 已过', 'true'],
      ['11月20日 周五 08:30 不开放', 'true'],
      ['11月20日 周五 10:30 可约', null],
      ['11月20日 周五 18:00 不开放', 'true'],
    ]);
    await pickDay('11月21日 周六 可约');
    expect(texts('.picker-slot-taken .picker-slot-clock')).toEqual(['11:00', '11:30', '14:00', '14:30', '15:00', '15:30']);
    expect(slot('11:00').getAttribute('aria-label')).toBe('11月21日 周六 11:00 已约满');
    await click('11:00');
    expect(chosen()).toEqual([]);
  });
  test('[PICK-13] are turned on and off by a click', async () => {
    await open();
    await click('11:00');
    expect([chosen(), slot('11:00').getAttribute('aria-label'), summary()]).toEqual([
      ['11:00'],
      '11月20日 周五 11:00 已选',
      '已选 11月20日 11:00–11:30，共0.5小时',
    ]);
    await click('11:00');
    expect([chosen(), summary()]).toEqual([[], '尚未选择时间']);
  });
  test('[PICK-14] are filled between the first and the last', async () => {
    await open();
    await click('15:00');
    await click('13:00');
    expect([chosen(), summary()]).toEqual([['13:00', '13:30', '14:00', '14:30', '15:00'], '已选 11月20日 13:00–15:30，共2.5小时']);
  });
  test('[PICK-15] with a taken one between give an alert, and the choice stays as it was', async () => {
    await open();
    await pickDay('11月21日 周六 可约');
    await click('09:30');
    await click('10:30');
    await click('16:30');
    expect(texts('[role="alertdialog"] .dialog-text')).toEqual(['选中时间区有不允许预约时间段，请确认!']);
    expect(chosen()).toEqual(['09:30', '10:00', '10:30']);
    await press('知道了');
    expect([all('[role="alertdialog"]').length, chosen(), closed.mock.calls.length]).toEqual([0, ['09:30', '10:00', '10:30'], 0]);
    await click('09:00');
    expect(chosen()).toEqual(['09:00', '09:30', '10:00', '10:30']);
  });
  test('are forgotten with their day', async () => {
    await open();
    await click('11:00');
    await pickDay('11月20日 周五 可约');
    expect(chosen()).toEqual(['11:00']);
    await pickDay('11月22日 周日 可约');
    expect([chosen(), summary()]).toEqual([[], '尚未选择时间']);
  });
  test('are walked through by arrows, by the rows as they are laid out, and chosen along with Shift', async () => {
    await open();
    await pickDay('11月22日 周日 可约');
    expect(all('.picker-slot[tabindex="0"]').map((each) => each.textContent)).toEqual(['09:00']);
    for (const row of all('[data-row]')) row.style.gridTemplateColumns = '1fr 1fr 1fr 1fr 1fr 1fr';
    slot('09:00').focus();
    await key('ArrowDown');
    expect(focused()).toBe('11月22日 周日 11:30 可约');
    await key('ArrowLeft');
    await key('ArrowUp');
    expect(focused()).toBe('11月22日 周日 08:00 不开放');
    await key('End');
    expect(focused()).toBe('11月22日 周日 22:30 不开放');
    slot('10:00').focus();
    await click('10:00');
    await key('ArrowRight', { shiftKey: true });
    await key('ArrowRight', { shiftKey: true });
    expect([chosen(), focused()]).toEqual([['10:00', '10:30', '11:00'], '11月22日 周日 11:00 已选']);
    await key('ArrowLeft', { shiftKey: true });
    expect([chosen(), all('.picker-slot[tabindex="0"]').length]).toEqual([['10:00', '10:30'], 1]);
  });
  test('[PICK-18] are sections where the venue has them; several can be chosen over one that is taken', async () => {
    await open({ info: sections });
    await pickDay('11月21日 周六 可约');
    expect(all('.picker-slot').map((each) => each.getAttribute('aria-label'))).toEqual([
      '11月21日 周六 09:00–11:00 可约',
      '11月21日 周六 14:00–16:00 已约满',
      '11月21日 周六 16:30–18:30 可约',
    ]);
    await click('16:30–18:30');
    await click('14:00–16:00');
    await click('09:00–11:00');
    expect([chosen(), all('[role="alertdialog"]').length, summary()]).toEqual([
      ['09:00–11:00', '16:30–18:30'],
      0,
      '已选 11月21日 09:00–11:00、16:30–18:30，共4小时',
    ]);
    await press('确定');
    expect(picked.mock.calls).toEqual([['2026-11-21 09:00-11:00,16:30-18:30']]);
  });
});

describe('confirming', () => {
  test('[PICK-09] [BOOK-04] by 确定 gives the time and closes', async () => {
    await open();
    await click('10:30');
    await click('11:30');
    expect(texts('.picker-confirm')).toEqual(['确定']);
    await press('确定');
    expect([picked.mock.calls, closed.mock.calls.length]).toEqual([[['2026-11-20 10:30-12:00']], 1]);
  });
  test('[PICK-16] [BOOK-15] without a time says 请选择时间', async () => {
    await open();
    await press('确定');
    expect([texts('[role="alert"]'), picked.mock.calls.length, closed.mock.calls.length]).toEqual([['请选择时间'], 0, 0]);
    await click('11:00');
    expect([texts('[role="alert"]'), find('.picker-summary').hidden]).toEqual([[''], false]);
  });
  test('[BOOK-12] on a page of its own gives the time too', async () => {
    await open({ inline: true });
    expect(all('dialog')).toEqual([]);
    await click('17:30');
    await press('确定');
    expect(picked.mock.calls).toEqual([['2026-11-20 17:30-18:00']]);
  });
  test('says what the definition says in the place of the shared words', async () => {
    await open({ labels: { missing: '请先选择场次', title: '' } });
    await press('确定');
    expect([texts('[role="alert"]'), texts('.picker-head h2')]).toEqual([['请先选择场次'], ['选择预订时间']]);
  });
});

test('[PICK-10] the dialog is 80% wide under 768 px, otherwise 26% or 768 px', () => {
  const [wide = '', narrow = ''] = readFileSync('src/portal/custom/picker/picker.css', 'utf8').split('@media (max-width: 767px)');
  expect(/\.picker-dialog \{\s+width: ([^;]+);/.exec(wide)?.[1]).toBe('max(26vw, 768px)');
  expect(/\.picker-dialog \{\s+width: ([^;]+);/.exec(narrow)?.[1]).toBe('80vw');
});
