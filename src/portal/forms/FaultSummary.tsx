import type { MouseEvent, ReactElement } from 'react';
import { findField } from '../../runtime/formSchema';
import { findScope } from '../../runtime/nested';
import { formatText } from '../../runtime/text';
import { usePage, useShell } from '../data/context';
import { useShow } from '../ui/useShow';
import { fieldId, type FormControl } from './control/useForm';

/**
 * How many fields have to be changed, and links to them; the number is read out each time that going on was refused. What
 * was mended since is gone.
 */
export function FaultSummary({
  control: { name, form, scope, faults, refusals, refused, values, check },
}: {
  control: FormControl;
}): ReactElement {
  const { say } = useShell();
  const { showContext } = usePage();
  const { words } = useShow(scope);
  /** Of several rows, and within groups, the message alone would not tell which field is meant. */
  const tell = (path: string, message: string): string => {
    const tokens = path.split('.');
    const places = tokens.slice(1).map((next, index) => {
      const at = tokens.slice(0, index + 1);
      const field = findField(form.fields, at.join('.'));
      const label = words(field?.label);
      if (field?.field !== 'rows') return label;
      const row = findScope(form.fields, [...at, next], { ...scope, form: values });
      return say('rowName', { name: formatText(field.row, row, showContext.patterns) || label, number: Number(next) + 1 });
    });
    const place = places.filter((words) => words !== '').join(' ');
    return place === '' ? message : say('faultWithin', { place, message });
  };
  const now = new Map(faults.length === 0 ? [] : check(values).map(({ field, message }) => [field, message]));
  const left = faults.flatMap(({ field }) => {
    const message = refused[field] ?? now.get(field);
    return message === undefined ? [] : [{ field, message }];
  });
  const follow = (event: MouseEvent, field: string): void => {
    event.preventDefault();
    document.getElementById(fieldId(name, field))?.focus();
  };
  return (
    <>
      <p className="unseen" role="alert" key={refusals}>
        {faults.length > 0 && say('formFaults', { count: faults.length })}
      </p>
      <div className="form-view-faults">
        {left.length > 0 && (
          <>
            <p className="form-view-faults-title">{say('formFaults', { count: left.length })}</p>
            <ul>
              {left.map(({ field, message }) => (
                <li key={field}>
                  <a href={`#${fieldId(name, field)}`} onClick={(event) => follow(event, field)}>
                    {tell(field, message)}
                  </a>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </>
  );
}
