import { useEffect, useState } from 'react';
import type { MapSection } from '../../../model/definitions.g';
import type { JsonObject } from '../../../model/json';
import { evaluateAll } from '../../../runtime/value';
import { usePage, useShell } from '../../data/context';

/**
 * The rows of every place, for the marks: asked for once scripts run, and again when other types are chosen. While others are on
 * their way the old ones stay.
 * @returns undefined until the first have come, and when the page has no such call
 */
export function useAllPlaces({ all, with: values }: MapSection): readonly JsonObject[] | undefined {
  const { page, scope } = usePage();
  const { call } = useShell();
  const endpoint = all === undefined ? undefined : page.endpoints[all];
  const asked = JSON.stringify(evaluateAll(values, scope));
  const [rows, setRows] = useState<readonly JsonObject[]>();
  useEffect(() => {
    if (!endpoint) return undefined;
    let wanted = true;
    void call(endpoint, JSON.parse(asked) as Record<string, string>).then((reply) => {
      if (wanted && reply.ok) setRows(reply.rows);
    });
    return () => {
      wanted = false;
    };
  }, [endpoint, asked, call]);
  return rows;
}
