import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compile } from 'json-schema-to-typescript';
import { asObject, type Json, type JsonObject } from '../../model/json';

const banner = '/* Generated from schemas/meta by `npm run generate`. Do not edit. */';

/** Where the generated types of the definition language are kept, relative to the project's root. */
export const generatedTypesPath = 'src/model/definitions.g.ts';

/**
 * Writes the TypeScript types of the definition language.
 * @param root the project's root folder
 * @returns the text of `src/model/definitions.g.ts`
 * @throws when a meta-schema cannot be read
 */
export async function generateTypes(root: string): Promise<string> {
  const read = async (name: string): Promise<JsonObject> =>
    JSON.parse(await readFile(join(root, 'schemas/meta', name), 'utf8')) as JsonObject;
  const [language, module, tenant] = await Promise.all([
    read('language.schema.json'),
    read('module.schema.json'),
    read('tenant.schema.json'),
  ]);
  const defs = { ...asObject(language['$defs']), ...asObject(module['$defs']), ...asObject(tenant['$defs']) };
  const bundle = localise(
    {
      title: 'Definitions',
      type: 'object',
      additionalProperties: false,
      required: ['module', 'tenant'],
      properties: { module: { $ref: '#/$defs/Module' }, tenant: { $ref: '#/$defs/TenantSettings' } },
      $defs: { ...defs, Module: dropHead(module), TenantSettings: dropHead(tenant) },
    },
    true,
  ) as JsonObject;
  const types = await compile(bundle, 'Definitions', {
    bannerComment: banner,
    style: { singleQuote: true, printWidth: 140 },
    unreachableDefinitions: false,
  });
  const parts = [...Object.keys(defs), 'Module', 'TenantSettings', ...collect([language, module, tenant], findShapeName)];
  const [scopes, roots] = ['x-scope', 'x-root'].map((key) => collect([defs, module], (node) => node[key]));
  return [
    types,
    writeUnion('PartName', 'Every named part of the language.', parts),
    writeUnion('ScopeName', 'What references within a part see, as the annotation `x-scope` says.', scopes ?? []),
    writeUnion('RootName', 'What a reference starts at instead of a named root, as the annotation `x-root` says.', roots ?? []),
  ].join('');
}

const dropHead = (schema: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => !['$schema', '$id', '$defs'].includes(key)));

/** Titles of single keys are words for editors; as type names they would be noise, so only named parts and shapes with fields keep theirs. */
function localise(node: Json, named = false): Json {
  if (Array.isArray(node)) return node.map((entry) => localise(entry));
  if (node === null || typeof node !== 'object') return node;
  const ref = node['$ref'];
  if (typeof ref === 'string') return { $ref: ref.replace(/^.*#\/\$defs\//, '#/$defs/') };
  const out: JsonObject = {};
  for (const [key, value] of Object.entries(node)) {
    if (key === 'title' && typeof value === 'string' && !named && !namesAShape(node, value)) continue;
    if (
      ['discriminator', 'pattern', 'propertyNames', 'minItems', 'default', 'examples', 'defaultSnippets'].includes(key) ||
      key.startsWith('x-')
    )
      continue;
    out[key] =
      key === '$defs' ? localiseEach(asObject(value)) : key === 'properties' ? localiseEach(asObject(value), false) : localise(value);
  }
  return out;
}

const localiseEach = (parts: JsonObject, named = true): JsonObject =>
  Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, localise(part, named)]));

const findShapeName = (node: JsonObject): Json | undefined =>
  typeof node['title'] === 'string' && namesAShape(node, node['title']) ? node['title'] : undefined;

/** The names that are found in the nodes of a schema. */
function collect(node: Json, find: (node: JsonObject) => Json | undefined): string[] {
  if (node === null || typeof node !== 'object') return [];
  const found = Array.isArray(node) ? undefined : find(node);
  return [...(typeof found === 'string' ? [found] : []), ...Object.values(node).flatMap((inner) => collect(inner, find))];
}

function writeUnion(name: string, description: string, members: readonly string[]): string {
  const sorted = [...new Set(members)].sort();
  return `/** ${description} */\nexport type ${name} =\n${sorted.map((member) => `  | '${member}'`).join('\n')};\n`;
}

const namesAShape = (node: JsonObject, title: string): boolean => node['properties'] !== undefined && /^[A-Z][A-Za-z]+$/.test(title);
