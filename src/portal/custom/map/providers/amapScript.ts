/** The part of AMap JS API 2.0 that is used here; `[lng, lat]` in GCJ-02. */
export interface Amap {
  Map: new (
    element: HTMLElement,
    options: { center: AmapPoint; zoom: number; zooms: AmapPoint; viewMode: '2D'; resizeEnable: boolean },
  ) => AmapMap;
  Marker: new (options: { position: AmapPoint; content: HTMLElement; anchor: 'top-left'; zIndex: number; map: AmapMap }) => AmapMarker;
  Geolocation: new (options: {
    enableHighAccuracy: boolean;
    timeout: number;
    needAddress: boolean;
    extensions: 'base';
    showButton: boolean;
    showMarker: boolean;
    showCircle: boolean;
  }) => {
    getCurrentPosition(
      callback: (status: string, result: { position?: AmapLngLat; formattedAddress?: string; message?: string }) => void,
    ): void;
  };
  Geocoder: new (options: { city: string; radius: number }) => {
    getAddress(at: AmapPoint, callback: (status: string, result: { regeocode?: { formattedAddress?: string } }) => void): void;
    getLocation(address: string, callback: (status: string, result: { geocodes?: { location?: AmapLngLat }[] }) => void): void;
  };
}

/** Degrees east and north; also used for two zooms. */
export type AmapPoint = [number, number];
/** A coordinate as AMap answers it. */
export interface AmapLngLat {
  getLng(): number;
  getLat(): number;
}
/** A map of AMap. */
export interface AmapMap {
  getCenter(): AmapLngLat;
  getZoom(): number;
  setZoomAndCenter(zoom: number, center: AmapPoint, immediately: boolean): void;
  on(event: string, listener: () => void): void;
  off(event: string, listener: () => void): void;
  destroy(): void;
}
/** A mark of AMap. */
export interface AmapMarker {
  setPosition(at: AmapPoint): void;
  remove(): void;
}

declare global {
  interface Window {
    AMap?: Amap;
    _AMapSecurityConfig?: { serviceHost: string };
    portalMapReady?: () => void;
  }
}

/** Milliseconds before loading is given up. */
const timeoutMs = 10_000;
const plugins = 'AMap.Geolocation,AMap.Geocoder';

let loading: Promise<Amap> | undefined;

/**
 * Loads AMap JS API 2.0, once for a page; it may not be bundled. Calls of it go through this site when the server adds the security code.
 * A load that failed can be tried again.
 */
export function loadAmap(key: string, proxied: boolean): Promise<Amap> {
  if (proxied) window._AMapSecurityConfig = { serviceHost: `${window.location.origin}/_AMapService` };
  loading ??= insert(`https://webapi.amap.com/maps?v=2.0&key=${encodeURIComponent(key)}&plugin=${plugins}&callback=portalMapReady`).catch(
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

function insert(src: string): Promise<Amap> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const end = (settle: () => void): void => {
      clearTimeout(timer);
      delete window.portalMapReady;
      settle();
    };
    const fail = (reason: string): void =>
      end(() => {
        script.remove();
        reject(new Error(reason));
      });
    const timer = setTimeout(() => fail('the script did not come in time'), timeoutMs);
    window.portalMapReady = () => {
      const { AMap } = window;
      if (AMap) end(() => resolve(AMap));
      else fail('the script is not what it should be');
    };
    script.src = src;
    script.async = true;
    script.onerror = () => fail('the script cannot be loaded');
    document.head.append(script);
  });
}
