import type { ReactElement } from 'react';
import type { FormClosing } from '../../model/definitions.g';
import type { Scope } from '../../runtime/roots';
import { glyphs } from './fields/glyphs';
import { ActionButton } from '../ui/actions/ActionButton';
import { useShow } from '../ui/useShow';
import { Outline } from '../ui/icons';

/** What stands in the place of a form that cannot be filled in: nobody shall do so only to be told at its end. */
export function ClosedForm({ closing, scope }: { closing: FormClosing; scope: Scope }): ReactElement {
  const { words, targets } = useShow(scope);
  const text = words(closing.text);
  return (
    <div className="form-view-last last-step last-step-warning">
      <span className="last-step-sign">
        <Outline path={glyphs.alert} />
      </span>
      <h2 className="last-step-title">{words(closing.label)}</h2>
      {text !== '' && <p>{text}</p>}
      <div className="form-view-buttons">
        {targets(closing.actions).map(([key, target]) => (
          <ActionButton key={key} target={target} className="button-large" />
        ))}
      </div>
    </div>
  );
}
