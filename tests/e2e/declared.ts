import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Module } from '../../src/model/definitions.g';
import type { JsonObject } from '../../src/model/json';

/** A call that changes something, and what may be sent with it: each field with the most characters that it takes. */
export interface DeclaredCall {
  name: string;
  method: string;
  path: string;
  fields: Map<string, number>;
  /** What has to be agreed to. */
  agreements: string[];
}

/** A page that shows a list, and the names that its address may have in its query. */
export interface DeclaredList {
  path: string;
  ofMember: boolean;
  query: string[];
}

const folder = join(import.meta.dirname, '../../schemas/modules');
/** What a field takes whose definition does not say. */
const usual = 10_000;

// As they are written: tests in Playwright cannot load what reads them.
const modules = readdirSync(folder).map(
  (file) => [file.replace('.json', ''), JSON.parse(readFileSync(join(folder, file), 'utf8')) as Module] as const,
);

/** Returns every call of the shipped definitions that changes something. */
export const declaredCalls: DeclaredCall[] = modules.flatMap(([module, { endpoints = {}, forms = {} }]) =>
  Object.entries(endpoints).flatMap(([name, { post, put, form, body }]) => {
    const template = post ?? put;
    if (template === undefined) return [];
    const shown = Object.entries(forms[form ?? '']?.fields ?? {});
    const filled = shown.map(([field, { sendAs = field, schema }]): [string, number] => [sendAs, schema?.maxLength ?? usual]);
    const plain = Object.entries((body?.['properties'] ?? {}) as Record<string, { maxLength?: number }>).map(
      ([field, { maxLength }]): [string, number] => [field, maxLength ?? usual],
    );
    const fields = new Map(filled.length > 0 ? filled : plain);
    const agreements = shown.filter(([, { consent }]) => consent !== undefined).map(([field, { sendAs = field }]) => sendAs);
    return [
      {
        name: `${module}:${name}`,
        agreements,
        method: post === undefined ? 'PUT' : 'POST',
        path: template.replace(/\{[^}]*\}/g, ''),
        fields,
      },
    ];
  }),
);

/** Returns every list of the shipped definitions. */
export const declaredLists: DeclaredList[] = modules.flatMap(([module, { pages, endpoints = {} }]) =>
  Object.entries(pages).flatMap(([name, page]) => {
    if (page.kind !== 'list') return [];
    const source = endpoints[page.source.replace(`${module}:`, '')]?.get ?? '';
    const variables = [...source.matchAll(/\{[?&]([^}]*)\}/g)].flatMap(([, names = '']) => names.split(','));
    const { path = `/${name}`, query = {}, search, use = [] } = page as typeof page & { use?: string[] };
    const own = JSON.stringify([search ?? {}, page.filters ?? {}]).match(/"(?:query|param|from|to)":"[A-Za-z]+"/g) ?? [];
    const names = own.map((each) => (JSON.parse(`{${each}}`) as JsonObject)[each.split('"')[1] ?? '']).map(String);
    return [{ path, ofMember: use.includes('personalCentre'), query: [...new Set([...Object.keys(query), ...variables, ...names])] }];
  }),
);
