import type { KyselyPlugin, RootOperationNode } from 'kysely';
import type { Queryable } from '../../src/database/connection';

/**
 * Returns the same database, and the statements that were asked through it so far.
 * @param then what happens between a statement and what it is answered with
 */
export function countStatements(db: Queryable, then?: () => Promise<unknown>): { db: Queryable; statements: readonly RootOperationNode[] } {
  const statements: RootOperationNode[] = [];
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements.push(node);
      return node;
    },
    transformResult: async ({ result }) => {
      await then?.();
      return result;
    },
  };
  return { db: { kysely: db.kysely.withPlugin(plugin), pool: db.pool }, statements };
}
