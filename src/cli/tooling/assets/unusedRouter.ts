import type { Plugin } from 'vite';

/**
 * Vite plugin: lets the bundler leave out the components of the router that nobody uses. Each is made by a call and then given a name for
 * React's developer tools, which a bundler has to take for work that somebody may rely on. They and what they need are most of the router: 6 KB,
 * compressed, on every page.
 */
export function unusedRouter(): Plugin {
  return {
    name: 'unused-router',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]react-router[\\/]dist[\\/]production[\\/]/ },
      handler: (code) => ({
        code: code
          .replace(/^var (\w+) = (React\d*\.(?:forwardRef|memo|createContext)\()/gm, 'var $1 = /* @__PURE__ */ $2')
          .replace(/^\w+\.displayName = "[^"]*";$/gm, ''),
        map: null,
      }),
    },
  };
}
