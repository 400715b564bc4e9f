import { useEffect, useRef, useState, type DragEvent, type ReactElement } from 'react';
import { asObject, type Json } from '../../../model/json';
import { formatPointer } from '../../../model/pointer';
import type { SettingNode } from '../../../model/settingsForm';
import { useShell } from '../../data/context';
import { Icon } from '../../ui/icons';
import { type NodeProps, useError, useHasError, useSettingsForm, useWhole } from './context';
import { beginEntry, type Entries, indent, move, outdent, toEntries, toMap } from './mapEntries';
import { GroupFields } from './GroupFields';
import { AddEntry, Tool } from './MapTools';
import { useEntryNames } from './useEntryNames';
import { ValueInput } from './ValueInput';

interface MapProps extends NodeProps {
  /** Of a map within an entry of the same kind: puts one of its entries behind that one. */
  onRaise?: (name: string) => void;
}

/** Entries in an order: each can be changed, moved, taken away, and put below another where these hold the same. */
export function MapField({ node, place, value, fallback, onChange, onRaise, isPart }: MapProps): ReactElement {
  const { say } = useShell();
  const error = useError(place);
  const entry = useWhole(node.entry ?? { kind: 'other', label: '' });
  const entries = toEntries(value);
  const defaults = asObject(fallback);
  const [opened, setOpened] = useState<string>();
  const [dragged, setDragged] = useState<number>();
  const callEntry = useEntryNames(node, entry);
  const list = useRef<HTMLUListElement>(null);
  const added = useRef('');
  useEffect(() => {
    // Whoever adds an entry goes on in it.
    const index = entries.findIndex(([name]) => name === added.current);
    if (index === -1) return;
    added.current = '';
    list.current?.children[index]?.querySelector<HTMLElement>('input, select, textarea')?.focus();
  });
  const set = (next: Entries): void => onChange(toMap(next));
  const { nested } = node;
  // Numbers in JSON objects stand in their own order, and plain values cannot say where they stand.
  const isFree = node.names === undefined || node.names === 'known';
  const isOrdered = isFree && (entry.kind === 'group' || Object.keys(defaults).length === 0);
  const drop = (event: DragEvent, to: number): void => {
    event.preventDefault();
    if (dragged !== undefined) set(move(entries, dragged, to));
    setDragged(undefined);
  };
  const gone = Object.entries(defaults).filter(([name]) => !entries.some(([known]) => known === name));
  return (
    <fieldset className={isPart ? 'settings-map settings-group-part' : 'settings-map settings-wide'}>
      <legend>{node.label}</legend>
      {node.help && <p className="settings-help">{node.help}</p>}
      {error && <p className="input-error">{error}</p>}
      <ul ref={list} className="settings-entries">
        {entries.map(([name, item], index) => (
          <Entry
            key={name}
            {...{ node, entry, name, item, isOrdered, fallback: defaults[name] }}
            place={place + formatPointer([name])}
            isOpen={opened === name}
            isDragged={dragged === index}
            onOpen={(open) => setOpened(open ? name : undefined)}
            onChange={(changed) => set(entries.map((each) => (each[0] === name ? [name, changed ?? beginEntry(entry)] : each)))}
            onRemove={() => set(entries.filter(([each]) => each !== name))}
            onUp={index > 0 ? () => set(move(entries, index, index - 1)) : undefined}
            onDown={index < entries.length - 1 ? () => set(move(entries, index, index + 1)) : undefined}
            onDrag={(isOn) => setDragged(isOn ? index : undefined)}
            onDrop={(event) => drop(event, index)}
            onSink={nested !== undefined && index > 0 ? () => set(indent(entries, index, nested)) : undefined}
            onRaise={onRaise && (() => onRaise(name))}
            onRaiseChild={nested === undefined ? undefined : (child) => set(outdent(entries, index, child, nested))}
          />
        ))}
      </ul>
      {entries.length === 0 && <p className="settings-none">{say('settingsEmpty')}</p>}
      <AddEntry
        node={node}
        entry={entry}
        taken={entries.map(([name]) => name)}
        onAdd={(name) => {
          set([...entries, [name, beginEntry(entry)]]);
          setOpened(name);
          added.current = name;
        }}
      />
      {gone.length > 0 && isPart && isFree && (
        <p className="settings-gone">
          {say('settingsGone')}
          {gone.map(([name, item]) => (
            <button key={name} type="button" className="quiet-link" onClick={() => set([...entries, [name, item]])}>
              {callEntry(name, item).title || name}
            </button>
          ))}
        </p>
      )}
    </fieldset>
  );
}

interface EntryProps {
  node: SettingNode;
  entry: SettingNode;
  name: string;
  item: Json;
  fallback: Json | undefined;
  place: string;
  isOrdered: boolean;
  isOpen: boolean;
  isDragged: boolean;
  onOpen: (open: boolean) => void;
  onChange: (value: Json | undefined) => void;
  onRemove: () => void;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  onDrag: (isOn: boolean) => void;
  onDrop: (event: DragEvent) => void;
  onSink: (() => void) | undefined;
  onRaise: (() => void) | undefined;
  onRaiseChild: ((child: string) => void) | undefined;
}

