import type { Plugin } from 'vite';

/**
 * Vite plugin: puts a shorter one in the place of what fetches the parts of the portal.
 * @param instead its file
 */
export function preload(instead: string): Plugin {
  return {
    name: 'preload',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source === '\0vite/preload-helper.js' ? instead : undefined),
  };
}
