import type { CompiledEndpoint, CompiledPortal } from '../../model/compiled';
import { type LngLat, parseCoordinate, usualSystem } from '../../runtime/coordinate';
import { convertCoordinate } from '../../runtime/convertCoordinate';
import { formatText } from '../../runtime/text';
import type { Parameters } from '../api/parameters';

/** The mean radius of the earth, in metres. */
const radius = 6_371_000;

/** Returns where a call says that its visitor is, in the system of the institution's coordinates; undefined where it says nothing. */
export function findNear(
  { settings }: Pick<CompiledPortal, 'settings'>,
  { params }: Pick<CompiledEndpoint, 'params'>,
  parameters: Parameters,
): LngLat | undefined {
  const param = Object.values(params).find(({ near }) => near);
  const at = param && parseCoordinate(parameters.get(param.name));
  return at && convertCoordinate(at, 'wgs84', settings.map?.coordinates ?? usualSystem);
}

/** Returns how far two places are from each other on a sphere, in metres. @internal */
export function measureDistance(from: LngLat, to: LngLat): number {
  const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;
  const [high, wide] = [toRadians(to.lat - from.lat), toRadians(to.lng - from.lng)];
  const chord = Math.sin(high / 2) ** 2 + Math.cos(toRadians(from.lat)) * Math.cos(toRadians(to.lat)) * Math.sin(wide / 2) ** 2;
  return 2 * radius * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** Returns how far two places are from each other in words, as exact as a position is that is known to some 100 metres. */
export function writeDistance({ texts, patterns }: Pick<CompiledPortal, 'texts' | 'patterns'>, from: LngLat, to: LngLat): string {
  const metres = measureDistance(from, to);
  const [name, given] =
    metres < 975
      ? (['distanceMetres', { metres: String(Math.max(50, Math.round(metres / 50) * 50)) }] as const)
      : (['distanceKilometres', { kilometres: (metres / 1000).toFixed(metres < 99_950 ? 1 : 0) }] as const);
  return formatText(texts[name], {}, patterns, given);
}
