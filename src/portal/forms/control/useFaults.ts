import { useState } from 'react';
import type { Form } from '../../../model/definitions.g';
import type { FieldFault } from '../../../runtime/formCheck';
import { findField } from '../../../runtime/formSchema';
import type { FormSteps } from './useSteps';

/** Messages by the name, or the path within rows, of the field that each belongs to. */
export type Messages = Readonly<Record<string, string>>;

/** What is wrong with a form. */
export interface FormFaults {
  /** Faults that the last attempt to go on found, those of the server among them. */
  faults: readonly FieldFault[];
  /** Messages of the server, and of fields that another one needs. */
  refused: Messages;
  /** How often going on was refused: each time the first faulty field gets the focus. */
  refusals: number;
  refuse: (found: readonly FieldFault[]) => void;
  /** Puts messages to their fields, as a refusal does; the step of the first one opens. */
  land: (errors: Messages) => void;
  /** Takes the faults away before another attempt. */
  clear: () => void;
  /** Takes the messages of fields away. */
  forget: (isChanged: (field: string) => boolean) => void;
}

/** Keeps the faults of a form. */
export function useFaults(form: Form, { step, goTo }: FormSteps): FormFaults {
  const [refused, setRefused] = useState<Messages>({});
  const [{ faults, refusals }, setAttempt] = useState<Pick<FormFaults, 'faults' | 'refusals'>>({ faults: [], refusals: 0 });
  const refuse = (found: readonly FieldFault[]): void => setAttempt((attempt) => ({ faults: found, refusals: attempt.refusals + 1 }));
  const land = (errors: Messages): void => {
    const found = Object.keys(form.fields).flatMap((name) =>
      Object.entries(errors).flatMap(([field, message]) =>
        (field === name || field.startsWith(`${name}.`)) && findField(form.fields, field) ? [{ field, message }] : [],
      ),
    );
    const [first] = found;
    if (!first) return;
    setRefused(Object.fromEntries(found.map(({ field, message }) => [field, message])));
    if (step !== undefined) goTo(form.fields[first.field.split('.')[0] ?? '']);
    refuse(found);
  };
  return {
    faults,
    refused,
    refusals,
    refuse,
    land,
    clear: () => setAttempt((attempt) => ({ ...attempt, faults: [] })),
    forget: (isChanged) => {
      if (Object.keys(refused).some(isChanged))
        setRefused((current) => Object.fromEntries(Object.entries(current).filter(([field]) => !isChanged(field))));
    },
  };
}
