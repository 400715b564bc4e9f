import { useEffect, useRef, type ReactElement } from 'react';
import type { RecordSearch } from '../../../model/definitions.g';
import { useShell } from '../../data/context';
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
          type="text"
          role="combobox"
          className="input field-input"
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder || say('typeToSearch')}
          value={text}
          aria-autocomplete="list"
          aria-expanded={open && records.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={open && active >= 0 ? `${id}-found-${active}` : undefined}
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
  const list = useRef<HTMLUListElement>(null);
  const shown = open && records.length > 0;
  useEffect(() => {
    if (shown) list.current?.scrollIntoView({ block: 'nearest' });
  }, [shown]);
  useEffect(() => {
    if (active >= 0) list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <ul
      ref={list}
      id={`${id}-list`}
      role="listbox"
      aria-label={label}
      className="combobox-field-list"
      hidden={!shown}
      // The line keeps the focus.
      onPointerDown={(event) => event.preventDefault()}
    >
      {records.map((record, index) => (
        <li
          key={record.id}
          id={`${id}-found-${index}`}
          role="option"
          aria-selected={chosen.some((one) => one.id === record.id)}
          className={`combobox-field-found ${index === active ? 'combobox-field-active' : ''}`.trim()}
          onClick={() => choose(record)}
        >
          {record.label}
          {record.facts.length > 0 && <span className="combobox-field-facts">{record.facts.join(' · ')}</span>}
        </li>
      ))}
    </ul>
  );
}
