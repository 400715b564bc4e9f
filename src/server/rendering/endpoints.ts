import type { ClientEndpoint, CompiledEndpoint, CompiledPage, CompiledPortal } from '../../model/compiled';
import type { Property } from '../../model/definitions.g';
import { findStatefulLists } from '../../runtime/lists';
import { findMapSections } from '../../runtime/sections';

/** Returns the endpoints that a page may call, its services included, as the browser needs them. */
export function collectEndpoints(portal: CompiledPortal, compiled: CompiledPage): Record<string, ClientEndpoint> {
  const services = collectServices(compiled);
  const out: Record<string, ClientEndpoint> = {};
  for (const endpoint of Object.values(portal.endpoints)) {
    if (compiled.endpoints.includes(endpoint.name) || (endpoint.service !== undefined && services.has(endpoint.service)))
      out[endpoint.name] = toClientEndpoint(endpoint);
  }
  return out;
}

/**
 * Returns whether a call that a page's data come from is to be revalidated, and with it the page. What is being filled in is left alone: a
 * form.
 */
export function isRevalidated(portal: CompiledPortal, { definition: page }: CompiledPage): boolean {
  if (page.kind === 'form') return false;
  return [page, ...Object.values(page.loads ?? {})]
    .flatMap((part) => [...('source' in part ? [part.source] : []), ...Object.values(part.joins ?? {}).map(({ source }) => source)])
    .some((source) => portal.endpoints[source]?.revalidate === true);
}

/** Filters, code lists, lookups and questions for uploads under way are answered by services that the page does not name. */
function collectServices({ definition, codelists, forms }: CompiledPage): Set<string> {
  const services = new Set<string>();
  for (const lookup of Object.values(definition.lookups ?? {})) services.add(lookup.routeId === undefined ? 'site.slot' : 'site.menu');
  const filters = findStatefulLists(definition).flatMap(({ list }) => Object.values(list.filters ?? {}));
  if (findMapSections(definition).some(({ categories }) => categories !== undefined)) services.add('site.choices');
  if (
    filters.some((filter) => filter.types || filter.dictionary !== undefined) ||
    Object.values(codelists).some((codelist) => codelist.types || codelist.dictionary !== undefined)
  )
    services.add('site.choices');
  if (filters.some((filter) => filter.areas)) services.add('site.areas');
  if (Object.values(forms).some(({ fields }) => Object.values(fields).some(({ upload }) => upload))) services.add('uploads.status');
  return services;
}

const slim = new WeakMap<CompiledEndpoint, ClientEndpoint>();

/** Returns what a browser needs of an endpoint to make the call and to read the reply: words for authors stay behind. */
function toClientEndpoint(endpoint: CompiledEndpoint): ClientEndpoint {
  const known = slim.get(endpoint);
  if (known) return known;
  const {
    name,
    method,
    template,
    variables,
    params,
    paging,
    ok,
    rows,
    total,
    counts,
    item,
    message,
    error,
    encode,
    rename,
    shape,
    service,
    viewer,
    revalidate,
    binary,
    alternative,
    proof,
    include,
  } = endpoint;
  const made: ClientEndpoint = {
    name,
    method,
    template,
    variables,
    paging,
    ok,
    rows,
    total,
    counts,
    item,
    message,
    error,
    encode,
    rename,
    service,
    viewer,
    revalidate,
    binary,
    alternative,
    proof,
    params: Object.fromEntries(Object.entries(params).map(([key, { description: _description, ...param }]) => [key, param])),
    shape: { properties: slimProperties(shape.properties) },
    ...(include
      ? {
          include: Object.fromEntries(
            Object.entries(include).map(([key, list]) => [key, { ...list, shape: { properties: slimProperties(list.shape.properties) } }]),
          ),
        }
      : {}),
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

const byService = new WeakMap<CompiledPortal, Map<string, ClientEndpoint>>();

/** Returns the endpoint that a built-in service answers: the first where several are. */
export function findServiceEndpoint(portal: CompiledPortal, service: string): ClientEndpoint | undefined {
  const known = byService.get(portal);
  if (known) return known.get(service);
  const found = new Map<string, ClientEndpoint>();
  for (const endpoint of Object.values(portal.endpoints))
    if (endpoint.service !== undefined && !found.has(endpoint.service)) found.set(endpoint.service, toClientEndpoint(endpoint));
  byService.set(portal, found);
  return found.get(service);
}
