import type { ReactElement } from 'react';
import { useShell } from '../data/context';
import { useShow } from '../ui/useShow';
import type { FormControl } from './control/useForm';
import './StepHead.css';

/** The steps of a form: which are done, which one is open (ledger PWD-02). */
export function StepHead({ control: { name, steps: form, scope } }: { control: FormControl }): ReactElement {
  const { steps, step } = form;
  const { say } = useShell();
  const { words } = useShow(scope);
  const at = steps.findIndex(([key]) => key === step);
  return (
    <ol id={`form-${name}-step`} className="step-head" aria-label={say('formSteps')} tabIndex={-1}>
      {steps.map(([key, { label }], index) => (
        <li
          key={key}
          className={`step-head-step ${index < at ? 'step-head-done' : ''}`.trim()}
          aria-current={index === at ? 'step' : undefined}
        >
          <span className="step-head-number" aria-hidden="true">
            {index + 1}
          </span>
          <span className="step-head-label">
            {words(label)}
            {index < at && <span className="unseen">{say('stepDone')}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
