import { readFileSync } from 'node:fs';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { MapPayload } from '../../../../src/model/payload';
import { findAddress } from '../../../../src/portal/custom/map/findAddress';
import { paintEdges, toSheet } from '../../../../src/basemap/edges';
import { nameKinds, shapeKinds, type Name } from '../../../../src/basemap/kinds';
import { createSteps, shapeStyles, interpolateSteps } from '../../../../src/basemap/shapeStyles';
import { nameStyles } from '../../../../src/basemap/nameStyles';
import { placeNames } from '../../../../src/basemap/names';
import { readBasemap } from '../../../../src/basemap/readBasemap';
import type { Place } from '../../../../src/portal/custom/map/kinds';
import { buildClusters, isStack, toSpots } from '../../../../src/portal/custom/map/markers/cluster';
import { findNearest, liesOutside } from '../../../../src/portal/custom/map/nearest';
import { findLabelled } from '../../../../src/portal/custom/map/markers/labels';
import { chooseMarkerStyle } from '../../../../src/portal/custom/map/markers/markerStyles';
import { findNextMarker } from '../../../../src/portal/custom/map/markers/findNextMarker';
import { findBoundingBox, fitBox, project, unproject, getWorldSize } from '../../../../src/basemap/mercator';
import { parseCoordinate } from '../../../../src/runtime/coordinate';
import { buildDrivingAddress } from '../../../../src/portal/custom/map/positioning';
import { convertCoordinate } from '../../../../src/runtime/convertCoordinate';
import type { MapView } from '../../../../src/portal/custom/map/providers/kinds';
import { reveal } from '../../../../src/portal/custom/map/reveal';
import { buildMapAddress, findLabel } from '../../../../src/portal/custom/map/useMap';

const root = resolve(import.meta.dirname, '../../../..');
const place = (id: string, lng: number, lat: number, title = id): Place => ({ id, title, at: { lng, lat }, type: '', row: { id, title } });

test.each([
  ['119.28,29.92', { lng: 119.28, lat: 29.92 }],
  [' 119.28 , 29.92 ', { lng: 119.28, lat: 29.92 }],
  ['119.28，29.92', { lng: 119.28, lat: 29.92 }],
  ['-0.5,51.5', { lng: -0.5, lat: 51.5 }],
  ['29.92,119.28', undefined],
  ['119.28', undefined],
  ['东经119', undefined],
  ['', undefined],
  ['0,0', undefined],
  ['119.28,', undefined],
  ['200,10', undefined],
  ['119.28,29.92,5', undefined],
  [undefined, undefined],
  [119.28, undefined],
])('[MAP-13] the coordinate %j is %j', (value, expected) => expect(parseCoordinate(value)).toEqual(expected));

describe('the projection', () => {
  test('goes there and back', () => {
    const { lng, lat } = unproject(project({ lng: 119.28, lat: 29.92 }));
    expect([lng, lat]).toEqual([expect.closeTo(119.28, 9), expect.closeTo(29.92, 9)]);
    expect(project({ lng: -180, lat: 0 })).toEqual({ x: 0, y: 0.5 });
  });

  test('finds the zoom at which all places fit, within what there is', () => {
    const box = findBoundingBox([project({ lng: 119, lat: 30 }), project({ lng: 120, lat: 30 })]);
    const fit = box && fitBox(box, { width: 800, height: 600 }, { min: 5, max: 18 });
    expect(fit?.zoom).toBe(10);
    expect(box && fitBox(box, { width: 1, height: 1 }, { min: 5, max: 18 }).zoom).toBe(5);
    expect(fitBox({ left: 0.8, top: 0.4, right: 0.8, bottom: 0.4 }, { width: 800, height: 600 }, { min: 5, max: 14 }).zoom).toBe(14);
    expect(findBoundingBox([])).toBeUndefined();
  });
});

