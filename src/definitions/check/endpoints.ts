import type { Endpoint } from '../../model/definitions.g';
import { parseMethod, findVariables, parseVariables } from '../language/calls';
import type { Locate, MemberPart } from '../language/document';
import { getOwn } from '../../model/json';
import { parsePointer } from '../../model/pointer';
import { services } from '../../model/services';
import { checkCreation } from './creations';
import { checkRanges } from './params';
import { checkRenames } from './renames';
import { checkVoting } from './votes';
import * as messages from '../problems/messages';
import { findNearest } from '../problems/wording';
import { findUnsafeReason } from './safePattern';
import { checkService } from './services';
import type { Scope } from '../scopes/scopes';
import { isPaging } from '../scopes/slots';
import type { Place } from '../language/walk';
import { checkUpstream } from './upstream';

/**
 * Checks what the keys of one call say of each other: that its parameters are in its address and that its reply can be written as it
 * is read.
 */
export function checkEndpoint(place: Place, scope: Scope, report: messages.Report, locate: Locate): void {
  const endpoint = getOwn(scope.definition.endpoints, place.path.at(-1) ?? '');
  if (endpoint === undefined) return;
  checkParams(place.path, endpoint, report);
  checkRanges(place.path, endpoint, scope.definition, report);
  const { method } = parseMethod(endpoint);
  if (endpoint.multipart && (method === 'get' || method === 'delete'))
    report([...place.path, 'multipart'], messages.needsContext('A call that takes files', '"post" or "put"'));
  if (endpoint.query === true && (method !== 'post' || !endpoint.creates || endpoint.multipart))
    report([...place.path, 'query'], messages.needsContext('A call that may come as a query', '"post" and "creates"'), 'key');
  checkIncludes(place.path, endpoint, scope, report);
  checkRenames(place.path, endpoint, scope, report);
  checkCreation(place.path, endpoint, scope, report);
  checkVoting(place.path, endpoint, scope, report);
  checkCounted(place.path, endpoint, report);
  for (const [name, { near }] of Object.entries(endpoint.params ?? {}))
    if (near && scope.definition.roles?.coordinate === undefined)
      report([...place.path, 'params', name, 'near'], messages.needsContext('"near"', 'a role "coordinate" of its module'), 'key');
  checkReply(place.path, endpoint, report, locate);
  checkUpstream(place.path, endpoint, report);
  checkBodyPatterns([...place.path, 'body'], endpoint.body ?? {}, report);
  checkService(place.path, endpoint, scope, report);
}

/** Only items that a call finds itself are grouped by a value of theirs, or by its year; other periods, ends and texts within texts are no values. */
function checkCounted(path: readonly string[], endpoint: Endpoint, report: messages.Report): void {
  const ofService = endpoint.service === undefined ? undefined : (getOwn(services, endpoint.service)?.counts ?? []);
  if (endpoint.counts !== undefined && (ofService?.length === 0 || endpoint.rows === undefined || endpoint.own !== undefined))
    report(
      [...path, 'counts'],
      messages.needsContext('"counts" of a call', '"rows", without "own" and a "service" that counts nothing'),
      'key',
    );
  for (const [name, { counted, field, match = 'equals', range, until }] of Object.entries(endpoint.params ?? {})) {
    if (counted !== true) continue;
    if (endpoint.counts === undefined)
      report([...path, 'params', name, 'counted'], messages.needsContext('"counted"', '"counts" of its call'), 'key');
    else if (ofService) {
      if (!ofService.includes(name))
        report([...path, 'params', name, 'counted'], messages.needsContext('"counted"', 'a parameter that the service counts'), 'key');
    } else if (
      field === undefined ||
      field === '/id' ||
      (range !== undefined && range !== 'year') ||
      until !== undefined ||
      (match !== 'equals' && match !== 'any')
    )
      report(
        [...path, 'params', name, 'counted'],
        messages.needsContext('"counted"', 'a "field" that is matched by "equals" or "any", or by a "range" of "year" without "until"'),
        'key',
      );
  }
}

