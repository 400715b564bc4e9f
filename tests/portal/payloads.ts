import { getFormValidator } from '../../src/server/api/formValidators';
import type { Json, JsonObject } from '../../src/model/json';
import { parse } from '@formatjs/icu-messageformat-parser';
import texts from '../../schemas/texts.json';
import type { ClientEndpoint } from '../../src/model/compiled';
import type { Card, Form, Page, Theme } from '../../src/model/definitions.g';
import type { MenuEntry, PageData, PagePayload, Payload, ShellPayload } from '../../src/model/payload';

/** The parsed patterns of the shared texts and of further ones, as the server sends them. */
export function patternsOf(...further: string[]): Record<string, Json> {
  const patterns = [...Object.values(texts), ...further].filter((text) => text.includes('{'));
  return Object.fromEntries(patterns.map((text) => [text, JSON.parse(JSON.stringify(parse(text))) as Json]));
}

/** A call of the back end with a status and rows. */
export function endpoint(name: string, template: string): ClientEndpoint {
  return {
    name,
    method: 'GET',
    template,
    variables: [...template.matchAll(/[?,{/]([A-Za-z]+)(?=[,}])/g)].map((match) => match[1] ?? ''),
    params: {},
    paging: { page: 'page', size: 'limit' },
    ok: { '/status': 200 },
    rows: '/data/rows',
    total: '/data/total',
    item: '/data',
    message: '/message',
    shape: { properties: {} },
  };
}

const entry = (id: string, title: string, children: MenuEntry[] = []): MenuEntry => ({
  id,
  title,
  href: `/information?columnId=${id}`,
  children,
});

/** The frame of an institution with a menu of ten entries. */
export function shellOf(theme: Partial<Theme> = {}): ShellPayload {
  return {
    locale: 'zh-CN',
    prefix: '',
    site: {
      title: '青澜市文化馆',
      subtitle: 'QINGLAN CULTURAL CENTRE',
      logo: '/pictures/logo/seal.svg',
      slogan: '以文化人，与城同行',
      address: '青澜市望江路88号',
      phone: '0571-8800 1234',
      openTime: '周二至周日 9:00—17:30（周一闭馆）',
    },
    theme: {
      color: '#a8322a',
      accent: '#8a6a2f',
      paper: '#faf7f2',
      radius: 2,
      display: 'serif',
      header: 'light',
      motif: 'lantern',
      ...theme,
    },
    gray: false,
    shell: {
      menuLimit: 7,
      search: '/search',
      login: '/login',
      account: '/personalcenter',
      register: '/register',
      footerLinks: {
        ministry: { title: '国家公共文化云', href: 'https://www.culturedc.cn' },
        library: { title: '青澜市图书馆', href: 'https://library.example.org' },
        museum: { title: '青澜博物馆', href: 'https://museum.example.org' },
      },
    },
    footerHtml: '<p>青澜市文化馆 版权所有　浙ICP备00000000号</p>',
    menu: [
      entry('6101', '资讯动态', [entry('6111', '馆内公告'), entry('6112', '文化要闻'), entry('6113', '政策法规')]),
      entry('6102', '活动预约'),
      entry('6103', '场馆预订'),
      entry('6104', '文化慕课'),
      entry('6105', '非遗传承'),
      entry('6106', '文艺作品'),
      entry('6107', '志愿服务'),
      entry('6108', '数字资源'),
      entry('6109', '关于我们'),
      { ...entry('6110', '手机专栏'), hidden: true },
    ],
    code: 'centre',
    fid: 'fid-1',
    texts,
  };
}

const noData: PageData = { state: { page: 1, filters: {}, keyword: '' }, loads: {}, lookup: {}, groups: {}, labels: {}, failures: [] };

