import { useCallback, useMemo, useRef, useState } from 'react';
import type { PagePayload } from '../../../model/payload';
import type { Form, FormField } from '../../../model/definitions.g';
import { holds } from '../../../runtime/condition';
import { isThere, judgeForm, type CheckSchema, type FieldFault } from '../../../runtime/formCheck';
import { buildFormSchema, buildLayoutSchema, buildUiSchema } from '../../../runtime/formSchema';
import type { FindTree } from '../../../runtime/choiceTree';
import { emptyUnoffered, listInTree } from '../../../runtime/offered';
import { listOffered } from '../../../runtime/offeredOptions';
import { formatText, type Patterns } from '../../../runtime/text';
import { resolve, resolveTokens } from '../../../model/pointer';
import type { Scope } from '../../../runtime/roots';
import { usePage, useShell } from '../../data/context';
import { notify } from '../../ui/notices';
import type { RJSFSchema, UiSchema } from '@rjsf/utils';
import { findTreeOn } from './trees';
import { useEarlySubmit, type EarlySubmit } from './useEarlySubmit';
import { useFaults, type FormFaults } from './useFaults';
import { useHandover, type Handover } from './useHandover';
import { useKeptStep } from './useKeptStep';
import { usePrecompiled, type Precompiled } from './usePrecompiled';
import { useSteps, type FormSteps } from './useSteps';
import { useSubmission, type FormSubmission } from './useSubmission';
import { useValues, type Values } from './useValues';
import { useWatches } from './useWatches';

/** A form and where it stands: everything that its view and its fields need. */
export interface FormControl
  extends
    Pick<FormFaults, 'faults' | 'refused' | 'refusals' | 'refuse' | 'land'>,
    Pick<FormSubmission, 'busy' | 'sending' | 'refreshes' | 'refusal' | 'line' | 'dialog'> {
  /** Its name in the ids of its elements. */
  name: string;
  form: Form;
  /** How rjsf lays it out and shows it. */
  schema: RJSFSchema;
  uiSchema: UiSchema<Values, RJSFSchema>;
  precompiled: Precompiled;
  /** Keeps it in mind when it is to be sent before its validators are there. */
  early: EarlySubmit;
  values: Values;
  /** What it started with. */
  starts: Values;
  /** What a field that watches was told, by its name; it can be sent none the less. */
  warnings: Readonly<Record<string, string>>;
  /** Knows the trees that fields choose from. */
  findTree: FindTree;
  isInDialog: boolean;
  /** What changed without the visitor's hand, to be read out. */
  announced: string;
  /** The roots around it with the root form. */
  scope: Scope;
  steps: FormSteps;
  /** The names of the fields that are to be seen, in order. */
  fields: string[];
  /** Whether what sends it can be used; always while another step follows. */
  enabled: boolean;
  check: (values: Values) => FieldFault[];
  change: (values: Values) => void;
  /** Says in a dialog why a file could not be uploaded; only where the form tells what is wrong so. */
  alarm: ((field: string, text: string) => void) | undefined;
  /** Takes what was checked: goes to the next step, or sends the form. */
  proceed: () => void;
  /** Sends what is there so far as a draft. */
  keepDraft: () => void;
  /** Begins anew, with the first step. */
  restart: () => void;
  /** Says that a field has work to finish, such as an upload, or to begin anew, before anything can be sent; or that it has none any more. */
  hold: (field: string, work: Work | undefined) => void;
  /** How fields give files to each other. */
  handover: Handover;
}

/** What a form waits for: a file on its way, or one whose way broke off, which only the visitor can send again or give up. */
export type Work = 'running' | 'broken';

/** Where a form stands, and what follows. */
export interface FormPlace {
  /** Called after it was sent with success and what follows was done. */
  onDone?: () => void;
  inDialog?: boolean;
}

/** Returns the id of the element that a field is filled in with; of one in a row by its path. */
export const fieldId = (form: string, field: string): string => `form-${form}_${field.replaceAll('.', '_')}`;

/** Returns what a dialog says of the first fault that it tells, and whose it is; undefined where only the form tells them. */
function findAlert(
  form: Form,
  faults: readonly FieldFault[],
  scope: Scope,
  patterns: Patterns,
): { field: string; text: string } | undefined {
  const ownWords = ({ field }: FieldFault) => form.fields[field.split('.')[0] ?? '']?.errors?.['alert'];
  const told = faults.find((fault) => form.alert === true || ownWords(fault) !== undefined);
  if (!told) return undefined;
  const own = ownWords(told);
  return { field: told.field, text: own === undefined ? told.message : formatText(own, scope, patterns) };
}

/** Returns what a form holds at the path of a field. */
const resolvePath = (values: Values, path: string): unknown => resolveTokens(values, path.split('.'));

