import type { Endpoint, Upstream, UpstreamField } from '../../model/definitions.g';
import { parsePointer } from '../../model/pointer';
import { namesDay } from '../../runtime/upstreamTime';
import { toUpstreamValue } from '../../runtime/upstreamValue';
import { findVariables, parseUpstream, parseVariables } from '../language/calls';
import * as messages from '../problems/messages';

/** Checks what a call says of how it looks at an institution's own back end. */
export function checkUpstream(path: readonly string[], endpoint: Endpoint, report: messages.Report): void {
  const { upstream } = endpoint;
  if (upstream === undefined) return;
  const at = [...path, 'upstream'];
  if (endpoint.multipart || endpoint.binary)
    report(
      at,
      messages.needsContext('A call that is translated', 'a body and a reply in JSON, so neither "multipart" nor "binary"'),
      'key',
    );
  checkAddress(at, upstream, endpoint, report);
  checkPaging(at, upstream, endpoint, report);
  for (const key of ['rows', 'key', 'total', 'more'] as const)
    if (upstream[key] !== undefined && endpoint.rows === undefined)
      report([...at, key], messages.needsContext(`"${key}"`, '"rows" in the call itself'), 'key');
  if (upstream.item !== undefined && endpoint.item === undefined)
    report([...at, 'item'], messages.needsContext('"item"', '"item" in the call itself'), 'key');
  if (upstream.errors !== undefined && upstream.error === undefined)
    report([...at, 'errors'], messages.needsContext('"errors"', '"error"'), 'key');
  for (const key of ['params', 'body', 'fields'] as const) checkFields([...at, key], upstream[key] ?? {}, report);
}

/** Every variable needs a value, and the address has to stay below the base. */
function checkAddress(at: readonly string[], upstream: Upstream, endpoint: Endpoint, report: messages.Report): void {
  const own = (['get', 'post', 'put', 'delete'] as const).find((key) => upstream[key] !== undefined);
  const { method, template } = parseUpstream(upstream, endpoint);
  const { page, offset, cursor, size } = upstream.paging ?? {};
  const carried = findVariables(endpoint).variables;
  const known = [...Object.keys(upstream.params ?? {}), ...[page, offset, cursor, size].filter((name) => name !== undefined), ...carried];
  if (own !== undefined) {
    if (/^\/\/|\\|(^|\/)\.\.?(\/|$)|#/.test(template.replace(/\{[^{}]*\}/g, '')))
      report([...at, own], messages.badTemplate('it leads out of the address of the back end'));
    for (const name of parseVariables(template).variables)
      if (!known.includes(name)) report([...at, own], messages.unknownName('parameter', name, known));
  }
  const isWriting = endpoint.post !== undefined || endpoint.put !== undefined;
  for (const [name, field] of Object.entries(upstream.params ?? {})) {
    const from = parsePointer(toUpstreamValue(field).at ?? '')[0];
    if (isWriting || from === undefined || from === 'viewer' || carried.includes(from)) continue;
    report([...at, 'params', name, ...(typeof field === 'string' ? [] : ['at'])], messages.unknownName('parameter', from, carried));
  }
  if (upstream.body !== undefined && (method === 'get' || method === 'delete'))
    report([...at, 'body'], messages.needsContext('A body', '"post" or "put"'), 'key');
}

function checkPaging(at: readonly string[], { paging }: Upstream, endpoint: Endpoint, report: messages.Report): void {
  if (paging === undefined) return;
  if (endpoint.paging === undefined)
    report([...at, 'paging'], messages.needsContext('Paging at the back end', '"paging" in the call itself'), 'key');
  if ((paging.cursor === undefined) !== (paging.next === undefined))
    report([...at, 'paging'], messages.needsContext('"cursor"', '"next", and "next" needs "cursor"'), 'key');
  if (paging.first !== undefined && paging.page === undefined)
    report([...at, 'paging', 'first'], messages.needsContext('"first"', '"page"'), 'key');
}

function checkFields(at: readonly string[], fields: Readonly<Record<string, UpstreamField>>, report: messages.Report): void {
  for (const [name, field] of Object.entries(fields)) {
    const value = toUpstreamValue(field);
    const place = [...at, name];
    if (value.time !== undefined && !namesDay(value.time)) report([...place, 'time'], messages.badTimeForm(value.time));
    if (value.otherwise !== undefined && value.values === undefined)
      report([...place, 'otherwise'], messages.needsContext('"otherwise"', '"values"'), 'key');
    if (value.fields) checkFields([...place, 'fields'], value.fields, report);
  }
}
