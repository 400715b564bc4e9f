import plugin from 'fastify-plugin';
import type { Database } from '../../database/connection';

/** Has replicas of the database answer requests that only read, where there are any. */
export const replicaReads = plugin(async (app, { database: { replicas } }: { database: Database }) => {
  if (!replicas) return;
  // Not async: what comes after `done` is done within.
  app.addHook('preHandler', ({ method }, _reply, done) => {
    if (method === 'GET' || method === 'HEAD') replicas.read(done);
    else done();
  });
});
