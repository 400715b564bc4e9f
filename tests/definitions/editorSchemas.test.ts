import { readFileSync, readdirSync } from 'node:fs';
import { basename, join, posix, resolve } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { describe, expect, it, test } from 'vitest';
import { asObject, isObject, type Json, type JsonObject } from '../../src/model/json';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const parse = (text: string): Json => JSON.parse(text) as Json;
const list = (folder: string): string[] =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.json'))
    .map((name) => `${folder}/${name}`);

// As editors and other programs have it: no keyword of ours means anything.
const ajv = new Ajv({ strict: false });
const metaSchemas = new Map(list('schemas/meta').map((file) => [basename(file), parse(read(file)) as JsonObject]));
for (const schema of metaSchemas.values()) ajv.addSchema(schema);

/** Returns the check of a meta-schema or of a part of one, as `patch.schema.json#/$defs/Page`. */
function findCheck(address: string): ValidateFunction {
  const check = ajv.getSchema(address);
  if (check === undefined) throw new Error(`no schema ${address}`);
  return check;
}

/** Returns what a schema says against a value; empty where it says nothing. */
function explain(address: string, value: Json): string {
  const check = findCheck(address);
  return check(value) ? '' : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`).join('; ');
}

const tenants = readdirSync(join(root, 'tenants')).filter((name) => !name.includes('.'));
const modules = new Set(list('schemas/modules').map((file) => basename(file)));

/** The files of each kind and the meta-schema that says how they are written. */
const kinds: readonly [schema: string, files: string[]][] = [
  ['wholeModule.schema.json', [...list('schemas/modules'), ...ofTenants((name) => !modules.has(name))]],
  ['patch.schema.json', ofTenants((name) => modules.has(name))],
  ['fragment.schema.json', list('schemas/fragments')],
  ['preset.schema.json', list('schemas/presets')],
  ['settings.schema.json', ['schemas/tenant.json', ...tenants.map((name) => `tenants/${name}/tenant.json`)]],
  ['texts.schema.json', ['schemas/texts.json']],
  ['textsPatch.schema.json', tenants.flatMap((name) => list(`tenants/${name}`).filter((file) => basename(file) === 'texts.json'))],
  ['importMap.schema.json', list('tests/import/maps')],
];

function ofTenants(isOne: (name: string) => boolean): string[] {
  return tenants.flatMap((name) => list(`tenants/${name}/modules`).filter((file) => isOne(basename(file))));
}

describe.each(kinds)('%s', (schema, files) => {
  it('is named by the shipped files of its kind, which have its form', () => {
    const found = files.map((file) => {
      const value = parse(read(file)) as JsonObject;
      return { file, names: value['$schema'], fault: explain(schema, value) };
    });
    const wanted = files.map((file) => ({ file, names: posix.relative(posix.dirname(file), `schemas/meta/${schema}`), fault: '' }));
    expect(found).toEqual(wanted);
  });
});

test.each<[schema: string, says: string, value: Json]>([
  ['patch.schema.json', '', { pages: { exhibit: { filters: { area: null }, title: null } } }],
  ['patch.schema.json', '', { pages: { home: { sections: { exhibits: { before: 'news' }, topics: null } } } }],
  ['patch.schema.json', 'additional properties', { pages: { exhibit: { pagesize: 9 } } }],
  ['patch.schema.json', 'must be <= 6', { pages: { exhibit: { layouts: { tiles: { columns: 9 } } } } }],
  ['patch.schema.json', 'must be string', { forms: { add: { order: [null] } } }],
  ['wholeModule.schema.json', 'required property', { title: 'A', pages: { a: { kind: 'list' } } }],
  ['wholeModule.schema.json', '', { title: 'A', pages: { a: { use: ['contentList'], filters: { area: null } } } }],
  ['wholeModule.schema.json', 'additional properties', { title: 'A', pages: { a: { use: ['contentList'], filter: {} } } }],
  ['fragment.schema.json', 'additional properties', { kind: 'detail', use: ['contentDetail'] }],
  ['preset.schema.json', 'must be integer', { modules: { exhibit: { pages: { exhibit: { pageSize: '9' } } } } }],
  ['settings.schema.json', '', { rules: { unusedLimit: null }, menu: { news: { children: { notices: null } } } }],
  ['settings.schema.json', 'must match pattern', { theme: { color: 'red' } }],
  ['texts.schema.json', 'must be string', { more: null }],
  ['textsPatch.schema.json', '', { more: null }],
])('%s says "%s" of %j', (schema, says, value) => {
  expect(explain(schema, value)).toEqual(says === '' ? '' : expect.stringContaining(says));
});

/**
 * What an example of the documents can be, where it names no `$schema`: an institution's file, or something by name (fields, pages,
 * actions, calls), or what is within a page, a call or what it creates. None of them takes a key that it does not know.
 */
const kindsOfExamples = [
  'patch.schema.json',
  'settings.schema.json',
  'language.schema.json#/$defs/Form/properties/fields',
  'wholeModule.schema.json#/properties/pages',
  'language.schema.json#/$defs/Actions',
  'patch.schema.json#/properties/endpoints',
  'patch.schema.json#/$defs/DetailPage',
  'language.schema.json#/$defs/Endpoint',
  'patch.schema.json#/$defs/Creation',
];

/** Texts can have any name: an example of them is one whose values are all words. */
function findSchemas(example: JsonObject): readonly string[] {
  if (typeof example['$schema'] === 'string') return [basename(example['$schema'])];
  return Object.values(example).every((value) => typeof value === 'string') ? ['textsPatch.schema.json'] : kindsOfExamples;
}

describe.each(['README.md', 'schemas/README.md', 'tenants/README.md'])('the examples of %s', (file) => {
  const blocks = [...read(file).matchAll(/^```json\n([\s\S]*?)\n```$/gm)].map(([, text = '']) => text);

  it('are there', () => expect(blocks.length).toBeGreaterThan(1));

  it('have the form of what they are examples of', () => {
    const faults = blocks.map((text) => {
      const value = parse(/^[{[]/.test(text) ? text : `{${text}}`) as JsonObject;
      return { text, said: findSchemas(value).map((schema) => ({ schema, fault: explain(schema, value) })) };
    });
    expect(faults.filter(({ said }) => said.every(({ fault }) => fault !== ''))).toEqual([]);
  });
});

/** What a meta-schema offers to authors as it stands, and where; a property may have the name of a keyword. */
function listOffers(node: Json, address: string, isSchema = true): { address: string; value: Json }[] {
  if (Array.isArray(node)) return node.flatMap((entry, index) => listOffers(entry, `${address}/${index}`));
  if (!isObject(node)) return [];
  const { default: given, examples, defaultSnippets, ...rest } = isSchema ? node : {};
  const snippets = [defaultSnippets ?? []].flat().map((snippet) => fillIn(asObject(snippet)['body'] ?? null));
  return [
    ...[examples ?? [], given ?? [], snippets].flat().map((value) => ({ address, value })),
    ...Object.entries(isSchema ? rest : node).flatMap(([key, inner]) =>
      listOffers(inner, `${address}/${key}`, !isSchema || !['properties', '$defs'].includes(key)),
    ),
  ];
}

/** Takes the places away at which an author types: `${1:name}` is `name`. */
function fillIn(body: Json): Json {
  return parse(JSON.stringify(body).replace(/\$\{\d+:([^}]*)\}/g, '$1'));
}

describe('what editors offer', () => {
  const offers = ['language', 'module', 'tenant', 'importMap'].flatMap((name) =>
    listOffers(metaSchemas.get(`${name}.schema.json`) ?? null, `${name}.schema.json#`),
  );

  it('is there for what is written most', () => {
    const parts = ['Page', 'Section', 'FormField', 'Filter', 'Card', 'Endpoint', 'Property', 'MenuNode'];
    expect(parts.filter((part) => !offers.some(({ address }) => address.endsWith(`/$defs/${part}`)))).toEqual([]);
  });

  it('has the form of the place where it is offered', () => {
    expect(offers.map((offer) => ({ ...offer, fault: explain(offer.address, offer.value) })).filter(({ fault }) => fault !== '')).toEqual(
      [],
    );
  });
});

test('every property has a title and a description', () => {
  const bare = (node: Json, path: string, isSchema = true): string[] => {
    if (Array.isArray(node)) return node.flatMap((entry, index) => bare(entry, `${path}/${index}`));
    if (!isObject(node)) return [];
    const properties = isSchema ? Object.entries(asObject(node['properties'])) : [];
    const own = properties.filter(([, one]) => ['title', 'description'].some((key) => asObject(one)[key] === undefined));
    // Examples are what definitions hold, no schema, whatever keys they have.
    const within = Object.entries(node).flatMap(([key, inner]) =>
      isSchema && key === 'examples' ? [] : bare(inner, `${path}/${key}`, !isSchema || !['properties', '$defs'].includes(key)),
    );
    return [...own.map(([name]) => `${path}/${name}`), ...within];
  };
  expect([...metaSchemas].filter(([name]) => name !== 'wholeModule.schema.json').flatMap(([name, schema]) => bare(schema, name))).toEqual(
    [],
  );
});
