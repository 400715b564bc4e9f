import { useState, type ReactElement } from 'react';
import { asList, asText, isPresent, type Json } from '../../../model/json';
import { findContrast, parseColor, white } from '../../../runtime/color';
import type { SettingNode, SettingOption } from '../../../model/settingsForm';
import { useShell } from '../../data/context';
import { useSettingsForm } from './context';
import { PictureInput } from './PictureInput';

/** What an input for one value is given. */
interface InputProps {
  node: SettingNode;
  id: string;
  value: Json | undefined;
  fallback?: Json | undefined;
  /** The id of what is said about it. */
  described: string;
  invalid: boolean;
  onChange: (value: Json | undefined) => void;
}

/** The input of one value; what is emptied is gone. */
export function ValueInput(props: InputProps): ReactElement {
  const { node, value, onChange } = props;
  const { form } = useSettingsForm();
  const common = { id: props.id, 'aria-describedby': props.described, 'aria-invalid': props.invalid || undefined };
  const text = asText(value);
  const type = (typed: string): void => onChange(typed === '' ? undefined : typed);
  switch (node.kind) {
    case 'switch':
      return (
        <input
          {...common}
          type="checkbox"
          className="settings-switch"
          checked={value === true}
          onChange={({ target }) => onChange(target.checked || (props.fallback === undefined ? undefined : false))}
        />
      );
    case 'number':
      return <NumberInput {...props} />;
    case 'choice':
      return <Select {...common} options={node.options ?? []} value={text} onChange={type} />;
    case 'texts':
      return <LinesInput {...props} />;
    case 'other':
      return <JsonInput {...props} />;
    default:
  }
  if (node.look === 'module') return <Select {...common} options={form.names.modules} value={text} onChange={type} />;
  if (node.look === 'column') return <Select {...common} options={form.names.columns} value={text} onChange={type} />;
  if (node.look === 'long')
    return (
      <textarea
        {...common}
        className="input"
        rows={(node.maximum ?? Infinity) > 200 ? 3 : 2}
        maxLength={node.maximum}
        value={text}
        onChange={({ target }) => type(target.value)}
      />
    );
  if (node.look === 'color') return <ColorInput {...props} />;
  if (node.look === 'picture') return <PictureInput {...props} label={node.label} value={text} onChange={type} />;
  return (
    <input
      {...common}
      className="input"
      type={node.look === 'date' ? 'date' : 'text'}
      placeholder={node.look === 'time' ? '09:00' : undefined}
      maxLength={node.maximum}
      value={text}
      onChange={({ target }) => type(target.value)}
    />
  );
}

function Select({
  options,
  value,
  onChange,
  ...common
}: {
  id: string;
  options: readonly SettingOption[];
  value: string;
  onChange: (value: string) => void;
}): ReactElement {
  const known = value === '' || options.some((option) => option.value === value);
  return (
    <select {...common} className="input" value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">—</option>
      {!known && <option value={value}>{value}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

function NumberInput({ node, id, value, described, invalid, onChange }: InputProps): ReactElement {
  // What is no number yet stays as it was typed.
  const [typed, setTyped] = useState<string>();
  return (
    <input
      id={id}
      className="input settings-number"
      inputMode="decimal"
      aria-describedby={described}
      aria-invalid={invalid || undefined}
      placeholder={node.minimum === undefined ? undefined : `${node.minimum}${node.maximum === undefined ? '' : `–${node.maximum}`}`}
      value={typed ?? asText(value)}
      onChange={({ target }) => {
        setTyped(target.value);
        const number = Number(target.value);
        onChange(target.value.trim() === '' ? undefined : Number.isFinite(number) ? number : target.value);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}

/** A list of words, each on a line of its own. */
function LinesInput({ id, value, described, invalid, onChange }: InputProps): ReactElement {
  const [typed, setTyped] = useState<string>();
  return (
    <textarea
      id={id}
      className="input"
      rows={5}
      aria-describedby={described}
      aria-invalid={invalid || undefined}
      value={typed ?? asList(value).map(asText).join('\n')}
      onChange={({ target }) => {
        setTyped(target.value);
        const lines = target.value
          .split('\n')
          .map((line) => line.trim())
          .filter(isPresent);
        onChange(lines.length === 0 ? undefined : lines);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}

/** What no form has words for, as it stands in the file. */
function JsonInput({ id, value, described, invalid, onChange }: InputProps): ReactElement {
  const [typed, setTyped] = useState<string>();
  return (
    <textarea
      id={id}
      className="input settings-json"
      rows={4}
      spellCheck={false}
      aria-describedby={described}
      aria-invalid={invalid || typed !== undefined || undefined}
      value={typed ?? (value === undefined ? '' : JSON.stringify(value, undefined, 2))}
      onChange={({ target }) => {
        try {
          onChange(target.value.trim() === '' ? undefined : (JSON.parse(target.value) as Json));
          setTyped(undefined);
        } catch {
          setTyped(target.value);
        }
      }}
    />
  );
}

/** Fainter colours are grounds, on which nothing of this colour stands. */
const leastTold = 1.5;

/** A colour, and how well it can be read on white. */
function ColorInput({ node, id, value, fallback, described, invalid, onChange }: InputProps): ReactElement {
  const { say } = useShell();
  const text = asText(value);
  const color = parseColor(text || asText(fallback));
  const contrast = color && Math.floor(findContrast(color, white) * 10) / 10;
  return (
    <span className="settings-color">
      <input
        type="color"
        aria-label={`${node.label}${say('settingsPalette')}`}
        value={color ? text || asText(fallback) : '#000000'}
        onChange={({ target }) => onChange(target.value)}
      />
      <input
        id={id}
        className="input"
        aria-describedby={described}
        aria-invalid={invalid || undefined}
        value={text}
        placeholder="#8c3b2e"
        onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
      />
      {contrast !== undefined && contrast >= leastTold && (
        <span className="settings-contrast">{say('settingsContrast', { ratio: String(contrast) })}</span>
      )}
    </span>
  );
}
