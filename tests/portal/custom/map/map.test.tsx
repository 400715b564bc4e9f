import type { JsonObject } from '../../../../src/model/json';
// @vitest-environment jsdom
import { act } from 'react-dom/test-utils';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { MapSection, Page } from '../../../../src/model/definitions.g';
import type { MapPayload, Payload } from '../../../../src/model/payload';
import type { MapView } from '../../../../src/portal/custom/map/providers/kinds';
import type { StageProps } from '../../../../src/portal/custom/map/MapStage';
import type { Call, CallValues } from '../../../../src/runtime/pageData';
import { endpoint, pageOf, patternsOf, shellOf } from '../../payloads';
import { htmlOf, hydratePage, type Taken } from '../../rendered';

/** The map that stands in for the real one, which needs a browser that draws. */
const stage: { view: MapView | undefined; props: StageProps | undefined } = { view: undefined, props: undefined };
vi.mock('../../../../src/portal/custom/map/MapStage', async () => {
  const { useEffect } = await import('react');
  return {
    MapStage: (props: StageProps) => {
      const { onView } = props;
      useEffect(() => onView(stage.view), [onView]);
      stage.props = props;
      return <div className="map-canvas">{props.card}</div>;
    },
  };
});

const settings: MapPayload = {
  providers: ['embedded'],
  coordinates: 'gcj02',
  driving: { url: 'https://uri.amap.com/navigation?from={fromLng},{fromLat},{fromName}&to={toLng},{toLat},{toName}&mode=car' },
};
const section: MapSection = {
  section: 'map',
  rows: '/sites/rows',
  all: 'place:map',
  with: { siteType: '/query/siteType' },
  open: '/opened/item',
  categories: { query: 'siteType', types: true },
  place: { coordinate: '/row/coordinate', title: '/row/title', type: '/row/siteType', fields: { address: { value: '/row/address' } } },
  locate: 'near',
  popup: { fields: { phone: { value: '/row/telPhone', label: '电话' } }, panorama: { url: '/row/panUrl' } },
  address: { text: '/query/address', title: '/query/title' },
};
const page: Page = {
  kind: 'composed',
  banner: false,
  query: { siteType: '', address: '', title: '', near: '' },
  loads: {
    sites: { source: 'place:list', with: { siteType: '/query/siteType', near: '/query/near' }, limit: 10, pages: '/query/page' },
    opened: { source: 'place:detail', with: { id: '/query/id' }, when: { '/query/id': { present: true } } },
  },
  sections: { map: section },
};
const places: JsonObject[] = Array.from({ length: 12 }, (_, index) => ({
  id: `p${index + 1}`,
  title: `地点${index + 1}`,
  siteType: index === 11 ? 'b' : 'a',
  address: `青澜市江边${index + 1}号`,
  coordinate: index === 0 ? '不详' : `119.${280 + index},29.92`,
  telPhone: '0571-1',
  panUrl: index === 1 ? 'https://panorama.example.org/2' : '',
}));

let taken: Taken | undefined;
let calls: { name: string; values: CallValues }[] = [];
const call: Call = async (target, values) => {
  calls.push({ name: target.name, values });
  const wanted = places.filter(
    ({ siteType }) => values['siteType'] === undefined || String(values['siteType']).split(',').includes(String(siteType)),
  );
  if (target.service === 'site.choices')
    return {
      ok: true,
      rows: [],
      total: 0,
      item: {
        customType: [
          { id: 'a', name: '场馆', children: [{ id: 'a1', name: '剧场', children: [] }] },
          { id: 'b', name: '驿站', children: [] },
          { id: 'c', name: '书店', children: [] },
        ],
      },
    };
  if (target.name === 'place:detail') return { ok: true, rows: [], total: 0, item: places.find(({ id }) => id === values['id']) };
  const first = (Number(values['page'] ?? 1) - 1) * 10;
  return { ok: true, rows: structuredClone(target.name === 'place:map' ? wanted : wanted.slice(first, first + 10)), total: wanted.length };
};

