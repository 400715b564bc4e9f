import { describe, expect, it } from 'vitest';
import { deref, parts, type MetaSchema } from '../../../src/definitions/language/metaSchemas';
import { walk, type Place } from '../../../src/definitions/language/walk';
import type { PartName } from '../../../src/model/definitions.g';
import type { Json, JsonObject } from '../../../src/model/json';
import { books } from '../project';

/** A value that the meta-schema admits at one place, holding one reference, and where that is. */
interface Sample {
  value: Json;
  at: string;
  key: boolean;
}

const reference = '/somewhere/else';
const nameOf = (schema: MetaSchema): string => schema.$ref?.slice(schema.$ref.lastIndexOf('/') + 1) ?? '';

/**
 * Ways through the meta-schema to references, found without the walker: all of those within each part, and one through each place at which
 * a part stands again, itself included.
 * @param expanded the parts whose ways were taken; absent: one way will do, on which a part is passed once
 */
function* samples(schema: MetaSchema, at: string, expanded?: Set<string>, passed: readonly string[] = []): Generator<Sample> {
  const name = nameOf(schema);
  const branches = schema.oneOf ?? schema.anyOf;
  if (name === 'Pointer') yield { value: reference, at, key: false };
  else if (name !== '' && expanded?.has(name)) yield* firstOf(samples(schema, at));
  else if (name !== '' && !passed.includes(name)) {
    expanded?.add(name);
    yield* samples(deref(schema), at, expanded, expanded ? [] : [...passed, name]);
  } else if (branches !== undefined)
    for (const branch of branches) for (const sample of samples(branch, at, expanded, passed)) yield tagged(schema, branch, sample);
  else if (schema.items !== undefined)
    for (const sample of samples(schema.items, `${at}/0`, expanded, passed)) yield { ...sample, value: [sample.value] };
  else if (name === '') {
    const members = Object.entries(schema.properties ?? {});
    if (typeof schema.additionalProperties === 'object') members.push(['some', schema.additionalProperties]);
    for (const [key, inner] of members)
      for (const sample of samples(inner, `${at}/${key}`, expanded, passed)) yield { ...sample, value: { [key]: sample.value } };
    if (nameOf(schema.propertyNames ?? {}) === 'Pointer') yield { value: { [reference]: 1 }, at: `${at}/~1somewhere~1else`, key: true };
  }
}

function* firstOf<T>(all: Iterable<T>): Generator<T> {
  for (const one of all) return yield one;
}

function tagged(schema: MetaSchema, branch: MetaSchema, sample: Sample): Sample {
  const tag = schema.discriminator?.propertyName;
  const kind = tag === undefined ? undefined : deref(branch).properties?.[tag]?.const;
  return tag === undefined ? sample : { ...sample, value: { [tag]: String(kind), ...(sample.value as JsonObject) } };
}

function found(part: PartName, value: Json): { at: string; key: boolean; place: Place }[] {
  const places: { at: string; key: boolean; place: Place }[] = [];
  const note =
    (key: boolean) =>
    (place: Place): void => {
      if (place.names.at(-1) === 'Pointer')
        places.push({ at: place.path.map((token) => `/${token.replaceAll('/', '~1')}`).join(''), key, place });
    };
  walk(part, value, undefined, { enter: note(false), key: note(true) });
  return places;
}

describe('the walker', () => {
  const all = [...samples({ $ref: '#/$defs/Module' }, '', new Set())];

  it('finds every reference that the meta-schema admits, where it is', () => {
    expect(all.length).toBeGreaterThan(400);
    for (const { value, at, key } of all) {
      const places = found('Module', value).filter((place) => place.place.value === reference);
      expect(
        places.map((place) => ({ at: place.at, key: place.key })),
        JSON.stringify(value),
      ).toContainEqual({ at, key });
    }
  });

  it('reaches every part of the language that can hold a reference', () => {
    const reached = new Set<string>();
    for (const { value } of all)
      walk('Module', value, undefined, {
        enter: ({ names }) => names.forEach((name) => reached.add(name)),
        key: ({ names }) => names.forEach((name) => reached.add(name)),
      });
    const holding = Object.keys(parts).filter((name) => !samples({ $ref: `#/$defs/${name}` }, '').next().done);
    expect(holding.filter((name) => !reached.has(name) && name !== 'Module')).toEqual([]);
  });

  it('changes nothing unless it is told to, and then only the way to it', () => {
    const value = books as object as JsonObject;
    expect(walk('Module', value, undefined, {})).toBe(value);
    const changed = walk('Module', value, undefined, {
      leave: (_place, _scope, current) => (current === '/row/heading' ? '/row/cover' : current),
    }) as unknown;
    expect(changed).not.toBe(value);
    expect(changed).toMatchObject({ cards: { chapter: { title: '/row/cover' } } });
    expect((changed as typeof books).pages).toBe(books.pages);
  });

  it('finds annotations that name keys of their part, and sources that calls are made of', () => {
    const callers = Object.entries(parts).filter(([, part]) => part['x-call'] !== undefined);
    expect(callers.length).toBeGreaterThan(8);
    for (const [, part] of callers) expect(part.properties?.[part['x-call'] ?? '']?.$ref).toMatch(/#\/\$defs\/Source$/);
    for (const part of Object.values(parts))
      for (const [, property] of Object.entries(part.properties ?? {}).filter(([, { 'x-scope': scope }]) => typeof scope === 'object'))
        for (const list of Object.values(property['x-scope'] ?? {})) expect(Object.keys(part.properties ?? {})).toContain(list);
  });

  it('passes by what the meta-schema does not know', () => {
    expect(found('Module', { cards: { a: { unknown: '/row/x', title: '/row/y' } }, other: ['/x'] }).map(({ at }) => at)).toEqual([
      '/cards/a/title',
    ]);
  });

  it('tells the part around a place and the field of it', () => {
    const [place] = found('Module', { cards: { a: { fields: { b: { value: '/row/x' } } } } });
    expect(place?.place).toMatchObject({ owner: 'DisplayObject', field: 'value', names: ['Value', 'Pointer'] });
  });
});
