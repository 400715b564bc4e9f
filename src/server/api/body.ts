import { Ajv, type ValidateFunction } from 'ajv';
import { ajvPatterns } from '../../definitions/language/linearPattern';
import type { CompiledEndpoint, CompiledPortal } from '../../model/compiled';
import type { Form, FormField, Move } from '../../model/definitions.g';
import { asObject, isObject, type Json, type JsonObject } from '../../model/json';
import { completeValues } from '../../runtime/calculated';
import { deserializeForm, longestVersion, nameVersion } from '../../runtime/form';
import { judgeForm } from '../../runtime/formCheck';
import { listFurtherFields } from '../../runtime/further';
import { findChangedFields } from '../../runtime/readOnly';
import { createSiteRoots, createViewerRoot } from '../../runtime/roots';
import { longestText } from '../../runtime/schemaKeywords';
import { isDraft } from '../../runtime/lifecycle';
import { getSentName, takeValues } from '../../runtime/sentShape';
import { findSubmittingForms, getEndpointForm } from './endpointForm';
import { getTakesForm, relaxForm } from './moveForms';
import { findTreeIn } from './trees';
import { getFormValidator } from './formValidators';
import { RequestError } from './errors';
import type { Viewer } from './viewer';

/** Opens what a form encrypted. */
export interface BodyCipher {
  /**
   * Returns the JSON object that was encrypted to the server's public key.
   * @throws RequestError 400 when it was not
   */
  open(cipher: unknown): JsonObject;
}

const validators = new WeakMap<object, ValidateFunction>();
const ajv = new Ajv({
  strict: false,
  validateSchema: false,
  formats: { email: true, date: true, uri: true },
  code: { regExp: ajvPatterns },
});

/**
 * Checks a body against its endpoint's form or schema: no value is turned into another type, no unknown key is let through. What a
 * form shows masked may be left out, for it then stays as it is; a service that needs it says so itself.
 * @param viewer the member who asks, whose own data a read-only field shows
 * @returns the body, empty when there is none; of a form the values by the names of its fields, decrypted
 * @throws RequestError 400 when it does not satisfy them; faults of a form's fields have the form's own words
 */
export function checkBody(
  portal: CompiledPortal,
  endpoint: CompiledEndpoint,
  body: Json | undefined,
  key: BodyCipher,
  now: number,
  viewer?: Viewer,
): JsonObject {
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE') return {};
  if (body !== undefined && !isObject(body)) throw new RequestError('invalidBody');
  const form = getEndpointForm(portal, endpoint);
  if (form) return checkFormBody({ portal, form: makesDraft(portal, endpoint) ? relaxForm(form) : form, body, key, now, viewer });
  const takes = endpoint.move === undefined ? undefined : getTakesForm(portal.modules[endpoint.module]?.lifecycle.moves[endpoint.move]);
  if (takes) return checkFormBody({ portal, form: takes, body: body ?? {}, key, now, viewer });
  const schema = endpoint.body;
  if (!schema) throw new RequestError('noSuchCall');
  const given = body ?? {};
  const own = checkFurtherFields(portal, endpoint, given, now);
  if (!findValidator(schema, () => boundTexts(schema))(own)) throw new RequestError('invalidBody');
  return given;
}

/** What is added to a form whose call has a body for the rest. */
interface FurtherPart {
  form: Form;
  /** The form with nothing else in it. */
  part: Form;
}

const parts = new WeakMap<Form, FurtherPart>();

function findFurtherPart(service: string, form: Form, declared: readonly string[]): FurtherPart {
  let found = parts.get(form);
  if (!found) {
    const known = new Set(listFurtherFields(service, form.fields, getSentName).map(([, field]) => field));
    const fields = Object.entries(form.fields).filter(([name, field]) => known.has(field) && !declared.includes(getSentName(name, field)));
    parts.set(form, (found = { form, part: { ...form, fields: Object.fromEntries(fields) } }));
  }
  return found;
}

/**
 * Checks what an institution's own fields add to a call whose body the module declares, by the rules of the form that sends it; of several
 * forms one has to be content.
 * @returns the body without it
 * @throws RequestError 400 with the words of the fields
 */
