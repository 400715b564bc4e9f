import type { CompiledEndpoint, CompiledPortal } from '../../../model/compiled';
import type { FieldSchema, Form } from '../../../model/definitions.g';
import { findSchemaFault } from '../../../runtime/schemaKeywords';
import { RequestError } from '../../api/errors';
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
  const rules = findRules(portal, endpoint, parameters.get('status'));
  if (!digits.test(phone) || (rules.length > 0 && rules.every((rule) => findSchemaFault(phone, rule) !== undefined)))
    throw new RequestError('invalidParameter', { name: 'phone' });
  return phone;
}

/** Returns the rules of the fields for whose value forms of this call's module ask for a code, or watch, by this call. */
function findRules(portal: CompiledPortal, endpoint: CompiledEndpoint, status: string | undefined): FieldSchema[] {
  const forms = Object.values(portal.modules[endpoint.module]?.definition.forms ?? {});
  return forms.flatMap((form) =>
    Object.entries(form.fields).flatMap(([name, field]) => {
      const asks = field.code?.source === endpoint.name && (status === undefined || readConstant(field.code.with?.['status']) === status);
      const asked = asks ? field.code?.needs : field.watch?.source === endpoint.name ? name : undefined;
      return asked === undefined ? [] : findRule(form, asked);
    }),
  );
}

const findRule = (form: Form, name: string): FieldSchema[] => {
  const rule = form.fields[name]?.schema;
  return rule === undefined ? [] : [rule];
};
const readConstant = (value: unknown): string | undefined =>
  value !== null && typeof value === 'object' && 'const' in value ? String(value.const) : undefined;