/** Returns the address of a page, the same in whatever order it was written: the form of another activity, or of another item, is another form. */
function nameAddress({ path, query }: Pick<PagePayload, 'path' | 'query'>): string {
  const about = new URLSearchParams(query);
  about.sort();
  const written = about.toString();
  return written === '' ? path : `${path}?${written}`;
}

/**
 * Drives one form of a page.
 * @param key its name among the page's forms
 */
export function useForm(key: string, form: Form, { onDone, inDialog = false }: FormPlace = {}): FormControl {
  const { scope: outer, page, showContext } = usePage();
  const { say } = useShell();
  const place = [nameAddress(page), key, resolve('/row/id', outer)].filter((part) => part !== undefined).join(' ');
  const name = key.replaceAll(':', '-');
  const findTree = useMemo(() => findTreeOn(page.data), [page.data]);
  const values = useValues(place, form, outer, {
    idOf: (field) => fieldId(name, field),
    choicesOf: (field, start) => listInTree({ field, beside: {} }, findTree) ?? listOffered(field, start),
  });
  const scope = useMemo((): Scope => ({ ...outer, form: values.values }), [outer, values.values]);
  const steps = useSteps(form, scope, place, inDialog);
  useKeptStep({ place, form, scope: outer, starts: values.starts, steps });
  const faults = useFaults(form, steps);
  const rules = useMemo(() => buildFormSchema(form) as RJSFSchema, [form]);
  const { schema, uiSchema } = useMemo(
    () => ({ schema: buildLayoutSchema(form.fields) as RJSFSchema, uiSchema: buildUiSchema(form.fields) as UiSchema<Values, RJSFSchema> }),
    [form],
  );
  const precompiled = usePrecompiled(page.validators?.[key], rules);
  const early = useEarlySubmit(precompiled);
  const checkSchema: CheckSchema = (instance) => precompiled.check?.(instance) ?? [];
  const { submit, save, ask, ...submission } = useSubmission({ form, place, scope: outer, values, steps, faults, onDone });
  const { warnings, watch } = useWatches(form, outer);
  const [announced, setAnnounced] = useState('');
  const working = useRef(new Map<string, Work>());
  const hold = useCallback((field: string, work: Work | undefined): void => {
    if (work) working.current.set(field, work);
    else working.current.delete(field);
  }, []);
  /** Whether a field has work to finish, which is then told. */
  const isHeld = (): boolean => {
    const works = [...working.current.values()];
    if (works.length > 0) notify(say(works.includes('running') ? 'uploadRunning' : 'uploadUnfinished'), 'warning');
    return works.length > 0;
  };
  const handover = useHandover();
  const isShown = (field: FormField | undefined): boolean =>
    field !== undefined && field.field !== 'hidden' && steps.isHere(field) && isThere(form, field, scope);
  const enabled = steps.next !== undefined || holds(form.submit.enabled, scope);

  const change = (typed: Values): void => {
    const { values: next, fields: emptied } = emptyUnoffered(form.fields, typed, outer, findTree);
    if (emptied.length > 0)
      setAnnounced(
        emptied.map(({ field, scope: at }) => say('choiceEmptied', { label: formatText(field.label, at, showContext.patterns) })).join(' '),
      );
    const before = values.change(next);
    faults.forget((field) => resolvePath(next, field) !== resolvePath(before, field));
    watch(before, values.latest.current);
  };
  const alarm = (field: string, text: string): void => {
    const title = formatText(form.alertTitle, scope, showContext.patterns) || say('notice');
    const read = ask({ title, text, confirm: say('confirm'), news: true });
    void read.then(() => document.getElementById(fieldId(name, field))?.focus());
  };
  const refuse = (found: readonly FieldFault[]): void => {
    faults.refuse(found);
    const alert = findAlert(form, found, scope, showContext.patterns);
    if (alert) alarm(alert.field, alert.text);
  };
  const keepDraft = (): void => {
    if (submission.busy) return;
    faults.clear();
    if (!isHeld()) save();
  };
  const proceed = (): void => {
    if (submission.busy) return;
    faults.clear();
    if (isHeld()) return;
    if (steps.next !== undefined) steps.go(steps.next);
    else if (enabled) submit();
    else notify(say('formIncomplete'), 'warning');
  };

  return {
    ...faults,
    ...submission,
    name,
    form,
    schema,
    uiSchema,
    precompiled,
    early,
    scope,
    steps,
    enabled,
    change,
    refuse,
    alarm: form.alert ? alarm : undefined,
    proceed,
    keepDraft,
    values: values.values,
    starts: values.starts,
    warnings,
    announced,
    findTree,
    isInDialog: inDialog,
    hold,
    handover,
    fields: Object.keys(form.fields).filter((name) => isShown(form.fields[name])),
    check: (typed) => judgeForm(form, typed, outer, showContext.patterns, checkSchema, (_, field) => steps.isHere(field), findTree).faults,
    restart: () => {
      faults.clear();
      values.reset();
      steps.go();
    },
  };
}
