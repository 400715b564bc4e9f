import type { Problem } from '../../model/problem';
import type { Locate } from '../language/document';
import { isObject, type JsonObject, getOwn } from '../../model/json';
import { resolveTokens } from '../../model/pointer';
import * as messages from '../problems/messages';
import { walk } from '../language/walk';

/** What decides whether a reply counts as a success and who answers it: a patch must leave both as they are. */
const fixed = ['ok', 'service'];
/** What keeps strangers and wrong values from a call: a patch may add it and not take it away. */
const kept = ['viewer', 'form', 'own', 'move'];

/**
 * Finds what a tenant's patch may not weaken: how a call is known to have succeeded, the service that answers it, that it is for
 * members or has the rules of a form, and that a field is private. Taking away a whole call or field is allowed.
 * @param base the module without the patch
 * @param patched the module with it
 */
export function checkWeakened(base: JsonObject, patched: JsonObject, locate: Locate): Problem[] {
  const { problems, report } = messages.collectProblems(locate);
  walk('Module', base, undefined, {
    enter({ value, path, part }) {
      if (!isObject(value) || (part !== 'Endpoint' && part !== 'Property')) return;
      const now = resolveTokens(patched, path);
      if (!isObject(now)) return;
      const ofProperty = getOwn(value, 'private') === true ? ['private'] : [];
      const keys = part === 'Endpoint' ? [...fixed, ...kept.filter((key) => getOwn(value, key) !== undefined)] : ofProperty;
      for (const key of keys)
        if (JSON.stringify(getOwn(value, key)) !== JSON.stringify(getOwn(now, key))) report([...path, key], messages.weakened(key));
    },
  });
  return problems;
}
