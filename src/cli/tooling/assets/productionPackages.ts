import type { Plugin } from 'vite';

/**
 * Vite plugin for the build that servers run: packages ask nowhere but here whether they are built for production. Visitors always get
 * React's fast build, and the checking one is not even loaded; what NODE_ENV means to the server itself is another matter.
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
