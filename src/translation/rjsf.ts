import { asObject, asString, type JsonObject } from '../model/json';
import { lose, type Context } from './context';
import type { ValueOptions } from './options';

/** Kinds of widgets of rjsf. */
const widgets: Readonly<Record<string, ValueOptions['widget']>> = {
  checkboxes: 'checkboxes',
  hidden: 'hidden',
  password: 'password',
  radio: 'radio',
  range: 'slider',
  select: 'select',
  textarea: 'textarea',
};

/** Widgets and options that are looks alone. */
const looks: Readonly<Record<string, string>> = {
  'alt-date': 'pickers are those of browsers',
  'alt-datetime': 'pickers are those of browsers',
  updown: 'numbers are typed',
  autofocus: 'the focus is where the visitor puts it',
  emptyValue: 'nothing, null and an empty text are the same',
  inline: 'choices stand beside each other where there is room',
  inputType: 'the keyboard of a field is that of its kind',
  rows: 'a field for a longer text grows with it',
  yearsRange: 'pickers are those of browsers',
};

/** Returns what the uiSchema of rjsf says of one value. @param at where the value is in the schema */
export function readUi(ui: JsonObject, at: string, context: Context): ValueOptions {
  const options: ValueOptions = { inner: ui };
  const said: JsonObject = { ...asObject(ui['ui:options']) };
  for (const [key, value] of Object.entries(ui)) if (key.startsWith('ui:') && key !== 'ui:options') said[key.slice(3)] = value;
  for (const [key, value] of Object.entries(said)) {
    const about = looks[key] ?? (key === 'widget' ? looks[asString(value)] : undefined);
    if (about !== undefined) context.notes.differences.push({ path: at, keyword: `ui:${key}`, reason: about });
    else if (!takeOption(key, asString(value), value === true, options))
      lose(context, at, `ui:${key}`, key === 'field' ? 'code' : 'option');
  }
  return options;
}

function takeOption(key: string, text: string, isTrue: boolean, options: ValueOptions): boolean {
  switch (key) {
    case 'widget':
      if (widgets[text]) options.widget = widgets[text];
      return widgets[text] !== undefined;
    case 'title':
      options.label = text;
      return true;
    case 'description':
    case 'help':
      options.hint = options.hint === undefined ? text : `${options.hint} ${text}`;
      return true;
    case 'placeholder':
      options.placeholder = text;
      return true;
    case 'autocomplete':
      options.autocomplete = text;
      return true;
    case 'readonly':
    case 'disabled':
      options.readOnly = isTrue;
      return true;
    case 'orderable':
      options.sortable = isTrue;
      return true;
    case 'order':
      return true;
    default:
      return false;
  }
}
