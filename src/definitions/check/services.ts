import type { Endpoint, Form, FormField } from '../../model/definitions.g';
import { asObject, getOwn } from '../../model/json';
import { claims, consents, type ServiceContract, type ServiceInput, services } from '../../model/services';
import { getSentName, listSentFields } from '../../runtime/sentShape';
import { findVariables, parseMethod } from '../language/calls';
import { findEndpoint } from '../language/names';
import * as messages from '../problems/messages';
import { describeField } from '../scopes/shapes';
import type { Scope } from '../scopes/scopes';
import { isPaging } from '../scopes/slots';
import { keptKinds } from './keptKinds';

/** What fills a service's values in: a form, the parameters of an address, the properties of a body. */
interface Source {
  service: string;
  contract: ServiceContract;
  /** Where they are declared. */
  path: readonly string[];
  names: readonly string[];
  /** Returns a call of another module that is answered by the service. */
  findExample(): string | undefined;
}

/**
 * Checks that a call sends what the service needs that answers it, as what the service reads it as, and nothing that the service would
 * drop. A call with a form of its own is read by the names of its fields, any other by the names that are sent.
 */
export function checkService(path: readonly string[], endpoint: Endpoint, scope: Scope, report: messages.Report): void {
  const { service = '', body } = endpoint;
  const contract = getOwn(services, service);
  if (contract === undefined) return;
  const { variables } = findVariables(endpoint);
  const address = variables.filter((name) => !isPaging(endpoint, name) && name !== endpoint.counts?.param);
  const form = endpoint.form === undefined ? undefined : getOwn(scope.definition.forms, endpoint.form);
  const properties = asObject(body?.['properties']);
  const names = [...address, ...Object.keys(properties), ...(form ? Object.keys(form.fields) : [])];
  const whole = { service, contract, names, findExample: () => findExample(service, scope) };
  const [at, key] = form
    ? [['forms', endpoint.form ?? '', 'fields'], undefined]
    : body !== undefined && address.length === 0
      ? [[...path, 'body', 'properties'], undefined]
      : [path, parseMethod(endpoint).method];
  checkNeeded({ ...whole, path: at }, report, key);
  for (const name of address)
    if (getOwn(endpoint.params, name)?.ignored !== true && !isTaken(name, contract) && contract.items !== true)
      report([...path, parseMethod(endpoint).method], messages.droppedInput(service, name, Object.keys(contract.takes)));
  if (form) return checkForm(form, { ...whole, path: at }, [], report);
  checkProperties({ ...whole, path: [...path, 'body', 'properties'] }, properties, report);
}

/** Checks a form that calls a service whose call has a body instead of a form: it is held to the service by what it sends. */
export function checkServiceForm(name: string, form: Form, scope: Scope, report: messages.Report): void {
  const { value: endpoint } = findEndpoint(form.submit.source, scope) ?? {};
  const { service = '', body } = endpoint ?? {};
  const contract = getOwn(services, service);
  if (endpoint === undefined || contract === undefined || endpoint.form !== undefined || body === undefined) return;
  const given = Object.keys(form.submit.with ?? {});
  const sent = listSentFields(form.fields).flatMap(([field, of]) => (of.local === true ? [] : [getSentName(field, of)]));
  const source = {
    service,
    contract,
    path: ['forms', name, 'fields'],
    names: [...given, ...sent],
    findExample: () => findExample(service, scope),
  };
  checkNeeded(source, report);
  checkForm(form, source, Object.keys(asObject(body['properties'])), report, getSentName);
}

/** Finds it among the modules of the same institution, so that what it names can be opened. */
function findExample(service: string, { module, around }: Scope): string | undefined {
  for (const other of around.moduleNames()) {
    const endpoints = other === module ? {} : (around.module(other)?.endpoints ?? {});
    const call = Object.keys(endpoints).find((name) => getOwn(endpoints, name)?.service === service);
    if (call !== undefined) return `${other}:${call}`;
  }
  return undefined;
}

function checkNeeded({ service, contract, path, names, findExample: example }: Source, report: messages.Report, key?: string): void {
  const others = names.filter((name) => getOwn(contract.takes, name) === undefined);
  const miss = (name: string): void =>
    report(key === undefined ? [...path, name] : [...path, key], messages.missingInput(service, name, others, example()));
  for (const [name, { required }] of Object.entries(contract.takes)) if (required && !names.includes(name)) miss(name);
  for (const several of contract.either ?? []) if (!several.some((name) => names.includes(name))) miss(several[0] ?? '');
}

