import { useMemo, useState, type ReactElement } from 'react';
import { asObject, asText, type Json, type JsonObject } from '../../../model/json';
import { useShell } from '../../data/context';
import { useSettingsForm } from './context';
import type { SettingsEditing } from './useSettings';

/** So many lines are shown at a time. */
const step = 40;

/** The words of the portal, each beside what the platform says; whoever looks for one finds it by either. */
export function TextsEditor({ editing: { form, values, change } }: { editing: SettingsEditing }): ReactElement {
  const { say } = useShell();
  const { errors } = useSettingsForm();
  const [sought, setSought] = useState('');
  const [isOwn, setIsOwn] = useState(false);
  const [most, setMost] = useState(step);
  const own = asObject(values['']);
  const defaults = asObject(form.defaults['']);
  // What is typed does not make a line go away.
  const kept = asObject(form.values['']);
  const found = useMemo(() => {
    const has = (text: Json | undefined): boolean => asText(text).toLowerCase().includes(sought.trim().toLowerCase());
    return Object.keys({ ...defaults, ...own }).filter(
      (name) =>
        name !== '$schema' &&
        name !== 'description' &&
        (!isOwn || Object.hasOwn(kept, name) || Object.hasOwn(own, name)) &&
        (has(name) || has(defaults[name]) || has(own[name])),
    );
  }, [defaults, own, kept, sought, isOwn]);
  const set = (name: string, text: string | undefined): void => {
    const { [name]: _before, ...others } = own;
    const next: JsonObject = text === undefined ? others : { ...own, [name]: text };
    change('', next);
  };
  return (
    <>
      <div className="settings-search">
        <input
          type="search"
          className="input"
          aria-label={say('settingsTextSearch')}
          placeholder={say('settingsTextSearch')}
          value={sought}
          onChange={({ target }) => {
            setSought(target.value);
            setMost(step);
          }}
        />
        <label className="settings-choice">
          <input type="checkbox" checked={isOwn} onChange={({ target }) => setIsOwn(target.checked)} />
          {say('settingsTextOwn')}
        </label>
        <p role="status" className="settings-state">
          {say('settingsTextFound', { count: found.length })}
        </p>
      </div>
      <ul className="settings-texts">
        {found.slice(0, most).map((name) => {
          const [standard, text] = [asText(defaults[name]), own[name] === undefined ? undefined : asText(own[name])];
          const error = errors[`/${name}`];
          return (
            <li key={name} className={text === undefined ? 'settings-text' : 'settings-text settings-text-own'}>
              <p className="settings-text-default">
                {standard}
                <code>{name}</code>
              </p>
              <div>
                <textarea
                  className="input"
                  rows={Math.min(6, Math.ceil((text ?? standard).length / 34) || 1)}
                  aria-label={say('settingsTextOf', { text: standard })}
                  aria-invalid={error !== undefined || undefined}
                  placeholder={standard}
                  value={text ?? ''}
                  onChange={({ target }) => set(name, target.value === '' ? undefined : target.value)}
                />
                {error && <p className="input-error">{error}</p>}
              </div>
            </li>
          );
        })}
      </ul>
      {found.length > most && (
        <button type="button" className="button button-plain button-small" onClick={() => setMost(most + step)}>
          {say('settingsMore')}
        </button>
      )}
    </>
  );
}
