import type { Property } from '../../model/definitions.g';
import type { ClientEndpoint, CompiledEndpoint, CompiledPage, CompiledPortal } from '../../model/compiled';

/** The endpoints that a page may call, its services included, as the browser needs them. */
export function endpointsOf(portal: CompiledPortal, compiled: CompiledPage): Record<string, ClientEndpoint> {
  const services = servicesOf(compiled);
  const out: Record<string, ClientEndpoint> = {};
  for (const endpoint of Object.values(portal.endpoints)) {
    if (compiled.endpoints.includes(endpoint.name) || (endpoint.service !== undefined && services.has(endpoint.service))) out[endpoint.name] = clientEndpoint(endpoint);
  }
  return out;
}

/** Filters, code lists and lookups are answered by services that the page does not name. */
function servicesOf({ page, codelists }: CompiledPage): Set<string> {
  const services = new Set<string>();
  if (Object.keys(page.lookups ?? {}).length > 0) services.add('site.slot');
  const filters = page.kind === 'list' ? Object.values(page.filters ?? {}) : [];
  if (filters.some((filter) => filter.types || filter.dictionary !== undefined) || Object.values(codelists).some((codelist) => codelist.types || codelist.dictionary !== undefined)) services.add('site.choices');
  if (filters.some((filter) => filter.areas)) services.add('site.areas');
  return services;
}

const slim = new WeakMap<CompiledEndpoint, ClientEndpoint>();

/** What a browser needs of an endpoint to make the call and to read the reply: words for authors stay behind. */
export function clientEndpoint(endpoint: CompiledEndpoint): ClientEndpoint {
  const known = slim.get(endpoint);
  if (known) return known;
  const { name, method, template, variables, params, paging, ok, rows, total, item, message, error, encode, rename, shape, service, viewer, binary } = endpoint;
  const made: ClientEndpoint = {
    name, method, template, variables, paging, ok, rows, total, item, message, error, encode, rename, service, viewer, binary,
    params: Object.fromEntries(Object.entries(params).map(([key, { description: _description, ...param }]) => [key, param])),
    shape: { properties: slimProperties(shape.properties) },
  };
  slim.set(endpoint, made);
  return made;
}

function slimProperties(properties: Readonly<Record<string, Property>>): Record<string, Property> {
  return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, slimProperty(property)]));
}

function slimProperty({ type, items, properties }: Property): Property {
  return { type, ...(items ? { items: slimProperty(items) } : {}), ...(properties ? { properties: slimProperties(properties) } : {}) };
}