/** @param declared what the body takes besides what the service knows */
function checkForm(
  form: Form,
  { service, contract, path }: Source,
  declared: readonly string[],
  report: messages.Report,
  nameOf = (name: string, _field: FormField): string => name,
): void {
  for (const [name, field] of listSentFields(form.fields)) {
    const [as, at] = [nameOf(name, field), [...path, name]];
    const input = getOwn(contract.takes, as);
    if (input !== undefined) checkInput(at, field, form, { service, as, input, isNeeded: isNeeded(as, contract) }, report);
    else if (
      field.local !== true &&
      field.consent === undefined &&
      field.field !== 'agreement' &&
      !claims.includes(as) &&
      !declared.includes(as)
    )
      checkKept(at, as, field, { service, contract }, report);
  }
}

/** Who asks and of which institution every service hears. */
const isTaken = (name: string, { takes }: ServiceContract): boolean => getOwn(takes, name) !== undefined || claims.includes(name);

const isNeeded = (name: string, { takes, either = [] }: ServiceContract): boolean =>
  getOwn(takes, name)?.required === true || either.some((several) => several.includes(name));

/** A value that a service reads, under the name by which it is read. */
interface Read {
  service: string;
  as: string;
  input: ServiceInput;
  isNeeded: boolean;
}

function checkInput(
  at: readonly string[],
  field: FormField,
  form: Form,
  { service, as, input, isNeeded: needed }: Read,
  report: messages.Report,
): void {
  if (input.field !== undefined && field.field !== input.field)
    return report([...at, 'field'], messages.wrongInputKind(service, as, input.field, field.field));
  const found = describeValue(field);
  if (found !== undefined && found !== input.type)
    return report(field.options === undefined ? [...at, 'field'] : at, messages.wrongInput(service, as, input.type, found));
  if (!needed) return;
  const step = form.steps?.[field.step ?? Object.keys(form.steps)[0] ?? ''];
  for (const key of ['when', 'enabled', 'masked', 'local'] as const)
    if (field[key] !== undefined && (field[key] as unknown) !== false && !(key === 'when' && isReplaced(field, input)))
      return report([...at, key], messages.optionalInput(service, as, key), 'key');
  if (step?.when !== undefined) return report([...at, 'step'], messages.optionalInput(service, as, 'step'));
  if (field.required === undefined && field.field !== 'hidden') report(at, messages.unrequiredInput(service, as), 'key');
}

/** Returns whether a field is away only while what stands for it is filled in. */
const isReplaced = ({ when }: FormField, { unless }: ServiceInput): boolean =>
  unless !== undefined && JSON.stringify(when) === JSON.stringify({ [`/form/${unless}`]: { present: false } });

/** Returns the type of what a field sends; undefined where only the page knows it. */
function describeValue(field: FormField): string | undefined {
  if (field.field === 'hidden') return undefined;
  if (field.fields !== undefined || field.field === 'combobox') return field.field === 'rows' || field.multiple ? 'array' : 'object';
  const values = Object.values(field.options ?? {}).map(({ value }) => value);
  if (field.field !== 'checkboxes' && values.some((value) => typeof value === 'number')) return 'number';
  if (field.field === 'checkbox' || field.field === 'agreement') return 'boolean';
  const { type } = describeField(field);
  // What is chosen of several, and addresses of files, travel as one text.
  return ['number', 'integer'].includes(type) ? type : 'string';
}

function checkKept(
  at: readonly string[],
  name: string,
  field: FormField,
  { service, contract }: Pick<Source, 'service' | 'contract'>,
  report: messages.Report,
): void {
  if (contract.items) return;
  if (contract.keeps !== true) report(at, messages.droppedInput(service, name, Object.keys(contract.takes)), 'key');
  else if (!keptKinds.has(field.field)) report([...at, 'field'], messages.unkeptKind(service, field.field, [...keptKinds]));
}

function checkProperties(
  { service, contract, path }: Source,
  properties: Readonly<Record<string, unknown>>,
  report: messages.Report,
): void {
  for (const [name, property] of Object.entries(properties)) {
    const input = getOwn(contract.takes, name);
    const type = asObject(property)['type'];
    if (input !== undefined && typeof type === 'string' && type !== input.type)
      report([...path, name, 'type'], messages.wrongInput(service, name, input.type, type));
    if (!isTaken(name, contract) && !consents.includes(name) && contract.keeps !== true)
      report([...path, name], messages.droppedInput(service, name, Object.keys(contract.takes)), 'key');
  }
}
