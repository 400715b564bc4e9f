import type { Json } from '../model/payload';
import type { Problem } from '../model/problem';
import type { Locate } from './document';
import { isObject, own, pointer } from './jsonPointer';
import * as messages from './messages';
import type { Root } from './metaSchemas';
import { walk } from './walk';

/** `together`: keys that do not exclude each other. */
interface Rule { keys: string[]; required: boolean; together?: string[] }

/** Keys of which a part takes exactly one, or at most one; the meta-schemas say so in words. */
const rules: Readonly<Record<string, Rule>> = {
  Action: { keys: ['to', 'url', 'notice', 'toast', 'picture', 'call', 'form', 'cases'], required: true },
  Endpoint: { keys: ['get', 'post', 'put', 'delete'], required: true },
  Filter: { keys: ['options', 'dictionary', 'types', 'areas', 'dates'], required: true },
  Codelist: { keys: ['options', 'dictionary', 'types'], required: true, together: ['dictionary', 'types'] },
  Lookup: { keys: ['slot', 'routeId'], required: true },
  MenuNode: { keys: ['module', 'href', 'backRouteId'], required: false },
  TextObject: { keys: ['text', 'value'], required: true },
};

/**
 * Finds parts that have more than one of the keys that exclude each other, as a patch easily makes them, or none of them.
 * The Problem says which to set to null and which file each came from.
 */
export function checkAlternatives(root: Root, value: Json, locate: Locate): Problem[] {
  const problems: Problem[] = [];
  walk(root, value, undefined, {
    enter: ({ value: part, path, names, schema }) => {
      const name = names.at(-1) ?? '';
      if (!isObject(part)) return undefined;
      const report = (fault: messages.Fault, at = path): void => {
        problems.push(messages.problem(locate(at), pointer(at), fault));
      };
      const check = ({ keys, required, together = [] }: Rule): void => {
        const given = keys.filter((key) => own(part, key) !== undefined);
        const places = given.map((key) => ({ key, place: locate([...path, key], 'key') }));
        if (given.length > 1 && !given.every((key) => together.includes(key))) report(messages.tooManyAlternatives(name, places, keys), [...path, given.at(-1) ?? '']);
        // An action that cannot be used leads nowhere.
        if (given.length === 0 && required && own(part, 'disabled') !== true) report(messages.missingAlternative(name, keys));
      };
      const rule = own(rules, name);
      if (rule !== undefined) check(rule);
      if (schema.properties?.['before'] !== undefined && typeof own(part, 'before') === 'string' && typeof own(part, 'after') === 'string') check({ keys: ['before', 'after'], required: false });
      if (name === 'Filter' && own(part, 'dates') === undefined && own(part, 'param') === undefined) report(messages.missingKey(['param'], 'Filter'));
      if (name === 'Lookup' && own(part, 'slot') !== undefined && own(part, 'take') === undefined) report(messages.missingKey(['take'], 'Lookup'));
      return undefined;
    },
  });
  return problems;
}
