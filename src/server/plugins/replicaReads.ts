import plugin from 'fastify-plugin';
import type { Database } from '../../database/connection';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of a route whose reads cost the primary no more than the question how far it is: it answers them itself. */
    readsPrimary?: boolean;
  }
}

/** Has replicas of the database answer requests that only read, where there are any. */
export const replicaReads = plugin(async (app, { database: { replicas } }: { database: Database }) => {
  if (!replicas) return;
  // Not async: what comes after `done` is done within.
  app.addHook('preHandler', ({ method, routeOptions }, _reply, done) => {
    if ((method === 'GET' || method === 'HEAD') && routeOptions.config.readsPrimary !== true) replicas.read(done);
    else done();
  });
});
