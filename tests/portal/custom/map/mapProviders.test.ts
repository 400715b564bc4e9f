// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { MapPayload } from '../../../../src/model/payload';
import type { MapProvider, MapView } from '../../../../src/portal/custom/map/providers/kinds';
import { fetchAhead, openMap } from '../../../../src/portal/custom/map/providers/open';

type Name = NonNullable<MapPayload['providers']>[number];

/** What each provider does in place of the real one, which needs a browser that draws or another host. */
const providers = vi.hoisted(() => ({ doing: new Map<string, MapProvider>(), asked: [] as string[] }));
const standIn = vi.hoisted(() => (name: string): MapProvider => (element, opening) => {
  providers.asked.push(name);
  const open = providers.doing.get(name);
  return open ? open(element, opening) : Promise.reject(new Error('not to be had'));
});
vi.mock('../../../../src/portal/custom/map/providers/amap', () => ({ openAmap: standIn('amap') }));
vi.mock('../../../../src/portal/custom/map/providers/tianditu', () => ({ openTianditu: standIn('tianditu') }));
vi.mock('../../../../src/portal/custom/map/providers/tiles', () => ({ openTiles: standIn('tiles') }));
vi.mock('../../../../src/portal/custom/map/providers/embedded', () => ({ openEmbedded: standIn('embedded') }));

/** A map that writes its name into its element. */
const works =
  (name: Name): MapProvider =>
  async (element) => {
    element.append(name);
    return {
      system: 'gcj02',
      zooms: { min: 4, max: 18 },
      element,
      center: () => ({ lng: 0, lat: 0 }),
      zoom: () => 11,
      go: () => undefined,
      onRest: () => () => undefined,
      onGround: () => () => undefined,
      put: () => ({ move: () => undefined, remove: () => undefined }),
      close: () => undefined,
    };
  };
/** A map that begins to draw and then cannot go on. */
const breaksOff: MapProvider = async (element) => {
  element.append('half a map');
  throw new Error('tiles fail');
};

const element = document.createElement('div');
const open = (names?: Name[]): Promise<MapView | undefined> =>
  openMap(element, {
    settings: names ? { providers: names } : {},
    center: { lng: 119.28, lat: 29.92 },
    zoom: 11,
    words: { label: '', creditGround: '', creditTianditu: '' },
  });
const logged = vi.spyOn(console, 'error');

beforeEach(() => {
  providers.doing.clear();
  providers.asked.length = 0;
  element.replaceChildren();
  logged.mockReset();
  logged.mockImplementation(() => undefined);
});

describe('[MAP-17] of the maps that an institution names', () => {
  test.each<[Name[] | undefined, Name[], Name | undefined]>([
    [undefined, ['embedded'], 'embedded'],
    [['amap', 'embedded'], ['amap', 'embedded'], 'amap'],
    [['amap', 'tianditu', 'tiles', 'embedded'], ['tiles', 'embedded'], 'tiles'],
    [['tianditu', 'embedded'], ['embedded'], 'embedded'],
    [['amap', 'tianditu'], [], undefined],
  ])('%j, when %j can be had, %s is shown', async (named, working, shown) => {
    for (const name of working) providers.doing.set(name, works(name));
    const view = await open(named);
    const names = named ?? ['embedded'];
    const tried = shown === undefined ? names : names.slice(0, names.indexOf(shown) + 1);
    expect([view?.element.textContent, element.textContent]).toEqual([shown, shown ?? '']);
    expect(providers.asked).toEqual(tried);
    expect(logged).toHaveBeenCalledTimes(shown === undefined ? tried.length : tried.length - 1);
  });

  test('one that breaks off leaves nothing behind for the next', async () => {
    providers.doing.set('tiles', breaksOff);
    providers.doing.set('embedded', works('embedded'));
    await open(['tiles', 'embedded']);
    expect([element.textContent, element.childElementCount]).toEqual(['embedded', 1]);
    expect(logged).toHaveBeenCalledWith('map: tiles cannot be loaded', 'tiles fail');
  });

  test('the last one that breaks off leaves nothing behind for the visitor', async () => {
    providers.doing.set('tiles', breaksOff);
    expect([await open(['amap', 'tiles']), element.innerHTML]).toEqual([undefined, '']);
  });

  test('the code of the first is fetched ahead, and nothing is opened by that', async () => {
    fetchAhead(['tianditu', 'embedded']);
    await vi.dynamicImportSettled();
    expect(providers.asked).toEqual([]);
  });
});