/** Checks every regular expression of a body's schema; the names of properties are no keywords. */
function checkBodyPatterns(path: readonly string[], schema: object, report: messages.Report, named = false): void {
  for (const [key, part] of Object.entries(schema) as [string, unknown][]) {
    const keyword = named ? undefined : key;
    const reason = keyword === 'pattern' && typeof part === 'string' ? findUnsafeReason(part) : undefined;
    if (reason !== undefined) report([...path, key], messages.badRegularExpression(reason));
    if (keyword === 'patternProperties') report([...path, key], messages.badRegularExpression('properties are named, not matched'), 'key');
    if (typeof part === 'object' && part !== null) checkBodyPatterns([...path, key], part, report, keyword === 'properties');
  }
}

/** A list goes along with one item, under a name that the item has no field of. */
function checkIncludes(path: readonly string[], endpoint: Endpoint, scope: Scope, report: messages.Report): void {
  if (endpoint.include !== undefined && endpoint.item === undefined)
    report([...path, 'include'], messages.needsContext('A call with lists of other modules', '"item"'), 'key');
  for (const name of Object.keys(endpoint.include ?? {}))
    if (getOwn(scope.definition.item?.properties, name) !== undefined) report([...path, 'include', name], messages.takenName(name), 'key');
}

function checkParams(path: readonly string[], endpoint: Endpoint, report: messages.Report): void {
  const { method } = parseMethod(endpoint);
  const { variables } = findVariables(endpoint);
  // The body of a writing call carries parameters that its address does not show.
  if (method === 'post' || method === 'put') return;
  // What the address does not name is carried after it, unless it is another spelling of what the address names.
  const written = parseVariables(endpoint.get ?? endpoint.delete ?? '').variables;
  const meaningOf = (name: string): unknown => getOwn(endpoint.params, name)?.field ?? getOwn(endpoint.params, name)?.sort;
  for (const name of Object.keys(endpoint.params ?? {}).filter((param) => !written.includes(param))) {
    const same = written.filter(
      (other) => !isPaging(endpoint, other) && (getOwn(endpoint.params, other) === undefined || meaningOf(other) === meaningOf(name)),
    );
    if (!variables.includes(name) || findNearest(name, same) !== undefined)
      report([...path, 'params', name], messages.unknownName('parameter', name, written), 'key');
  }
  for (const key of ['page', 'size'] as const) {
    const name = endpoint.paging?.[key];
    if (name !== undefined && !variables.includes(name))
      report([...path, 'paging', key], messages.unknownName('parameter', name, variables));
  }
}

/**
 * Checks that the reply can be written: the built-in back end answers by the same declaration turned around, so every place must be
 * writable and none may hold another; but an item may hold what tells of success, such as its status.
 */
function checkReply(path: readonly string[], endpoint: Endpoint, report: messages.Report, locate: Locate): void {
  const { ok = {}, include = {} } = endpoint;
  const places: { key: string; reference: string; at: string[]; part?: MemberPart }[] = [
    ...Object.keys(ok).map((reference) => ({ key: 'ok', reference, at: [...path, 'ok', reference], part: 'key' as const })),
    ...(['rows', 'total', 'item', 'message'] as const).flatMap((key) =>
      endpoint[key] === undefined ? [] : [{ key, reference: endpoint[key], at: [...path, key] }],
    ),
    ...(endpoint.counts ? [{ key: 'counts', reference: endpoint.counts.at, at: [...path, 'counts', 'at'] }] : []),
    ...Object.entries(include).map(([key, { at }]) => ({ key, reference: at, at: [...path, 'include', key, 'at'] })),
  ];
  for (const [index, place] of places.entries()) {
    const bad = parsePointer(place.reference).some((token) => token === '' || /^\d+$/.test(token));
    if (bad) report(place.at, messages.unwritableReply(place.reference), place.part);
    const isToldWithin = (other: (typeof places)[number]): boolean =>
      place.key === 'item' && other.key === 'ok' && other.reference.startsWith(`${place.reference}/`);
    const other = places.slice(0, index).find((each) => overlaps(each.reference, place.reference) && !isToldWithin(each));
    if (other !== undefined) report(place.at, messages.overlappingReply(place.key, other.key, locate(other.at)), place.part);
  }
}

const overlaps = (a: string, b: string): boolean => a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`);
