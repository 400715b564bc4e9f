import { deepEquals } from '@rjsf/utils';
import { formats } from './formats';
import { matchesPattern } from './pattern';

/**
 * What the validators that ajv writes ask for by `require`; nothing else is given to them. Its own two are CommonJS, which bundlers do not agree
 * on how to import.
 */
const parts: Readonly<Record<string, unknown>> = {
  'ajv/dist/runtime/equal': { default: deepEquals },
  'ajv/dist/runtime/ucs2length': { default: (text: string) => [...text].length },
  'portal/formats': formats,
  'portal/patterns': { compile: (pattern: string) => ({ test: (text: string) => matchesPattern(pattern, text) }) },
};

/**
 * Returns a part that a written validator asks for.
 * @throws Error for any other name
 */
export function requirePart(name: string): unknown {
  if (!Object.hasOwn(parts, name)) throw new Error(`A validator asks for ${name}, which it is not given`);
  return parts[name];
}
