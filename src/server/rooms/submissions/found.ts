import type { Queryable } from '../../../database/connection';
import { findExistingIds } from '../../../database/content/items';
import type { CompiledPortal } from '../../../model/compiled';
import type { Form } from '../../../model/definitions.g';
import { asObjects, asText, type JsonObject } from '../../../model/json';
import { chooseMessage } from '../../../runtime/formCheck';
import { listPlaces } from '../../../runtime/nested';
import { createSiteRoots } from '../../../runtime/roots';
import { formatText } from '../../../runtime/text';
import { RequestError } from '../../api/errors';

/**
 * Checks that the records that were found by typing are published items; where a service answers the search nobody here knows.
 * @throws RequestError 400 with the words of the fields, by their paths
 */
export async function checkFound(tx: Queryable, portal: CompiledPortal, form: Form, values: JsonObject, now: number): Promise<void> {
  const scope = createSiteRoots({ ...portal.settings, texts: portal.texts }, now, {});
  const places = listPlaces(form.fields, values, { ...scope, form: values }).flatMap((place) => {
    const endpoint = portal.endpoints[place.field.find?.source ?? ''];
    if (!endpoint || endpoint.service !== undefined) return [];
    const ids = asObjects(Array.isArray(place.value) ? place.value : [place.value]).map(({ id }) => asText(id));
    return ids.length === 0 ? [] : [{ ...place, ids, module: endpoint.module }];
  });
  const known = new Map<string, Set<string>>();
  for (const module of new Set(places.map((place) => place.module))) {
    const ids = places.flatMap((place) => (place.module === module ? place.ids : []));
    known.set(module, await findExistingIds(tx, portal.tenant, [module], [...new Set(ids)], 'published'));
  }
  const wrong = places.filter(({ ids, module }) => ids.some((id) => known.get(module)?.has(id) !== true));
  if (wrong.length === 0) return;
  const errors = Object.fromEntries(
    wrong.map(({ path, field, scope: at }) => [path, formatText(chooseMessage(field, 'enum'), at, portal.patterns)]),
  );
  throw new RequestError('invalidBody', {}, { message: Object.values(errors)[0], errors });
}
