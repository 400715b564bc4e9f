import RjsfForm from '@rjsf/core';
import { useEffect, useMemo, useRef, type ReactElement } from 'react';
import { Button } from 'semantic-ui-react';
import type { Form } from '../../model/definitions.g';
import { usePortal } from '../context';
import { useHydrated } from '../session';
import { ActionButton } from '../show/ActionButton';
import { useShow } from '../show/useShow';
import { Go } from '../shell/Go';
import { FormContext } from './context';
import { FaultSummary } from './FaultSummary';
import { StepHead } from './StepHead';
import { layoutOf, templates, widgets } from './theme';
import { fieldId, useForm, type FormControl } from './useForm';
import { errorSchemaOf, faultsOf, validatorOf } from './validator';

/** One form: its steps, the faults that were found, its fields, what sends it, and its links. */
export function FormView({ name, form }: { name: string; form: Form }): ReactElement {
  const control = useForm(name, form);
  const { say } = usePortal();
  const shows = useShow(control.scope);
  const intro = shows.words(form.intro);
  useFocus(control);
  return (
    <FormContext.Provider value={control}>
      <div className="form">
        {control.steps.length > 0 && <StepHead control={control} />}
        {intro !== '' && <p className="form-intro">{intro}</p>}
        <noscript><p className="form-noscript">{say('noScriptForm')}</p></noscript>
        {control.fields.length === 0 && control.step !== undefined ? <LastStep control={control} /> : <Fields control={control} />}
        {control.fields.length > 0 && form.links && <FormLinks control={control} />}
        {control.dialog}
      </div>
    </FormContext.Provider>
  );
}

function Fields({ control }: { control: FormControl }): ReactElement {
  const { name, form, values, fields, refused, faults } = control;
  const latest = useRef(control);
  latest.current = control;
  const validator = useMemo(() => validatorOf((typed) => latest.current.check(typed)), []);
  const shown = fields.join(' ');
  const layout = useMemo(() => layoutOf(form, shown.split(' ')), [form, shown]);
  const extraErrors = useMemo(() => errorSchemaOf(Object.entries(refused).map(([field, message]) => ({ field, message }))), [refused]);
  const tried = faults.length > 0;
  return (
    <RjsfForm
      key={control.step} {...layout} idPrefix={`form-${name}`} className="form-fields" method="post" noHtml5Validate showErrorList={false} liveValidate={tried ? 'onChange' : undefined}
      formData={values} extraErrors={extraErrors} validator={validator} templates={templates} widgets={widgets}
      onChange={({ formData }) => control.change(formData ?? {})} onSubmit={() => control.proceed()} onError={(errors) => control.refuse(faultsOf(errors))}
    >
      <FaultSummary control={control} />
      <Buttons control={control} />
    </RjsfForm>
  );
}

function Buttons({ control }: { control: FormControl }): ReactElement {
  const { say } = usePortal();
  const { words } = useShow(control.scope);
  const live = useHydrated();
  const index = control.steps.findIndex(([name]) => name === control.step);
  const goesOn = Object.values(control.form.fields).some((field) => field.step !== undefined && field.step === control.steps[index + 1]?.[0]);
  const label = goesOn ? words(control.steps[index]?.[1].next) : words(control.form.submit.label);
  return (
    <div className="form-buttons">
      <Button type="submit" primary className="button-large" disabled={!live} aria-disabled={control.busy || undefined}>{label}</Button>
      {index > 0 && <Button type="button" basic className="button-plain button-large" onClick={control.back}>{say('previousStep')}</Button>}
      <span className="unseen" role="status">{control.busy && say('sending')}</span>
    </div>
  );
}

/** A step without fields: its words and where to go from it. */
function LastStep({ control }: { control: FormControl }): ReactElement {
  const { words, targets } = useShow(control.scope);
  const step = control.steps.find(([name]) => name === control.step)?.[1];
  return (
    <div className="form-last" role="status">
      <p>{words(step?.text)}</p>
      <div className="form-buttons">{targets(step?.actions).map(([name, target]) => <ActionButton key={name} target={target} className="button-large" />)}</div>
    </div>
  );
}

function FormLinks({ control }: { control: FormControl }): ReactElement {
  const { targets } = useShow(control.scope);
  return <p className="form-links">{targets(control.form.links).map(([name, target]) => (target.href === undefined ? <ActionButton key={name} target={target} /> : <Go key={name} href={target.href} newWindow={target.newWindow} className="quiet-link">{target.label}</Go>))}</p>;
}

/** The focus goes to the first faulty field each time that going on was refused, and to the head of a step that opens. */
function useFocus({ name, faults, refusals, step }: FormControl): void {
  const first = faults[0]?.field;
  const target = useRef(first);
  target.current = first;
  useEffect(() => { if (refusals > 0 && target.current !== undefined) document.getElementById(fieldId(name, target.current))?.focus(); }, [name, refusals]);
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    if (target.current === undefined) document.getElementById(`form-${name}-step`)?.focus();
  }, [name, step]);
}
