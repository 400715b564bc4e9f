import catalogue from './places.json';
import { getOwn } from '../../model/json';
import { parsePointer } from '../../model/pointer';
import type { Problem } from '../../model/problem';
import type { Words } from './words';

type Nouns = Readonly<Record<string, readonly string[]>>;
const [named, keys]: readonly Nouns[] = [catalogue.named, catalogue.keys];

const toWords = ([english = '', chinese = '']: readonly string[]): Words => ({ english, chinese });
const quote = (name: string): Words => ({ english: `"${name}"`, chinese: `\u201c${name}\u201d` });
const call = (noun: Words, name: string): Words => ({
  english: `the ${noun.english} "${name}"`,
  chinese: `${noun.chinese}${quote(name).chinese}`,
});

/**
 * Returns what stands at the place of a Problem, in the words of who wrote it: the image of the card "row" of the module "works".
 * @returns nothing for a file as a whole
 */
export function describePlace({ file, path }: Problem): Words | undefined {
  const parts = listParts(parsePointer(path));
  const module = /\/modules\/([^/]+)\.json$/.exec(file)?.[1];
  if (module !== undefined) parts.unshift(call(toWords(getOwn(named, 'modules') ?? []), module));
  return path === ''
    ? undefined
    : {
        english: parts
          .map(({ english }) => english)
          .reverse()
          .join(' of '),
        chinese: parts.map(({ chinese }) => chinese).join('\u7684'),
      };
}

function listParts(tokens: readonly string[]): Words[] {
  const parts: Words[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const [token = '', name] = tokens.slice(index, index + 2);
    const noun = getOwn(named, token);
    if (noun !== undefined && name !== undefined) {
      parts.push(call(toWords(noun), name));
      index += 1;
    } else parts.push(findKey(token) ?? quote(token));
  }
  return parts;
}

function findKey(token: string): Words | undefined {
  const words = getOwn(keys, token);
  return words && toWords(words);
}