function checkFurtherFields(portal: CompiledPortal, endpoint: CompiledEndpoint, given: JsonObject, now: number): JsonObject {
  const { service = '', body } = endpoint;
  const declared = Object.keys(asObject(body?.['properties']));
  const forms = findSubmittingForms(portal, endpoint)
    .map((form) => findFurtherPart(service, form, declared))
    .filter(({ part }) => Object.keys(part.fields).length > 0);
  const scope = createSiteRoots({ ...portal.settings, texts: portal.texts }, now, {});
  let refusal: RequestError | undefined;
  for (const { form, part } of forms) {
    const { values, rest } = takeValues(part.fields, given, scope);
    const all = completeValues(form.fields, { ...deserializeForm(form, given, scope).values, ...values }, scope);
    const isOwn = (name: string): boolean => Object.hasOwn(part.fields, name);
    const { faults } = judgeForm(form, all, scope, portal.patterns, getFormValidator(form).check, isOwn, findTreeIn(portal));
    const { sound } = judgeForm(part, values, scope, portal.patterns, getFormValidator(part).check, isOwn, findTreeIn(portal));
    if (faults.length === 0 && sound) return rest;
    const errors = Object.fromEntries(faults.map(({ field, message }) => [field, message]));
    refusal ??= new RequestError('invalidBody', {}, faults.length > 0 ? { message: faults[0]?.message, errors } : {});
  }
  if (refusal) throw refusal;
  return given;
}

/** Whether a call makes a draft, of which less is asked. */
function makesDraft({ modules }: CompiledPortal, { module: own, creates }: CompiledEndpoint): boolean {
  const module = modules[creates?.module ?? own];
  return creates !== undefined && module !== undefined && isDraft(module, creates);
}

/**
 * Checks what staff give with a move by the rules and in the words of its fields.
 * @returns the values that are there, worked out ones with them
 * @throws RequestError 400 with the words of the fields
 */
export function checkTakes(portal: CompiledPortal, move: Move, given: JsonObject, now: number): JsonObject {
  return checkValues({ portal, form: getTakesForm(move), now, viewer: undefined }, omitEmpty(given));
}

interface FormBody {
  portal: CompiledPortal;
  form: Form;
  body: JsonObject | undefined;
  key: BodyCipher;
  now: number;
  viewer: Viewer | undefined;
}

function checkFormBody({ portal, form, body, key, now, viewer }: FormBody): JsonObject {
  if (body === undefined) throw new RequestError('invalidBody');
  const { encrypt } = form.submit;
  if (encrypt && Object.keys(body).some((name) => name !== encrypt.as)) throw new RequestError('invalidBody');
  const sent = omitEmpty(encrypt ? key.open(body[encrypt.as]) : body);
  return checkValues({ portal, form, now, viewer }, sent);
}

function checkValues({ portal, form, now, viewer }: Omit<FormBody, 'body' | 'key'>, sent: JsonObject): JsonObject {
  // A form is checked for whoever sends it; a service that needs to know asks itself.
  const institution = { ...portal.settings, texts: portal.texts };
  const scope = createSiteRoots(institution, now, {});
  const { values: taken, rest } = deserializeForm(form, sent, scope);
  if (!isExpected(form, taken, rest)) throw new RequestError('invalidBody');
  const values = completeValues(form.fields, taken, scope);
  const isChecked = (name: string, field: FormField): boolean => field.local !== true && !(field.masked && values[name] === undefined);
  const judged = judgeForm(form, values, scope, portal.patterns, getFormValidator(form).check, isChecked, findTreeIn(portal));
  const changed = findChangedFields(form, values, createSiteRoots(institution, now, createViewerRoot(viewer)), portal.patterns);
  const [faults, { sound }] = [[...judged.faults, ...changed], judged];
  const errors = Object.fromEntries(faults.map(({ field, message }) => [field, message]));
  if (faults.length > 0) throw new RequestError('invalidBody', {}, { message: faults[0]?.message, errors });
  if (!sound) throw new RequestError('invalidBody');
  return values;
}

/** Returns whether all that is of no field has a name that the form sends besides, and is one short value. */
function isExpected(form: Form, values: JsonObject, rest: JsonObject): boolean {
  const given = Object.keys(form.submit.with ?? {});
  const isShort = (value: Json | undefined, most: number): boolean => typeof value !== 'object' && String(value).length <= most;
  return (
    Object.entries(rest).every(([name, value]) => given.includes(name) && isShort(value, longestText)) &&
    Object.entries(form.fields).every(([name, { consent }]) => consent === undefined || isShort(values[nameVersion(name)], longestVersion))
  );
}

function findValidator(of: object, schemaOf: () => object): ValidateFunction {
  let validate = validators.get(of);
  if (!validate) validators.set(of, (validate = ajv.compile(schemaOf())));
  return validate;
}

/** Returns a schema in which every text has a bound, so that no rule sees more of it. */
function boundTexts(schema: object): object {
  const parts = Object.entries(schema).map(([name, part]: [string, unknown]): [string, unknown] => [
    name,
    typeof part === 'object' && part !== null && !Array.isArray(part) ? boundTexts(part) : part,
  ]);
  const bounded: Record<string, unknown> = 'type' in schema && typeof schema.type === 'string' ? { maxLength: longestText } : {};
  return { ...bounded, ...Object.fromEntries(parts) };
}

/** What was not filled in counts as absent, as it does in the browser. */
function omitEmpty(body: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== '' && value !== null));
}