describe('marks that lie upon each other', () => {
  const town = [place('a', 119.28, 29.92), place('b', 119.2802, 29.9201), place('c', 119.6, 29.92), { ...place('d', 0, 0), at: undefined }];
  const spots = toSpots(town, (where) => where);
  const ids = (zoom: number): string[][] => buildClusters(spots, zoom).map((cluster) => cluster.spots.map((spot) => spot.place.id));

  test('are one from afar and several from near; places without a coordinate have none', () => {
    expect(ids(5)).toEqual([['a', 'b', 'c']]);
    expect(ids(11)).toEqual([['a', 'b'], ['c']]);
    expect(ids(18)).toEqual([['a'], ['b'], ['c']]);
  });

  test('stand in the middle of their places', () => {
    const [cluster] = buildClusters(spots, 11);
    expect(unproject(cluster ?? { x: 0, y: 0 }).lng).toBeCloseTo(119.2801, 5);
  });

  test('are one, too, when their middles come to lie upon each other', () => {
    // Each place joins the first within reach; the middles of the two heaps then move towards each other.
    const row = toSpots(
      [
        place('a', 119.0, 30),
        ...Array.from({ length: 9 }, (_, index) => place(`b${index}`, 119.35 + index / 1000, 30)),
        place('c', 119.5, 30),
        ...Array.from({ length: 9 }, (_, index) => place(`d${index}`, 119.42 + index / 1000, 30)),
      ],
      (where) => where,
    );
    for (const zoom of [5, 6, 7, 8, 9]) {
      const found = buildClusters(row, zoom);
      const near = found.flatMap((one, index) =>
        found.slice(index + 1).filter((other) => Math.hypot(one.x - other.x, one.y - other.y) * getWorldSize(zoom) < 44),
      );
      expect([zoom, near.length, found.flatMap(({ spots: inside }) => inside).length]).toEqual([zoom, 0, row.length]);
    }
  });

  test('are a stack when no zoom parts them', () => {
    const same = toSpots([place('a', 119.28, 29.92), place('b', 119.28, 29.92)], (where) => where);
    expect([isStack(same, 18), isStack(spots, 18), isStack([], 18)]).toEqual([true, false, false]);
  });

  test('hold every place of a whole country once, in linear time', () => {
    const country = toSpots(
      Array.from({ length: 20_000 }, (_, index) =>
        place(String(index), 75 + ((index * 7919) % 60_000) / 1000, 20 + ((index * 104_729) % 30_000) / 1000),
      ),
      (where) => where,
    );
    const began = performance.now();
    for (const zoom of [4, 8, 12, 17]) {
      const found = buildClusters(country, zoom).flatMap((cluster) => cluster.spots.map((spot) => spot.place.id));
      expect([found.length, new Set(found).size]).toEqual([20_000, 20_000]);
    }
    // Comparing every place with every other would take minutes.
    expect(performance.now() - began).toBeLessThan(20_000);
  });
});

test('names are written where they lie on nothing; the first have precedence', () => {
  const marks = [
    { key: 'a', x: 0, y: 0, radius: 16, width: 80 },
    { key: 'b', x: 60, y: 0, radius: 16, width: 80 },
    { key: 'c', x: 0, y: 200, radius: 16, width: 80 },
    { key: 'd', x: 300, y: 0, radius: 20, width: 0 },
  ];
  expect([...findLabelled(marks)]).toEqual(['b', 'c']);
});

describe('arrow keys among marks', () => {
  const mark = (x: number, y: number): { element: HTMLElement; x: number; y: number } => ({
    element: { x, y } as object as HTMLElement,
    x,
    y,
  });
  const [from, east, farEast, south, northEast] = [mark(0, 0), mark(50, 5), mark(200, 0), mark(5, 80), mark(40, -60)];
  const all = [from, east, farEast, south, northEast];
  test.each([
    ['ArrowRight', east],
    ['ArrowDown', south],
    ['ArrowUp', northEast],
    ['ArrowLeft', undefined],
    ['Enter', undefined],
  ])('%s', (key, expected) => expect(findNextMarker(from, all, key)).toBe(expected));
});

describe('[MAP-11] the mark of a type', () => {
  const settings: MapPayload = {
    icons: {
      halls: { siteType: 'h1', icon: 'hall', color: '#123456' },
      works: { siteType: 'h2', image: '/pictures/logo/moon.svg' },
      bad: { siteType: 'h3', image: 'javascript:alert(1)' },
    },
  };
  const own = { type: '', icon: '/files/own.png' };
  test('is what the institution says of it', () =>
    expect(chooseMarkerStyle({ ...own, type: 'h1' }, settings)).toEqual({
      outline: chooseMarkerStyle({ type: 'h1' }, settings).outline,
      color: '#123456',
    }));
  test('may be a picture of the institution', () =>
    expect(chooseMarkerStyle({ ...own, type: 'h2' }, settings)).toMatchObject({ image: '/pictures/logo/moon.svg' }));
  test('is never a script', () => expect(chooseMarkerStyle({ ...own, type: 'h3' }, settings).image).toBeUndefined());
  test('is else that of the place', () => expect(chooseMarkerStyle({ ...own, type: 'h9' }, settings).image).toBe('/files/own.png'));
  test("is else a dot in the institution's colour", () =>
    expect(chooseMarkerStyle({ type: '' }, undefined)).toEqual({ outline: expect.stringMatching(/^M/) as string }));
});

