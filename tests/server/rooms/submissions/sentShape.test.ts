import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../src/model/json';
import { accountPortal, type AccountPortal } from '../../accountPortal';
import type { Asker } from '../../enrolments';
import { copyOfDefinitions, findProblems } from '../../projectDefinitions';

const text = (title: string): JsonObject => ({ type: 'string', title });

/** A form that sends its fields elsewhere than they stand, and the items that are made of it. */
const trip = {
  title: '行程',
  item: {
    type: 'object',
    required: ['id', 'title', 'begin'],
    properties: {
      id: text('编号'),
      title: text('名称'),
      begin: text('开始'),
      place: { type: 'object', title: '地点', properties: { town: text('城市'), street_name: text('街道') } },
      tags: { type: 'array', title: '标签', items: text('标签') },
      stops: { type: 'array', title: '站', items: { type: 'object', properties: { stop_name: text('名称') } } },
      contact: text('联系'),
      kind: text('方式'),
      memberId: { ...text('会员'), private: true },
      state: { type: 'integer', title: '状态' },
    },
  },
  roles: { title: '/title' },
  endpoints: {
    add: { post: '/api/trip/add', form: 'add', viewer: true, creates: {}, ok: { '/status': 200 }, message: '/message' },
    mine: { get: '/api/trip/mine', viewer: true, own: '/state', ok: { '/status': 200 }, rows: '/data' },
  },
  forms: {
    add: {
      fields: {
        title: { field: 'text', label: '名称', required: '请填写名称' },
        line: {
          field: 'group',
          flat: true,
          columns: 2,
          fields: {
            from: { field: 'date', label: '开始', sendAs: 'begin', required: '请填写日期' },
            town: { field: 'text', label: '城市', sendAs: '/place/town' },
          },
        },
        street: { field: 'text', label: '街道', sendAs: '/place/street_name' },
        tags: {
          field: 'rows',
          label: '标签',
          plain: true,
          schema: { uniqueItems: true },
          fields: { value: { field: 'text', label: '标签' } },
        },
        stops: {
          field: 'rows',
          label: '站',
          fields: { name: { field: 'text', label: '名称', sendAs: 'stop_name', required: '请填写站名' } },
        },
        kind: {
          field: 'radio',
          label: '方式',
          options: { mail: { value: 'mail', label: '邮箱' }, word: { value: 'word', label: '留言' } },
        },
        mail: { field: 'email', label: '邮箱', sendAs: 'contact', when: { '/form/kind': 'mail' }, errors: { schema: '邮箱不正确' } },
        word: { field: 'text', label: '留言', sendAs: 'contact', when: { '/form/kind': 'word' } },
      },
      submit: { source: 'add', label: '提交' },
    },
  },
  pages: {},
};

let folder: string;
let portal: AccountPortal;
let member: Asker;
beforeAll(async () => {
  folder = await copyOfDefinitions();
  await writeFile(join(folder, 'schemas/modules/trip.json'), JSON.stringify(trip));
  portal = await accountPortal(folder);
  member = await portal.member('13730000001');
}, 60_000);
afterAll(async () => {
  await portal.close();
  await rm(folder, { recursive: true, force: true });
});
const send = (body: JsonObject) => portal.ask({ method: 'POST', url: '/api/trip/add', token: member.token, body });
const sound = { title: '春游', begin: '2026-11-20' };

describe('a form whose fields are sent elsewhere than they stand', () => {
  it('has a definition without a fault', async () => {
    expect((await findProblems(folder)).filter(({ file }) => file.includes('trip'))).toEqual([]);
  });

  it('makes items of that shape', async () => {
    const sent = {
      ...sound,
      place: { town: '青澜', street_name: '望江路' },
      tags: ['水', '山'],
      stops: [{ stop_name: '一' }, { stop_name: '二' }],
      kind: 'mail',
      contact: 'a@b.cn',
    };
    expect((await send(sent)).status).toBe(200);
    const { body } = await portal.ask({ url: '/api/trip/mine', token: member.token });
    expect(body['data']).toEqual([{ ...sent, id: expect.anything(), memberId: member.id, state: 0 }]);
  });

  it.each<[JsonObject, unknown]>([
    [{ title: '春游' }, { 'line.from': '请填写日期' }],
    [{ ...sound, kind: 'mail', contact: 'nobody' }, { mail: '邮箱不正确' }],
    [{ ...sound, stops: [{ stop_name: '一' }, {}] }, { 'stops.1.name': '请填写站名' }],
    [
      { ...sound, stops: [{ name: '一' }] },
      { stops: expect.anything(), 'stops.0.name': '请填写站名' },
    ],
    [{ ...sound, tags: ['水', '水'] }, { tags: expect.anything() }],
    [{ ...sound, line: { from: '2026-11-20' } }, undefined],
    [{ ...sound, place: { other: '1' } }, undefined],
    [{ ...sound, place: '青澜' }, undefined],
    [{ ...sound, contact: 'a@b.cn' }, undefined],
  ])('refuses %j', async (body, errors) => {
    const reply = await send(body);
    expect([reply.status, reply.body['errors']]).toEqual([400, errors]);
  });
});
