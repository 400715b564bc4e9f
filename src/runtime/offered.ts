import { isPresent } from '../model/json';
import type { FilterChoice } from '../model/payload';
import type { FindTree } from './choiceTree';
import type { FormValues } from './formCheck';
import type { Fields } from './formSchema';
import { listPlaces, withValue, type FieldPlace } from './nested';
import { listOffered } from './offeredOptions';
import type { Scope } from './roots';

/** What decides which choices of a field are offered. */
export type Choosing = Pick<FieldPlace, 'field' | 'value' | 'beside' | 'scope'>;

/** Returns the entries below the choice of the field that a field hangs on; undefined when it hangs on none, or they are not known here. */
export function listBelow({ field, beside }: Pick<Choosing, 'field' | 'beside'>, findTree: FindTree): readonly FilterChoice[] | undefined {
  if (field.parent === undefined) return undefined;
  const chosen = beside[field.parent];
  return isPresent(chosen) ? findTree(field)?.below(String(chosen)) : [];
}

/** Returns the entries of the tree that a field chooses from: below its parent's choice, or of its dictionary; undefined when it has options of its own. */
export function listInTree(place: Pick<Choosing, 'field' | 'beside'>, findTree: FindTree): readonly FilterChoice[] | undefined {
  const { parent, dictionary } = place.field;
  if (parent !== undefined) return listBelow(place, findTree) ?? [];
  return dictionary === undefined ? undefined : (findTree(place.field)?.below() ?? []);
}

/** Returns what a field holds without the choices that are not offered; the value itself when all of them are. */
export function keepOffered(choosing: Choosing, findTree: FindTree): unknown {
  const { field, value, scope } = choosing;
  if (!isPresent(value)) return value;
  const below = listBelow(choosing, findTree)?.map((choice) => choice.value);
  const hangs = Object.values(field.options ?? {}).some(({ when }) => when !== undefined);
  if (!below && !hangs) return value;
  const offered: readonly unknown[] = below ?? listOffered(field, scope).map((option) => option.value);
  if (field.field !== 'checkboxes') return offered.includes(value) ? value : '';
  if (typeof value !== 'string') return value;
  const [chosen, texts] = [value.split(','), offered.map(String)];
  const kept = chosen.filter((choice) => texts.includes(choice));
  return kept.length === chosen.length ? value : kept.join(',');
}

/** What a form holds after another choice, and the fields that were emptied by it. */
export interface Emptied {
  values: FormValues;
  fields: FieldPlace[];
}

/**
 * Empties the fields whose choice is not offered any more, and those whose choice hung on these. Fields that are not in sight are no
 * exception: what cannot be seen cannot be mended.
 */
export function emptyUnoffered(fields: Fields, values: FormValues, scope: Scope, findTree: FindTree): Emptied {
  const emptied: FieldPlace[] = [];
  let held = values;
  // Circles are refused with the definition; each round settles one more generation.
  for (;;) {
    const [lost] = listPlaces(fields, held, { ...scope, form: held }).filter((place) => keepOffered(place, findTree) !== place.value);
    if (!lost || emptied.some(({ path, value }) => path === lost.path && value === lost.value)) return { values: held, fields: emptied };
    held = withValue(held, lost.path, keepOffered(lost, findTree));
    emptied.push(lost);
  }
}

/** Returns what is wrong with a code of a cascade: it is none of the tree, or none of the last level though one is asked for. */
export function findCascadeFault({ field, value }: Pick<Choosing, 'field' | 'value'>, findTree: FindTree): 'enum' | 'complete' | undefined {
  const tree = field.field === 'cascade' && isPresent(value) ? findTree(field) : undefined;
  if (!tree) return undefined;
  if (tree.pathTo(String(value)) === undefined) return 'enum';
  return field.complete !== undefined && tree.below(String(value))?.length !== 0 ? 'complete' : undefined;
}
