import plugin from 'fastify-plugin';
import type { Database } from '../../database/connection';
import { findKnownPortal } from '../api/tenant';
import type { DefinitionStore } from '../config/definitionStore';

/** Has each request answered from the database of the institution whose host it is for, where there are several. */
export const clusterChoice = plugin(
  async (app, { database: { clusters }, definitions }: { database: Database; definitions: DefinitionStore }) => {
    if (!clusters) return;
    // Not async: what comes after `done` is done within.
    app.addHook('preHandler', (request, _reply, done) => {
      const choose = (): void => {
        const portal = findKnownPortal(definitions, request);
        if (portal) clusters.run(portal.tenant, done);
        else done();
      };
      // An institution may just have come. What is wrong with the files is told where they are needed.
      definitions.refresh().then(choose, choose);
    });
  },
);
