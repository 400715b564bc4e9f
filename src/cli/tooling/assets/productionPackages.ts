import type { Plugin } from 'vite';

/**
 * Vite plugin for what Node runs: builds packages in as they are for production, whatever NODE_ENV says when they are loaded. Visitors
 * always get React's fast build, and the checking one is left out. The server's own questions for NODE_ENV stay as they are.
 */
export function productionPackages(): Plugin {
  return {
    name: 'production-packages',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]node_modules[\\/]/, code: 'process.env.NODE_ENV' },
      handler: (code) => ({ code: code.replaceAll('process.env.NODE_ENV', '"production"'), map: null }),
    },
  };
}
