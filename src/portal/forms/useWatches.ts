import { useCallback, useRef } from 'react';
import type { Form } from '../../model/definitions.g';
import { holds } from '../../runtime/condition';
import type { Scope } from '../../runtime/scope';
import { evaluateAll } from '../../runtime/value';
import { usePortal } from '../context';
import { tellFailure } from '../notices';
import type { Values } from './validator';

/**
 * Makes the calls of fields that watch what is typed: when their condition comes to hold, and again when what they send changes
 * while it does. A reply to something that is no longer there is dropped; a failing one is a warning (ledger LOGIN-14).
 * @param scope the roots that the calls refer to; `form` is added here
 * @returns to be called with what was there before a change and after it
 */
export function useWatches(form: Form, scope: Scope): (before: Values, after: Values) => void {
  const { page, call } = usePortal();
  const latest = useRef<Record<string, string | undefined>>({});
  return useCallback((before, after) => {
    for (const [name, { watch }] of Object.entries(form.fields)) {
      const endpoint = watch && page.endpoints[watch.source];
      if (!watch || !endpoint) continue;
      const sent = (values: Values): ReturnType<typeof evaluateAll> | undefined => {
        const inner = { ...scope, form: values };
        return holds(watch.when, inner) ? evaluateAll(watch.with, inner) : undefined;
      };
      const [was, is] = [sent(before), sent(after)];
      const key = JSON.stringify(is);
      if (key === JSON.stringify(was)) continue;
      latest.current[name] = key;
      if (is) void call(endpoint, is).then((reply) => { if (!reply.ok && latest.current[name] === key) tellFailure(reply, 'warning'); });
    }
  }, [form, scope, page.endpoints, call]);
}
