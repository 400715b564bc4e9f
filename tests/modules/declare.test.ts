import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/model/json';
import { formatIso } from '../../src/runtime/time';
import { RequestError } from '../../src/server/api/errors';
import { at, type AccountPortal, type Reply } from '../server/accountPortal';
import { idNumber } from '../server/enrolments';
import { sendFile } from '../server/files';
import { moveByStaff } from '../server/moveByStaff';
import { openAccounts } from './harness';
import type { Member } from './member';

const day = 86_400_000;
const calls = '/api/culture/management/web/declareContent';
let member: Member;
let other: Member;
let file = '';
let declarant = '';

const upload = (on: Pick<AccountPortal, 'app'>, bytes = '%PDF-1.4\n', name = '水乡渔歌·申报书.pdf') =>
  sendFile(on, { url: '/api/culture/management/web/file/upload', name, type: 'application/pdf', bytes: Buffer.from(bytes), member });

const portal = openAccounts(async (portal) => {
  member = await portal.member('13600000081');
  other = await portal.member('13600000082');
  const from = (days: number): string => formatIso(portal.clock.now() + days * day);
  const call = {
    menuId: '9001',
    declareName: '第七批申报',
    additionalContent: '<p>先登录。<script>alert(1)</script></p>',
    startTime: from(-9),
  };
  await portal.put('centre', 'managementdeclaration', [
    { ...call, id: 'open', endTime: from(9) },
    { ...call, id: 'over', endTime: from(-1) },
  ]);
  file = String(at((await upload(portal)).json(), 'data', 'download'));
  const consents = await portal.ask({ url: '/api/personal/web/consents', token: member.token });
  const person = {
    name: '某甲',
    phone: '13812345678',
    idCard: idNumber(),
    idNumberConsent: true,
    idNumberConsentVersion: at(consents.body, 'data', 'idNumber', 'version'),
  };
  await portal.ask({ method: 'POST', url: '/api/culture/management/web/declarationUser/upload', token: member.token, body: person });
});

const project = {
  menuId: '9001',
  declareId: 'open',
  declareName: '水乡渔歌',
  territorial: '文澜区',
  protectionUnit: '渔歌传习所',
  legalPerson: '某甲',
  mailingAddress: '文澜区示范路1号',
  email: 'unit@example.org',
  workPhone: '13900001234',
};
const post = (path: string, body: object, who: Member = member, key?: string): Promise<Reply> =>
  portal.ask({
    method: 'POST',
    url: `${calls}/${path}`,
    token: who.token,
    body,
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  });
const declare = (more: JsonObject = {}, who = member, key?: string): Promise<Reply> =>
  post(
    '9001/upload',
    { ...project, userId: who.id, declarantId: declarant, attachment: file, attachmentName: '随便.exe', ...more },
    who,
    key,
  );
const staff = (id: string, move: string, given?: JsonObject): Promise<void> =>
  moveByStaff(portal, { module: 'declarerecord', id, move, given });
const shown = async (): Promise<unknown> =>
  at((await portal.ask({ url: `${calls}/9001/uploadList?menuId=9001&declareId=open` })).body, 'data');
const named = async (name: string): Promise<unknown[]> => {
  const { body } = await portal.ask({ url: `${calls}/mine?page=1&limit=50`, token: member.token });
  return (at(body, 'data', 'rows') as JsonObject[]).filter(({ projectName }) => projectName === name);
};
const one = async (id: string): Promise<unknown> =>
  at((await portal.ask({ url: `${calls}/mine/${id}`, token: member.token })).body, 'data');

test('[DECL-45] [DECL-47] a file is uploaded by the field file: data.status 1 gives download and name, otherwise data.message says why not', async () => {
  expect((await upload(portal)).json()).toMatchObject({
    data: { status: 1, download: expect.stringMatching(/^\/files\/[\w-]{22}\.pdf$/) as never, name: '水乡渔歌·申报书.pdf' },
  });
  const refused = (await upload(portal, 'MZ\0')).json<JsonObject>();
  expect(at(refused, 'data')).toEqual({ status: 400, message: expect.stringMatching(/\p{Script=Han}/u) as never });
});

