import { expect, test } from 'vitest';
import { listWaitingItems } from '../../src/database/content/review';
import { decideItems } from '../database/decideItems';
import { at } from '../server/accountPortal';
import { openAccounts } from './harness';
import type { Member } from './member';

let member: Member;
const portal = openAccounts(async (portal) => {
  member = await portal.member('13600000041', { name: '林晓' });
});
const write = (body: object, token?: string): ReturnType<typeof portal.ask> =>
  portal.ask({ method: 'POST', url: '/api/travel/web/mailbox/add', body, ...(token === undefined ? {} : { token }) });

test('[MAIL-14, MAIL-16] a letter is handed in with its words, column, pictures and department, and is public once it was looked through', async () => {
  const letter = { title: '灯坏了', menuId: '6175', image: '', departmentCode: 'QLWHG01' };
  expect((await write(letter, member.token)).body).toMatchObject({ rel: true, message: '上传成功' });
  const page = '/api/travel/web/mailbox/page?page=1&limit=5&menuId=6175';
  expect(at((await portal.ask({ url: page })).body, 'data', 'total')).toBe(0);
  const [waiting] = await listWaitingItems(portal.database, 'centre');
  expect(waiting?.doc).toMatchObject({ title: '灯坏了', menuId: '6175', departmentCode: 'QLWHG01', memberId: member.id });
  await decideItems(portal.database, 'centre', [waiting?.id ?? ''], true);
  const { body } = await portal.ask({ url: page });
  expect(at(body, 'data', 'rows', '0')).toMatchObject({ title: '灯坏了', releaseMan: '林晓' });
  expect(JSON.stringify(body)).not.toMatch(/memberId|departmentCode/);
});

test.each([
  ['a stranger', { title: '灯坏了', menuId: '6175' }, undefined, { status: 40101 }],
  ['no words', { menuId: '6175' }, 'token', { message: '内容不能为空' }],
  ['more words than fit', { title: '灯'.repeat(1001), menuId: '6175' }, 'token', { message: '内容不能超过1000个字' }],
])('%s hands in nothing', async (_who, body, token, told) => {
  expect((await write(body, token && member.token)).body).toMatchObject(told);
});
