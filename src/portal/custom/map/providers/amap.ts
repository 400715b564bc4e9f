import { convertCoordinate } from '../../../../runtime/convertCoordinate';
import type { LngLat } from '../kinds';
import './amap.css';
import { loadAmap, type Amap, type AmapLngLat, type AmapMap, type AmapPoint } from './amapScript';
import type { MapProvider, MapView, Placed } from './kinds';

const zooms = { min: 4, max: 18 };
/** Milliseconds within which a map must be complete; a wrong key leaves it empty without a word. */
const timeoutMs = 8_000;

/** AMap JS API 2.0 with its geolocation and geocoder (ledger MAP-16). */
export const openAmap: MapProvider = async (element, { settings, center, zoom, words }) => {
  if (!settings.amap) throw new Error('no key');
  const api = await loadAmap(settings.amap.key, settings.amap.proxied);
  const middle = convertCoordinate(center, settings.coordinates ?? 'gcj02', 'gcj02');
  const map = new api.Map(element, { center: toPoint(middle), zoom, zooms: [zooms.min, zooms.max], viewMode: '2D', resizeEnable: true });
  element.setAttribute('role', 'region');
  element.setAttribute('aria-label', words.label);
  try {
    await complete(map);
  } catch (error) {
    map.destroy();
    throw error;
  }
  const geocoder = new api.Geocoder({ city: settings.cityCode ?? '010', radius: settings.radius ?? 1000 });
  return {
    system: 'gcj02',
    zooms,
    element,
    center: () => toLngLat(map.getCenter()),
    zoom: () => map.getZoom(),
    go: (to, level, animated) => map.setZoomAndCenter(Math.max(zooms.min, Math.min(zooms.max, level)), toPoint(to), !animated),
    onRest: (listener) => on(map, ['moveend', 'zoomend', 'resize'], listener),
    onGround: (listener) => on(map, ['click'], listener),
    put: (content, at, layer) => put(api, map, content, at, layer),
    locate: (seconds) => locate(api, seconds),
    addressAt: (at) => addressAt(geocoder, at),
    find: (address) => find(geocoder, address),
    close: () => {
      map.destroy();
      element.remove();
    },
  } satisfies MapView;
};

function complete(map: AmapMap): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the map is not complete in time')), timeoutMs);
    map.on('complete', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function on(map: AmapMap, events: readonly string[], listener: () => void): () => void {
  events.forEach((event) => map.on(event, listener));
  return () => events.forEach((event) => map.off(event, listener));
}

/** What happens on our elements is none of the map's business. */
function put(api: Amap, map: AmapMap, content: HTMLElement, at: LngLat, layer: 'mark' | 'card'): Placed {
  const kept = ['mousedown', 'touchstart', 'dblclick', 'contextmenu', 'click', ...(layer === 'card' ? ['wheel'] : [])];
  const room = document.createElement('div');
  room.className = `map-put map-put-${layer}`;
  room.append(content);
  for (const event of kept) room.addEventListener(event, (happened) => happened.stopPropagation());
  const marker = new api.Marker({ position: toPoint(at), content: room, anchor: 'top-left', zIndex: layer === 'card' ? 200 : 100, map });
  return { move: (to) => marker.setPosition(toPoint(to)), remove: () => marker.remove() };
}

function locate(api: Amap, seconds: number): Promise<{ at: LngLat; address: string }> {
  const geolocation = new api.Geolocation({
    enableHighAccuracy: true,
    timeout: seconds * 1000,
    needAddress: true,
    extensions: 'base',
    showButton: false,
    showMarker: false,
    showCircle: false,
  });
  return new Promise((resolve, reject) => {
    geolocation.getCurrentPosition((status, { position, formattedAddress, message }) => {
      if (status === 'complete' && position) resolve({ at: toLngLat(position), address: formattedAddress ?? '' });
      else reject(new Error(message ?? status));
    });
  });
}

function addressAt(geocoder: InstanceType<Amap['Geocoder']>, at: LngLat): Promise<string> {
  return new Promise((resolve, reject) => {
    geocoder.getAddress(toPoint(at), (status, { regeocode }) => {
      const address = regeocode?.formattedAddress;
      if (status === 'complete' && address !== undefined && address !== '') resolve(address);
      else reject(new Error(status));
    });
  });
}

function find(geocoder: InstanceType<Amap['Geocoder']>, address: string): Promise<LngLat | undefined> {
  return new Promise((resolve) => {
    geocoder.getLocation(address, (status, { geocodes }) => {
      const found = geocodes?.[0]?.location;
      resolve(status === 'complete' && found ? toLngLat(found) : undefined);
    });
  });
}

const toPoint = ({ lng, lat }: LngLat): AmapPoint => [lng, lat];
const toLngLat = (at: AmapLngLat): LngLat => ({ lng: at.getLng(), lat: at.getLat() });