describe('coordinate systems', () => {
  test.each([
    ['gcj02', 'wgs84'],
    ['bd09', 'wgs84'],
    ['bd09', 'gcj02'],
    ['wgs84', 'gcj02'],
  ] as const)('%s to %s and back is the same place', (from, to) => {
    const there = convertCoordinate({ lng: 119.28, lat: 29.92 }, from, to);
    expect(Math.abs(there.lng - 119.28)).toBeGreaterThan(0.001);
    const back = convertCoordinate(there, to, from);
    expect([back.lng, back.lat]).toEqual([expect.closeTo(119.28, 4), expect.closeTo(29.92, 4)]);
  });
  test('the same system changes nothing', () => expect(convertCoordinate({ lng: 1, lat: 2 }, 'bd09', 'bd09')).toEqual({ lng: 1, lat: 2 }));
});

describe('[MAP-08] the way to a place', () => {
  const settings: MapPayload = {
    coordinates: 'gcj02',
    driving: { url: 'https://uri.amap.com/navigation?from={fromLng},{fromLat},{fromName}&to={toLng},{toLat},{toName}&mode=car' },
  };
  const [from, to] = [
    { at: { lng: 119.2, lat: 29.9 }, name: '我的位置' },
    { at: { lng: 119.3, lat: 29.95 }, name: '鼓楼&<b>' },
  ];
  test('begins at the visitor and ends at the place', () => {
    expect(buildDrivingAddress(settings, undefined, from, to)).toBe(
      'https://uri.amap.com/navigation?from=119.200000,29.900000,%E6%88%91%E7%9A%84%E4%BD%8D%E7%BD%AE&to=119.300000,29.950000,%E9%BC%93%E6%A5%BC%26%3Cb%3E&mode=car',
    );
  });
  test('is written in the system of the page that shows it', () => {
    const address =
      buildDrivingAddress(
        { ...settings, coordinates: 'wgs84', driving: { url: 'https://way.example.org/?to={toLng},{toLat}', coordinates: 'gcj02' } },
        undefined,
        from,
        to,
      ) ?? '';
    const [lng] = /[\d.]+/.exec(address.split('=')[1] ?? '') ?? [];
    expect(Number(lng)).toBeCloseTo(convertCoordinate(to.at, 'wgs84', 'gcj02').lng, 5);
  });
  test('is where the definition says, before the institution', () =>
    expect(buildDrivingAddress(settings, 'https://other.example.org/{toName}', from, { ...to, name: 'a' })).toBe(
      'https://other.example.org/a',
    ));
  test('is not there when nobody says where', () => expect(buildDrivingAddress({}, undefined, from, to)).toBeUndefined());
});

describe('[ACT-38] an address', () => {
  const places = [
    { ...place('centre', 119.28, 29.92, '青澜市文化馆'), row: { id: 'centre', address: '青澜市文澜区临河路66号' } },
    { ...place('lost', 0, 0, '南岸湿地'), at: undefined },
  ];
  const addressOf = ({ row }: Place): string => String(row['address'] ?? '');
  const find = (text: string, title = '', view?: Partial<MapView>): Promise<unknown> =>
    findAddress({ text, title }, places, addressOf, view as MapView | undefined, { coordinates: 'gcj02' });
  test.each([
    ['青澜市文化馆小剧场', ''],
    ['青澜市文澜区临河路66号三层', ''],
    ['临河路', '青澜市文化馆'],
  ])('%s (%s) is at a place of the map', async (text, title) => expect(await find(text, title)).toEqual({ lng: 119.28, lat: 29.92 }));
  test.each([['南岸湿地北门'], ['三层排练厅'], ['临河路']])('%s is nowhere that is known', async (text) =>
    expect(await find(text)).toBeUndefined(),
  );
  test("is looked up by a provider that can, and is turned into the institution's system", async () => {
    const found = await find('松溪路1号', '', { system: 'wgs84', find: () => Promise.resolve({ lng: 119.3, lat: 30 }) });
    expect(found).toEqual(convertCoordinate({ lng: 119.3, lat: 30 }, 'wgs84', 'gcj02'));
    expect(await find('松溪路1号', '', { system: 'wgs84', find: () => Promise.reject(new Error('quota')) })).toBeUndefined();
  });
});

