import { useEffect } from 'react';
import type { Form, FormField } from '../../../model/definitions.g';
import { isPersistable } from '../../../runtime/form';
import { isThere } from '../../../runtime/formCheck';
import type { Scope } from '../../../runtime/roots';
import { useLatest } from '../../data/useLatest';
import { keepStep, readDraft, readStep } from './draft';
import type { FormSteps } from './useSteps';
import type { Values } from './useValues';

/** A form that begins where the visitor was. */
interface KeptStep {
  /** The name of its draft. */
  place: string;
  form: Form;
  /** The roots around it. */
  scope: Scope;
  /** What it starts with. */
  starts: Values;
  steps: FormSteps;
}

/** Opens the step that was open when the page was left, as its draft is there again, and keeps in mind which one is. */
export function useKeptStep(kept: KeptStep): void {
  const latest = useLatest(kept);
  const { place, steps } = kept;
  useEffect(() => {
    const found = findStep(latest.current);
    if (found !== undefined) latest.current.steps.resume(found);
  }, [place, latest]);
  // What came of it is no place to begin at, nor is the first step one to be remembered.
  const open = steps.steps.findIndex(([name]) => name === steps.step) > 0 ? steps.step : undefined;
  useEffect(() => keepStep(place, open), [place, open]);
}

/** Returns the step that was open, or the first one before it of which something is not there any more; undefined where that is where it begins. */
function findStep({ place, form, scope, starts, steps: { steps } }: KeptStep): string | undefined {
  const names = steps.map(([name]) => name);
  const kept = names.indexOf(readStep(place) ?? '');
  if (kept <= 0) return undefined;
  const values = { ...starts, ...readDraft(place, form) };
  const there = Object.entries(form.fields).filter(([, field]) => isThere(form, field, { ...scope, form: values }));
  const lacking = there.filter(([name, field]) => lacks(field, values[name])).map(([, { step = names[0] ?? '' }]) => names.indexOf(step));
  const found = Math.min(kept, ...lacking.filter((index) => index >= 0));
  return found > 0 ? names[found] : undefined;
}

/** Whether a field has lost what it needs, or may have: what starts with something gets that again. */
function lacks(field: FormField, value: unknown): boolean {
  if (field.field === 'hidden') return false;
  const isEmpty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
  return (
    (isEmpty && field.required !== undefined && field.default === undefined) || (isEmpty && !isPersistable(field)) || hidesSecrets(field)
  );
}

const hidesSecrets = ({ fields = {} }: FormField): boolean =>
  Object.values(fields).some((field) => !isPersistable(field) || hidesSecrets(field));
