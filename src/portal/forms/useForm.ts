import { useCallback, useEffect, useMemo, useRef, useState, type ReactElement } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Form, FormField, FormStep, Text } from '../../model/definitions.g';
import type { Reply } from '../../model/payload';
import { holds } from '../../runtime/condition';
import { checkForm, sentValues, startValues, type FieldFault } from '../../runtime/form';
import type { Scope } from '../../runtime/scope';
import { words } from '../../runtime/text';
import { loginAddress, usePortal } from '../context';
import { notify } from '../notices';
import { useConfirm } from '../show/useConfirm';
import { clearDraft, readDraft, writeDraft } from './draft';
import { runEffects } from './effects';
import { send } from './send';
import type { Values } from './validator';
import { useWatches } from './useWatches';

/** A form and where it stands: everything that its view and its fields need. */
export interface FormControl {
  name: string;
  form: Form;
  values: Values;
  /** The page's scope with the root form. */
  scope: Scope;
  steps: [string, FormStep][];
  step: string | undefined;
  /** The names of the fields that are to be seen, in order. */
  fields: string[];
  /** Faults that the last attempt to go on found, those of the server among them. */
  faults: readonly FieldFault[];
  /** Messages of the server, and of fields that another one needs. */
  refused: Readonly<Record<string, string>>;
  /** How often going on was refused: each time the first faulty field gets the focus. */
  refusals: number;
  busy: boolean;
  /** By captcha field, how often its picture was asked to change. */
  refreshes: Readonly<Record<string, number>>;
  check: (values: Values) => FieldFault[];
  change: (values: Values) => void;
  /** Takes what was checked: goes to the next step, or sends the form. */
  proceed: () => void;
  refuse: (faults: readonly FieldFault[]) => void;
  /** Puts messages to their fields, as a refusal does. */
  land: (errors: Readonly<Record<string, string>>) => void;
  back: () => void;
  dialog: ReactElement | null;
}

/** The id of the element that a field is filled in with. */
export const fieldId = (form: string, field: string): string => `form-${form}_${field}`;

