import type { ReactElement } from 'react';
import { asObject, type JsonObject } from '../../../model/json';
import { type NodeProps, useError, useSettingsForm } from './context';

/** A switch for each module: all are on of which nothing is said. */
export function SwitchesField({ node, place, value, fallback, onChange }: NodeProps): ReactElement {
  const { modules, off } = useSettingsForm().form.names;
  const { errors } = useSettingsForm();
  const error = useError(place);
  const [values, defaults] = [asObject(value), asObject(fallback)];
  const toggle = (name: string, isOn: boolean): void => {
    const { [name]: _before, ...others } = values;
    const next: JsonObject = isOn === (defaults[name] ?? true) && isOn ? others : { ...values, [name]: isOn };
    onChange(Object.keys(next).length === 0 && fallback === undefined ? undefined : next);
  };
  return (
    <fieldset className="settings-map settings-group-part">
      <legend>{node.label}</legend>
      {node.help && <p className="settings-help">{node.help}</p>}
      {error && <p className="input-error">{error}</p>}
      <ul className="settings-switches">
        {[...modules, ...off].map(({ value: name, label }) => (
          <li key={name}>
            <label className="settings-choice">
              <input
                type="checkbox"
                checked={(values[name] ?? defaults[name] ?? true) !== false}
                onChange={({ target }) => toggle(name, target.checked)}
              />
              {label}
            </label>
            {errors[`${place}/${name}`] && <p className="input-error">{errors[`${place}/${name}`]}</p>}
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
