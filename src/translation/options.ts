import { asList, asObject, asString, type Json, type JsonObject } from '../model/json';
import { lose, type Context } from './context';
import { ways } from './translation';

/** What is said of how one value is filled in. */
export interface ValueOptions {
  label?: string;
  hint?: string;
  placeholder?: string;
  /** A kind of widget by our name for it. */
  widget?:
    'radio' | 'select' | 'slider' | 'textarea' | 'password' | 'hidden' | 'checkboxes' | 'date' | 'month' | 'time' | 'dateTime' | 'email';
  readOnly?: boolean;
  disabled?: boolean;
  suggestions?: Json[];
  autocomplete?: string;
  sortable?: boolean;
  /** Names of the property of a row that rows are told apart by. */
  rowLabel?: string[];
  /** The layout of a row. */
  detail?: JsonObject;
  /** What is said of the properties of an object and, under `items`, of the rows of a list, in rjsf's words. */
  inner?: JsonObject;
}

/** Options of JSON Forms that are about widgets alone, and what becomes of them. */
const looks: Readonly<Record<string, string>> = {
  ampm: 'a time is written as the browser of the visitor writes it',
  cancelLabel: 'pickers are those of browsers',
  clearLabel: 'pickers are those of browsers',
  clearable: 'what was typed can always be taken away',
  dateFormat: 'a date is written as the browser of the visitor writes it',
  dateTimeSaveFormat: ways.moment,
  dateTimeFormat: 'a time is written as the browser of the visitor writes it',
  okLabel: 'pickers are those of browsers',
  restrict: 'a text that is too long is told rather than cut off',
  showNavButtons: 'steps always have buttons',
  showUnfocusedDescription: 'words that help are always there',
  step: 'numbers are typed',
  timeFormat: 'a time is written as the browser of the visitor writes it',
  toggle: 'yes or no is a tick',
  trim: 'how wide a field is does not depend on its rule',
  variant: 'steps are one look',
};

/** Returns what the options of a control say. @param pointer where they are in the layout */
export function readControlOptions(given: JsonObject, pointer: string, context: Context): ValueOptions {
  const options: ValueOptions = {};
  for (const [key, value] of Object.entries(given)) {
    const about = looks[key];
    if (about !== undefined) context.notes.differences.push({ path: pointer, keyword: key, reason: about });
    else if (!readOption(key, value, given, options)) lose(context, pointer, key, 'option');
  }
  return options;
}

function readOption(key: string, value: Json, given: JsonObject, options: ValueOptions): boolean {
  switch (key) {
    case 'detail':
      options.detail = asObject(value);
      return true;
    case 'elementLabelProp':
      options.rowLabel = asString(value).split('.');
      return true;
    case 'format':
      return readFormat(asString(value), given, options);
    case 'labelRef':
      options.rowLabel = asString(value).split('/properties/').slice(1);
      return true;
    case 'multi':
      if (value === true) options.widget = 'textarea';
      return true;
    case 'placeholder':
      options.placeholder = asString(value);
      return true;
    case 'readonly':
    case 'readOnly':
      options.readOnly = value === true;
      return true;
    case 'showSortButtons':
      options.sortable = value === true;
      return true;
    case 'slider':
      if (value === true) options.widget = 'slider';
      return true;
    case 'suggestion':
      options.suggestions = asList(value);
      return true;
    default:
      return readSaveFormat(key, asString(value), given);
  }
}

const widgets: Readonly<Record<string, ValueOptions['widget']>> = {
  radio: 'radio',
  password: 'password',
  time: 'time',
  'date-time': 'dateTime',
};

function readFormat(format: string, given: JsonObject, options: ValueOptions): boolean {
  const widget = format === 'date' ? (asList(given['views']).at(-1) === 'month' ? 'month' : 'date') : widgets[format];
  if (widget) options.widget = widget;
  return widget !== undefined;
}

/** Formats in which dates and times are handed over: ours are those of HTML. */
function readSaveFormat(key: string, value: string, given: JsonObject): boolean {
  if (key === 'views') return true;
  if (key === 'dateSaveFormat') return value === (asList(given['views']).at(-1) === 'month' ? 'YYYY-MM' : 'YYYY-MM-DD');
  return key === 'timeSaveFormat' && value === 'HH:mm';
}
