import { useState, type ReactElement } from 'react';
import { useNavigate } from 'react-router-dom';
import { isObject, type Json } from '../../../model/json';
import { useShell } from '../../data/context';
import type { SettingsEditing } from './useSettings';

const format = (value: Json | undefined): string => JSON.stringify(value ?? {}, undefined, 2);

/** A file of the institution as it is, for what no form has. */
export function FilesEditor({ editing: { form, values, change } }: { editing: SettingsEditing }): ReactElement {
  const { say } = useShell();
  const navigate = useNavigate();
  const [text, setText] = useState(format(values['']));
  const [fault, setFault] = useState('');
  const type = (typed: string): void => {
    setText(typed);
    try {
      const value: unknown = JSON.parse(typed);
      if (!isObject(value)) throw new Error('{ … }');
      setFault('');
      change('', value);
    } catch (error) {
      setFault(error instanceof Error ? error.message : '');
    }
  };
  return (
    <>
      <label className="settings-field settings-wide">
        <span className="settings-label">{say('settingsFile')}</span>
        <select
          className="input"
          value={form.chosen}
          onChange={({ target }) =>
            void navigate(`/settings/edit?${new URLSearchParams({ group: form.group, file: target.value }).toString()}`)
          }
        >
          {form.files?.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <div className="settings-field settings-wide">
        <label htmlFor="settings-json" className="settings-label">
          {say('settingsJson')}
        </label>
        <textarea
          id="settings-json"
          className="input settings-json"
          rows={24}
          spellCheck={false}
          aria-describedby="settings-json-about"
          aria-invalid={fault !== '' || undefined}
          value={text}
          onChange={({ target }) => type(target.value)}
        />
        <p id="settings-json-about" className="settings-help">
          {say('settingsJsonAbout')}
        </p>
        {fault !== '' && (
          <p className="input-error" role="alert">
            {say('settingsNotJson', { fault })}
          </p>
        )}
      </div>
    </>
  );
}