function payload(query: Record<string, string> = {}, map: MapPayload = settings): Payload {
  const rows = structuredClone(places.slice(0, 10));
  const opened = places.find(({ id }) => id === query['id']);
  const choices = [
    { value: 'a,a1', label: '场馆', children: [{ value: 'a1', label: '剧场' }] },
    { value: 'b', label: '驿站' },
    { value: 'c', label: '书店' },
  ];
  return {
    shell: shellOf(),
    page: pageOf(
      page,
      {
        loads: { sites: { ok: true, rows, total: 12 }, ...(opened ? { opened: { ok: true, rows: [], total: 0, item: opened } } : {}) },
        groups: { siteType: [{ name: 'siteType', label: '', choices }] },
      },
      {
        path: '/map.html',
        heading: '文化地图',
        query,
        map,
        patterns: patternsOf(),
        endpoints: {
          'place:list': endpoint('place:list', '/api/place{?page,limit,siteType}'),
          'place:map': { ...endpoint('place:map', '/api/place/map{?siteType}'), paging: undefined, item: undefined },
          'place:detail': { ...endpoint('place:detail', '/api/place/{id}'), rows: undefined },
          'site:choices': { ...endpoint('site:choices', '/api/choices'), service: 'site.choices' },
        },
      },
    ),
  };
}

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 4; turn += 1)
    await act(async () => {
      await vi.dynamicImportSettled();
    });
};
const open = async (query: Record<string, string> = {}, map: MapPayload = settings): Promise<void> => {
  taken = await hydratePage(payload(query, map), call);
  await settle();
};
const all = <E extends Element>(selector: string): E[] => [...document.querySelectorAll<E>(selector)];
const control = (name: string): HTMLElement | undefined =>
  all<HTMLElement>('a, button').find(
    (found) => found.textContent?.replace('（在新窗口打开）', '') === name || found.getAttribute('aria-label') === name,
  );
const press = async (name: string): Promise<void> => {
  await act(async () => {
    control(name)?.click();
  });
  await settle();
};
const titles = (): string[] => all('.map-entry h2').map((found) => found.textContent ?? '');
const toasts = (): string[] => all('.toasts-item').map((found) => found.textContent ?? '');
const failure = (): string | undefined => document.querySelector('.map-locate-failed')?.textContent ?? undefined;
const positionWords = (): string => document.querySelector('.map-locate-words')?.textContent ?? '';
const viewOf = (rest: Partial<MapView> = {}): MapView => ({
  system: 'gcj02',
  zooms: { min: 4, max: 18 },
  element: document.createElement('div'),
  center: () => ({ lng: 0, lat: 0 }),
  zoom: () => 11,
  go: () => undefined,
  onRest: () => () => undefined,
  onGround: () => () => undefined,
  put: () => ({ move: () => undefined, remove: () => undefined }),
  close: () => undefined,
  ...rest,
});
const browserFinds = (found: (resolve: PositionCallback, reject: PositionErrorCallback) => void): void => {
  Object.defineProperty(navigator, 'geolocation', { configurable: true, value: { getCurrentPosition: found } });
};
const here =
  (lng: number, lat: number) =>
  (resolve: PositionCallback): void =>
    resolve({ coords: { longitude: lng, latitude: lat } } as GeolocationPosition);

beforeEach(() => {
  window.scrollTo = vi.fn();
  HTMLDialogElement.prototype.showModal = function show() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
  calls = [];
  stage.view = viewOf();
  browserFinds((_resolve, reject) => reject({ code: 1, message: 'denied', PERMISSION_DENIED: 1 } as GeolocationPositionError));
});
afterEach(() => {
  taken?.close();
  taken = undefined;
  vi.useRealTimers();
  document.body.innerHTML = '';
});

