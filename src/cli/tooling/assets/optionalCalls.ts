import type { Plugin } from 'vite';

/**
 * Vite plugin: refuses what Chrome and Edge before 91 get wrong of optional chains, which they otherwise know: an argument that is spread before
 * another, as in `a?.b(...c, d)` (crbug.com/v8/11558). So no chain has to be written out for them, which took 700 bytes of every list.
 * @throws when a built file has such a call
 */
export function optionalCalls(): Plugin {
  return {
    name: 'optional-calls',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        const start = findSpreadInChain(this.parse(chunk.code));
        if (start !== undefined)
          this.error(`${chunk.fileName} spreads an argument before another in an optional chain: ${chunk.code.slice(start, start + 80)}`);
      }
    },
  };
}

/** @internal Returns where a program has such a call; undefined where it has none. @param node of the tree of a program (ESTree) @param inChain part of an optional chain */
export function findSpreadInChain(node: unknown, inChain = false): number | undefined {
  if (typeof node !== 'object' || node === null) return undefined;
  const { type, start, arguments: given } = node as { type?: string; start?: number; arguments?: unknown };
  if (inChain && type === 'CallExpression' && Array.isArray(given) && given.slice(0, -1).some(isSpread)) return start;
  for (const [name, part] of Object.entries(node)) {
    const found = findSpreadInChain(part, type === 'ChainExpression' || (inChain && (name === 'callee' || name === 'object')));
    if (found !== undefined) return found;
  }
  return undefined;
}

const isSpread = (node: unknown): boolean => typeof node === 'object' && node !== null && 'type' in node && node.type === 'SpreadElement';
