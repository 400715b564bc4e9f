import L, { type TileLayer } from 'leaflet';
import type { LngLat } from '../kinds';
import type { MapProvider } from './kinds';
import { openTileMap } from './tileWatch';

/** The national platform for geographic information: vector map and its labels, in CGCS2000, which is WGS-84 for this purpose. */
const createLayer = (name: 'vec' | 'cva', key: string): TileLayer =>
  L.tileLayer(
    `https://t{s}.tianditu.gov.cn/${name}_w/wmts?SERVICE=WMTS&REQUEST=GetTile&VERSION=1.0.0&LAYER=${name}&STYLE=default&TILEMATRIXSET=w&FORMAT=tiles&TILEMATRIX={z}&TILEROW={y}&TILECOL={x}&tk=${key}`,
    { subdomains: '01234567', maxNativeZoom: 18, maxZoom: 18 },
  );

/** Milliseconds before a call is given up. */
const timeoutMs = 8_000;

/** Tiles of Tianditu, and its look-ups of addresses. */
export const openTianditu: MapProvider = async (element, opening) => {
  const key = opening.settings.tianditu?.key;
  if (key === undefined) throw new Error('no key');
  const view = await openTileMap(element, opening, {
    system: 'wgs84',
    zooms: { min: 4, max: 18 },
    layers: [createLayer('vec', key), createLayer('cva', key)],
    credit: opening.words.creditTianditu,
  });
  return { ...view, addressAt: (at) => addressAt(at, key), find: (address) => find(address, key) };
};

async function ask(query: string): Promise<Record<string, unknown>> {
  const response = await fetch(`https://api.tianditu.gov.cn/geocoder?${query}`, {
    signal: AbortSignal.timeout(timeoutMs),
    credentials: 'omit',
    referrerPolicy: 'strict-origin-when-cross-origin',
  });
  const body: unknown = await response.json();
  const status = objectIn(body)['status'];
  if (!response.ok || String(status) !== '0') throw new Error(`geocoder: ${response.status} ${String(status)}`);
  return objectIn(body);
}

async function addressAt({ lng, lat }: LngLat, key: string): Promise<string> {
  const body = await ask(`postStr=${encodeURIComponent(JSON.stringify({ lon: lng, lat, ver: 1 }))}&type=geocode&tk=${key}`);
  const address = objectIn(body['result'])['formatted_address'];
  if (typeof address !== 'string' || address === '') throw new Error('geocoder: no address');
  return address;
}

async function find(address: string, key: string): Promise<LngLat | undefined> {
  const { lon, lat } = objectIn((await ask(`ds=${encodeURIComponent(JSON.stringify({ keyWord: address }))}&tk=${key}`))['location']);
  const [east, north] = [Number(lon), Number(lat)];
  return lon === undefined || !Number.isFinite(east) || !Number.isFinite(north) ? undefined : { lng: east, lat: north };
}

const objectIn = (value: unknown): Record<string, unknown> => (value !== null && typeof value === 'object' ? { ...value } : {});