describe('the list beside the map', () => {
  test('[MAP-03] is taken over without a word, and its places are asked for once for the marks', async () => {
    await open();
    expect(taken?.complaints).toEqual([]);
    expect(titles()).toHaveLength(10);
    expect(calls.map(({ name }) => name)).toEqual(['place:map']);
    expect(stage.props?.places.map(({ at }) => at)).toEqual([
      undefined,
      ...places.slice(1).map((_place, index) => ({ lng: Number(`119.${281 + index}`), lat: 29.92 })),
    ]);
  });

  test('[MAP-04, MAP-06] 查看更多 brings ten more below, then 已显示全部', async () => {
    await open();
    await press('查看更多');
    expect(titles()).toEqual(places.map(({ title }) => title));
    expect(control('查看更多')).toBeUndefined();
    expect(document.querySelector('.map-more')?.textContent).toBe('已显示全部');
    expect(calls.filter(({ name, values }) => name === 'place:list' && values['limit'] === 10).map(({ values }) => values['page'])).toEqual(
      [1, 2],
    );
  });

  test('a place is opened from it, and closed again by Escape', async () => {
    await open();
    await press('地点2');
    expect(document.querySelector('.map-card h2')?.textContent).toBe('地点2');
    expect(document.activeElement?.className).toBe('map-card');
    await act(async () => {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    });
    await settle();
    expect(document.querySelector('.map-card')).toBeNull();
  });

  test('[MAP-13] 全景漫游 opens the panorama in a new window, and is there only for places that have one', async () => {
    await open({ id: 'p2' });
    expect([control('全景漫游')?.getAttribute('href'), control('全景漫游')?.getAttribute('target')]).toEqual([
      'https://panorama.example.org/2',
      '_blank',
    ]);
    await press('地点3');
    expect(control('全景漫游')).toBeUndefined();
  });

  test('a type with finer ones opens the next column', async () => {
    await open();
    expect(all('.map-types-next')).toHaveLength(0);
    await press('场馆');
    expect(all('.map-types-next a').map((found) => found.textContent)).toEqual(['全部场馆', '剧场']);
    expect(control('全部场馆')?.getAttribute('href')).toBe('/map.html?siteType=a%2Ca1');
  });
});

describe('[MAP-20] a type without places', () => {
  test('is warned of for two seconds, and the list says 暂无数据', async () => {
    await open();
    vi.useFakeTimers();
    await act(async () => {
      control('书店')?.click();
      await vi.advanceTimersByTimeAsync(50);
    });
    expect(toasts()).toEqual(['当前分类下没有站点！']);
    expect(document.querySelector('.map-scroll')?.textContent).toBe('暂无数据');
    await act(async () => {
      await vi.advanceTimersByTimeAsync(1900);
    });
    expect(toasts()).toEqual(['当前分类下没有站点！']);
    await act(async () => {
      await vi.advanceTimersByTimeAsync(200);
    });
    expect(toasts()).toEqual([]);
  });

  test('is not warned of when it has some', async () => {
    await open();
    await press('驿站');
    expect([titles(), toasts()]).toEqual([['地点12'], []]);
  });
});

