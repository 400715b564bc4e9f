import { asObject, asString, isObject, type Json } from '../model/json';
import { parseMethod } from '../definitions/language/calls';
import { getAddress, type Target } from './containers';
import type { Pointed } from './cursor';
import type { View } from './view';
import { resolveTokens } from '../model/pointer';
import { describeOrigin, findLaid, listWriters, type Writer } from './where';

/** Says in Markdown what a name leads to: what it is, and which files write it. */
export function describeMention({ mention, seat }: Pointed, view: View): string | undefined {
  if (mention === undefined) return undefined;
  const { target } = mention;
  const writers = listWriters(target, view, seat.side);
  const laid = findLaid(target, view, seat.side);
  const value = laid === undefined ? writers[0]?.value : resolveTokens(laid.json, target.path);
  if (writers.length === 0 && value === undefined) return undefined;
  return [`**${describeValue(target, value ?? null)}**`, ...describeText(target, value ?? null), ...writers.map(describeWriter)].join(
    '\n\n',
  );
}

/** Says in Markdown what of the files below a patch changes at a place; undefined where nothing lies below. */
export function describeChange(pointed: Pointed, file: string, view: View): string | undefined {
  const below = listBelow(pointed, file, view).at(-1);
  if (below === undefined || pointed.path.length === 0) return undefined;
  const value = JSON.stringify(below.value);
  return `Changes ${describeWriter(below)}${isObject(below.value) || value.length > 200 ? '' : `: \`${value}\``}`;
}

/** Returns the files below one that write what stands at a place too, the lowest first. */
export function listBelow({ seat, path }: Pointed, file: string, view: View): Writer[] {
  const target: Target = seat.module === undefined ? { kind: 'settings', name: '', path } : { kind: 'module', name: seat.module, path };
  const writers = listWriters(target, view, seat.side);
  return writers.slice(
    0,
    writers.findIndex(({ document }) => document.file === file),
  );
}

function describeWriter({ document, path }: Writer): string {
  const { line } = document.place(path, 'key');
  return `${describeOrigin(document.file)}, ${document.file}:${line}`;
}

/** The kind of what a path of a module leads to, and its name. */
function describeValue({ kind, name, path }: Target, value: Json): string {
  const last = path.at(-1) ?? name;
  const title = asString(asObject(value)['title']) || asString(asObject(value)['label']);
  const words = title === '' ? '' : ` ${title}`;
  if (kind !== 'module')
    return kind === 'settings' ? `setting ${path.join('.')}${words}` : `${kind === 'texts' ? 'text' : kind} ${last}${words}`;
  if (path.length === 0) return `module ${name}${words}`;
  return `${describePath(path)} ${last}${words} (${name})`;
}

const kinds: Readonly<Record<string, string>> = {
  cards: 'card',
  codelists: 'code list',
  endpoints: 'call',
  fields: 'field',
  filters: 'filter',
  forms: 'form',
  joins: 'join',
  loads: 'load',
  lookups: 'look-up',
  pages: 'page',
  params: 'parameter',
  properties: 'field',
  query: 'name in the address',
  sections: 'section',
  steps: 'step',
};

const describePath = (path: readonly string[]): string => kinds[path.at(-2) ?? ''] ?? path.at(-2) ?? '';

/** What there is to say of it besides its name. */
function describeText({ path, kind }: Target, value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (!isObject(value) || kind !== 'module') return [];
  const container = path.at(-2);
  if (container === 'endpoints') {
    const { method, template } = parseMethod(value);
    return [`\`${method.toUpperCase()} ${template}\``];
  }
  const facts = ['type', 'format', 'contentMediaType', 'shape', 'kind', 'section', 'field', 'source', 'param', 'private']
    .filter((key) => ['string', 'boolean'].includes(typeof value[key]))
    .map((key) => `${key}: ${String(value[key])}`);
  const address = container === 'pages' ? [`\`${getAddress(path.at(-1) ?? '', value)}\``] : [];
  const description = asString(value['description']);
  return [...address, ...(facts.length > 0 ? [facts.join(', ')] : []), ...(description === '' ? [] : [description])];
}