test('[DECL-37] [DECL-44] a declarant is added with name, phone and idCard, and leaves masked: 4 characters at both ends of the number', async () => {
  const { body } = await portal.ask({ url: '/api/culture/management/web/declarationUser/list', token: member.token });
  expect(at(body, 'data')).toMatchObject([
    { name: '某甲', phone: '138****5678', idCard: expect.stringMatching(/^\d{4}\*+[\dX]{4}$/) as never },
  ]);
  declarant = String(at(body, 'data', '0', 'id'));
});

test.each([
  ['[DECL-26]', 'name', undefined, '姓名不能为空'],
  ['[DECL-27]', 'phone', '12812345678', '格式不正确'],
  ['[DECL-28]', 'idCard', '1234', '格式不正确'],
])('%s a declarant whose %s is %s is refused with the words of the form', async (_row, name, value, message) => {
  const body = { name: '某乙', phone: '13812345679', idCard: idNumber(), [name]: value };
  const reply = await portal.ask({ method: 'POST', url: '/api/culture/management/web/declarationUser/upload', token: member.token, body });
  expect(Object.values(reply.body['errors'] ?? {})).toContain(message);
});

describe('a declaration', () => {
  test.each([
    ['[DECL-29]', 'declarantId', undefined, '请选择申报人'],
    ['[DECL-30]', 'attachment', undefined, '附件不能为空'],
    ['[DECL-24]', 'email', 'unit', '格式不正确'],
    ['[DECL-25]', 'workPhone', '0571123', '格式不正确'],
    ['[DECL-23]', 'declareName', undefined, '项目名称不能为空'],
    ['[DECL-23]', 'territorial', undefined, '所属地区不能为空'],
    ['[DECL-23]', 'protectionUnit', undefined, '保护单位不能为空'],
    ['[DECL-23]', 'legalPerson', undefined, '法定代表人不能为空'],
    ['[DECL-23]', 'mailingAddress', undefined, '通讯地址不能为空'],
    ['[DECL-23]', 'workPhone', undefined, '单位电话不能为空'],
  ])('%s whose %s is %s is refused', async (_row, name, value, message) => {
    const reply = await declare({ [name]: value as never });
    expect(reply.body).toMatchObject({ status: 400, errors: { [name]: message } });
  });

  test('is refused of a stranger, and outside its time', async () => {
    expect((await portal.ask({ method: 'POST', url: `${calls}/9001/upload`, body: project })).body).toMatchObject({ status: 40101 });
    expect((await declare({ declareId: 'over' })).body).toMatchObject({ status: 400, message: '不在申报时间内' });
  });

  test('[DECL-38] [DECL-43] awaits staff, comes back with a reason, is amended and approved; others see it only then, without what is private', async () => {
    const reply = await declare();
    expect(reply.body).toMatchObject({ status: 200, message: '提交成功，请等待审核。进度可在“我的申报”查看' });
    const id = String(at(reply.body, 'data', 'id'));
    expect(await shown()).toEqual([]);
    await staff(id, 'return', { reason: '缺少传承谱系' });
    expect(await shown()).toEqual([]);
    expect(await one(id)).toMatchObject({
      state: 'returned',
      rejectFlag: 1,
      reject: '缺少传承谱系',
      workPhone: '139****1234',
      legalPerson: '某甲',
      // Under the name that it was uploaded with, whatever the call says.
      attachmentName: '水乡渔歌·申报书.pdf',
    });
    const { rows } = await sql<{ body: string; link: string }>`select body, link from inbox_message where member_id = ${member.id}`.execute(
      portal.database.kysely,
    );
    expect(rows).toEqual([{ body: '“水乡渔歌”被驳回：缺少传承谱系', link: `/mydeclarationDetail?id=${id}` }]);

    // The phone was shown masked and stays.
    const { workPhone: _phone, ...rest } = project;
    const again = await post('9001/upload', {
      ...rest,
      userId: member.id,
      declarantId: declarant,
      attachment: file,
      attachmentName: 'x',
      declareName: '水乡渔歌号子',
      recordId: id,
    });
    expect(again.body).toMatchObject({ status: 200, data: { id } });
    await staff(id, 'approve');
    expect(await shown()).toMatchObject([{ id, projectName: '水乡渔歌号子', rejectFlag: 0, workPhone: '139****1234', attachment: file }]);
    for (const hidden of ['userId', 'declarantId', 'memberId', 'legalPerson', 'reject', 'declareName'])
      expect(at(await shown(), '0')).not.toHaveProperty(hidden);
    expect(at(await one(id), 'history')).toMatchObject([
      { by: '本人', to: '待审核' },
      { by: '工作人员', to: '已驳回', reason: '缺少传承谱系' },
      { by: '本人', to: '待审核' },
      { by: '工作人员', to: '已通过' },
    ]);
    expect((await declare({ recordId: id })).body).toMatchObject({ status: 409, message: '已是“已通过”，不能提交。请刷新后查看' });
  });

  test.each(['one after another', 'at the same moment'])(
    '[DECL-43] that two windows send %s is stored once, and the second is told',
    async (when) => {
      const said = { declareName: `竹编 ${when}` };
      const send = (key: string) => declare(said, member, `${key} ${when}`);
      const replies = when === 'at the same moment' ? await Promise.all([send('a'), send('b')]) : [await send('a'), await send('b')];
      expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
      const [made, told] = replies.toSorted((one, other) => one.status - other.status);
      expect(told?.body).toMatchObject({ message: '同样的内容刚刚已经提交成功，这一次没有重复提交' });
      expect(await named(said.declareName)).toHaveLength(1);
      // Something else is another declaration, and so is the same once the first is taken back.
      expect((await declare({ ...said, territorial: '临河区' }, member, `c ${when}`)).status).toBe(200);
      await post(`mine/${String(at(made?.body, 'data', 'id'))}/withdraw`, {});
      expect((await send('d')).status).toBe(200);
    },
  );

  test('that its member takes back while staff return it has gone one of both ways, and who came second is told', async () => {
    for (let round = 0; round < 4; round += 1) {
      const id = String(at((await declare({ declareName: `漆扇 ${round}` })).body, 'data', 'id'));
      const returned = staff(id, 'return', { reason: '不完整' }).then(
        () => 200,
        (error: unknown) => (error instanceof RequestError ? error.status : Promise.reject(error)),
      );
      const outcomes = await Promise.all([returned, post(`mine/${id}/withdraw`, {}).then(({ status }) => status)]);
      expect(outcomes.toSorted()).toEqual([200, 409]);
      const state = outcomes[0] === 200 ? ['returned', '已驳回'] : ['withdrawn', '已撤回'];
      expect(await one(id)).toMatchObject({ state: state[0], history: [{ to: '待审核' }, { to: state[1] }] });
    }
  });

  test('is kept as a draft, sent later, taken back, and is nobody else’s', async () => {
    const draft = await post('9001/draft', { menuId: '9001', declareId: 'open', declareName: '竹编', email: '还没想好' });
    expect(draft.body).toMatchObject({ status: 200, message: '草稿已保存' });
    const id = String(at(draft.body, 'data', 'id'));
    expect((await declare({ recordId: id }, other)).status).toBe(404);
    expect((await declare({ recordId: id })).status).toBe(200);
    expect((await post(`mine/${id}/withdraw`, {}, other)).status).toBe(404);
    expect((await post(`mine/${id}/withdraw`, {})).status).toBe(200);
    expect(await one(id)).toMatchObject({ state: 'withdrawn' });
    expect((await post(`mine/${id}/withdraw`, {})).body).toMatchObject({ status: 409, message: '已是“已撤回”，不能撤回。请刷新后查看' });
  });
});
