import type { ReactElement } from 'react';
import { asObject, type Json, type JsonObject } from '../../../model/json';
import { formatPointer } from '../../../model/pointer';
import { type NodeProps, useSettingsForm } from './context';

/** The fields of a group, one after the other. */
export function GroupFields({ node, place, value, fallback, onChange }: NodeProps): ReactElement {
  const { Field } = useSettingsForm();
  const [values, defaults] = [asObject(value), asObject(fallback)];
  const change = (name: string, changed: Json | undefined): void => {
    const { [name]: _before, ...others } = values;
    const next: JsonObject = changed === undefined ? others : { ...values, [name]: changed };
    onChange(Object.keys(next).length === 0 && value === undefined ? undefined : next);
  };
  return (
    <div className="settings-fields">
      {Object.entries(node.fields ?? {}).map(([name, field]) => (
        <Field
          key={name}
          node={field}
          place={place + formatPointer([name])}
          value={values[name]}
          fallback={defaults[name]}
          onChange={(changed) => change(name, changed)}
        />
      ))}
    </div>
  );
}
