import type { ReactElement } from 'react';
import { listTypeGroups, splitTypes } from '../../../runtime/typeGroups';
import { useShell } from '../../data/context';
import { useFormControl } from '../control/context';
import { FieldLabel } from './FieldLabel';
import { toInputProps, type FieldProps } from './kinds';
import './CascadeField.css';

/** One of each group of a column's types, each group in a list of its own; their ids joined by commas. Nothing where the column has no types. */
export function TypesField(props: FieldProps): ReactElement | null {
  const { id, field, label, value, onChange } = props;
  const { findTree } = useFormControl();
  const { say } = useShell();
  const tree = findTree(field);
  const groups = tree ? listTypeGroups(tree) : [];
  if (groups.length === 0) return null;
  const chosen = splitTypes(value);
  const choose = (index: number, type: string): void =>
    onChange(
      groups
        .map(({ choices }, at) => (at === index ? type : (choices.find((choice) => chosen.includes(choice.value))?.value ?? '')))
        .filter((each) => each !== '')
        .join(','),
    );
  return (
    <div className="cascade-field">
      {groups.map((group, index) => {
        const name = group.label || label;
        const own = index === 0 ? id : `${id}-${index}`;
        return (
          <div key={index}>
            <label className="field-label" htmlFor={own}>
              <FieldLabel label={name} field={field} />
            </label>
            <select
              {...toInputProps(props)}
              id={own}
              className="input field-input"
              value={group.choices.find((choice) => chosen.includes(choice.value))?.value ?? ''}
              onChange={(event) => choose(index, event.target.value)}
            >
              <option value="">{say('chooseLevel', { name })}</option>
              {group.choices.map((choice) => (
                <option key={choice.value} value={choice.value}>
                  {choice.label}
                </option>
              ))}
            </select>
          </div>
        );
      })}
    </div>
  );
}
