import type { Plugin } from 'vite';

/** React's packages, each in its one file for production, and what requires React in the browser. */
const files =
  /[\\/](?:(?:react|react-jsx-runtime|react-dom|scheduler)\.production\.min|(?:use-sync-external-store-with-selector|event-stack)\.production)\.js$/;

/**
 * Vite plugin: makes modules of React's packages, which are CommonJS. Of those a bundler looks up each name by its property wherever it is used:
 * an element costs more to write down, in bytes and in time, and no name gets shorter.
 * @throws an Error when a file exports in a way that is not known here: then the package is another version
 */
export function asModules(): Plugin {
  return {
    name: 'as-modules',
    apply: 'build',
    transform: { filter: { id: files }, handler: (code, id) => ({ code: toModule(code, id), map: null }) },
  };
}

/**
 * Returns the text of a module for that of a CommonJS file which assigns each of its exports by name and requires others by their names.
 * @param id where the file is, for the fault
 * @internal
 */
export function toModule(code: string, id: string): string {
  const names = [...new Set([...code.matchAll(/\bexports\.(\w+) ?=/g)].map(([, name]) => name))];
  const needed: string[] = [];
  const body = code
    .replace(/\bObject\.defineProperty\(exports,"__esModule",\{value:!0\}\);/, '')
    .replace(/\bexports\.(\w+)/g, 'exported_$1')
    // The name that the file has for a package is that of the import: of an object that is handed on no bundler can leave anything out.
    .replace(
      /\b(\w+) ?= ?require\(("[^"]+")\)/g,
      (_assignment, name: string, from: string) => `unused_${needed.push(`import * as ${name} from ${from};`)}`,
    )
    .replace(/;require\(("[^"]+")\);/g, (_call, from: string) => `;${needed.push(`import ${from};`)};`);
  if (names.length === 0 || /\b(?:exports|require)\b/.test(body))
    throw new Error(`${id} is no CommonJS file that exports its names one by one`);
  return [
    ...needed,
    `var ${names.map((name) => `exported_${name}`).join()};`,
    body,
    `export {${names.map((name) => `exported_${name} as ${name}`).join()}};`,
    ...(names.includes('default') ? [] : [`export default {${names.map((name) => `${name}:exported_${name}`).join()}};`]),
  ].join('\n');
}
