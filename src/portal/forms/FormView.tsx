import { withTheme } from '@rjsf/core';
import type { RJSFSchema } from '@rjsf/utils';
import { useEffect, useMemo, useRef, type ReactElement } from 'react';
import type { Form } from '../../model/definitions.g';
import { addReturn } from '../../runtime/action';
import { holds } from '../../runtime/condition';
import { usePage, useShell } from '../data/context';
import { useHydrated } from '../data/hydration';
import { ActionButton } from '../ui/actions/ActionButton';
import { useShow } from '../ui/useShow';
import { PortalLink } from '../ui/PortalLink';
import { useLatest } from '../data/useLatest';
import { FormContext, useFormControl } from './control/context';
import { ClosedForm } from './ClosedForm';
import { FormLine } from './FormLine';
import { FaultSummary } from './FaultSummary';
import { LastStep } from './LastStep';
import { StepHead } from './StepHead';
import { theme } from './theme';
import type { Values } from './control/useValues';
import { fieldId, useForm, type FormControl, type FormPlace } from './control/useForm';
import { toErrorSchema, toFaults, buildValidator } from './validator';
import '../ui/Noscript.css';
import './FormView.css';

const ThemedForm = withTheme<Values, RJSFSchema>(theme);

/** What a form's view is given. */
export interface FormViewProps extends FormPlace {
  /** Its name among the page's forms. */
  name: string;
  form: Form;
}

/** One form, or why it cannot be filled in: its steps, the faults that were found, its fields, what sends it, and its links. */
export function FormView({ name, form, ...place }: FormViewProps): ReactElement {
  const control = useForm(name, form, place);
  const { say } = useShell();
  const shows = useShow(control.scope);
  const intro = shows.words(form.intro);
  const { fields } = control;
  const { steps, open } = control.steps;
  useFocus(control);
  const closing = Object.values(form.closed ?? {}).find(({ when }) => holds(when, control.scope));
  if (closing)
    return (
      <div>
        {intro !== '' && <p className="form-view-intro">{intro}</p>}
        <ClosedForm closing={closing} scope={control.scope} />
        {control.dialog}
      </div>
    );
  return (
    <FormContext.Provider value={control}>
      <div onSubmitCapture={control.early.hold}>
        {steps.length > 1 && open?.outcome === undefined && <StepHead control={control} />}
        {intro !== '' && open?.outcome === undefined && <p className="form-view-intro">{intro}</p>}
        <noscript>
          <p className="noscript">{say('noScriptForm')}</p>
        </noscript>
        {fields.length === 0 && open !== undefined ? <LastStep control={control} /> : <Fields key={control.steps.step} control={control} />}
        {fields.length > 0 && form.links && <FormLinks control={control} />}
        {control.dialog}
      </div>
    </FormContext.Provider>
  );
}

function Fields({ control }: { control: FormControl }): ReactElement {
  const { name, schema, uiSchema, values, refused, faults } = control;
  const latest = useLatest(control);
  const validator = useMemo(() => buildValidator((typed) => latest.current.check(typed)), [latest]);
  const extraErrors = useMemo(() => toErrorSchema(Object.entries(refused).map(([field, message]) => ({ field, message }))), [refused]);
  const tried = faults.length > 0;
  return (
    <ThemedForm
      schema={schema}
      uiSchema={uiSchema}
      idPrefix={`form-${name}`}
      className="form-view-fields"
      method="post"
      noHtml5Validate
      showErrorList={false}
      liveValidate={tried ? 'onChange' : undefined}
      formData={values}
      extraErrors={extraErrors}
      validator={validator}
      onChange={({ formData }) => control.change(formData ?? {})}
      onSubmit={() => control.proceed()}
      onError={(errors) => control.refuse(toFaults(errors))}
    >
      {foot}
    </ThemedForm>
  );
}

/** What stands below the fields. It asks for its form itself: rjsf looks through what it is given for changes, and this would lead to all there is. */
function Foot(): ReactElement {
  const control = useFormControl();
  const { say } = useShell();
  return (
    <>
      {control.precompiled.state === 'failed' && (
        <p className="field-warning" role="status">
          {say('formUnchecked')}
        </p>
      )}
      <p className="unseen" role="status">
        {control.announced}
      </p>
      <FaultSummary control={control} />
      <Buttons control={control} />
    </>
  );
}

const foot = <Foot />;

/** What goes on: aria-disabled rather than disabled while it cannot, so that trying tells why. */
function Buttons({ control }: { control: FormControl }): ReactElement {
  const { name, form, scope, enabled, refusal, line } = control;
  const sending = control.sending || control.early.waits;
  const { open, next, previous, go } = control.steps;
  const { say } = useShell();
  const { words } = useShow(scope);
  const live = useHydrated();
  const why = refusal === '' ? undefined : `form-${name}-refusal`;
  const login = useLogin(form);
  if (login !== undefined)
    return (
      <div className="form-view-buttons">
        <PortalLink href={login} newWindow={false} className="button button-large">
          {say('loginRequired')}
        </PortalLink>
      </div>
    );
  return (
    <div className="form-view-buttons">
      {line.place && <FormLine place={line.place} leave={line.leave} />}
      {why !== undefined && (
        <p id={why} className="form-view-refusal">
          {refusal}
        </p>
      )}
      <button
        type="submit"
        className="button button-large"
        disabled={!live}
        aria-describedby={why}
        aria-disabled={control.busy || sending || !enabled || undefined}
        aria-busy={sending || undefined}
      >
        {words(next === undefined ? form.submit.label : open?.next)}
      </button>
      {next === undefined && form.submit.draft && (
        <button type="button" className="button button-plain button-large" disabled={!live} onClick={() => control.keepDraft()}>
          {words(form.submit.draft.label)}
        </button>
      )}
      {previous !== undefined && (
        <button type="button" className="button button-plain button-large" onClick={() => go(previous)}>
          {say('previousStep')}
        </button>
      )}
      <span className="unseen" role="status">
        {sending && say('sending')}
      </span>
    </div>
  );
}

/** Returns the address of the login that a stranger needs before a form can be sent, and that leads back; what was typed is kept where the form keeps it. */
function useLogin({ submit }: Form): string | undefined {
  const { page, actionContext } = usePage();
  const live = useHydrated();
  const barred = live && !actionContext.signedIn && page.endpoints[submit.source]?.viewer === true;
  return barred ? addReturn(actionContext.login, actionContext.here) : undefined;
}

function FormLinks({ control }: { control: FormControl }): ReactElement {
  const { targets } = useShow(control.scope);
  return (
    <p className="form-view-links">
      {targets(control.form.links).map(([name, target]) =>
        target.href === undefined ? (
          <ActionButton key={name} target={target} />
        ) : (
          <PortalLink key={name} href={target.href} newWindow={target.newWindow} className="quiet-link">
            {target.label}
          </PortalLink>
        ),
      )}
    </p>
  );
}

/** The focus goes to the first faulty field each time that going on was refused, and to the head, the outcome or the first field of a step that opens. */
function useFocus({ name, faults, refusals, fields, steps: { step } }: FormControl): void {
  const target = useLatest({ fault: faults[0]?.field, field: fields[0] });
  useEffect(() => {
    if (refusals > 0 && target.current.fault !== undefined) document.getElementById(fieldId(name, target.current.fault))?.focus();
  }, [name, refusals, target]);
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    if (target.current.fault === undefined)
      (document.getElementById(`form-${name}-step`) ?? document.getElementById(fieldId(name, target.current.field ?? '')))?.focus();
  }, [name, step, target]);
}
