const wanted = process.env['NODE_ENV'] ?? 'test';

// React decides when it is loaded whether it is the fast build, which visitors get of a server, or the one that `act` needs in browsers.
process.env['NODE_ENV'] = 'production';
await Promise.all([import('react/jsx-runtime'), import('react-dom'), import('react-dom/server')]);
process.env['NODE_ENV'] = wanted;

export {};
