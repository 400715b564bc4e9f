import type { Problem } from '../../model/problem';
import type { Document } from '../language/document';
import { parseIcuPattern } from '../language/icuPattern';
import { getOwn } from '../../model/json';
import type { TextIndex } from '../language/names';
import * as messages from '../problems/messages';

/**
 * Checks what an institution's own texts say of those that the portal has. What no definition refers to is said by the portal itself:
 * a new name is a misspelt one, and a new argument has no value.
 * @param used the names that definitions refer to
 */
export function checkOwnTexts({ value, place }: Document, known: TextIndex['args'], used: ReadonlySet<string>): Problem[] {
  return Object.entries(value).flatMap(([name, text]) => {
    if (name === '$schema' || typeof text !== 'string' || used.has(name)) return [];
    const given = getOwn(known, name);
    if (given === undefined) return [messages.createProblemAt(place, [name], messages.unusedText(name, Object.keys(known)), 'key')];
    const parsed = parseIcuPattern(text);
    const foreign = typeof parsed === 'string' ? [] : parsed.args.filter((argument) => !given.includes(argument));
    return foreign.map((argument) => messages.createProblemAt(place, [name], messages.foreignArgument(argument, given)));
  });
}
