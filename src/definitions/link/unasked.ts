import type { MenuNode, TenantSettings } from '../../model/definitions.g';
import type { Json } from '../../model/json';
import type { Problem } from '../../model/problem';
import type { Locate } from '../language/document';
import * as messages from '../problems/messages';
import { findNearest } from '../problems/wording';
import type { ModuleLinks } from './links';

/** What a module says, as far as contents are named in it. */
interface Asking {
  json: Json;
  links: ModuleLinks;
}

/**
 * Warns of ad slots and dictionaries that an institution's settings have, nobody asks for and are like one that is asked for, and of types of
 * columns that the menu does not have: they are misspelt, and nothing ever comes of them.
 * @param modules all modules of the institution
 * @param below the settings that every institution starts from: what they have, programs outside may ask for
 */
export function checkUnasked(
  { slots = {}, dictionaries = {}, types = {}, menu }: TenantSettings,
  modules: readonly Asking[],
  below: { [key in 'slots' | 'dictionaries' | 'types']?: Json },
  locate: Locate,
): Problem[] {
  const { problems, report } = messages.collectProblems(locate);
  const listAsked = (kind: 'slot' | 'dictionary'): string[] =>
    modules.flatMap(({ links }) => links.contents.flatMap((content) => (content.kind === kind ? [content.name] : [])));
  const check = (key: 'slots' | 'dictionaries' | 'types', written: object, kind: messages.Content, listKnown: () => string[]): void => {
    const common = Object.keys(below[key] ?? {});
    const unknown = Object.keys(written).filter((name) => !common.includes(name));
    if (unknown.length === 0) return;
    const known = [...new Set([...common, ...listKnown()])];
    for (const name of unknown)
      if (!known.includes(name) && isMisspelt(key, name, known) && !modules.some(({ json }) => isNamed(name, json)))
        report([key, name], messages.unaskedContent(kind, name, known), 'key');
  };
  check('slots', slots, 'slot', () => listAsked('slot'));
  check('dictionaries', dictionaries, 'dictionary', () => listAsked('dictionary'));
  check('types', types, 'types', () => Object.values(menu).flatMap(listColumns));
  return problems;
}

/** Other programs may ask for slots and dictionaries of their own: one that is like none is theirs. */
const isMisspelt = (key: string, name: string, known: readonly string[]): boolean =>
  key === 'types' || findNearest(name, known) !== undefined;

/** A call may be given the name of a slot or the number of a column as a constant. */
const isNamed = (name: string, json: Json): boolean => JSON.stringify(json).includes(JSON.stringify(name));

const listColumns = ({ id, children = {} }: MenuNode): string[] => [
  ...(id === undefined ? [] : [id]),
  ...Object.values(children).flatMap(listColumns),
];
