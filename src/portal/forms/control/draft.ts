import { asObject } from '../../../model/json';
import type { Form } from '../../../model/definitions.g';
import { isPersistable } from '../../../runtime/form';
import { keep, readKept } from '../../data/windowStorage';
import type { Values } from './useValues';

/** The name under which a form's draft is kept: one for each page and form. */
const buildDraftKey = (place: string): string => `draft ${place}`;

/** Everything that was typed into the forms of the page that is open, also what must not be kept; in memory alone. */
const typed = new Map<string, Values>();

/** Forgets what was typed; when the page of the forms is left. */
export const forgetTyped = (): void => typed.clear();

/** What may be kept of a form: never passwords and codes. */
const kept = (form: Form, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) => {
      const field = form.fields[name];
      return field !== undefined && (field.field !== 'hidden' || field.namesOf !== undefined) && isPersistable(field) && value !== '';
    }),
  );

/**
 * Returns what was typed into a form before, in this window: after a failure, a reload, or a detour through the login page.
 * @param place the path of the page and the name of the form
 */
export function readDraft(place: string, form: Form): Values {
  try {
    const found: unknown = JSON.parse(readKept(buildDraftKey(place)) ?? '{}');
    return { ...kept(form, asObject(found)), ...typed.get(place) };
  } catch {
    return { ...typed.get(place) };
  }
}

/** Keeps what was typed, as far as it may be kept. */
export function writeDraft(place: string, form: Form, values: Values): void {
  typed.set(place, values);
  keep(buildDraftKey(place), JSON.stringify(kept(form, values)));
}

/** Forgets a draft. */
export function clearDraft(place: string): void {
  typed.delete(place);
  keep(buildDraftKey(place), '');
}
