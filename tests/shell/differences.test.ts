import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isObject, type Json, type JsonObject } from '../../src/model/json';
import { checkForm } from '../checkForm';
import { cardOf, fact, linkTo, listed, open, opens, pictures, titleOf, words } from '../modules/page';
import { at, testPortal, type TestPortal } from '../server/portal';
import { copyOfDefinitions, projectRoot } from '../server/projectDefinitions';

/** A row of the table in tenants/README.md: what may differ, and the patch that makes it so. */
interface Row {
  name: string;
  ids: string;
  file: string;
  patch: JsonObject;
  demo: string;
}

/** What visitors get: where nothing is said of it, and with the patch of the row. */
interface Difference {
  look: (host: string, tenant: string) => unknown;
  usual: unknown;
  changed: unknown;
}

const table = (await readFile(join(projectRoot, 'tenants/README.md'), 'utf8')).split('### 各馆不同之处')[1]?.split('\n### ')[0] ?? '';
const rows = [...table.matchAll(/^\| ([^|]+) \| ([^|]+) \| `([^|`]+)` \| `([^|]+)` \| ([^|]+) \|$/gm)].map(
  ([, name = '', ids = '', file = '', patch = '', demo = '']): Row => ({ name, ids, file, patch: JSON.parse(patch) as JsonObject, demo }),
);

const columns: Record<string, [id: string, title: string, module: string]> = {
  notices: ['6176', '公告招募', 'information'],
  activities: ['9001', '读者活动', 'appointment'],
  venues: ['6140', '空间预约', 'venue'],
  scenery: ['9105', '风景名胜', 'scenicspot'],
  courses: ['9117', '名师微课', 'jpkecheng'],
  declarations: ['9169', '申报管理', 'managementdeclaration'],
  mailbox: ['9175', '读者信箱', 'mailbox'],
  map: ['9130', '总分馆地图', 'culturemap'],
  works: ['9188', '作品征集', 'workcollect'],
};
const settings = {
  site: { title: '试验馆' },
  menu: {
    home: { title: '首页', href: '/' },
    ...Object.fromEntries(Object.entries(columns).map(([name, [id, title, module]]) => [name, { id, title, module }])),
  },
  types: { '6176': { notices: { id: 'n1', name: '公告' }, volunteers: { id: 'n3', name: '志愿者' } } },
};
const event = {
  id: 'event',
  columnId: '9001',
  name: '诵读会',
  number: 30,
  surplus: 12,
  price: 20,
  enrollBeginTime: '2026-11-01 09:00:00',
  enrollEndTime: '2026-12-19 18:00:00',
  beginTime: '2026-12-20 09:00:00',
  endTime: '2026-12-20 16:30:00',
};
const items: Record<string, JsonObject[]> = {
  appointment: [event],
  information: [
    { id: 'here', columnId: '6176', title: '招募讲解员', types: ['n3'], publishDate: '2026-11-05' },
    { id: 'there', columnId: '6197', title: '志愿者名单', types: ['n3'], publishDate: '2026-11-06' },
  ],
  jpkecheng: [{ id: 'ink', menuId: '9117', title: '水墨入门', name: '水墨入门' }],
  scenicspot: [{ id: 'lake', menuId: '9105', spotName: '东湖', name: '东湖' }],
  venue: [{ id: 'hall', columnId: '6140', name: '报告厅', insertTime: '2026-01-01' }],
};

let portal: TestPortal;
const tenantOf = (index: number): string => `case${index}`;
const hostOf = (tenant: string): string => `${tenant}.test`;
beforeAll(async () => {
  const root = await copyOfDefinitions();
  const tenants = ['plain', ...rows.map((_row, index) => tenantOf(index))];
  for (const [index, tenant] of tenants.entries()) {
    const row = rows[index - 1];
    const own = { hosts: [hostOf(tenant)], code: `T${index}`, fid: String(900_000 + index), ...settings };
    const write = async (file: string, value: Json): Promise<void> => {
      const path = join(root, 'tenants', tenant, file);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, JSON.stringify(value));
    };
    await write('tenant.json', row?.file === 'tenant.json' ? lay(own, row.patch) : own);
    if (row && row.file !== 'tenant.json') await write(row.file, row.patch);
  }
  portal = await testPortal({ root, clock: () => Date.parse('2026-11-20T10:00:00+08:00') });
  for (const tenant of tenants) for (const [module, some] of Object.entries(items)) await portal.put(tenant, module, some);
}, 60_000);
afterAll(() => portal.close());

/** Lays a patch on settings, as a member of the staff writes it into them. */
function lay(value: Json, patch: Json): Json {
  if (!isObject(value) || !isObject(patch)) return patch;
  const laid = Object.entries(patch).map(([key, part]): [string, Json] => [key, lay(value[key] ?? {}, part)]);
  return Object.fromEntries(Object.entries({ ...value, ...Object.fromEntries(laid) }).filter(([, part]) => part !== null));
}

const page = (host: string, url: string): Promise<Document> => open(portal, url, host);
const menuOf = (document: Document): Element | undefined => document.querySelector('nav[aria-label="主导航"]') ?? undefined;
const main = (document: Document): Element | undefined => document.querySelector('main') ?? undefined;
const faultsOf = (tenant: string, module: string, form: string, values: JsonObject): string[] => {
  const found = portal.definitions.portal(tenant)?.modules[module]?.definition.forms?.[form];
  return found ? checkForm(found, values, {}, {}, (name) => name in values).map(({ message }) => message) : ['no form'];
};
const activity = '/appointmentdetail?columnId=9001&id=event';
const beside = async (host: string, path: string): Promise<unknown> => {
  const block = (await page(host, path)).querySelector('.qr-block') ?? undefined;
  return [words(block?.querySelector('.qr-block-words')), block ? pictures(block).at(0) : undefined];
};
const builtIn = '手机上也能看';

const differences: Record<string, Difference> = {
  首页另有网址: {
    look: async (host) => linkTo(menuOf(await page(host, '/')), '首页'),
    usual: '/',
    changed: 'https://group.example.org/',
  },
  菜单不限七项: {
    look: async (host) => menuOf(await page(host, '/'))?.querySelectorAll(':scope > ul > li').length,
    usual: 8,
    changed: 10,
  },
  栏目只在手机菜单里: {
    look: async (host) => words(menuOf(await page(host, '/'))).includes('名师微课'),
    usual: true,
    changed: false,
  },
  外站栏目先登录: {
    look: async (host) => linkTo(menuOf(await page(host, '/')), '名师微课'),
    usual: '/jpkecheng?columnId=9117',
    changed: '/login?redirect=%2F',
  },
  全站变灰: {
    look: async (host) => [
      (await page(host, '/')).documentElement.classList.contains('is-gray'),
      at((await portal.get('/api/admin/front/group/web', host)).body, 'data', 'g'),
    ],
    usual: [false, 0],
    changed: [true, 1],
  },
  内页横幅: {
    look: async (host) => pictures(main(await page(host, '/information?columnId=6176'))).includes('/pictures/lotus/inner.svg'),
    usual: false,
    changed: true,
  },
  子站首页: {
    look: async (host) =>
      (await page(host, '/information?columnId=6176&subhomepage=travel')).querySelector('.crumbs-step')?.getAttribute('href'),
    usual: '/',
    changed: '/scenicspot?columnId=9105',
  },
  链接不开新窗口: {
    look: async (host) => opens(cardOf(await page(host, '/appointment?columnId=9001'), '诵读会'))?.newWindow,
    usual: true,
    changed: false,
  },
  按钮也开新窗口: {
    look: async (host) => {
      const list = await page(host, '/appointment?columnId=9001');
      const button = [...(await page(host, '/login')).querySelectorAll('main a')].find((link) => words(link) === '马上注册');
      const pager = [...list.querySelectorAll('[aria-label="筛选条件"] a')].some((link) => link.getAttribute('target') === '_blank');
      return [button?.getAttribute('target'), pager];
    },
    usual: [null, false],
    changed: ['_blank', false],
  },
  地图标记按站点类型: {
    look: async (host) => {
      const { body } = await portal.get('/portal/page?url=%2Fculturemap%3FcolumnId%3D9130', host);
      return at(body, 'map', 'icons', 'museums') ?? null;
    },
    usual: null,
    changed: { siteType: 'h3', icon: 'exhibit', color: '#2f6b5e' },
  },
  资讯版式: {
    look: async (host) => linkTo(cardOf(await page(host, '/information?columnId=6176'), '招募讲解员'), '查看详情'),
    usual: undefined,
    changed: '/informationdetail?columnId=6176&id=here',
  },
  景区版式: {
    look: async (host) => listed(await page(host, '/scenicspot?columnId=9105'))[0]?.classList.contains('tile-card'),
    usual: false,
    changed: true,
  },
  课程版式: {
    look: async (host) => listed(await page(host, '/jpkecheng?columnId=9117'))[0]?.classList.contains('row-card'),
    usual: false,
    changed: true,
  },
  '栏目 6176 换成 6197': {
    look: async (host) => listed(await page(host, '/information?columnId=6176&types=n3')).map(titleOf),
    usual: ['招募讲解员'],
    changed: ['志愿者名单'],
  },
  活动用语: {
    look: async (host) => {
      const detail = await page(host, activity);
      return ['余票（张）', '余座（席）'].map((label) => fact(main(detail), label));
    },
    usual: ['12', undefined],
    changed: [undefined, '12'],
  },
  不显示余票: {
    look: async (host) => {
      const detail = await page(host, activity);
      return ['余票（张）', '总票数（张）'].map((label) => fact(main(detail), label));
    },
    usual: ['12', '30'],
    changed: [undefined, '30'],
  },
  离线模式: {
    look: async (host, tenant) => [
      words((await page(host, '/appointment?columnId=9999')).querySelector('#list')).includes('加载中，请稍后'),
      portal.definitions.portal(tenant)?.modules['appointment']?.definition.forms?.['enrol']?.submit.source,
    ],
    usual: [false, 'appointment:signUp'],
    changed: [true, 'appointment:apply'],
  },
  '没有“立即预定”': {
    look: async (host) =>
      [...(await page(host, '/venuedetail?columnId=6140&id=hall')).querySelectorAll('.summary-section-actions a')].map(words),
    usual: ['立即预定', '可订时间'],
    changed: [],
  },
  只能预订前四天: {
    look: async (host) => at((await portal.get('/api/onlinevenues/wt/time/hall', host)).body, 'data', 'days'),
    usual: 30,
    changed: 4,
  },
  '预订不校验手机号、身份证号': {
    look: (_host, tenant) => faultsOf(tenant, 'venue', 'booking', { phone: '+44 20 7946 0000', idCard: 'E12345678' }),
    usual: ['请输入正确的手机号', '请输入正确的身份证号'],
    changed: [],
  },
  '身份证号只看位数，不核对校验码': {
    look: (_host, tenant) => [
      faultsOf(tenant, 'venue', 'booking', { idCard: '110101199001011234' }),
      faultsOf(tenant, 'contact', 'add', { idNo: '110101199001011234' }),
      faultsOf(tenant, 'contact', 'edit', { idNo: '110101199001011234' }),
      faultsOf(tenant, 'declarant', 'add', { idNo: '110101199001011234' }),
      faultsOf(tenant, 'contact', 'add', { idNo: '1101011990010112' }),
    ],
    usual: [...Array.from({ length: 4 }, () => ['身份证号有误，请核对出生日期和最后一位']), ['请输入正确的身份证号']],
    changed: [[], [], [], [], ['请输入正确的身份证号']],
  },
  '预订人的姓名 2 至 4 字': {
    look: (_host, tenant) => ['阿卜杜拉·江', '王'].map((name) => faultsOf(tenant, 'venue', 'booking', { name })),
    usual: [[], ['请输入2到20个字的姓名']],
    changed: [['长度在 3 到 5 个字符'], ['长度在 3 到 5 个字符']],
  },
  手机号只收文档的号段: {
    look: (_host, tenant) => [
      faultsOf(tenant, 'account', 'registration', { mobilePhone: '16612345678' }),
      faultsOf(tenant, 'account', 'reset', { phone: '19912345678' }),
      faultsOf(tenant, 'venue', 'booking', { phone: '19912345678' }),
      faultsOf(tenant, 'venue', 'booking', { phone: '18912345678' }),
    ],
    usual: [[], [], [], []],
    changed: [['请输入正确的手机号'], ['请输入正确的手机号'], ['请输入正确的手机号'], []],
  },
  '密码 6 至 16 位': {
    look: (_host, tenant) => faultsOf(tenant, 'account', 'registration', { password: 'songbai-1234567890' }),
    usual: [],
    changed: ['请输入正确的密码格式'],
  },
  下载客户端的图和字: {
    look: (host) => beside(host, '/forget'),
    usual: [builtIn, undefined],
    changed: ['下载客户端', '/pictures/lantern/app.svg'],
  },
  登录页的话: {
    look: (host) => beside(host, '/login'),
    usual: [builtIn, undefined],
    changed: ['登录后可预约活动和场馆', undefined],
  },
  信箱标题: {
    look: async (host) => words((await page(host, '/mailbox?columnId=9175')).querySelector('h1')),
    usual: '读者信箱',
    changed: '写给馆长',
  },
  信箱提示语: {
    look: async (host) => (await page(host, '/mailbox?columnId=9175')).querySelector('textarea')?.getAttribute('placeholder'),
    usual: '说说您的想法，限50字',
    changed: '请写下您的建议',
  },
  申报年份: {
    look: async (host) => {
      const choices = words((await page(host, '/managementdeclaration?columnId=9169')).querySelector('[aria-label="筛选条件"]'));
      return ['2024', '2023'].map((year) => choices.includes(year));
    },
    usual: [false, false],
    changed: [true, true],
  },
};

describe('what differs between institutions', () => {
  it('is all in the table of tenants/README.md', () => expect(rows.map(({ name }) => name)).toEqual(Object.keys(differences)));

  it('is written as the table has it without a fault', () =>
    expect(portal.problems.filter(({ file }) => file.startsWith('tenants/case'))).toEqual([]));

  it.each(rows.map((row, index) => ({ ...row, tenant: tenantOf(index) })))('[$ids] $name', async ({ name, tenant }) => {
    const { look, usual, changed } = differences[name] ?? { look: () => undefined, usual: '', changed: '' };
    expect([await look(hostOf('plain'), 'plain'), await look(hostOf(tenant), tenant)]).toEqual([usual, changed]);
  });

  it.each(rows.filter(({ demo }) => demo !== '—'))('$name: $demo has it', async ({ file, patch, demo }) => {
    const own = JSON.parse(await readFile(join(projectRoot, 'tenants', demo, file), 'utf8')) as Json;
    expect(findMissing(own, patch)).toBeUndefined();
  });
});

/** Returns the first key of a patch that settings say nothing of; below names that an institution chooses nothing is compared. */
function findMissing(own: Json, patch: Json, depth = 0): string | undefined {
  if (Array.isArray(patch)) return patch.find((one): one is string => !(Array.isArray(own) && own.includes(one)));
  if (!isObject(patch) || depth === 2) return undefined;
  for (const [key, part] of Object.entries(patch)) {
    const found = isObject(own) && own[key] !== undefined ? findMissing(own[key], part, depth + 1) : key;
    if (found !== undefined) return found;
  }
  return undefined;
}
