import type { Problem } from '../../model/problem';
import type { Locate } from '../language/document';
import { parseIcuPattern } from '../language/icuPattern';
import type { JsonObject } from '../../model/json';
import * as messages from '../problems/messages';
import type { TextIndex } from '../language/names';

/** The shared texts of a portal, those in order only, and what definitions may know of them. */
export interface SharedTexts {
  texts: Record<string, string>;
  index: TextIndex;
  problems: Problem[];
}

/**
 * Checks the shared texts: names, strings, ICU patterns.
 * @param value a flat map from names to ICU MessageFormat patterns, after all patches; `$schema` is for editors
 */
export function validateTexts(value: JsonObject, locate: Locate): SharedTexts {
  const texts: Record<string, string> = {};
  const args: Record<string, readonly string[]> = {};
  const { problems, report } = messages.collectProblems(locate);
  for (const [name, text] of Object.entries(value)) {
    if (name === '$schema') continue;
    if (!/^[a-z][A-Za-z0-9]*$/.test(name)) report([name], messages.badName(name, 'a small letter, then letters and digits'), 'key');
    else if (typeof text !== 'string') report([name], messages.wrongType('a text', text));
    else {
      const parsed = parseIcuPattern(text);
      if (typeof parsed === 'string') report([name], messages.badPattern(parsed));
      else {
        texts[name] = text;
        if (text === '') report([name], messages.emptyText());
      }
      // The name is there, whatever is wrong with its text.
      args[name] = typeof parsed === 'string' ? [] : parsed.args;
    }
  }
  return { texts, index: { args }, problems };
}
