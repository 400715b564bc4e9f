import { useEffect, useRef } from 'react';
import type { PagePayload, ShellPayload } from '../../model/payload';
import { holds } from '../../runtime/condition';
import type { Call } from '../../runtime/pageData';
import { createPageScope, createSiteRoots } from '../../runtime/roots';
import { evaluateAll } from '../../runtime/value';
import { useLatest } from './useLatest';
import { listStateNames } from './roots';

/** Makes the calls that a page asks for after its opening, once for each opening (ledger COUNT-06, COUNT-08). */
export function useRecords(shell: ShellPayload, page: PagePayload, busy: boolean, call: Call): void {
  const opening = describeOpening(page);
  const made = useRef(new Set<string>());
  const latest = useLatest(page);
  useEffect(() => {
    if (busy || latest.current.status !== 200) return undefined;
    const { definition, data, query, endpoints, now } = latest.current;
    const scope = createPageScope({ query, roots: createSiteRoots(shell, now) }, data);
    const timers = Object.entries(definition.records ?? {})
      .filter(([, record]) => holds(record.when, scope))
      .map(([name, record]) =>
        setTimeout(() => {
          const endpoint = endpoints[record.source];
          if (!endpoint || made.current.has(`${opening} ${name}`)) return;
          made.current.add(`${opening} ${name}`);
          void call(endpoint, evaluateAll(record.with, scope));
        }, record.delay ?? 1000),
      );
    return () => timers.forEach(clearTimeout);
  }, [opening, busy, call, shell, latest]);
}

/** One opening of a page; another state of the same list or map is none. */
function describeOpening({ path, query, definition }: PagePayload): string {
  const names = listStateNames(definition);
  return `${path} ${JSON.stringify(
    Object.keys(query)
      .sort()
      .flatMap((name) => (names.has(name) ? [] : [[name, query[name]]])),
  )}`;
}
