import { useState, type InputHTMLAttributes, type KeyboardEvent } from 'react';
import type { RecordSearch } from '../../../model/definitions.g';
import { withValue } from '../../../runtime/nested';
import { evaluate } from '../../../runtime/value';
import { useFormControl } from '../control/context';
import { readChosen } from './chosenRecords';
import type { ChosenRecord, FieldProps } from './kinds';
import { useListbox } from '../../ui/combobox/useListbox';
import { useFound, type Found, type FoundRecord } from './useFound';

/** A field that searches, and what is done with it. */
export interface Combobox extends Found {
  chosen: ChosenRecord[];
  /** What stands in the line. */
  text: string;
  open: boolean;
  /** The record that the keys point at; -1: none. */
  active: number;
  /** Something was typed and nothing of what was found chosen. */
  isLeft: boolean;
  choose: (record: FoundRecord) => void;
  remove: (id: string) => void;
  input: Pick<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'onCompositionEnd' | 'onKeyDown' | 'onFocus' | 'onBlur' | 'onClick'>;
}

/** Drives a line that searches records and the list below it; Escape closes the list and then empties the line. What an input method is composing is no search yet. */
export function useCombobox({ name, field, value, scope }: FieldProps, find: RecordSearch): Combobox {
  const { change, values } = useFormControl();
  const chosen = readChosen(value);
  const single = field.multiple ? undefined : chosen[0];
  const [typed, setTyped] = useState<string>();
  const [sought, setSought] = useState('');
  const [focused, setFocused] = useState(false);
  const { open, active, show, close, press: pressList } = useListbox();
  const found = useFound(find, sought, open, scope);
  const text = typed ?? single?.label ?? '';

  const hold = (records: ChosenRecord[], row?: FoundRecord['row']): void => {
    const kept = records.map(({ id, label }): ChosenRecord => ({ id, label }));
    const fills = Object.entries(find.fills ?? {}).map(([other, filling]) => [other, evaluate(filling, { ...scope, row }) ?? ''] as const);
    const beside = name.slice(0, name.lastIndexOf('.') + 1);
    const next = withValue(values, name, field.multiple ? (kept.length > 0 ? kept : '') : (kept[0] ?? ''));
    change(fills.reduce((held, [other, filling]) => withValue(held, beside + other, row ? filling : ''), next));
  };
  const seek = (words: string): void => {
    setSought(words);
    show();
  };
  const choose = (record: FoundRecord): void => {
    const isChosen = chosen.some(({ id }) => id === record.id);
    if (!field.multiple) hold([record], record.row);
    else hold(isChosen ? chosen.filter(({ id }) => id !== record.id) : [...chosen, record]);
    setTyped(field.multiple ? '' : undefined);
    setSought('');
    close();
  };
  const remove = (id: string): void => {
    hold(chosen.filter((record) => record.id !== id));
    setTyped(undefined);
    setSought('');
  };
  const type = (words: string, isComposing: boolean): void => {
    setTyped(words);
    if (single) hold([]);
    if (!isComposing) seek(words);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    const chooseAt = (index: number): void => found.records.slice(index, index + 1).forEach(choose);
    if (pressList(event, found.records.length, chooseAt)) return;
    if (event.key === 'Enter' && open) {
      // It would send the form.
      event.preventDefault();
    } else if (event.key === 'Escape' && text !== '') {
      // It would close the dialog that the form stands in.
      event.stopPropagation();
      event.preventDefault();
      if (single) remove(single.id);
      else setTyped('');
    } else if (event.key === 'Backspace' && field.multiple && text === '') {
      const last = chosen.at(-1);
      if (last) remove(last.id);
    }
  };
  return {
    ...found,
    chosen,
    text,
    open,
    active,
    isLeft: !focused && !open && (typed ?? '').trim() !== '',
    choose,
    remove,
    input: {
      onChange: ({ target, nativeEvent }) => type(target.value, 'isComposing' in nativeEvent && nativeEvent.isComposing === true),
      onCompositionEnd: ({ currentTarget }) => type(currentTarget.value, false),
      onKeyDown: press,
      onFocus: () => setFocused(true),
      onClick: show,
      onBlur: () => {
        setFocused(false);
        close();
      },
    },
  };
}
