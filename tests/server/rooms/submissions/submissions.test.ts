import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listWaitingItems } from '../../../../src/database/content/review';
import { decideItems } from '../../../database/decideItems';
import { startUpload } from '../../../../src/database/content/uploads';
import { removeUnused } from '../../../../src/database/content/uploadUses';
import type { CompiledPortal } from '../../../../src/model/compiled';
import type { Form, FormField } from '../../../../src/model/definitions.g';
import type { JsonObject } from '../../../../src/model/json';
import type { RequestError } from '../../../../src/server/api/errors';
import { checkFound } from '../../../../src/server/rooms/submissions/found';
import { accountPortal, at, type AccountPortal, type Reply } from '../../accountPortal';
import { copyOfDefinitions, findProblems, readExamples } from '../../projectDefinitions';

type Member = { token: string; id: string; phone: string };
let folder: string;
let portal: AccountPortal;
let member: Member;
let other: Member;

/** The modules lecture and question as schemas/README.md shows them to authors. */
beforeAll(async () => {
  folder = await copyOfDefinitions();
  const shown = await readExamples();
  for (const [name, title] of [
    ['lecture', '系列讲座'],
    ['question', '提问'],
  ] as const)
    await writeFile(
      join(folder, 'schemas/modules', `${name}.json`),
      shown.find((text) => text.includes(`"title": "${title}",\n`) && text.includes('"$schema"')) ?? '',
    );
  portal = await accountPortal(folder);
  await portal.put('centre', 'lecture', [
    { id: 'l1', menuId: '6930', title: '昆曲', speaker: '讲师甲' },
    { id: 'l2', menuId: '6930', title: '未定' },
  ]);
  member = await portal.member('13600000001');
  other = await portal.member('13600000002');
}, 60_000);
afterAll(async () => {
  await portal.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => sql`delete from item where module = 'question'`.execute(portal.database.kysely));

const ask = (values: object, who: Member | undefined = member, headers?: Record<string, string>): Promise<Reply> =>
  portal.ask({
    method: 'POST',
    url: '/api/question/web/ask',
    token: who?.token,
    headers,
    body: { lectureId: 'l1', menuId: '6930', title: '唱腔从哪里来？', phone: '13812345678', ...values },
  });
const published = async (): Promise<unknown> => at((await portal.ask({ url: '/api/question/web/page?lectureId=l1' })).body, 'data', 'rows');
const mine = async (who: Member): Promise<Record<string, unknown>[]> =>
  at((await portal.ask({ url: '/api/question/web/mine?page=1&limit=10', token: who.token })).body, 'data', 'rows') as Record<
    string,
    unknown
  >[];
const withdraw = (id: unknown, who: Member): Promise<Reply> =>
  portal.ask({ method: 'DELETE', url: `/api/question/web/${String(id)}`, token: who.token });

/** Uploads a document. @returns its address */
async function sendFile(who: Member): Promise<string> {
  const payload =
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf\r\n\r\n%PDF-1.4\r\n--b--\r\n';
  const headers = { host: 'localhost', authorization: who.token, 'content-type': 'multipart/form-data; boundary=b' };
  const reply = await portal.app.inject({ method: 'POST', url: '/api/file/upload', payload, headers });
  return String(at(reply.json(), 'data', 'http'));
}

describe('what a form hands in', () => {
  it('has definitions without a fault', async () => {
    expect((await findProblems(folder)).filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('is refused of a stranger, with a wrong value, about nothing, or while its subject is not ready', async () => {
    expect((await portal.ask({ method: 'POST', url: '/api/question/web/ask', body: { title: 'x' } })).body).toMatchObject({
      status: 40101,
    });
    expect((await ask({ phone: '123' })).body).toMatchObject({ errors: { phone: '手机号不正确' } });
    expect((await ask({ state: 1 })).status).toBe(400);
    expect((await ask({ lectureId: 'nothing' })).status).toBe(404);
    expect((await ask({ lectureId: 'l2' })).body).toMatchObject({ status: 400, message: '主讲人还没有确定' });
    expect(await listWaitingItems(portal.database, 'centre')).toEqual([]);
  });

  it('awaits review, is seen by its author alone until then, and once only', async () => {
    const [a, b] = [await sendFile(member), await sendFile(member)];
    expect((await ask({ files: `${a}|${b}` }, member, { 'idempotency-key': 'k1' })).body).toMatchObject({
      status: 200,
      message: '提交成功，请等待审核',
    });
    expect((await ask({ files: `${a}|${b}` }, member, { 'idempotency-key': 'k1' })).body).toMatchObject({ status: 200 });
    expect((await ask({ title: '再问一个' })).body).toMatchObject({ status: 409, message: '每场讲座可以提一个问题' });
    expect(await published()).toEqual([]);
    expect(await mine(member)).toMatchObject([
      {
        title: '唱腔从哪里来？',
        files: [a, b],
        phone: '138****5678',
        state: 0,
        askedAt: expect.stringMatching(/^20\d\d-.*\+08:00$/) as never,
      },
    ]);
    expect(await mine(other)).toEqual([]);

    const [waiting] = await listWaitingItems(portal.database, 'centre');
    await decideItems(portal.database, 'centre', [waiting?.id ?? ''], true);
    expect(await published()).toEqual([
      {
        id: waiting?.id,
        lectureId: 'l1',
        menuId: '6930',
        title: '唱腔从哪里来？',
        files: [a, b],
        askedAt: expect.anything() as never,
      },
    ]);
    expect(await mine(member)).toMatchObject([{ state: 1 }]);
    expect((await withdraw(waiting?.id, member)).body).toMatchObject({ status: 409, message: '已经发布，不能撤回' });
  });

  it('is taken back by its author alone', async () => {
    await ask({}, other);
    const [own] = await mine(other);
    expect((await withdraw(own?.['id'], member)).status).toBe(404);
    expect(await mine(other)).toHaveLength(1);
    expect((await withdraw(own?.['id'], other)).body).toMatchObject({ status: 200 });
    expect(await mine(other)).toEqual([]);
  });
});

describe('files of forms', () => {
  const day = 86_400_000;
  const isThere = async (address: string): Promise<boolean> => (await portal.ask({ url: address })).status === 200;
  /** Sweeps as it is done so many milliseconds from now. */
  const sweep = (later = day + 1000): Promise<number> => removeUnused(portal.database, portal.clock.now() + later - day);

  it('stay as long as something that was sent refers to them, the others for a day', async () => {
    const who = await portal.member('13600000003');
    const [used, unused, withdrawn] = [await sendFile(who), await sendFile(who), await sendFile(who)];
    await portal.put('centre', 'lecture', [
      { id: 'l3', menuId: '6930', title: '越剧', speaker: '讲师乙' },
      { id: 'l4', menuId: '6930', title: '京剧', speaker: '讲师丙' },
    ]);
    expect((await ask({ files: used, lectureId: 'l3' }, who)).status).toBe(200);
    expect((await ask({ files: withdrawn, lectureId: 'l4', title: '再问' }, who)).status).toBe(200);
    await sweep(day - 60_000);
    expect(await Promise.all([used, unused, withdrawn].map(isThere))).toEqual([true, true, true]);
    await sweep();
    expect(await Promise.all([used, unused, withdrawn].map(isThere))).toEqual([true, false, true]);

    const late = await ask({ files: unused, lectureId: 'l1', title: '又问' }, other);
    expect(late).toMatchObject({ status: 409, body: { message: '上传的文件已经过期，请重新上传' } });
    expect((await withdraw((await mine(who)).find(({ title }) => title === '再问')?.['id'], who)).status).toBe(200);
    await sweep();
    expect(await Promise.all([used, withdrawn].map(isThere))).toEqual([true, false]);
  });

  it('are swept by several servers at once, each once, together with what broke off', async () => {
    await sweep();
    const addresses = await Promise.all(Array.from({ length: 25 }, () => sendFile(other)));
    await startUpload(portal.database, { tenant: 'centre', id: 'z'.repeat(22) }, { owner: 'nobody', name: '', now: Date.now() });
    const counts = await Promise.all([sweep(), sweep(), sweep()]);
    // What one server is at the others pass over.
    expect(counts.reduce((sum, count) => sum + count, 0) + (await sweep())).toBe(addresses.length + 1);
    expect((await Promise.all(addresses.map(isThere))).some(Boolean)).toBe(false);
  });
});

describe('records that were found by typing', () => {
  const known = {
    tenant: 'centre',
    endpoints: { 'lecture:list': { module: 'lecture' }, 'search:list': { module: 'search', service: 'search.find' } },
    settings: { site: {} },
    texts: {},
    patterns: {},
  } as object as CompiledPortal;
  const one = (source: string): FormField => ({
    field: 'combobox',
    find: { source, as: 'title', title: '/row/title' },
    errors: { enum: '没有这一讲' },
  });
  const form: Form = {
    fields: { rows: { field: 'rows', fields: { one: one('lecture:list') } }, some: one('lecture:list'), other: one('search:list') },
    submit: { source: 'x:send', label: '提交' },
  };
  const check = (values: JsonObject): Promise<unknown> =>
    checkFound(portal.database, known, form, values, 0).catch((error: unknown) => (error as RequestError).detail.errors);
  it('have to be published items, as far as that is known', async () => {
    const [there, gone] = [
      { id: 'l1', label: '昆曲' },
      { id: 'l0', label: '不在' },
    ];
    expect(await check({ rows: [{ one: there }, {}], some: [there, there], other: gone })).toBeUndefined();
    expect(await check({ rows: [{ one: there }, { one: gone }], some: [there, gone] })).toEqual({
      'rows.1.one': '没有这一讲',
      some: '没有这一讲',
    });
    await sql`update item set status = 0 where module = 'lecture' and id = 'l1'`.execute(portal.database.kysely);
    try {
      expect(await check({ some: there })).toEqual({ some: '没有这一讲' });
    } finally {
      await sql`update item set status = 1 where module = 'lecture' and id = 'l1'`.execute(portal.database.kysely);
    }
  });
});

describe('a form whose values become an item', () => {
  it('may not ask for a code by text message, which nothing would check', async () => {
    const file = join(folder, 'schemas/modules/question.json');
    const sound = await readFile(file, 'utf8');
    const definition = JSON.parse(sound) as { forms: { ask: { fields: Record<string, object> } } };
    definition.forms.ask.fields['code'] = { field: 'smsCode', label: '验证码', step: 'contact', required: '请填写验证码' };
    await writeFile(file, JSON.stringify(definition, null, 2));
    try {
      const found = (await findProblems(folder))
        .filter(({ file: where }) => where.endsWith('question.json'))
        .map(({ path, message }) => `${path} ${message}`);
      expect(found).toContainEqual(expect.stringMatching(/^\/forms\/ask\/fields\/code\/field .*code by text message.*"service"/));
    } finally {
      await writeFile(file, sound);
    }
  });
});
