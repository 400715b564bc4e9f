import type { IntlMessageFormat as Whole } from 'intl-messageformat';
import { asObject, isObject } from '../../model/json';
import type { Arguments, Patterns } from '../../runtime/text';
import { knownTypes } from '../../runtime/textTree';

let library: typeof Whole | undefined;

/** Returns whether a syntax tree has a node that only the library knows. */
function isBeyond(tree: unknown): boolean {
  if (!Array.isArray(tree)) return false;
  return (tree as readonly unknown[]).some((node) => {
    if (!isObject(node)) return false;
    const { type, style, options } = node;
    return !knownTypes.has(type) || style != null || Object.values(asObject(options)).some((option) => isBeyond(asObject(option)['value']));
  });
}

/**
 * Fetches the library for patterns of which some are beyond what is known without it.
 * @throws when it cannot be had
 */
export async function fetchFormat(patterns: Patterns): Promise<void> {
  if (!library && Object.values(patterns).some(isBeyond)) library = (await import('intl-messageformat')).IntlMessageFormat;
}

/** Formats patterns by the library; it stands in its place in the browser (`vite.config.ts`). */
export class IntlMessageFormat {
  constructor(
    private readonly tree: readonly unknown[],
    private readonly locale: string,
  ) {}

  /** @throws when an argument is missing */
  format(values: Arguments): unknown {
    if (!library) throw new Error('an argument is missing');
    return new library(this.tree as ConstructorParameters<typeof Whole>[0], this.locale).format(values);
  }
}
