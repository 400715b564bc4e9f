import type { FormField } from '../model/definitions.g';
import { formatPointer } from '../model/pointer';
import type { Spot, Target } from './context';
import { chooseName, toName, writeText } from './names';
import type { ValueOptions } from './options';
import type { Found } from './scopes';

/** Puts a field into its spot, with what is said of every field. */
export function putField(
  field: FormField,
  { required }: Pick<Found, 'required'>,
  { whole, spot, names }: Target,
  about: ValueOptions,
): FormField {
  const name = chooseFieldName(spot, names);
  const made = withWords(field, about, required);
  const sendAs = writeSentName(name, spot, names);
  if (sendAs !== undefined) made.sendAs = sendAs;
  if (spot.step !== undefined) made.step = spot.step;
  spot.fields[name] = made;
  whole.held.set(formatPointer(names), `${spot.pointer}/${name}`);
  whole.fields.set(formatPointer(names), made);
  return made;
}

/** Returns the name of a field for the property that names lead to. */
export const chooseFieldName = ({ fields }: Spot, names: readonly string[], suffix = ''): string =>
  chooseName(toName(`${names.at(-1) ?? 'value'}${suffix}`), (taken) => taken in fields);

/** Returns what a field is sent as, so that it stands where its property does; undefined when that is its own name. */
function writeSentName(name: string, { base }: Spot, names: readonly string[]): string | undefined {
  const [only = 'value', ...deeper] = names.slice(base.length);
  if (deeper.length > 0) return formatPointer([only, ...deeper]);
  return only === name ? undefined : only.startsWith('/') ? formatPointer([only]) : only;
}

function withWords(field: FormField, about: ValueOptions, required: boolean): FormField {
  const { field: kind, ...rest } = field;
  const made: FormField = { field: kind };
  const { label = '', hint, placeholder, readOnly, autocomplete } = about;
  if (label !== '') made.label = writeText(label);
  if (hint !== undefined && hint !== '') made.hint = writeText(hint);
  if (placeholder !== undefined && placeholder !== '') made.placeholder = writeText(placeholder);
  if (autocomplete !== undefined) made.autocomplete = autocomplete;
  if (readOnly) made.readOnly = true;
  // What is yes or no is never missing.
  if (required && !['group', 'checkbox', 'heading'].includes(kind)) made.required = '/texts/fieldNeeded';
  return { ...made, ...rest };
}