describe('what is revealed', () => {
  const moves: { lng: number; lat: number }[] = [];
  const view = {
    zoom: () => 13,
    center: () => ({ lng: 119.28, lat: 29.92 }),
    element: { clientWidth: 1000, clientHeight: 700 },
    go: (to: { lng: number; lat: number }) => {
      moves.push(to);
    },
  } as object as MapView;
  const offset = (right: number, down: number): { lng: number; lat: number } => {
    const { x, y } = project({ lng: 119.28, lat: 29.92 });
    return unproject({ x: x + right / getWorldSize(13), y: y + down / getWorldSize(13) });
  };
  const moved = (): [number, number] => {
    const to = moves.pop();
    const [a, b] = [project({ lng: 119.28, lat: 29.92 }), project(to ?? { lng: 119.28, lat: 29.92 })];
    return [Math.round((b.x - a.x) * getWorldSize(13)), Math.round((b.y - a.y) * getWorldSize(13))];
  };
  test.each([
    ['in sight stays', [0, 200], { width: 470, height: 400, place: 'above' }, [0, 0]],
    ['too high comes down', [0, 0], { width: 470, height: 400, place: 'above' }, [0, -126]],
    ['beside the edge comes in', [480, 200], { width: 470, height: 300, place: 'above' }, [235, 0]],
    ['behind a sheet comes above it', [0, 200], { width: 0, height: 400, place: 'foot' }, [0, 270]],
  ] as const)('%s', (_name, [right, down], room, expected) => {
    reveal(view, offset(right, down), room, false);
    expect(moved()).toEqual(expected.map((value) => value + 0));
  });
});

test('the state of the map is in its address', () => {
  expect(buildMapAddress('/map.html', { columnId: '6130', page: '3', siteType: 'h1' }, { id: 'a b', page: undefined })).toBe(
    '/map.html?columnId=6130&siteType=h1&id=a+b',
  );
  expect(buildMapAddress('/map.html', { id: 'a' }, { id: undefined })).toBe('/map.html');
  expect([findLabel([{ value: 'a,b', label: '甲', children: [{ value: 'b', label: '乙' }] }], 'b'), findLabel([], 'b')]).toEqual([
    '乙',
    undefined,
  ]);
});

