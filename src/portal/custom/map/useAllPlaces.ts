import type { MapSection } from '../../../model/definitions.g';
import type { JsonObject } from '../../../model/json';
import { evaluateAll } from '../../../runtime/value';
import { usePage } from '../../data/context';
import { useReply } from '../../data/useReply';

/**
 * The rows of every place, for the marks: asked for once scripts run, and again when other types are chosen. While others are on
 * their way the old ones stay.
 * @returns undefined until the first have come, and when the page has no such call
 */
export function useAllPlaces({ all, with: values }: MapSection): readonly JsonObject[] | undefined {
  const { page, scope } = usePage();
  const endpoint = all === undefined ? undefined : page.endpoints[all];
  return useReply(endpoint, evaluateAll(values, scope), { keepPreviousData: true }).data?.rows;
}
