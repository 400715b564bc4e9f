import type { Endpoint, Upstream } from '../../model/definitions.g';
import type { Controls } from '../../runtime/lists';
import type { MemberPart } from './document';
import { parseUriTemplate } from './uriTemplate';

/** Returns the method of a call and its template. */
export function parseMethod(endpoint: Endpoint): { method: 'get' | 'post' | 'put' | 'delete'; template: string } {
  if (endpoint.post !== undefined) return { method: 'post', template: endpoint.post };
  if (endpoint.put !== undefined) return { method: 'put', template: endpoint.put };
  if (endpoint.delete !== undefined) return { method: 'delete', template: endpoint.delete };
  return { method: 'get', template: appendParams(endpoint.get ?? '', endpoint) };
}

/** Returns the method and template of a call at an institution's own back end: its own, else those that are declared. */
export function parseUpstream(upstream: Upstream, endpoint: Endpoint): ReturnType<typeof parseMethod> {
  const { post, put, delete: remove, get } = upstream;
  const own = [post, put, remove, get].some((address) => address !== undefined);
  const { method, template } = own ? parseMethod({ get, post, put, delete: remove }) : parseMethod(endpoint);
  const { page, offset, cursor, size } = upstream.paging ?? {};
  const paging = [page ?? offset ?? cursor, size].filter((name) => name !== undefined);
  const further = Object.fromEntries([...Object.keys(upstream.params ?? {}), ...paging].map((name) => [name, {}]));
  const rooted = template.startsWith('/') ? template : `/${template}`;
  return { method, template: method === 'get' || method === 'delete' ? appendParams(rooted, { params: further }) : rooted };
}

/** Returns the address of a reading call with the parameters that it declares and the template leaves out, as an institution adds them. */
function appendParams(template: string, endpoint: Endpoint): string {
  const { variables } = parseVariables(template);
  const further = [...Object.keys(endpoint.params ?? {}), ...(endpoint.counts ? [endpoint.counts.param] : [])]
    .filter((name) => !variables.includes(name))
    .join(',');
  if (further === '') return template;
  if (/\{[?&][^{}]*\}$/.test(template)) return `${template.slice(0, -1)},${further}}`;
  return `${template}{${template.includes('?') ? '&' : '?'}${further}}`;
}

/** Returns the variables that a template itself names. */
export function parseVariables(template: string): { variables: string[]; inPath: string[] } {
  const parsed = parseUriTemplate(template);
  return typeof parsed === 'string' ? { variables: [], inPath: [] } : parsed;
}

/** Returns the variables of a call's template; none when the template is malformed. */
export const findVariables = (endpoint: Endpoint): { variables: string[]; inPath: string[] } =>
  parseVariables(parseMethod(endpoint).template);

/**
 * Returns the variables without which a call cannot be made: those of its path and its required parameters. Only these are looked for
 * in the item and the query when a page does not name them; an optional one, such as a search for a title, must be asked for
 * with `with`, or a list of related items would find the item itself alone.
 */
export function findNeededVariables(endpoint: Endpoint): string[] {
  const required = Object.entries(endpoint.params ?? {})
    .filter(([, param]) => param.required === true && param.default === undefined)
    .map(([name]) => name);
  return [...new Set([...findVariables(endpoint).inPath, ...required])];
}

/** Returns the parameters of a list's endpoint that its controls send, and where each is named, relative to the page or load. */
export function findControlParams(list: Controls): { param: string; at: string[]; part: MemberPart }[] {
  const value = (param: string | undefined, ...at: string[]): { param: string; at: string[]; part: MemberPart }[] =>
    param === undefined ? [] : [{ param, at, part: 'value' }];
  const filters = Object.entries(list.filters ?? {}).flatMap(([name, { param, dates, numbers }]) => [
    ...value(param, 'filters', name, 'param'),
    ...value(dates?.from, 'filters', name, 'dates', 'from'),
    ...value(dates?.to, 'filters', name, 'dates', 'to'),
    ...value(numbers?.from, 'filters', name, 'numbers', 'from'),
    ...value(numbers?.to, 'filters', name, 'numbers', 'to'),
  ]);
  const fields = Object.entries(list.search?.fields ?? {});
  const search = fields.flatMap(([name, { param }]) => value(param, 'search', 'fields', name, 'param'));
  const slices = (['sorts', 'tabs'] as const).flatMap((key) =>
    Object.entries(list[key] ?? {}).flatMap(([name, slice]) =>
      Object.keys(slice.with ?? {}).map((param) => ({ param, at: [key, name, 'with', param], part: 'key' as const })),
    ),
  );
  return [...filters, ...search, ...slices];
}
