// @vitest-environment jsdom
import type { ReactElement } from 'react';
import { act } from 'react-dom/test-utils';
import { expect, test, vi } from 'vitest';
import type { Page } from '../../../../src/model/definitions.g';
import type { JsonObject } from '../../../../src/model/json';
import type { PickerProps } from '../../../../src/portal/custom/picker/kinds';
import { readTimeInfo } from '../../../../src/portal/custom/picker/readTimeInfo';
import { removeMask } from '../../../../src/portal/forms/fields/useMask';
import { filling } from '../../filling';
import { endpoint, pageOf, shellOf } from '../../payloads';

/** What the time picker was given. */
const picker: { props?: Omit<PickerProps, 'onClose'> } = {};
vi.mock('../../../../src/portal/custom/picker/TimePicker', () => ({ TimePicker: (props: PickerProps) => shown(props) }));
function shown(props: PickerProps): ReactElement {
  picker.props = props;
  return <div className="picker-inline" />;
}

const { calls, replies, all, open, settle } = filling();
const usual = { isTimeSection: 0, startTime: '09:00', endTime: '18:00', cycle: [0, 1, 2, 3, 4, 5, 6], sections: [] };

test.each([
  [undefined, undefined],
  ['09:00', undefined],
  [{}, usual],
  [
    { isTimeSection: '0', startTime: '8:30', endTime: '21:00:00', cycle: '1,3,9' },
    { ...usual, startTime: '08:30', endTime: '21:00', cycle: [1, 3] },
  ],
  [
    { startTime: '25:00', cycle: [] },
    { ...usual, cycle: [] },
  ],
  [
    { isTimeSection: 1, timeSectionData: [{ startTime: '09:00', endTime: '11:00' }, { startTime: 'x', endTime: '12:00' }, null] },
    { ...usual, isTimeSection: 1, sections: [{ startTime: '09:00', endTime: '11:00' }] },
  ],
])('[PICK-12] [PICK-17] [PICK-19] %j is open %j', (value, info) => expect(readTimeInfo(value)).toEqual(info));

test.each([
  ['3301*9**1', '3301***1', '9'],
  ['***', '****', ''],
  ['', '****', ''],
  ['1****', '****', '1'],
  ['****1', '****', '1'],
  ['5678', '138****5678', ''],
])('[PC-27] what %s put into %s: %s', (content, mask, put) => expect(removeMask(content, mask)).toBe(put));

async function openTimes(item: JsonObject | undefined): Promise<string[]> {
  const page: Page = {
    kind: 'composed',
    loads: { hours: { source: 'venue:hours' } },
    sections: {
      times: {
        section: 'times',
        label: '可订时间',
        times: { info: '/hours/item', taken: 'venue:taken', with: { day: '/picked/day', id: '/query/id' }, title: '选择时间' },
        opens: { label: '我要预订', to: '/venueenroll{?id,venueTime}', with: { id: '/query/id', venueTime: '/picked/venueTime' } },
      },
    },
  };
  const { complaints } = await open({
    shell: shellOf(),
    page: pageOf(
      page,
      { loads: { hours: { ok: true, rows: [], total: 1, item } } },
      { path: '/venuetime', query: { id: 'v1' }, endpoints: { 'venue:taken': endpoint('venue:taken', '/taken{?day,id}') } },
    ),
  });
  await act(() => vi.dynamicImportSettled());
  await settle();
  return complaints;
}

test('[BOOK-12] the times of a place on a page of their own; those that are chosen lead on', async () => {
  const complaints = await openTimes({ startTime: '10:00', endTime: '12:00', isTimeSection: 0, cycle: [1] });
  expect([picker.props?.info, picker.props?.settings.labels.title, all('.times-section-onward')]).toEqual([
    { ...usual, startTime: '10:00', endTime: '12:00', cycle: [1] },
    '选择时间',
    [''],
  ]);
  replies['venue:taken'] = { ok: false };
  await expect(picker.props?.taken.fetch('2026-11-23')).rejects.toThrow();
  expect(calls).toEqual([{ name: 'venue:taken', values: { day: '2026-11-23', id: 'v1' } }]);
  await act(async () => picker.props?.onPick('2026-11-23 10:00-11:00'));
  expect(all('.times-section-onward')).toEqual(['11月23日 周一 10:00–11:00我要预订']);
  expect(document.querySelector('.times-section-onward a')?.getAttribute('href')).toBe(
    '/venueenroll?id=v1&venueTime=2026-11-23%2010%3A00-11%3A00',
  );
  expect(complaints).toEqual([]);
});

test('nothing is known of the times', async () => {
  await openTimes(undefined);
  expect(all('.empty-state-title')).toEqual(['暂无数据']);
});