/** A page around a definition and its data. */
export function pageOf(page: Page, data: Partial<PageData>, rest: Partial<PagePayload> = {}): PagePayload {
  return {
    path: '/information',
    module: 'information',
    name: 'information',
    definition: page,
    cards: {},
    forms: {},
    endpoints: {},
    codelists: {},
    patterns: patternsOf(),
    heading: '资讯动态',
    crumbs: [{ title: '首页', href: '/' }, { title: '资讯动态' }],
    banner: '/pictures/lake/banner.svg?w=1440&h=360',
    head: { title: '资讯动态 - 青澜市文化馆', description: '青澜市文化馆的资讯', canonical: 'http://localhost/information?columnId=6101' },
    query: { columnId: '6101' },
    data: { ...noData, ...data },
    now: Date.parse('2026-11-20T10:00:00+08:00'),
    status: 200,
    validators: Object.fromEntries(Object.entries(rest.forms ?? {}).map(([name, form]) => [name, scriptOf(form)])),
    ...rest,
  };
}

/** Returns an address with the script that checks a form in it. */
export const scriptOf = (form: Form): string => `data:text/javascript,${encodeURIComponent(getFormValidator(form).script)}`;

/** Rows of an invented list. */
export const rowsOf = (count: number): JsonObject[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `row-${index + 1}`,
    title: `馆藏与活动第${index + 1}则`,
    remark: '排练厅和阅览厅每周五、周六延时开放，错时服务把晚上留给上班的人。',
    image: `/pictures/lake/row-${index + 1}.svg`,
    publishDate: `2026-11-${String(20 - (index % 19)).padStart(2, '0')}T09:30:00+08:00`,
    type: index % 2 === 0 ? '公告' : '活动',
  }));

export const tileCard: Card = {
  shape: 'tile',
  image: '/row/image',
  badge: '/row/type',
  title: { value: '/row/title', lines: 2 },
  text: { value: '/row/remark', format: 'html', lines: 2 },
  fields: { time: { value: '/row/publishDate', format: 'date', icon: 'calendar' } },
  opens: { to: '/informationdetail{?columnId,id}', with: { columnId: '/query/columnId', id: '/row/id' } },
};

/** A list with filters, dates, sorts, a search and a pager. */
export function listPayload({
  rows = rowsOf(12),
  total = 57,
  card = tileCard,
  columns = 3,
  data = {},
  page = {},
  theme = {},
}: {
  rows?: JsonObject[];
  total?: number;
  card?: Card;
  columns?: number;
  data?: Partial<PageData>;
  page?: Partial<Extract<Page, { kind: 'list' }>>;
  theme?: Partial<Theme>;
} = {}): Payload {
  const definition: Page = {
    kind: 'list',
    source: 'information:list',
    pageSize: 12,
    layouts: { usual: { card: 'information:card', columns } },
    filters: {
      type: { label: '类型', param: 'type', dictionary: 'wlzxzxlx' },
      area: { label: '区域', param: 'area', areas: true },
      time: {
        label: '时间',
        param: 'time',
        options: { today: { value: '1', label: '今天' }, week: { value: '2', label: '本周' }, month: { value: '3', label: '本月' } },
      },
      published: { label: '发布日期', dates: { from: 'from', to: 'to' } },
    },
    sorts: { newest: { label: '最新发布' }, popular: { label: '最多浏览' } },
    search: {
      placeholder: '搜索标题或作者',
      missing: '请先选择按标题还是作者搜索',
      choose: '请选择',
      fields: { title: { label: '标题', param: 'title' }, author: { label: '作者', param: 'author' } },
    },
    tools: { share: { tool: 'share' }, top: { tool: 'top' } },
    ...page,
  };
  return {
    shell: shellOf(theme),
    page: pageOf(
      definition,
      {
        main: { ok: true, rows, total },
        groups: {
          type: [
            {
              name: 'type',
              label: '',
              choices: ['公告', '要闻', '活动回顾', '政策法规', '媒体报道', '非遗动态', '志愿风采'].map((label, index) => ({
                value: String(index + 1),
                label,
              })),
            },
          ],
          area: [
            {
              name: 'area',
              label: '区域',
              choices: ['望江区', '云栖区', '临湖区', '青山县', '竹溪县'].map((label, index) => ({ value: `a${index}`, label })),
            },
          ],
        },
        ...data,
      },
      {
        cards: { 'information:card': card },
        endpoints: {
          'information:list': endpoint(
            'information:list',
            '/api/information/page{?page,limit,columnId,type,area,time,from,to,title,author}',
          ),
        },
      },
    ),
  };
}
