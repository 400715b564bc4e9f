import { useCallback, useEffect, useRef, useState } from 'react';
import type { Form } from '../../../model/definitions.g';
import type { Reply } from '../../../model/payload';
import { findField } from '../../../runtime/formSchema';
import { usePageState, useShell } from '../../data/context';
import { useLatest } from '../../data/useLatest';
import type { FormFaults, Messages } from './useFaults';

/** A form whose definition may change while it is filled in. */
export interface Renewal {
  /** It did, and what was typed is there still. */
  changed: boolean;
  /** Fetches the form anew where a refusal speaks of what it does not have: the server judges by the definition as it is now. */
  renew: (reply: Reply) => void;
  /** Before another attempt. */
  forget: () => void;
}

/** Renews a form that the server does not know as it stands here, and lands the messages that it had no field for. */
export function useRenewal(form: Form, { land }: Pick<FormFaults, 'land'>): Renewal {
  const { retry } = usePageState();
  const { say } = useShell();
  const [changed, setChanged] = useState(false);
  const asked = useRef<{ form: Form; errors: Messages }>();
  const latest = useLatest(land);
  useEffect(() => {
    const before = asked.current;
    if (!before || before.form === form) return;
    asked.current = undefined;
    if (JSON.stringify(before.form) === JSON.stringify(form)) return;
    setChanged(true);
    latest.current(before.errors);
  }, [form, latest]);
  const renew = ({ errors = {}, message }: Reply): void => {
    const isForeign = Object.keys(errors).some((path) => findField(form.fields, path) === undefined);
    if (!isForeign && (Object.keys(errors).length > 0 || message !== say('invalidBody'))) return;
    asked.current = { form, errors };
    retry();
  };
  return { changed, renew, forget: useCallback(() => setChanged(false), []) };
}
