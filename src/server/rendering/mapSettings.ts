import type { MapSettings, TenantSettings } from '../../model/definitions.g';
import type { MapPayload } from '../../model/payload';
import { usualSystem } from '../../runtime/coordinate';
import { writeNear } from '../../runtime/distance';
import type { PolicyHosts } from './document';

type Provider = NonNullable<MapSettings['providers']>[number];

/** The sites that each provider of maps loads something from: its scripts, styles, pictures and calls. */
const hostsOf: Readonly<Record<Provider, (settings: MapSettings) => PolicyHosts>> = {
  amap: () => ({
    script: ['https://webapi.amap.com', 'https://*.amap.com'],
    style: ['https://webapi.amap.com'],
    connect: ['https://*.amap.com', 'https://*.autonavi.com'],
    img: ['blob:', 'https://*.amap.com', 'https://*.autonavi.com'],
  }),
  tianditu: () => ({ img: ['https://*.tianditu.gov.cn'], connect: ['https://api.tianditu.gov.cn'] }),
  tiles: ({ tiles }) => ({ img: tiles?.url.startsWith('https://') ? [new URL(tiles.url.replace(/[{}]/g, '')).origin] : [] }),
  embedded: () => ({}),
};

/**
 * Returns everything that pages of an institution may take from other sites: pictures and videos of its content, and maps.
 * @param files where browsers get large files that were uploaded; absent: from the portal
 */
export function collectPolicyHosts({ contentHosts = [], map = {} }: TenantSettings, files?: string): PolicyHosts {
  const all: PolicyHosts[] = [
    { img: contentHosts, media: contentHosts, connect: contentHosts },
    { media: files === undefined ? [] : [files] },
    ...listUsableProviders(map).map((provider) => hostsOf[provider](map)),
  ];
  const from = (kind: keyof PolicyHosts): string[] => [...new Set(all.flatMap((hosts) => hosts[kind] ?? []))];
  return { script: from('script'), style: from('style'), img: from('img'), media: from('media'), connect: from('connect') };
}

/**
 * Returns what browsers get of an institution's settings of maps: the name of the environment variable with the security code stays here.
 * @param areas those with a middle can be begun from
 */
export function toMapPayload(settings: MapSettings = {}, areas: TenantSettings['areas'] = {}): MapPayload {
  const { amap, ...rest } = settings;
  const starts = Object.values(areas)
    .flatMap(({ groupList = {} }) => Object.values(groupList))
    .flatMap(({ name, center }) => (center ? [{ name, near: writeNear(center, settings.coordinates ?? usualSystem) }] : []));
  return {
    ...rest,
    ...(starts.length > 0 ? { starts } : {}),
    providers: listUsableProviders(settings),
    ...(amap ? { amap: { key: amap.key, proxied: amap.securityCode !== undefined } } : {}),
  };
}

/** Returns the providers that there is access to; the embedded one is always among them, for one of them must be there. */
function listUsableProviders(settings: MapSettings): Provider[] {
  const asked = (settings.providers ?? []).filter((provider) => provider === 'embedded' || settings[provider] !== undefined);
  return asked.includes('embedded') ? asked : [...asked, 'embedded'];
}
