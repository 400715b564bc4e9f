import type { Endpoint } from '../../model/definitions.g';
import { getOwn } from '../../model/json';
import { parsePointer } from '../../model/pointer';
import { findVariables, parseMethod } from '../language/calls';
import * as messages from '../problems/messages';
import type { Scope } from '../scopes/scopes';
import { checkSubject } from './creations';

/** Checks that a call for votes is one for members, says which item is voted for, and has a number to count them in. */
export function checkVoting(path: readonly string[], endpoint: Endpoint, scope: Scope, report: messages.Report): void {
  const { votes } = endpoint;
  if (votes === undefined) return;
  const at = [...path, 'votes'];
  const { method } = parseMethod(endpoint);
  const isFree = endpoint.form === undefined && endpoint.service === undefined && endpoint.creates === undefined;
  if (endpoint.viewer !== true || !isFree || endpoint.body === undefined || (method !== 'post' && method !== 'put'))
    report(at, messages.needsContext('A call for votes', '"post" or "put", "viewer": true and "body", and no "form" or "service"'), 'key');
  const { variables } = findVariables(endpoint);
  if (!variables.includes(votes.id)) report([...at, 'id'], messages.unknownName('variable', votes.id, variables));
  const [name = '', ...deeper] = parsePointer(votes.count);
  const properties = scope.definition.item?.properties;
  if (deeper.length > 0 || getOwn(properties, name)?.type !== 'integer')
    report([...at, 'count'], messages.needsContext('"count"', 'a field of the item itself of the type integer'));
  if (votes.about === undefined) return;
  checkSubject([...at, 'about'], { ...votes.about, places: undefined }, scope, report);
  const known = Object.keys(properties ?? {});
  if (!known.includes(votes.about.id)) report([...at, 'about', 'id'], messages.unknownName('field', votes.about.id, known));
  if (votes.about.places !== undefined)
    report([...at, 'about', 'places'], messages.needsContext('"places"', 'a call with "creates", for votes take none'), 'key');
}
