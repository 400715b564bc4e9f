import { useId, type ReactElement, type ReactNode } from 'react';
import { asList, type Json } from '../../../model/json';
import type { SettingNode } from '../../../model/settingsForm';
import { type Say, useShell } from '../../data/context';
import { type NodeProps, useError, useWhole } from './context';
import { GroupFields } from './GroupFields';
import { MapField } from './MapField';
import { RowsField } from './RowsField';
import { SwitchesField } from './SwitchesField';
import { ValueInput } from './ValueInput';

/** The field of a setting, by what its meta-schema says. */
export function NodeField(props: NodeProps): ReactElement | null {
  const node = useWhole(props.node);
  switch (node.kind) {
    case 'group':
      return <GroupField {...props} node={node} />;
    case 'map':
      if (node.names === 'modules' && node.entry?.kind === 'switch') return <SwitchesField {...props} node={node} />;
      return <MapField {...props} node={node} />;
    case 'rows':
      return <RowsField {...props} node={node} />;
    case 'choices':
      return <ChoicesField {...props} node={node} />;
    default:
      return <PlainField {...props} node={node} />;
  }
}

function GroupField(props: NodeProps): ReactElement {
  const { node, place, isPart } = props;
  const error = useError(place);
  return (
    <fieldset className={isPart ? 'settings-group settings-group-part' : 'settings-group'}>
      <legend>{node.label}</legend>
      {node.help && <p className="settings-help">{node.help}</p>}
      {error && <p className="input-error">{error}</p>}
      <GroupFields {...props} />
    </fieldset>
  );
}

function ChoicesField({ node, place, value, onChange }: NodeProps): ReactElement {
  const chosen = asList(value).map(String);
  const error = useError(place);
  const toggle = (option: string, isOn: boolean): void => {
    const all = (node.options ?? []).map((each) => each.value);
    onChange(all.filter((each) => (each === option ? isOn : chosen.includes(each))));
  };
  return (
    <fieldset className="settings-field settings-wide">
      <legend className="settings-label">{node.label}</legend>
      <div className="settings-choices">
        {node.options?.map((option) => (
          <label key={option.value} className="settings-choice">
            <input
              type="checkbox"
              checked={chosen.includes(option.value)}
              onChange={({ target }) => toggle(option.value, target.checked)}
            />
            {option.label}
          </label>
        ))}
      </div>
      {node.help && <p className="settings-help">{node.help}</p>}
      {error && <p className="input-error">{error}</p>}
    </fieldset>
  );
}

function PlainField({ node, place, value, fallback, isPart, onChange }: NodeProps): ReactElement {
  const { say } = useShell();
  const id = useId();
  const error = useError(place);
  const isWide = node.look === 'long' || node.kind === 'texts' || node.kind === 'other' || isPart === true;
  const differs = fallback !== undefined && JSON.stringify(fallback) !== JSON.stringify(value);
  return (
    <div className={isWide ? 'settings-field settings-wide' : 'settings-field'}>
      <label htmlFor={id} className="settings-label">
        {node.label}
        {node.required && <Needed />}
      </label>
      <ValueInput
        node={node}
        id={id}
        value={value}
        fallback={fallback}
        described={`${id}-about`}
        invalid={error !== undefined}
        onChange={onChange}
      />
      <div id={`${id}-about`}>
        {node.help && <p className="settings-help">{node.help}</p>}
        {differs && (
          <button type="button" className="settings-default" onClick={() => onChange(fallback)}>
            {say('settingsDefault', { value: describe(node, fallback, say) })}
          </button>
        )}
        {error && <p className="input-error">{error}</p>}
      </div>
    </div>
  );
}

const Needed = (): ReactNode => (
  <span className="settings-needed" aria-hidden="true">
    *
  </span>
);

function describe({ options }: SettingNode, value: Json, say: Say): string {
  if (typeof value === 'boolean') return say(value ? 'settingsYes' : 'settingsNo');
  const text = Array.isArray(value) ? value.join(say('listSeparator')) : typeof value === 'object' ? JSON.stringify(value) : String(value);
  return options?.find((option) => option.value === text)?.label ?? (text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
