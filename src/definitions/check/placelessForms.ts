import type { Module } from '../../model/definitions.g';
import type { Problem } from '../../model/problem';
import { formatPointer } from '../../model/pointer';
import type { Locate } from '../language/document';
import { toAbsoluteName } from '../language/names';
import * as messages from '../problems/messages';
import { findPlacesOfForm } from '../scopes/uses';

/** What is said of a name that a page would have. */
const codes: readonly string[] = ['unknown-root', 'unknown-field', 'unbound-variable'];

/**
 * Tells of a form that stands on no page once what is wrong with it: what it takes of its page is not there, and to hear so of each place in it
 * would be a riddle.
 * @param problems what was found in a module
 * @returns the same, with one Problem for each such form in the place of those
 */
export function tellPlacelessForms(
  problems: readonly Problem[],
  module: string,
  { forms = {}, ...definition }: Module,
  locate: Locate,
): Problem[] {
  const whole = { forms, ...definition };
  return Object.keys(forms).reduce<Problem[]>(
    (found, form) => {
      const start = formatPointer(['forms', form]);
      const [riddles, others] = partition(found, ({ path, code }) => path.startsWith(`${start}/`) && codes.includes(code));
      const isName = (name: string): boolean => toAbsoluteName(name, module) === `${module}:${form}`;
      const { pages, inRow } = findPlacesOfForm(form, whole, isName);
      if (riddles.length === 0 || pages.length > 0 || inRow) return found;
      const calls = Object.entries(definition.endpoints ?? {}).flatMap(([name, endpoint]) => (endpoint.form === form ? [name] : []));
      return [...others, messages.createProblemAt(locate, ['forms', form], messages.placelessForm(form, riddles, calls), 'key')];
    },
    [...problems],
  );
}

function partition<T>(all: readonly T[], isOne: (each: T) => boolean): [T[], T[]] {
  return [all.filter(isOne), all.filter((each) => !isOne(each))];
}
