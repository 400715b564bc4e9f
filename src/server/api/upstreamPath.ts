import { expandTemplate } from '../../runtime/template';
import { RequestError } from './errors';
import type { Parameters } from './parameters';
import type { Match } from './router';

const controls = /[\u0000-\u001f\u007f]/;

/**
 * Returns the path and query by which an institution's own back end is asked: the declared template with the checked parameters in their
 * places, percent-encoded. Nothing of the address that the visitor wrote is passed on, so that it leads to declared calls alone.
 * @throws RequestError 400 for a control character, and for a value in the path that a server could take for more than one name or for a
 * dot segment (RFC 3986, 3.3), however often it is percent-encoded
 */
export function buildUpstreamPath({ endpoint, variables }: Match, parameters: Parameters): string {
  for (const [name, value = ''] of Object.entries(variables)) checkPathValue(name, value);
  for (const [name, value] of parameters) checkQueryValue(name, value);
  return expandTemplate(endpoint.template, Object.fromEntries(parameters));
}

/** @throws RequestError 400 for a value that a server could take for more than one name of a path, or for none */
export function checkPathValue(name: string, value: string): void {
  if (!isName(value)) throw new RequestError('invalidParameter', { name });
}

/** @throws RequestError 400 for a control character */
export function checkQueryValue(name: string, value: string): void {
  if (controls.test(value)) throw new RequestError('invalidParameter', { name });
}

/**
 * Returns the address of a call below the base of a back end.
 * @throws Error where a template would lead out of it
 */
export function joinAddress(base: string, path: string): URL {
  const [start, address] = [new URL(base), new URL(base.replace(/\/$/, '') + path)];
  const folder = start.pathname.endsWith('/') ? start.pathname : `${start.pathname}/`;
  if (!path.startsWith('/') || address.origin !== start.origin || !address.pathname.startsWith(folder))
    throw new Error('the address of the call leads out of the base of the back end');
  return address;
}

/** What follows a semicolon some servers take for parameters of the segment. */
function isName(value: string): boolean {
  if (value === '' || /[/\\]/.test(value) || controls.test(value) || /^\.\.?(;|$)/.test(value)) return false;
  const decoded = value.replace(/%[0-9a-fA-F]{2}/g, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
  return decoded === value || isName(decoded);
}
