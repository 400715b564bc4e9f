import { useCallback, useEffect, useRef, useState } from 'react';
import type { Form } from '../../../model/definitions.g';
import type { Reply } from '../../../model/payload';
import { proofs } from '../../../runtime/form';
import { findField } from '../../../runtime/formSchema';
import { usePageState, useShell } from '../../data/context';
import { useLatest } from '../../data/useLatest';
import type { FormFaults, Messages } from './useFaults';

/** A form whose definition may change while it is filled in. */
export interface Renewal {
  /** It did, and what was typed is there still. */
  changed: boolean;
  /**
   * Fetches the form anew where a refusal may come of another definition: the server judges by the one that there is now, and what it says of
   * a field the rules that stand here found nothing wrong with.
   */
  renew: (reply: Reply) => void;
  /** Before another attempt. */
  forget: () => void;
}

/** Returns whether no rule of the form could have found what is wrong with a field: a code, a consent to words that have changed. */
function isKnownToServerAlone({ fields }: Form, path: string): boolean {
  const field = findField(fields, path);
  return field !== undefined && (proofs.has(field.field) || field.consent !== undefined);
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
    const names = Object.keys(errors);
    if (names.length === 0 ? message !== say('invalidBody') : names.every((path) => isKnownToServerAlone(form, path))) return;
    asked.current = { form, errors };
    retry();
  };
  return { changed, renew, forget: useCallback(() => setChanged(false), []) };
}
