import type { ReactElement } from 'react';
import { useShell } from '../../data/context';
import { useShow } from '../../ui/useShow';
import { FieldSet } from './FieldLabel';
import { toInputProps, type FieldProps } from './kinds';
import { useLevels, type CascadeLevel } from './useLevels';
import './CascadeField.css';

/** One of a tree of choices, level by level: the next list comes when the one before it is chosen from. The code of the last is the value. */
export function CascadeField(props: FieldProps): ReactElement {
  const { id, field, onChange } = props;
  const { say } = useShell();
  const { levels, state, retry } = useLevels(props);
  const choose = (index: number, code: string): void => onChange(code === '' ? (levels[index - 1]?.chosen ?? '') : code);
  return (
    <FieldSet props={props} busy={state === 'loading'}>
      <div className="cascade-field">
        {levels.map((level, index) => (
          <Level
            // What is chosen from depends on what was chosen before.
            key={levels[index - 1]?.chosen ?? ''}
            props={{ ...props, id: index === 0 ? id : `${id}-${index}` }}
            level={level}
            index={index}
            onChoose={(code) => choose(index, code)}
          />
        ))}
        {levels.length === 0 && state === 'loading' && (
          <select id={id} className="input field-input" disabled aria-label={say('loading')} />
        )}
      </div>
      {state === 'failed' && (
        <p className="field-warning" role="alert">
          {say('choicesFailed')}{' '}
          <button type="button" id={levels.length === 0 ? id : undefined} className="quiet-link" onClick={retry}>
            {say('retry')}
          </button>
        </p>
      )}
      <span className="unseen" role="status">
        {state === 'loading' && field.tree !== undefined && say('loading')}
      </span>
    </FieldSet>
  );
}

interface LevelProps {
  props: FieldProps;
  level: CascadeLevel;
  index: number;
  onChoose: (code: string) => void;
}

function Level({ props, level: { choices, chosen }, index, onChoose }: LevelProps): ReactElement {
  const { field, scope } = props;
  const { say } = useShell();
  const { words } = useShow(scope);
  const name = words(field.levels?.[index]) || say('level', { level: index + 1 });
  return (
    <select
      {...toInputProps(props)}
      className="input field-input"
      aria-label={name}
      value={chosen ?? ''}
      onChange={(event) => onChoose(event.target.value)}
    >
      <option value="">{say('chooseLevel', { name })}</option>
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