function Entry(props: EntryProps): ReactElement {
  const { node, entry, name, item, place, isOrdered, isOpen } = props;
  const { say } = useShell();
  const { Field } = useSettingsForm();
  const wrong = useHasError(place);
  const called = useEntryNames(node, entry)(name, item);
  const said = called.said || (node.names === undefined ? '' : name);
  const title = called.title || said || say('settingsUnnamed');
  const isPlain = entry.kind !== 'group' && entry.kind !== 'map';
  return (
    <li
      className={`settings-entry${props.isDragged ? ' settings-dragged' : ''}${wrong ? ' settings-entry-wrong' : ''}`}
      draggable={isOrdered && !isOpen}
      onDragStart={() => props.onDrag(true)}
      onDragEnd={() => props.onDrag(false)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={props.onDrop}
    >
      <div className="settings-entry-head">
        {isOrdered && <span className="settings-grip" aria-hidden="true" />}
        {isPlain ? (
          <PlainEntry {...props} label={said === '' ? entry.label : said} />
        ) : (
          <button type="button" className="settings-entry-title" aria-expanded={isOpen} onClick={() => props.onOpen(!isOpen)}>
            <Icon name="down" className="icon icon-small" />
            {title}
            {wrong && !isOpen && <span className="settings-wrong">{say('settingsWrongHere')}</span>}
          </button>
        )}
        <span className="settings-entry-tools">
          {isOrdered && <Tool label={say('settingsUp', { title })} icon="up" onPress={props.onUp} />}
          {isOrdered && <Tool label={say('settingsDown', { title })} icon="down" onPress={props.onDown} />}
          {props.onSink && <Tool label={say('settingsSink', { title })} icon="in" onPress={props.onSink} />}
          {props.onRaise && <Tool label={say('settingsRaise', { title })} icon="out" onPress={props.onRaise} />}
          {node.names !== 'fixed' && <Tool label={say('settingsRemoveOne', { title })} icon="close" onPress={props.onRemove} />}
        </span>
      </div>
      {!isPlain && (isOpen || (wrong && entry.kind === 'group')) && (
        <div className="settings-entry-body">
          {entry.kind === 'map' ? (
            <Field node={{ ...entry, label: title }} place={place} value={item} fallback={props.fallback} onChange={props.onChange} />
          ) : (
            <Fields {...props} />
          )}
        </div>
      )}
      {!isPlain && !isOpen && node.nested !== undefined && <Children {...props} nested={node.nested} />}
    </li>
  );
}

/** The fields of an entry; those that it holds of the same kind are shown below it anyway. */
function Fields({ node, entry, place, item, fallback, onChange, onRaiseChild }: EntryProps): ReactElement {
  const { nested } = node;
  const { say } = useShell();
  const error = useError(place);
  const children = nested === undefined ? undefined : entry.fields?.[nested];
  const fields = Object.fromEntries(Object.entries(entry.fields ?? {}).filter(([name]) => name !== nested));
  return (
    <>
      {error && <p className="input-error">{Object.keys(asObject(item)).length === 0 ? say('settingsEmptyEntry') : error}</p>}
      <GroupFields node={{ ...entry, fields }} place={place} value={item} fallback={fallback} onChange={onChange} />
      {nested !== undefined && children && (
        <MapField
          node={children}
          place={`${place}/${nested}`}
          value={asObject(item)[nested]}
          fallback={asObject(fallback)[nested]}
          onChange={(changed) => onChange(withChildren(item, nested, changed))}
          {...(onRaiseChild && { onRaise: onRaiseChild })}
        />
      )}
    </>
  );
}

function withChildren(item: Json, nested: string, changed: Json | undefined): Json {
  const { [nested]: _before, ...own } = asObject(item);
  return Object.keys(asObject(changed)).length === 0 ? own : { ...own, [nested]: changed ?? {} };
}

/** What an entry holds of the same kind, while it is shut. */
function Children({
  node,
  entry,
  place,
  item,
  fallback,
  nested,
  onChange,
  onRaiseChild,
}: EntryProps & { nested: string }): ReactElement | null {
  const children = entry.fields?.[nested];
  const held = asObject(item)[nested];
  if (!children || Object.keys(asObject(held)).length === 0) return null;
  return (
    <div className="settings-nested">
      <MapField
        node={{ ...children, nested: node.nested ?? nested }}
        place={`${place}/${nested}`}
        value={held}
        fallback={asObject(fallback)[nested]}
        onChange={(changed) => onChange(withChildren(item, nested, changed))}
        {...(onRaiseChild && { onRaise: onRaiseChild })}
      />
    </div>
  );
}

/** An entry that is one value. */
function PlainEntry({ entry, item, fallback, place, onChange, label }: EntryProps & { label: string }): ReactElement {
  const { Field } = useSettingsForm();
  const error = useError(place);
  if (entry.kind === 'choices')
    return <Field node={{ ...entry, label }} place={place} value={item} fallback={fallback} onChange={(value) => onChange(value ?? [])} />;
  const id = `setting${place.replaceAll('/', '-')}`;
  return (
    <span className={entry.kind === 'switch' ? 'settings-plain settings-plain-switch' : 'settings-plain'}>
      <label htmlFor={id} className={entry.kind === 'switch' ? undefined : 'unseen'}>
        {label}
      </label>
      <ValueInput
        node={entry}
        id={id}
        value={item}
        fallback={entry.kind === 'switch' ? true : undefined}
        described={`${id}-about`}
        invalid={error !== undefined}
        onChange={(value) => onChange(value ?? '')}
      />
      <span id={`${id}-about`}>{error && <span className="input-error">{error}</span>}</span>
    </span>
  );
}
