import plugin from 'fastify-plugin';
import { describeStatement, type StatementObserver } from '../../database/statementNames';
import type { PortalServer } from '../config/portalServer';
import { getCurrentRequest, getRequestName, runForRequest } from '../config/requestName';

const [usualSlowMs, longestText] = [1_000, 600];

/**
 * Tells in the log of statements that took long: what they do, their text, in whose place values stand by number alone, and what definitions call
 * the request that they were made for.
 */
export const watchStatements = plugin(async (app, { database, slowMs = usualSlowMs }: Pick<PortalServer, 'database' | 'slowMs'>) => {
  app.addHook('onRequest', (request, _reply, done) => runForRequest(request, done));
  const observe: StatementObserver = (text) => {
    const begin = performance.now();
    return (failed) => {
      const milliseconds = Math.round(performance.now() - begin);
      if (milliseconds < slowMs) return;
      const request = getCurrentRequest();
      const written = text.replace(/\s+/g, ' ').trim().slice(0, longestText);
      const line = { statement: describeStatement(text), milliseconds, ...(failed ? { failed } : {}), text: written };
      if (request) request.log.warn({ name: getRequestName(request), ...line }, 'a statement was slow');
      else app.log.warn(line, 'a statement was slow');
    };
  };
  database.observers.add(observe);
  app.addHook('onClose', async () => void database.observers.delete(observe));
});
