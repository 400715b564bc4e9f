import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import jsonPointer from 'json-pointer';
import { parseTemplate } from 'url-template';
import { describe, expect, it } from 'vitest';
import { formatPointer, parsePointer, resolveTokens } from '../../src/model/pointer';
import { mergePatch } from '../../src/definitions/overlay/mergePatch';
import { parseUriTemplate } from '../../src/definitions/language/uriTemplate';
import type { Json } from '../../src/model/json';

const folder = join(import.meta.dirname, '../../../shared/corpora');
const corpus = <T>(file: string, none: T): T =>
  existsSync(join(folder, file)) ? (JSON.parse(readFileSync(join(folder, file), 'utf8')) as T) : none;

interface PointerCase {
  pointer: string;
  expected?: Json;
  error?: unknown;
  valid?: boolean;
}
interface PointerGroup {
  document: Json;
  pointers: PointerCase[];
}

describe.skipIf(!existsSync(folder))('published collections of test cases', () => {
  const groups = corpus<PointerGroup[] | PointerGroup>('rfc6901-json-formatPointer/cases.json', []);
  it.each([groups].flat().flatMap(({ document, pointers }) => pointers.map((entry) => ({ document, ...entry }))))(
    'JSON Pointer $pointer (RFC 6901)',
    (entry) => {
      if (!('expected' in entry)) return;
      expect(resolveTokens(entry.document, parsePointer(entry.pointer))).toEqual(entry.expected);
      expect(formatPointer(parsePointer(entry.pointer))).toBe(entry.pointer);
      // The package throws where nothing is found; what is found is the same.
      expect(jsonPointer.get(entry.document as object, entry.pointer)).toEqual(entry.expected);
    },
  );

  const patches = corpus<{ id: string; target: Json; patch: Json; expected: Json }[]>('rfc7396-merge-patch/cases.json', []);
  it.each(patches)('JSON Merge Patch $id (RFC 7396)', ({ target, patch, expected }) => {
    const before = JSON.stringify([target, patch]);
    expect(mergePatch(target, patch)).toEqual(expected);
    expect(JSON.stringify([target, patch])).toBe(before);
  });

  interface TemplateGroup {
    level?: number;
    variables: Record<string, Json>;
    testcases: [string, string | string[] | false][];
  }
  const files = ['spec-examples.json', 'spec-examples-by-section.json'].map((file) =>
    corpus<Record<string, TemplateGroup>>(`uritemplate-test/${file}`, {}),
  );
  const cases = files.flatMap((file) =>
    Object.entries(file).flatMap(([group, { variables, testcases }]) =>
      testcases.map(([template, expected]) => ({ group, template, expected, variables })),
    ),
  );
  it.each(cases)('URI Template $template of $group (RFC 6570)', ({ template, expected, variables }) => {
    if (expected === false) return;
    expect([expected].flat()).toContain(parseTemplate(template).expand(variables as Record<string, string>));
  });

  it('takes of RFC 6570 the simple and the query operators without modifiers', () => {
    const admitted = cases.filter(({ template }) => typeof parseUriTemplate(template) !== 'string').map(({ template }) => template);
    for (const template of admitted) expect(template.replace(/\{[?&]?[A-Za-z_][A-Za-z0-9_,]*\}/g, '')).not.toMatch(/[{}]/);
    expect(admitted).toContain('{?x,y}');
    expect(admitted).toContain('{var}');
    for (const refused of [
      '{+var}',
      '{#var}',
      '{/var}',
      '{.var}',
      '{;x}',
      '{var:3}',
      '{list*}',
      '{x,y}',
      '{',
      '}',
      '{}',
      '{a',
      '{?}',
      '{? a}',
    ])
      expect(parseUriTemplate(refused), refused).toBeTypeOf('string');
  });
});

describe('a merge patch', () => {
  it('sets a member called __proto__ instead of the prototype', () => {
    const merged = mergePatch({}, JSON.parse('{"__proto__": {"polluted": true}}') as Json);
    expect(Object.hasOwn(merged as object, '__proto__')).toBe(true);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('shares what it does not change', () => {
    const target = { kept: { deep: {} }, changed: 1 };
    expect((mergePatch(target, { changed: 2 }) as typeof target).kept).toBe(target.kept);
  });
});