describe('the order of the list', () => {
  const starts = [{ name: '文澜区', near: '119.276,29.922' }];
  const near = (): unknown => calls.findLast(({ name }) => name === 'place:list')?.values['near'];
  const distances = (): string[] => all('.map-entry-distance').map((found) => found.textContent ?? '');

  test('离我最近 asks where the visitor is, and the rows say how far they are', async () => {
    browserFinds(here(119.28, 29.92));
    await open({}, { ...settings, starts });
    expect([control('默认')?.getAttribute('aria-current'), distances()]).toEqual(['true', []]);
    await press('离我最近');
    expect(near()).toBe('119.280,29.920');
    expect(control('离我最近')?.getAttribute('aria-current')).toBe('true');
    expect(distances()).toHaveLength(9);
    expect(distances()[0]).toMatch(/^距您约\d+米$/);
    expect(control('文澜区')).toBeUndefined();
    await press('默认');
    expect([control('默认')?.getAttribute('aria-current'), distances()]).toEqual(['true', []]);
  });

  test('whoever does not say where that is may begin from an area', async () => {
    await open({}, { ...settings, starts });
    await press('离我最近');
    expect([near(), positionWords()]).toEqual([undefined, '定位失败没有得到定位许可，请在浏览器设置中允许本站使用位置。']);
    await press('文澜区');
    expect(near()).toBe('119.276,29.922');
    expect(document.querySelector('.map-order')?.textContent).toContain('以文澜区为起点，由近到远排列');
    expect(distances()[0]).toMatch(/^距文澜区约\d+米$/);
  });

  test('areas are offered without scripts', () => {
    const html = htmlOf(payload({}, { ...settings, starts }));
    expect(html).toContain('near=119.276%2C29.922');
    expect(html).not.toContain('离我最近');
  });
});

describe("the visitor's position", () => {
  test('far from all places is told with the place that is nearest, which the map goes on showing', async () => {
    browserFinds(here(87.6, 43.8));
    await open();
    await press('定位到我的位置');
    expect(positionWords()).toMatch(/您的位置在地图范围以外，离您最近的地点是：地点2距您约\d{4}公里$/);
    await press('地点2');
    expect(document.querySelector('.map-card h2')?.textContent).toBe('地点2');
  });

  test('[MAP-09] sets address, longitude and latitude', async () => {
    browserFinds(here(119.28, 29.92));
    stage.view = viewOf({ addressAt: () => Promise.resolve('青澜市文澜区鼓楼街8号') });
    await open();
    await press('定位到我的位置');
    expect(positionWords()).toBe('我的位置青澜市文澜区鼓楼街8号东经119.2851°，北纬29.9175°');
  });

  test('[MAP-09] is told by its coordinate where the map knows no addresses', async () => {
    browserFinds(here(119.28, 29.92));
    await open();
    await press('定位到我的位置');
    expect(positionWords()).toBe('我的位置东经119.2851°，北纬29.9175°');
    expect(document.querySelector('dialog')).toBeNull();
  });

  test('[MAP-10] 定位失败 when it is refused, and it can be tried again', async () => {
    await open();
    await press('定位到我的位置');
    expect(failure()).toBe('定位失败');
    browserFinds(here(119.28, 29.92));
    await press('重新定位');
    expect(positionWords()).toContain('东经119.2851°');
  });

  test('[MAP-10, MAP-12] 定位失败 after ten seconds without an answer', async () => {
    browserFinds(() => undefined);
    await open();
    vi.useFakeTimers();
    await act(async () => {
      control('定位到我的位置')?.click();
      await vi.advanceTimersByTimeAsync(9900);
    });
    expect(positionWords()).toBe('正在定位');
    await act(async () => {
      await vi.advanceTimersByTimeAsync(200);
    });
    expect(failure()).toBe('定位失败');
  });

  test('comes from the provider where it knows better', async () => {
    stage.view = viewOf({ locate: (patience) => Promise.resolve({ at: { lng: 119.3, lat: 29.9 }, address: `耐心${patience}秒` }) });
    await open();
    await press('定位到我的位置');
    expect(positionWords()).toContain('耐心10秒东经119.3000°，北纬29.9000°');
  });

  test('[MAP-18] an alert says 根据经纬度查询地址失败 when its address cannot be found', async () => {
    browserFinds(here(119.28, 29.92));
    stage.view = viewOf({ addressAt: () => Promise.reject(new Error('quota')) });
    await open();
    await press('定位到我的位置');
    expect(document.querySelector('dialog .dialog-text')?.textContent).toBe('根据经纬度查询地址失败');
    await press('关闭');
    expect([document.querySelector('dialog'), positionWords()]).toEqual([null, '我的位置东经119.2851°，北纬29.9175°']);
  });

  test('is looked for at once when the visitor has allowed it before', async () => {
    browserFinds(here(119.28, 29.92));
    Object.defineProperty(navigator, 'permissions', { configurable: true, value: { query: () => Promise.resolve({ state: 'granted' }) } });
    await open();
    expect(positionWords()).toContain('东经119.2851°');
    Reflect.deleteProperty(navigator, 'permissions');
  });
});

