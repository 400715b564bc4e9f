import type { ReactElement } from 'react';
import { type DateFormat, writeSpan } from '../../../runtime/dates';
import { formatDisplay, stripTags } from '../../../runtime/display';
import type { FieldKind } from '../../../model/definitions.g';
import { findPickedChoices } from '../../../runtime/pick';
import { getUpload, splitAddresses } from '../../../runtime/upload';
import { usePage, useShell } from '../../data/context';
import { readChosen } from './chosenRecords';
import { toInputProps, type FieldProps } from './kinds';
import { useLevels } from './useLevels';
import { useChoices } from './useChoices';

/**
 * What a field holds, to be read: a line or a box of text that takes the focus and no input. What has no read-only form in HTML, such
 * as choices and ticks, is there as its words.
 */
export function ReadOnlyField(props: FieldProps): ReactElement {
  const words = useWords(props);
  const { field } = props;
  const given = { ...toInputProps(props), 'aria-required': undefined, readOnly: true, value: words };
  return field.field === 'textarea' || field.field === 'richText' ? (
    <textarea {...given} className="input field-input field-area field-read" rows={5} />
  ) : (
    <input {...given} type="text" className="input field-input field-read" />
  );
}

/** How the dates that fields hold are written. */
const dateFormats: Partial<Record<FieldKind, DateFormat>> = { date: 'day', dateTime: 'moment', timeSlots: 'moment' };

/** What a field holds, in words. */
function useWords(props: FieldProps): string {
  const { field, value, scope } = props;
  const { say } = useShell();
  const { showContext } = usePage();
  const { patterns } = showContext;
  const choices = useChoices(props);
  const { levels } = useLevels(props);
  const upload = getUpload(field);
  const { pick } = field;
  if (pick)
    return findPickedChoices(pick, value, scope, patterns)
      .map(({ row }) => formatDisplay(pick.title, { ...scope, row }, showContext)?.text ?? '')
      .join(say('listSeparator'));
  if (field.field === 'checkbox') return say(value === true ? 'yes' : 'no');
  if (typeof value === 'number' && field.field === 'rating') return say('stars', { stars: value });
  if (field.find)
    return readChosen(value)
      .map(({ label }) => label)
      .join(say('listSeparator'));
  if (field.field === 'cascade')
    return levels
      .map(({ choices: on, chosen }) => on.find((choice) => choice.value === chosen)?.label ?? '')
      .join(' ')
      .trim();
  if (choices.length > 0) {
    const chosen = field.field === 'checkboxes' && typeof value === 'string' ? value.split(',') : [String(value)];
    return choices
      .filter((choice) => chosen.includes(String(choice.value)))
      .map(({ label }) => label)
      .join(say('listSeparator'));
  }
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return '';
  if (upload)
    return splitAddresses(upload, value)
      .map((address) => address.slice(address.lastIndexOf('/') + 1))
      .join(say('listSeparator'));
  const format = dateFormats[field.field];
  if (format !== undefined) return writeSpan(value, undefined, format, showContext)?.text ?? value;
  return field.field === 'richText' ? stripTags(value) : value;
}
