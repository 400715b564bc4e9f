// @vitest-environment jsdom
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
