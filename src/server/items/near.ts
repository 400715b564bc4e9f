import type { CompiledEndpoint, CompiledPortal } from '../../model/compiled';
import { type LngLat, usualSystem } from '../../runtime/coordinate';
import { describeDistance, measureDistance, readNear } from '../../runtime/distance';
import { formatText } from '../../runtime/text';
import type { Parameters } from '../api/parameters';

/** Returns where a call says that its visitor is, in the system of the institution's coordinates; undefined where it says nothing. */
export function findNear(
  { settings }: Pick<CompiledPortal, 'settings'>,
  { params }: Pick<CompiledEndpoint, 'params'>,
  parameters: Parameters,
): LngLat | undefined {
  const param = Object.values(params).find(({ near }) => near);
  return param && readNear(parameters.get(param.name), settings.map?.coordinates ?? usualSystem);
}

/** Returns how far two places are from each other in words. */
export function writeDistance({ texts, patterns }: Pick<CompiledPortal, 'texts' | 'patterns'>, from: LngLat, to: LngLat): string {
  const { text, given } = describeDistance(measureDistance(from, to));
  return formatText(texts[text], {}, patterns, given);
}
