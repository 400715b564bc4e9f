import { describe, expect, it } from 'vitest';
import { parsePointer } from '../../../src/model/pointer';
import { toGramPrefix, collectGrams, collectNeededGrams, toTag, readTexts } from '../../../src/database/content/filterKeys';

describe('grams', () => {
  it('are lower-cased unigrams and bigrams within words, each once', () => {
    expect([...collectGrams(['昆曲 Aa昆', 'a曲'])]).toEqual(['昆', '曲', '昆曲', 'a', 'aa', 'a昆', 'a曲']);
    expect([...collectGrams(['𠮷野'])]).toEqual(['𠮷', '野', '𠮷野']);
    expect([...collectGrams([' \n'])]).toEqual([]);
  });

  it('to find a text are among those of every text around it', () => {
    const text = '第十二届 Kunqu 𠮷 昆曲（艺术）节';
    const stored = collectGrams([text]);
    const characters = Array.from(text);
    for (let from = 0; from < characters.length; from += 1) {
      for (let to = from + 1; to <= characters.length; to += 1) {
        const missing = collectNeededGrams('', characters.slice(from, to).join('')).filter((gram) => !stored.has(gram));
        expect(missing).toEqual([]);
      }
    }
    expect(collectNeededGrams('p', '昆')).toEqual(['p昆']);
    expect(collectNeededGrams('p', '昆曲节')).toEqual(['p昆曲', 'p曲节']);
  });

  it('and tags differ by tenant, module and field', () => {
    const scopes = ['a', 'b'].flatMap((tenant) => ['a', 'b'].flatMap((module) => ['/a', '/b'].map((field) => ({ tenant, module, field }))));
    expect(new Set(scopes.map(toGramPrefix)).size).toBe(8);
    expect(new Set(scopes.map((scope) => toTag(scope, 'v'))).size).toBe(8);
  });
});

describe('JSON pointers', () => {
  it('name places in documents', () => {
    expect(parsePointer('/a~1b/~01/0')).toEqual(['a/b', '~1', '0']);
    expect(() => parsePointer('a')).toThrow(/JSON pointer/);
    const doc = { a: [{ b: 'x' }, { b: 2 }], c: null };
    expect(readTexts(doc, '/a')).toEqual(['x', '2']);
    expect(readTexts(doc, '/a/0/b')).toEqual(['x']);
    expect(readTexts(doc, '/c')).toEqual([]);
    expect(readTexts(doc, '/a/length')).toEqual([]);
    expect(readTexts(doc, '/constructor')).toEqual([]);
  });
});
