import { useState, type ReactElement } from 'react';
import type { SettingNode } from '../../../model/settingsForm';
import { useShell } from '../../data/context';
import { useNames } from './context';
import { makeName } from './mapEntries';

const glyphs = { up: '↑', down: '↓', in: '→', out: '←', close: '×' } as const;

/** A small button of an entry. @param props.onPress absent: it can do nothing now */
export function Tool({
  label,
  icon,
  onPress,
}: {
  label: string;
  icon: keyof typeof glyphs;
  onPress: (() => void) | undefined;
}): ReactElement {
  return (
    <button type="button" className="settings-tool" title={label} aria-label={label} disabled={!onPress} onClick={onPress}>
      <span aria-hidden="true">{glyphs[icon]}</span>
    </button>
  );
}

/** What adds an entry: under a name that nobody reads, or for one of the modules or columns that have none yet. */
export function AddEntry({
  node,
  entry,
  taken,
  onAdd,
}: {
  node: SettingNode;
  entry: SettingNode;
  taken: readonly string[];
  onAdd: (name: string) => void;
}): ReactElement | null {
  const { say } = useShell();
  const names = useNames(node);
  const [chosen, setChosen] = useState('');
  const label = node.entry?.label || entry.label;
  if (node.names === 'fixed' || node.names === 'known') return null;
  if (node.names === undefined)
    return (
      <button type="button" className="button button-plain button-small" onClick={() => onAdd(makeName(taken))}>
        {say('settingsAdd', { what: label })}
      </button>
    );
  const free = names.filter(({ value }) => !taken.includes(value));
  if (free.length === 0) return null;
  const isFree = free.some(({ value }) => value === chosen);
  return (
    <span className="settings-add">
      <select
        className="input"
        aria-label={say('settingsAdd', { what: label })}
        value={isFree ? chosen : ''}
        onChange={({ target }) => setChosen(target.value)}
      >
        <option value="">{say('settingsChoose')}</option>
        {free.map(({ value, label: words }) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
      <button type="button" className="button button-plain button-small" disabled={!isFree} onClick={() => onAdd(chosen)}>
        {say('settingsAdd', { what: label })}
      </button>
    </span>
  );
}
