import type { Endpoint } from '../../model/definitions.g';
import { findEndpoint } from '../language/names';
import * as messages from '../problems/messages';
import type { Scope } from '../scopes/scopes';
import { describeItem, followReference, type Shape } from '../scopes/shapes';
import { isOfItems } from './params';

/** Warns of fields that a reply carries where it carries another one: the later takes the place of the earlier, in the order of writing. */
export function checkRenames(path: readonly string[], endpoint: Endpoint, scope: Scope, report: messages.Report): void {
  if (!isOfItems(endpoint, scope.definition.backend)) return;
  checkPlaces([...path, 'rename'], endpoint, describeItem(scope.definition.item), report);
  for (const [name, { source, rename }] of Object.entries(endpoint.include ?? {})) {
    const listed = findEndpoint(source, scope)?.definition.item;
    checkPlaces([...path, 'include', name, 'rename'], { rename }, describeItem(listed), report);
  }
}

function checkPlaces(
  path: readonly string[],
  { rename = {}, omit = [] }: Pick<Endpoint, 'rename' | 'omit'>,
  item: Shape,
  report: messages.Report,
): void {
  const gone = new Set(omit);
  for (const [field, place] of Object.entries(rename)) {
    gone.add(field);
    const { shape } = followReference(item, place, false);
    if (shape && !shape.open && !gone.has(place)) report([...path, field], messages.takenPlace(place));
    gone.delete(place);
  }
}
