import { editText } from '../../../definitions/settings/editText';
import { mayChange } from '../../../definitions/settings/groups';
import { applyEdits, type Edit, planPatch } from '../../../definitions/settings/planPatch';
import { getOwn, isObject, type Json, type JsonObject } from '../../../model/json';
import { parsePointer, resolveTokens } from '../../../model/pointer';
import { RequestError } from '../../api/errors';
import { hideForeign } from './form';
import type { SettingsStand } from './stand';

/** What a file becomes. */
export interface Plan {
  text: string;
  /** The change alone, as a JSON Merge Patch on the file. */
  patch: JsonObject;
}

const fresh = '{\n}\n';

/**
 * Returns what a file of an institution becomes when its settings are to be others.
 * @param values what the parts of the group are to be, by their places; one that is missing is to be gone
 * @throws RequestError 400 for values that are none, 403 for what staff may not change, 409 where nothing would change
 */
export function planChange({ group, file, own, stand, text }: SettingsStand, values: Readonly<Record<string, Json>>): Plan {
  const edits = group.parts.flatMap((part) => planPart(group.kind, part, { file, own: own ?? {}, stand }, getOwn(values, part)));
  const foreign = edits.find((edit) => !listLeaves(edit).every((path) => mayChange(file, path)));
  if (foreign) throw new RequestError('staffMayNot');
  if (edits.length === 0) throw new RequestError('settingsSame');
  const next = editText(text ?? fresh, edits);
  return { text: next, patch: toPatch(own ?? {}, applyEdits(own, edits), edits) };
}

function planPart(
  kind: SettingsStand['group']['kind'],
  part: string,
  { file, own, stand }: Pick<SettingsStand, 'file' | 'stand'> & { own: JsonObject },
  desired: Json | undefined,
): Edit[] {
  if (kind === undefined) return planPatch(parsePointer(part), stand, desired);
  if (!isObject(desired)) throw new RequestError('invalidBody');
  if (kind === 'texts') {
    const { $schema, description, ...words } = own;
    const kept = { ...($schema === undefined ? {} : { $schema }), ...(description === undefined ? {} : { description }) };
    // What is as the platform has it stands in no file.
    const changed = Object.fromEntries(Object.entries(desired).filter(([key, value]) => resolveTokens(stand.base, [key]) !== value));
    return planPatch([], { base: undefined, own, current: { ...kept, ...words } }, { ...kept, ...changed });
  }
  const shown = hideForeign(file, own);
  const edits = planPatch([], { base: undefined, own: shown, current: shown }, desired);
  // Where something that is not shown stands too, the rest stays.
  return edits.filter((edit) => !('order' in edit) || edit.path.length > 0);
}

/** Returns the paths of all values that a change touches. */
function listLeaves(edit: Edit): (readonly string[])[] {
  if ('order' in edit) return [];
  const visit = (path: readonly string[], value: Json | undefined): (readonly string[])[] =>
    isObject(value) && Object.keys(value).length > 0
      ? Object.entries(value).flatMap(([key, member]) => visit([...path, key], member))
      : [path];
  return visit(edit.path, edit.value);
}

/** Returns what makes one text of a file the other, as a merge patch that somebody could lay on it. */
function toPatch(before: JsonObject, after: JsonObject, edits: readonly Edit[]): JsonObject {
  const patch: JsonObject = {};
  for (const { path } of edits) {
    let place = patch;
    for (const token of path.slice(0, -1)) {
      const next = getOwn(place, token);
      place = isObject(next) ? next : (place[token] = {});
    }
    const last = path.at(-1) ?? '';
    const [was, is] = [resolveTokens(before, path), resolveTokens(after, path)];
    if (is !== undefined) place[last] = is;
    else if (was !== undefined) place[last] = null;
  }
  return patch;
}
