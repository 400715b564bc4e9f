import { describe, expect, it } from 'vitest';
import type { Item } from '../../../src/model/definitions.g';
import { checkItem } from '../../../src/server/importing/checkItem';

const moment = { type: 'string', format: 'date-time' } as const;
const shape: Item = {
  properties: {
    beginTime: { ...moment, title: '开始时间' },
    endTime: { ...moment, title: '结束时间' },
    startDate: { type: 'string', format: 'date' },
    endDate: { type: 'string', format: 'date', private: true },
  },
};
const messagesOf = (item: Parameters<typeof checkItem>[0]): string[] => checkItem(item, shape).faults.map(({ message }) => message);

describe('a beginning and its end', () => {
  it.each([
    ['the end is later', { beginTime: '2026-12-01 09:00', endTime: '2026-12-01 11:00' }],
    ['both are the same moment', { beginTime: '2026-12-01 09:00', endTime: '2026-12-01 09:00' }],
    ['the end is a day alone, that of the beginning', { beginTime: '2026-12-01 09:00', endTime: '2026-12-01' }],
    ['both are one day', { startDate: '2026-12-01', endDate: '2026/12/1' }],
    ['one of them is missing', { endTime: '2026-12-01' }],
    ['an end has another kind of time than the beginning of its name', { startDate: '2026-12-02', endTime: '2026-12-01 10:00' }],
  ])('are taken where %s', (_name, item) => expect(messagesOf(item)).toEqual([]));

  it.each([
    [
      'a moment',
      { beginTime: '2026-12-01 09:00', endTime: '2026/12/01 08:59' },
      '/endTime expects a time that is not before /beginTime, found "2026/12/01 08:59"',
    ],
    [
      'a day alone',
      { beginTime: '2026-12-02 09:00', endTime: '2026-12-01' },
      '/endTime expects a time that is not before /beginTime, found "2026-12-01"',
    ],
    [
      'a private day, which is not shown',
      { startDate: '2026-12-02', endDate: '2026-12-01' },
      '/endDate expects a time that is not before /startDate, found something else',
    ],
  ])('are refused where %s lies before the beginning', (_name, item, message) => expect(messagesOf(item)).toEqual([message]));

  it('are told to staff by what the beginning is called', () => {
    const [fault] = checkItem({ beginTime: '2026-12-02 09:00', endTime: '2026-12-01 10:00' }, shape).faults;
    expect(fault).toMatchObject({
      place: '/endTime',
      said: { expected: { text: 'importNotBefore', values: { field: '开始时间' } } },
    });
  });
});
