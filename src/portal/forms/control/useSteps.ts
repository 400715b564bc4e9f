import { useMemo, useState } from 'react';
import type { Form, FormField, FormStep } from '../../../model/definitions.g';
import { holds } from '../../../runtime/condition';
import type { Scope } from '../../../runtime/roots';
import { useStepHistory } from './useStepHistory';

/** The steps of a form and which one is open. */
export interface FormSteps {
  /** The steps on the way, in order: what came of it (`outcome`) is not among them. */
  steps: readonly (readonly [string, FormStep])[];
  /** The name of the open step; undefined in a form without steps. */
  step: string | undefined;
  open: FormStep | undefined;
  /** Whether a field is part of the open step. */
  isHere: (field: FormField) => boolean;
  /** The step after this one that has fields to fill in. */
  next: string | undefined;
  /** The step before this one. */
  previous: string | undefined;
  /** Opens a step; the first one without a name. */
  go: (name?: string) => void;
  /** Opens a step that was open before the page was left. */
  resume: (name: string) => void;
  /** Opens the step of a field. */
  goTo: (field: FormField | undefined) => void;
  /** Takes the steps out of the window's history, before the form is left for good. */
  rewind: () => Promise<void>;
}

/**
 * Drives the steps of a form, of which only those are there whose condition holds.
 * @param scope the roots around it with the root form
 * @param place what tells it from other forms
 */
export function useSteps(form: Form, scope: Scope, place: string, inDialog = false): FormSteps {
  const steps = useMemo(
    () => Object.entries(form.steps ?? {}).filter(([, { outcome, when }]) => outcome === undefined && holds(when, scope)),
    [form, scope],
  );
  const first = Object.keys(form.steps ?? {})[0];
  const [step, setStep] = useState(first);
  const isOutcome = (name: string | undefined): boolean => name !== undefined && form.steps?.[name]?.outcome !== undefined;
  const { push, rewind, adopt } = useStepHistory(!inDialog && steps.length > 1, place, (found) =>
    // What came of it stands: there is nothing to go back to.
    setStep((current) => (isOutcome(current) ? current : (found ?? first))),
  );
  const open = (name: string | undefined): void => {
    setStep(name);
    if (name !== undefined && name !== step && !isOutcome(name)) push(name);
  };
  const findStepName = (field: FormField | undefined): string | undefined => field?.step ?? first;
  const index = steps.findIndex(([name]) => name === step);
  const following = index < 0 ? undefined : steps[index + 1]?.[0];
  return {
    steps,
    step,
    open: step === undefined ? undefined : form.steps?.[step],
    isHere: (field) => findStepName(field) === step,
    next: Object.values(form.fields).some((field) => field.step !== undefined && field.step === following) ? following : undefined,
    previous: index > 0 ? steps[index - 1]?.[0] : undefined,
    go: (name = first) => open(name),
    resume: (name) => {
      setStep(name);
      adopt(name);
    },
    goTo: (field) => open(findStepName(field)),
    rewind,
  };
}
