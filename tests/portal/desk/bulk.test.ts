// @vitest-environment jsdom
import { act } from 'react-dom/test-utils';
import { afterEach, beforeAll, expect, it } from 'vitest';
import type { BulkAction } from '../../../src/model/definitions.g';
import type { Call } from '../../../src/runtime/pageData';
import { openTable, type OpenTable } from './deskTable';

beforeAll(() => {
  // jsdom has no dialogs.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
});
let open: OpenTable | undefined;
afterEach(() => open?.close());

const rows = ['一', '二'].map((name) => ({ id: name, title: `活动${name}` }));
const words = (): string => document.body.textContent ?? '';
const remove: BulkAction = { label: '删除', call: 'remove', with: { id: '/row/id' } };

it('says what could not be done although no line is left of the list', async () => {
  const call: Call = async (_endpoint, { id }) => ({ ok: id === '一', message: '刚刚被别人修改过', rows: [], total: 0 });
  open = await openTable({ rows, left: [], bulk: { remove } }, call);
  await open.tickAll();
  await open.press('删除');
  await open.press('删除');
  expect(document.querySelector('table')).toBeNull();
  expect(words()).toContain('1 项没有完成：');
  expect(words()).toContain('活动二 刚刚被别人修改过');
  await open.press('知道了');
  expect(words()).not.toContain('没有完成');
});

const warned: BulkAction = {
  label: '撤下',
  call: 'withdraw',
  with: { id: '/row/id' },
  warns: { source: 'expected', with: { id: '/row/id' }, count: '/reply/data/deskExpected', text: '/texts/deskWithdrawSeveral' },
};
/** A back end that counts for each line what is said of it, or refuses to. */
const counting =
  (counts: Record<string, number>): Call =>
  async (_endpoint, { id }) => {
    const deskExpected = counts[String(id)];
    const ok = deskExpected !== undefined;
    return { ok, rows: [], total: 0, ...(ok ? { item: { deskExpected } } : { message: '服务器忙' }) };
  };

it.each([
  ['the sum of those whom it concerns', { 一: 3, 二: 4 }, '这些活动共有7人报了名'],
  ['nothing where it concerns nobody', { 一: 0, 二: 0 }, undefined],
] as const)('says with the question %s', async (_name, counts, said) => {
  open = await openTable({ rows, left: rows, bulk: { withdraw: warned } }, counting(counts));
  await open.tickAll();
  await open.press('撤下');
  expect(words()).toContain('对选中的 2 项执行“撤下”？');
  if (said === undefined) expect(words()).not.toContain('报了名');
  else expect(words()).toContain(said);
});

it('ticks and clears all lines above the table as well, for screens too narrow for its head', async () => {
  open = await openTable({ rows, left: rows, bulk: { withdraw: warned } }, counting({}));
  const all = document.querySelector<HTMLLabelElement>('.desk-table-all');
  expect(all?.textContent).toBe('全选本页');
  const ticked = (): number => document.querySelectorAll('tbody input:checked').length;
  await act(async () => all?.click());
  expect(ticked()).toBe(rows.length);
  await act(async () => all?.click());
  expect(ticked()).toBe(0);
});

it('says with the question what does not come back', async () => {
  const erase: BulkAction = { label: '彻底删除', call: 'erase', says: '/texts/deskEraseSeveral', with: { id: '/row/id' } };
  open = await openTable({ rows, left: rows, bulk: { erase } }, counting({}));
  await open.tickAll();
  await open.press('彻底删除');
  expect(words()).toContain('对选中的 2 项执行“彻底删除”？');
  expect(words()).toContain('不能恢复');
});

it('does not ask when it is not known whom it concerns', async () => {
  open = await openTable({ rows, left: rows, bulk: { withdraw: warned } }, counting({ 一: 3 }));
  await open.tickAll();
  await open.press('撤下');
  expect(words()).not.toContain('对选中的');
  expect(words()).toContain('服务器忙');
});
