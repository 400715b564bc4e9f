import type { ReactElement } from 'react';
import type { RecordSearch } from '../../../model/definitions.g';
import { useShell } from '../../data/context';
import { buildComboboxProps, OptionEntry, OptionList } from '../../ui/combobox/OptionList';
import { Icon } from '../../ui/icons';
import { useShow } from '../../ui/useShow';
import { joinIds, toInputProps, type FieldProps } from './kinds';
import { useCombobox, type Combobox } from './useCombobox';
import './ComboboxField.css';

/** Records that are found by typing: a line to type in, below it what was found, and of several those that were chosen above it. */
export function ComboboxField(props: FieldProps): ReactElement | null {
  const { find } = props.field;
  return find ? <Searching props={props} find={find} /> : null;
}

function Searching({ props, find }: { props: FieldProps; find: RecordSearch }): ReactElement {
  const { id, field, placeholder, label } = props;
  const { say } = useShell();
  const driven = useCombobox(props, find);
  const { chosen, text, open, active, isLeft, records, state, retry, remove } = driven;
  const describedBy = joinIds(props.describedBy, isLeft && `${id}-left`);
  const [single] = field.multiple ? [] : chosen;
  return (
    <div className="combobox-field">
      {field.multiple && chosen.length > 0 && (
        <ul className="combobox-field-chosen" aria-label={label}>
          {chosen.map((record) => (
            <li key={record.id}>
              {record.label}
              <button type="button" aria-label={say('removeChoice', { name: record.label })} onClick={() => remove(record.id)}>
                <Icon name="close" className="icon icon-small" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <span className="field-joined">
        <input
          {...toInputProps({ ...props, describedBy })}
          {...driven.input}
          {...buildComboboxProps(id, open && records.length > 0, active)}
          type="text"
          className="input field-input"
          placeholder={placeholder || say('typeToSearch')}
          value={text}
        />
        {single && (
          <button type="button" className="field-button field-button-quiet" onClick={() => remove(single.id)}>
            {say('clearChoice')}
          </button>
        )}
      </span>
      <FoundList props={props} driven={driven} />
      {open && state === 'failed' && (
        <p className="field-warning" role="alert">
          {say('searchFailed')}{' '}
          <button type="button" className="quiet-link" onPointerDown={(event) => event.preventDefault()} onClick={retry}>
            {say('retry')}
          </button>
        </p>
      )}
      <Told find={find} props={props} driven={driven} />
      {isLeft && (
        <p id={`${id}-left`} className="field-warning">
          {say('chooseFound')}
        </p>
      )}
    </div>
  );
}

/** How many were found, or that none was; read out too. */
function Told({
  find,
  props,
  driven: { open, state, records },
}: {
  find: RecordSearch;
  props: FieldProps;
  driven: Combobox;
}): ReactElement {
  const { say } = useShell();
  const { words } = useShow(props.scope);
  const none = open && state === 'ready' && records.length === 0;
  return (
    <p className={none ? 'field-hint field-after' : 'unseen'} role="status">
      {open && state === 'loading' && say('searching')}
      {none && (words(find.empty) || say('foundNone'))}
      {open && state === 'ready' && records.length > 0 && say('foundCount', { count: records.length })}
    </p>
  );
}

function FoundList({ props: { id, label }, driven }: { props: FieldProps; driven: Combobox }): ReactElement {
  const { open, records, active, chosen, choose } = driven;
  return (
    <OptionList id={id} label={label} shown={open && records.length > 0} active={active}>
      {records.map((record, index) => (
        <OptionEntry
          key={record.id}
          id={id}
          index={index}
          active={active}
          chosen={chosen.some((one) => one.id === record.id)}
          facts={record.facts.join(' · ')}
          onChoose={() => choose(record)}
        >
          {record.label}
        </OptionEntry>
      ))}
    </OptionList>
  );
}
