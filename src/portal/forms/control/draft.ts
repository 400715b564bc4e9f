import { asObject } from '../../../model/json';
import type { Form } from '../../../model/definitions.g';
import { pickPersistable } from '../../../runtime/form';
import { readMemberId } from '../../data/session';
import { keep, readKept } from '../../data/windowStorage';
import type { Values } from './useValues';

/**
 * The name under which a form's draft is kept: one for each form of a page, and for each member. What nobody wrote, before a detour through the
 * login page, belongs to who comes back from it.
 */
const buildDraftKey = (place: string, member: string): string => (member === '' ? `draft ${place}` : `draft ${member} ${place}`);

const listDraftKeys = (place: string): string[] => [...new Set(['', readMemberId()])].map((member) => buildDraftKey(place, member));

/** Everything that was typed into the forms of the page that is open, also what must not be kept; in memory alone. */
const typed = new Map<string, Values>();

/** Forgets what was typed; when the page of the forms is left. */
export const forgetTyped = (): void => typed.clear();

/** What may be kept of a form. */
const kept = (form: Form, values: Values): Values =>
  Object.fromEntries(
    Object.entries(pickPersistable(form.fields, values)).filter(([name, value]) => {
      const field = form.fields[name];
      return field !== undefined && (field.field !== 'hidden' || field.namesOf !== undefined) && value !== '';
    }),
  );

/**
 * Returns what was typed into a form before, in this window: after a failure, a reload, or a detour through the login page.
 * @param place the address of the page and the name of the form
 */
export function readDraft(place: string, form: Form): Values {
  try {
    const found = listDraftKeys(place).map((key): unknown => JSON.parse(readKept(key) ?? '{}'));
    return Object.assign({}, ...found.map((draft) => kept(form, asObject(draft))), typed.get(place)) as Values;
  } catch {
    return { ...typed.get(place) };
  }
}

/** Keeps what was typed, as far as it may be kept. */
export function writeDraft(place: string, form: Form, values: Values): void {
  typed.set(place, values);
  keep(buildDraftKey(place, readMemberId()), JSON.stringify(kept(form, values)));
}

/** Forgets a draft. */
export function clearDraft(place: string): void {
  typed.delete(place);
  for (const key of listDraftKeys(place)) for (const name of [key, toStepKey(key)]) keep(name, '');
}

const toStepKey = (draft: string): string => `step of ${draft}`;

/** Returns the step of a form that was open when its page was left, in this window; undefined where none is known, or the first one was. */
export const readStep = (place: string): string | undefined =>
  listDraftKeys(place)
    .flatMap((key) => readKept(toStepKey(key)) ?? [])
    .at(-1);

/** Keeps which step of a form is open, as its draft is kept; undefined: the first. */
export function keepStep(place: string, step: string | undefined): void {
  for (const key of listDraftKeys(place)) keep(toStepKey(key), '');
  if (step !== undefined) keep(toStepKey(buildDraftKey(place, readMemberId())), step);
}
