import type { CompiledEndpoint, CompiledParam } from '../../model/compiled';
import { parseTime, resolvePeriod, toPhaseCode } from '../../runtime/time';
import { parseCoordinate } from '../../runtime/coordinate';
import { RequestError } from './errors';

/** The parameters of a request, checked: by name, as text; those left empty are absent. */
export type Parameters = ReadonlyMap<string, string>;

const maxLength = 2000;

/**
 * Checks a request's path variables and query against its endpoint's declaration. What no definition declares is refused:
 * an undeclared filter would answer questions that nobody decided to answer.
 * @throws RequestError 400 for a parameter that is unknown, given twice, too long, missing or not of its type
 */
export function readParameters(
  endpoint: CompiledEndpoint,
  path: Readonly<Record<string, string | undefined>>,
  query: URLSearchParams,
  now: number,
): Parameters {
  const given = new Map<string, string>();
  for (const [name, value] of query) {
    if (!endpoint.variables.includes(name)) throw new RequestError('unknownParameter', { name: name.slice(0, 40) });
    if (given.has(name)) throw new RequestError('repeatedParameter', { name });
    if (value.length > maxLength || value.includes('\u0000')) throw new RequestError('invalidParameter', { name });
    if (value !== '') given.set(name, value);
  }
  for (const [name, value] of Object.entries(path)) if (value !== undefined && value !== '') given.set(name, value);
  for (const param of Object.values(endpoint.params)) checkParameter(param, given, now);
  return given;
}

function checkParameter(param: CompiledParam, given: Map<string, string>, now: number): void {
  const value = given.get(param.name) ?? (param.default === undefined ? undefined : String(param.default));
  if (value === undefined) {
    if (param.required) throw new RequestError('missingParameter', { name: param.name });
    return;
  }
  given.set(param.name, value);
  if (!param.ignored && !isValid(param, value, now)) throw new RequestError('invalidParameter', { name: param.name });
}

function isValid(param: CompiledParam, value: string, now: number): boolean {
  if (param.near) return parseCoordinate(value) !== undefined;
  if (param.range !== undefined) return resolvePeriod(param.range, value, now) !== undefined;
  if (param.phase !== undefined) return ([0, 1, 2] as const).some((phase) => String(toPhaseCode(phase, param.codes)) === value);
  if (param.sort !== undefined) return value === 'asc' || value === 'desc';
  if (param.match === 'from' || param.match === 'to') return parseTime(value) !== undefined || isNumber(value);
  if (param.match === 'contains') return value.length <= 100;
  const values = param.match === 'any' ? value.split(',') : [value];
  if (param.type === 'integer') return values.every((entry) => /^-?\d{1,15}$/.test(entry));
  return param.type === 'number' ? values.every(isNumber) : values.length <= 200;
}

const isNumber = (value: string): boolean => /^-?\d{1,15}(\.\d{1,6})?$/.test(value);

/** A page of rows: how many, and how many before it. */
export interface Window {
  limit: number;
  offset: number;
}

const maxPageSize = 1000;

/**
 * Returns the page that a request asks for. Without a size everything is answered, up to the largest page.
 * @throws RequestError 400 for a page or a size that is not a positive whole number, or too large
 */
export function readWindow(endpoint: CompiledEndpoint, parameters: Parameters): Window {
  const { paging } = endpoint;
  if (!paging) return { limit: maxPageSize, offset: 0 };
  const max = paging.max ?? maxPageSize;
  const page = readPositive(paging.page, parameters.get(paging.page), 1, 1_000_000);
  const limit = readPositive(paging.size, parameters.get(paging.size), max, max);
  return { limit, offset: (page - 1) * limit };
}

function readPositive(name: string, value: string | undefined, byDefault: number, max: number): number {
  if (value === undefined) return byDefault;
  const number = /^\d{1,7}$/.test(value) ? Number(value) : 0;
  if (number < 1 || number > max) throw new RequestError('invalidParameter', { name });
  return number;
}
