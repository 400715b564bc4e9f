import type { CompiledPage, CompiledPortal } from '../../model/compiled';
import type { FieldKind, Form } from '../../model/definitions.g';
import type { PlainField } from './baselines/PlainForm';
import { longForm } from './longForm';

const listFields = ({ forms }: CompiledPage): Form['fields'][string][] =>
  Object.values(forms).flatMap(({ fields }) => Object.values(fields));

/** Returns the page of the longest form that is open to anyone, but for the one that is made up. @throws an Error when there is none */
export function findOpenForm(portal: CompiledPortal): CompiledPage {
  const open = [...portal.pages.values()].filter(
    ({ definition, path }) => definition.kind === 'form' && definition.requires === undefined && path !== `/${longForm.name}`,
  );
  const [longest] = open.sort((one, other) => listFields(other).length - listFields(one).length);
  if (!longest) throw new Error('no form is open to anyone');
  return longest;
}

const inputTypes: Partial<Record<FieldKind, string>> = {
  phone: 'tel',
  password: 'password',
  email: 'email',
  date: 'date',
  hidden: 'hidden',
};

const writePlainly = (fields: Form['fields']): PlainField[] =>
  Object.entries(fields).map(([name, { field, label, options, required }]) => ({
    name,
    label: typeof label === 'string' ? label : name,
    type: field === 'agreement' || field === 'checkbox' ? 'checkbox' : (inputTypes[field] ?? 'text'),
    ...(options ? { choices: Object.values(options).map((option) => String(option.value)) } : {}),
    required: required !== undefined,
  }));

/** Returns the fields of a page's forms as somebody would write them by hand. */
export const describeFields = ({ forms }: CompiledPage): PlainField[] => Object.values(forms).flatMap(({ fields }) => writePlainly(fields));
