import type { Problem } from '../../model/problem';
import type { Document, Locate } from '../language/document';
import { parseIcuPattern } from '../language/icuPattern';
import { own, pointer } from '../language/jsonPointer';
import type { JsonObject } from '../../model/payload';
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
export function checkTexts(value: JsonObject, locate: Locate): SharedTexts {
  const texts: Record<string, string> = {};
  const args: Record<string, readonly string[]> = {};
  const problems: Problem[] = [];
  for (const [name, text] of Object.entries(value)) {
    if (name === '$schema') continue;
    const report = (fault: messages.Fault, part: 'key' | 'value' = 'value'): void => {
      problems.push(messages.problem(locate([name], part), pointer([name]), fault));
    };
    if (!/^[a-z][A-Za-z0-9]*$/.test(name)) report(messages.badName(name, 'a small letter, then letters and digits'), 'key');
    else if (typeof text !== 'string') report(messages.wrongType('a text', text));
    else {
      const parsed = parseIcuPattern(text);
      if (typeof parsed === 'string') report(messages.badPattern(parsed));
      else texts[name] = text;
      // The name is there, whatever is wrong with its text.
      args[name] = typeof parsed === 'string' ? [] : parsed.args;
    }
  }
  return { texts, index: { args }, problems };
}

/**
 * Checks what an institution's own texts say of those that the portal has. What no definition refers to is said by the portal itself:
 * a new name is a misspelt one, and a new argument has no value.
 * @param used the names that definitions refer to
 */
export function checkOwnTexts({ value, place }: Document, known: TextIndex['args'], used: ReadonlySet<string>): Problem[] {
  return Object.entries(value).flatMap(([name, text]) => {
    if (name === '$schema' || typeof text !== 'string' || used.has(name)) return [];
    const given = own(known, name);
    if (given === undefined)
      return [messages.problem(place([name], 'key'), pointer([name]), messages.unusedText(name, Object.keys(known)))];
    const parsed = parseIcuPattern(text);
    const foreign = typeof parsed === 'string' ? [] : parsed.args.filter((argument) => !given.includes(argument));
    return foreign.map((argument) => messages.problem(place([name]), pointer([name]), messages.foreignArgument(argument, given)));
  });
}
