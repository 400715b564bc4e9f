import type { ReactElement } from 'react';
import { asList } from '../../../model/json';
import { useShell } from '../../data/context';
import { type NodeProps, useError } from './context';
import { GroupFields } from './GroupFields';

/** A list of groups, such as the hours of a day. */
export function RowsField({ node, place, value, onChange }: NodeProps): ReactElement {
  const { say } = useShell();
  const error = useError(place);
  const rows = asList(value);
  const { entry } = node;
  const set = (next: typeof rows): void => onChange(next.length === 0 ? undefined : next);
  return (
    <fieldset className="settings-group settings-wide">
      <legend>{node.label}</legend>
      {node.help && <p className="settings-help">{node.help}</p>}
      {error && <p className="input-error">{error}</p>}
      {entry &&
        rows.map((row, index) => (
          // Rows have no names.
          <div key={index} className="settings-row">
            <GroupFields
              node={entry}
              place={`${place}/${index}`}
              value={row}
              onChange={(changed) => set(rows.map((each, at) => (at === index ? (changed ?? {}) : each)))}
            />
            <button type="button" className="quiet-link" onClick={() => set(rows.filter((_row, at) => at !== index))}>
              {say('settingsRemove')}
            </button>
          </div>
        ))}
      <button type="button" className="button button-plain button-small" onClick={() => set([...rows, {}])}>
        {say('settingsAdd', { what: entry?.label ?? '' })}
      </button>
    </fieldset>
  );
}
