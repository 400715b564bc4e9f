import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { compileFunction } from 'node:vm';
import { hashForSchema } from '@rjsf/utils';
import type { ValidatorFunctions } from '@rjsf/validator-ajv8';
import createAjvInstance from '@rjsf/validator-ajv8/lib/createAjvInstance.js';
import { _, type Ajv, type Options } from 'ajv';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { ajvPatterns } from '../../definitions/language/linearPattern';
import type { CompiledPortal } from '../../model/compiled';
import type { Form } from '../../model/definitions.g';
import { formats } from '../../runtime/formats';
import type { CheckSchema } from '../../runtime/formCheck';
import { buildFormSchema } from '../../runtime/formSchema';
import { requirePart } from '../../runtime/validatorParts';

/** The validators of a form as ajv wrote them, for server and browsers alike. */
export interface FormValidator {
  /** What tells this script from any other, for its address. */
  hash: string;
  /** What browsers load: a module whose function takes `require` (see `requirePart`) and returns the validator by rjsf's hash of its schema. */
  script: string;
  check: CheckSchema;
}

const written = new WeakMap<Form, FormValidator>();

/** Returns the validators of a form, written when they are first asked for. */
export function getFormValidator(form: Form): FormValidator {
  let validator = written.get(form);
  if (!validator) written.set(form, (validator = writeValidator(form)));
  return validator;
}

/** Where the script of validators lies. */
export const validatorPath = '/portal/validators/:hash.js';

/** Returns the address of the script of validators. */
export const buildValidatorAddress = ({ hash }: FormValidator): string => validatorPath.replace(':hash', hash);

/** Returns the validators of an institution's forms that have a hash; undefined when it has no such form any more. */
export async function findFormValidator(portal: CompiledPortal, hash: string): Promise<FormValidator | undefined> {
  for (const { definition } of Object.values(portal.modules))
    for (const form of Object.values(definition.forms ?? {})) {
      // Writing one takes some 20 ms, in which nobody else is answered.
      if (!written.has(form)) await setImmediate();
      const validator = getFormValidator(form);
      if (validator.hash === hash) return validator;
    }
  return undefined;
}

const schemaName = 'form';
const options: Options = {
  $data: true,
  // 1e400 is no number, though JavaScript reads it as one.
  strictNumbers: true,
  verbose: false,
  messages: false,
  // Its parts were checked with the definition.
  validateSchema: false,
  ownProperties: true,
  code: {
    source: true,
    lines: false,
    formats: _`require("portal/formats")`,
    regExp: Object.assign((...given: Parameters<typeof ajvPatterns>) => ajvPatterns(...given), {
      code: 'require("portal/patterns").compile',
    }),
  },
};

function addOwnFormats(ajv: Ajv): Ajv {
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, { type: 'string', ...format });
  return ajv;
}

function writeValidator(form: Form): FormValidator {
  const schema = buildFormSchema(form);
  const ajv = createAjvInstance(undefined, undefined, options, { formats: [], keywords: true }, undefined, addOwnFormats);
  ajv.addSchema(schema, schemaName);
  const key = hashForSchema(schema);
  const body = `const exports = {};${standaloneCode(ajv, { [key]: schemaName })};return exports;`;
  const script = `export default (require) => {${body}};`;
  const make = compileFunction(body, ['require']) as (require: typeof requirePart) => ValidatorFunctions;
  const validate = make(requirePart)[key];
  if (!validate) throw new Error('A form was written without the validator of its own schema');
  const hash = createHash('sha256').update(script).digest('base64url').slice(0, 22);
  return { hash, script, check: (instance) => (validate(instance) ? [] : (validate.errors ?? [])) };
}
