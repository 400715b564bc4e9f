import type { CompiledEndpoint, CompiledPortal } from '../../../model/compiled';
import type { Form } from '../../../model/definitions.g';
import { RequestError } from '../../api/errors';
import { getFormValidator } from '../../api/formValidators';
import type { Parameters } from '../../api/parameters';

const digits = /^[0-9]{5,15}$/;

/**
 * Returns the phone that a call names. The rules are those of the forms that make the call: a phone that a form would not admit gets
 * no code from it either. Without such a form any number of digits will do.
 * @throws RequestError 400 when it is none
 */
export function readPhone(portal: CompiledPortal, endpoint: CompiledEndpoint, parameters: Parameters): string {
  const phone = parameters.get('phone');
  if (phone === undefined) throw new RequestError('missingParameter', { name: 'phone' });
  const fields = findFields(portal, endpoint, parameters.get('status'));
  if (!digits.test(phone) || (fields.length > 0 && !fields.some((field) => isAdmitted(field, phone))))
    throw new RequestError('invalidParameter', { name: 'phone' });
  return phone;
}

/** A field of a form that holds a phone. */
interface PhoneField {
  form: Form;
  name: string;
}

/** Returns the fields for whose value forms of this call's module ask for a code, or watch, by this call. */
function findFields(portal: CompiledPortal, endpoint: CompiledEndpoint, status: string | undefined): PhoneField[] {
  const forms = Object.values(portal.modules[endpoint.module]?.definition.forms ?? {});
  return forms.flatMap((form) =>
    Object.entries(form.fields).flatMap(([field, { code, watch }]) => {
      const asks = code?.source === endpoint.name && (status === undefined || readConstant(code.with?.['status']) === status);
      const name = asks ? code.needs : watch?.source === endpoint.name ? field : undefined;
      return name === undefined ? [] : [{ form, name }];
    }),
  );
}

const isAdmitted = ({ form, name }: PhoneField, phone: string): boolean =>
  getFormValidator(form)
    .check({ [name]: phone })
    .every(({ instancePath }) => instancePath !== `/${name}`);

const readConstant = (value: unknown): string | undefined =>
  value !== null && typeof value === 'object' && 'const' in value ? String(value.const) : undefined;