describe('the way to a place', () => {
  test('[MAP-19] without a position says so, and looks for one', async () => {
    await open({ id: 'p2' });
    vi.useFakeTimers();
    await act(async () => {
      control('驾车导航')?.click();
      await vi.advanceTimersByTimeAsync(50);
    });
    expect(toasts()).toEqual(['无法定位您的位置，请稍后使用导航或重新手动定位后使用！']);
    expect(failure()).toBe('定位失败');
    await act(async () => {
      await vi.advanceTimersByTimeAsync(3000);
    });
    expect(toasts()).toEqual([]);
  });

  test('[MAP-08] opens in a new window, from the position to the place', async () => {
    browserFinds(here(119.28, 29.92));
    await open({ id: 'p2' });
    await press('定位到我的位置');
    const link = control('驾车导航');
    expect(link?.getAttribute('target')).toBe('_blank');
    expect(decodeURIComponent(link?.getAttribute('href') ?? '')).toMatch(
      /^https:\/\/uri\.amap\.com\/navigation\?from=119\.28508\d,29\.91753\d,我的位置&to=119\.281000,29\.920000,地点2&mode=car$/,
    );
  });

  test('is not offered to a place that nobody knows where it is', async () => {
    await open({ id: 'p1' });
    expect([control('驾车导航'), document.querySelector('.map-card')?.textContent]).toEqual([
      undefined,
      expect.stringContaining('暂无坐标'),
    ]);
  });
});

test('words of the definition come before the shared ones', async () => {
  const own = payload();
  const { sections } = own.page.definition as Extract<Page, { kind: 'composed' }>;
  own.page.definition = {
    ...own.page.definition,
    sections: { ...sections, map: { ...section, messages: { more: '再看十处', locateFailed: '找不到您' } } },
  } as Page;
  taken = await hydratePage(own, call);
  await settle();
  expect(control('再看十处')).toBeDefined();
  await press('定位到我的位置');
  expect(failure()).toBe('找不到您');
});

describe('[ACT-38] an address', () => {
  test('at a place of the map is shown there', async () => {
    await open({ address: '青澜市江边3号二楼', title: '望江雅集' });
    expect(stage.props?.at).toEqual({ lng: 119.282, lat: 29.92 });
    expect(document.querySelector('.map-card')?.textContent).toContain('望江雅集青澜市江边3号二楼');
  });

  test('that nobody knows says so', async () => {
    await open({ address: '很远的地方' });
    expect([stage.props?.at, document.querySelector('.map-card')?.textContent]).toEqual([
      undefined,
      expect.stringContaining('地图上没有找到这个地址'),
    ]);
  });

  test('is looked up by the provider', async () => {
    stage.view = viewOf({ find: (text) => Promise.resolve(text === '很远的地方' ? { lng: 110, lat: 30 } : undefined) });
    await open({ address: '很远的地方' });
    expect(stage.props?.at).toEqual({ lng: 110, lat: 30 });
  });
});

test('[MAP-17] without any map the list, the types and the places are there', async () => {
  stage.view = undefined;
  await open({ id: 'p2' });
  expect([titles().length, document.querySelector('.map-card h2')?.textContent, toasts()]).toEqual([10, '地点2', []]);
  await press('驿站');
  expect(titles()).toEqual(['地点12']);
});

test('the server writes the list and the open place, and a word for those without scripts', () => {
  const html = htmlOf(payload({ id: 'p2' }));
  expect(html).toContain('<noscript><p class="map-scriptless">');
  expect(html).toContain('class="map-card"');
  expect(html).not.toContain('style="');
});