describe('the embedded ground', () => {
  const country = JSON.parse(readFileSync(join(root, 'schemas/maps/china.json'), 'utf8')) as unknown;
  const town = JSON.parse(readFileSync(join(root, 'schemas/maps/qinglan.geojson'), 'utf8')) as unknown;

  test('has coast, rivers and names of the whole country, and no boundary', () => {
    const { shapes, names, bounds } = readBasemap(country, undefined);
    expect(new Set(shapes.map(({ kind }) => kind))).toEqual(new Set(['land', 'farlake', 'farriver']));
    const texts = names.map(({ text }) => text);
    expect(texts).toEqual(
      expect.arrayContaining([
        '北京',
        '台湾',
        '台北',
        '香港',
        '澳门',
        '三沙',
        '钓鱼岛',
        '东沙群岛',
        '西沙群岛',
        '中沙群岛',
        '南沙群岛',
        '黄岩岛',
        '曾母暗沙',
        '长江',
        '黄河',
        '南海',
      ]),
    );
    expect(names.filter(({ kind }) => kind === 'province')).toHaveLength(28);
    expect(names.filter(({ kind }) => ['capital', 'city', 'town'].includes(kind)).length).toBeGreaterThan(330);
    expect(bounds).toEqual([72, 2, 138, 55]);
    for (const { x, y } of names) expect(x > 0.7 && x < 0.89 && y > 0.3 && y < 0.5).toBe(true);
  });

  test('has the surroundings of an institution upon it', () => {
    const { shapes, names } = readBasemap(country, town);
    const kinds = shapes.map(({ kind }) => shapeKinds.indexOf(kind));
    expect(kinds).toEqual([...kinds].sort((a, b) => a - b));
    expect(names.find(({ text }) => text === '青澜市')?.kind).toBe('home');
    expect(names.find(({ text }) => text === '青澜江')?.along).toBeDefined();
  });

  test.each([
    [null],
    ['x'],
    [{ features: 'x' }],
    [
      {
        features: [
          null,
          { geometry: { type: 'Point', coordinates: ['a'] }, properties: { kind: 'city', name: 'x' } },
          {
            properties: { kind: 'unknown' },
            geometry: {
              type: 'LineString',
              coordinates: [
                [1, 2],
                [3, 4],
              ],
            },
          },
          { properties: { kind: 'road' }, geometry: { type: 'LineString', coordinates: [[1, 2]] } },
        ],
      },
    ],
  ])('passes over what it does not understand: %j', (surroundings) => {
    expect(readBasemap(country, surroundings).shapes.length).toBe(readBasemap(country, undefined).shapes.length);
  });

  test('draws every kind', () => {
    expect(Object.keys(shapeStyles)).toEqual([...shapeKinds]);
    expect(Object.keys(nameStyles).sort()).toEqual([...nameKinds].sort());
    expect([
      interpolateSteps(createSteps({ 10: 2, 12: 4 }), 9),
      interpolateSteps(createSteps({ 10: 2, 12: 4 }), 11),
      interpolateSteps(createSteps({ 10: 2, 12: 4 }), 18),
    ]).toEqual([2, 3, 4]);
  });

  test('writes no name upon another, the more important first', () => {
    const name = (text: string, kind: Name['kind'], x: number): Name => ({ text, kind, x, y: 0.4 });
    const near = 10 / getWorldSize(9);
    const placed = placeNames(
      [name('小镇', 'town', 0.8), name('大城', 'capital', 0.8 + near), name('远镇', 'town', 0.8 + 40 * near), name('省', 'province', 0.9)],
      9,
      (text) => text.length * 100,
    );
    expect(placed.map(({ letters }) => letters.map(({ text }) => text).join(''))).toEqual(['大城', '远镇']);
    for (const zoom of [5, 7, 9, 11, 13, 15]) {
      const boxes = placeNames(readBasemap(country, town).names, zoom, (text) => [...text].length * 100).map(({ box }) => box);
      const meeting = boxes.filter((box, index) =>
        boxes.some((other, second) => second < index && other[0] < box[2] && other[2] > box[0] && other[1] < box[3] && other[3] > box[1]),
      );
      expect(meeting).toEqual([]);
    }
  });

  test("every institution's surroundings are there", () => {
    for (const tenant of ['centre', 'museum', 'library']) {
      const { map } = JSON.parse(readFileSync(join(root, 'tenants', tenant, 'tenant.json'), 'utf8')) as { map?: { ground?: string } };
      expect(existsSync(join(root, 'schemas/maps', `${map?.ground}.geojson`))).toBe(true);
    }
  });
});

describe('the edges of the ground', () => {
  const washes = (left: number, zoom: number): number => {
    let count = 0;
    const gradient = { addColorStop: () => undefined };
    const context = {
      createLinearGradient: () => gradient,
      fillRect: () => {
        count += 1;
      },
    };
    paintEdges(
      context as object as CanvasRenderingContext2D,
      { left, top: getWorldSize(zoom) * 0.4, side: 512, zoom },
      toSheet([73, 3, 136, 54]),
      '#ffffff',
    );
    return count;
  };

  test('fade out where a square reaches them, and nowhere else', () => {
    expect([washes(getWorldSize(10) * 0.8, 10), washes(getWorldSize(10) * project({ lng: 73, lat: 30 }).x - 100, 10)]).toEqual([0, 1]);
  });
});

describe('a visitor beyond the map', () => {
  const spots = [place('west', 119.2, 29.9), place('east', 119.5, 30.0), { ...place('nowhere', 0, 0), at: undefined }];
  test.each([
    ['among the places', { lng: 119.3, lat: 29.95 }, false],
    ['a little away', { lng: 119.7, lat: 29.95 }, false],
    ['to the west', { lng: 87.6, lat: 43.8 }, true],
    ['to the south', { lng: 119.3, lat: 29.5 }, true],
  ])('%s', (_where, at, outside) => expect(liesOutside(at, spots)).toBe(outside));

  test('has a nearest place, unless none says where it is', () => {
    expect(findNearest({ lng: 119.6, lat: 29.95 }, spots)?.place.id).toBe('east');
    expect(findNearest({ lng: 87.6, lat: 43.8 }, spots)?.place.id).toBe('west');
    expect(findNearest({ lng: 119.6, lat: 29.95 }, spots.slice(2))).toBeUndefined();
    expect(liesOutside({ lng: 87.6, lat: 43.8 }, spots.slice(2))).toBe(false);
  });
});
