import { useCallback, useRef, useState } from 'react';
import type { Form } from '../../../model/definitions.g';
import { holds } from '../../../runtime/condition';
import type { Scope } from '../../../runtime/roots';
import { evaluateAll } from '../../../runtime/value';
import { usePage, useShell } from '../../data/context';
import { tellFailure } from '../../ui/notices';
import type { Values } from './useValues';

/** What the calls of fields that watch found. */
export interface Watches {
  /** Why a call failed, by the name of the field. */
  warnings: Readonly<Record<string, string>>;
  /** To be called with what was there before a change and after it. */
  watch: (before: Values, after: Values) => void;
}

/**
 * Makes the calls of fields that watch what is typed: when their condition comes to hold, and again when what they send changes
 * while it does. A reply to something that is no longer there is dropped; a failing one is a warning (ledger LOGIN-14), told in
 * passing and kept at the field until what it is about changes: nobody shall wait for a message that will not come.
 * @param scope the roots that the calls refer to; `form` is added here
 */
export function useWatches(form: Form, scope: Scope): Watches {
  const { page } = usePage();
  const { call } = useShell();
  const [warnings, setWarnings] = useState<Readonly<Record<string, string>>>({});
  const latest = useRef<Record<string, string | undefined>>({});
  const watch = useCallback(
    (before: Values, after: Values): void => {
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
        setWarnings(({ [name]: _past, ...others }) => others);
        if (!is) continue;
        void call(endpoint, is).then((reply) => {
          if (reply.ok || latest.current[name] !== key) return;
          tellFailure(reply, 'warning');
          if (reply.fault === undefined) setWarnings((current) => ({ ...current, [name]: reply.message ?? '' }));
        });
      }
    },
    [form, scope, page.endpoints, call],
  );
  return { warnings, watch };
}
