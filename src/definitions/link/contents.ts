import type { TenantSettings } from '../../model/definitions.g';
import type { Problem } from '../../model/problem';
import type { Locate } from '../language/document';
import type { ModuleLinks } from './links';
import { formatPointer } from '../../model/pointer';
import * as messages from '../problems/messages';

/**
 * Warns of dictionaries and ad slots that a module asks for and the settings, with those that every institution starts from, do not have:
 * nothing ever comes of them. An institution's own back end has its own, of which nothing is known here.
 */
export function checkContents(
  { dictionaries = {}, slots = {}, backend }: TenantSettings,
  { contents }: ModuleLinks,
  locate: Locate,
): Problem[] {
  if (backend !== undefined) return [];
  const known = { dictionary: Object.keys(dictionaries), slot: Object.keys(slots) };
  return contents
    .filter(({ kind, name }) => !known[kind].includes(name))
    .map(({ kind, name, path }) => messages.problem(locate(path), formatPointer(path), messages.noSuchContent(kind, name, known[kind])));
}