/** Drives one form of a page: what is typed and kept, its steps, checks, submission and effects. */
export function useForm(name: string, form: Form): FormControl {
  const { scope: pageScope, page, shell, call, say, showing } = usePortal();
  const navigate = useNavigate();
  const { ask, dialog } = useConfirm();
  const place = `${page.path} ${name}`;
  const steps = useMemo(() => Object.entries(form.steps ?? {}), [form]);
  const [values, setValues] = useState<Values>(() => startValues(form, pageScope));
  const [step, setStep] = useState(steps[0]?.[0]);
  const [refused, setRefused] = useState<Readonly<Record<string, string>>>({});
  const [{ faults, refusals }, setAttempt] = useState<{ faults: readonly FieldFault[]; refusals: number }>({ faults: [], refusals: 0 });
  const [busy, setBusy] = useState(false);
  const [refreshes, setRefreshes] = useState<Readonly<Record<string, number>>>({});
  const latest = useRef(values);
  latest.current = values;
  const alive = useAlive();
  const running = useRef(false);
  const watch = useWatches(form);

  useEffect(() => { setValues((current) => ({ ...current, ...readDraft(place, form) })); }, [place, form]);

  const scope = useMemo(() => ({ ...pageScope, form: values }), [pageScope, values]);
  const isShown = (field: FormField): boolean => field.field !== 'hidden' && (step === undefined || (field.step ?? steps[0]?.[0]) === step) && holds(field.when, scope);
  const fields = Object.entries(form.fields).filter(([, field]) => isShown(field)).map(([fieldName]) => fieldName);

  const check = (typed: Values): FieldFault[] => checkForm(form, typed, pageScope, showing.patterns, (_, field) => step === undefined || (field.step ?? steps[0]?.[0]) === step);

  const refuse = useCallback((found: readonly FieldFault[]): void => setAttempt((attempt) => ({ faults: found, refusals: attempt.refusals + 1 })), []);

  const change = (next: Values): void => {
    const before = latest.current;
    latest.current = next;
    setValues(next);
    writeDraft(place, form, next);
    const isChanged = (fieldName: string): boolean => next[fieldName] !== before[fieldName];
    if (Object.keys(refused).some(isChanged)) setRefused((current) => Object.fromEntries(Object.entries(current).filter(([fieldName]) => !isChanged(fieldName))));
    watch(before, next);
  };

  /** Messages for fields: the step of the first one opens, for its field may be in an earlier one. */
  const land = (errors: Readonly<Record<string, string>>): void => {
    const found = Object.keys(form.fields).filter((fieldName) => errors[fieldName] !== undefined);
    if (found.length === 0) return;
    setRefused(Object.fromEntries(found.map((fieldName) => [fieldName, errors[fieldName] ?? ''])));
    if (step !== undefined) setStep(form.fields[found[0] ?? '']?.step ?? steps[0]?.[0]);
    refuse(found.map((fieldName) => ({ field: fieldName, message: errors[fieldName] ?? '' })));
  };

  const effects = (reply: Reply): void => runEffects(reply.ok ? form.submit.success : form.submit.failure, {
    scope: { ...pageScope, form: latest.current, reply: { message: reply.message, data: reply.item ?? reply.message, item: reply.item } }, patterns: showing.patterns, login: loginAddress(shell), silent: reply.fault === 'session', http: reply.fault === 'http', ask, okWord: say('confirm'),
    refresh: (field) => setRefreshes((current) => ({ ...current, [field]: (current[field] ?? 0) + 1 })),
    reset: () => { latest.current = startValues(form, pageScope); setValues(latest.current); },
    step: setStep, go: (path) => { if (alive.current) navigate(path, { replace: true }); }, later: alive.later,
  });

  const confirmed = async (): Promise<boolean> => {
    const { confirm } = form.submit;
    const wordsOf = (text: Text | undefined): string => words(text, { ...pageScope, form: latest.current }, showing.patterns);
    if (!confirm || (await ask({ title: wordsOf(confirm.title) || say('notice'), text: wordsOf(confirm.text), confirm: wordsOf(confirm.confirm), cancel: wordsOf(confirm.cancel) }))) return true;
    notify(wordsOf(confirm.cancelled));
    return false;
  };

  const submit = async (): Promise<void> => {
    if (!(await confirmed())) return;
    setBusy(true);
    const locked = new Promise((resolve) => { setTimeout(resolve, form.submit.lock ?? 0); });
    const reply = await send(form.submit, sentValues(form, latest.current, pageScope), page.endpoints, call);
    if (reply.ok) clearDraft(place);
    if (!alive.current) return;
    if (!reply.ok && reply.errors) land(reply.errors);
    effects(reply);
    if (form.submit.lock !== undefined) await locked;
    const leaves = reply.ok && form.submit.success?.goTo !== undefined;
    if (alive.current && !leaves) setBusy(false);
  };

  const proceed = (): void => {
    if (busy || running.current) return;
    setAttempt((attempt) => ({ ...attempt, faults: [] }));
    const index = steps.findIndex(([stepName]) => stepName === step);
    const next = steps[index + 1]?.[0];
    const hasFields = next !== undefined && Object.values(form.fields).some((field) => field.step === next);
    if (hasFields) setStep(next);
    else if (!running.current) {
      running.current = true;
      void submit().finally(() => { running.current = false; });
    }
  };

  const back = (): void => {
    const index = steps.findIndex(([stepName]) => stepName === step);
    if (index > 0) setStep(steps[index - 1]?.[0]);
  };

  return { name, form, values, scope, steps, step, fields, faults, refused, refusals, busy, refreshes, check, change, proceed, refuse, land, back, dialog };
}

/** Whether the component is still there, and timers that end with it. */
function useAlive(): { current: boolean; later: (work: () => void, delay: number) => void } {
  const [state] = useState(() => {
    const timers: ReturnType<typeof setTimeout>[] = [];
    return { current: true, timers, later: (work: () => void, delay: number): void => { timers.push(setTimeout(work, delay)); } };
  });
  useEffect(() => {
    state.current = true;
    return () => { state.current = false; state.timers.forEach(clearTimeout); };
  }, [state]);
  return state;
}
