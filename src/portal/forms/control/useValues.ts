import { useEffect, useInsertionEffect, useMemo, useRef, useState } from 'react';
import type { Form, FormField } from '../../../model/definitions.g';
import { completeValues, isCalculated } from '../../../runtime/calculated';
import { getInitialValues } from '../../../runtime/form';
import type { Scope } from '../../../runtime/roots';
import { useLatest } from '../../data/useLatest';
import { addTypedBefore, readTypedBefore, type TypedPlace } from './typedBefore';
import { clearDraft, readDraft, writeDraft } from './draft';

/** What was typed into a form, by the names of its fields. */
export type Values = Record<string, unknown>;

/** How the elements of a form are found, and what its fields offer where the form is as it starts. */
interface Elements extends Pick<TypedPlace, 'idOf'> {
  choicesOf: (field: FormField, scope: Scope) => ReturnType<TypedPlace['choicesOf']>;
}

/** What a form holds. */
export interface FormValues {
  /** What it starts with; it changes when the page's data does, such as when a member's own data arrives. */
  starts: Values;
  values: Values;
  /** The same, up to date between renders too. */
  latest: { readonly current: Values };
  /** Takes over what the fields hold now; returns what they held before. */
  change: (next: Values) => Values;
  /** Empties it, its draft too. */
  reset: () => void;
}

/**
 * The values of a form: those it starts with and, over them, what the visitor changed; this is kept as a draft.
 * @param place the name of its draft
 * @param scope the roots that the values at the start refer to
 * @param elements how the elements of its fields are read
 */
export function useValues(place: string, form: Form, scope: Scope, elements: Elements): FormValues {
  const starts = useMemo((): Values => getInitialValues(form, scope), [form, scope]);
  const [typed, setTyped] = useState<Values>({});
  const values = useMemo(() => join(form, starts, typed, scope), [form, starts, typed, scope]);
  const latest = useRef(values);
  useInsertionEffect(() => {
    latest.current = values;
  }, [values]);
  const given = useLatest({ form, starts, scope, elements });
  useEffect(() => {
    const { form, starts, scope, elements } = given.current;
    const choicesOf: TypedPlace['choicesOf'] = (field) => elements.choicesOf(field, { ...scope, form: starts });
    const before = readTypedBefore(form.fields, starts, { idOf: elements.idOf, choicesOf });
    setTyped((current) => addTypedBefore({ ...current, ...readDraft(place, form) }, before, starts));
  }, [place, given]);
  const change = (next: Values): Values => {
    const before = latest.current;
    const names = Object.entries(form.fields)
      .filter(([name, field]) => !isCalculated(field) && !isSameValue(next[name], starts[name]))
      .map(([name]) => name);
    const changed = Object.fromEntries(names.map((name) => [name, next[name]]));
    latest.current = join(form, starts, changed, scope);
    setTyped(changed);
    writeDraft(place, form, changed);
    return before;
  };
  const reset = (): void => {
    latest.current = starts;
    setTyped({});
    clearDraft(place);
  };
  return { starts, values, latest, change, reset };
}

/**
 * Returns what a form holds: what was typed goes before what it starts with, but a field that cannot be changed shows how it starts or what is worked
 * out for it.
 */
function join({ fields }: Form, starts: Values, typed: Values, scope: Scope): Values {
  const isKept = (name: string): boolean => fields[name]?.readOnly === true && fields[name].default !== undefined;
  return completeValues(fields, { ...starts, ...Object.fromEntries(Object.entries(typed).filter(([name]) => !isKept(name))) }, scope);
}

/** Returns whether two values of a field are the same; lists are by their entries. */
const isSameValue = (one: unknown, other: unknown): boolean =>
  one === other || (Array.isArray(one) && Array.isArray(other) && JSON.stringify(one) === JSON.stringify(other));
