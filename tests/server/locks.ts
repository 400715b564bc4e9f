import { type KyselyPlugin, type PluginTransformQueryArgs, type RootOperationNode, sql } from 'kysely';
import type { Queryable } from '../../src/database/connection';

/** Puts the primary key of half-hours that bookings hold on, or takes it off, as a control of tests does. */
export async function lockHalfHours({ kysely }: Queryable, state: 'on' | 'off'): Promise<void> {
  await sql`alter table booking_slot drop constraint if exists booking_slot_pkey`.execute(kysely);
  if (state === 'on')
    await sql`alter table booking_slot add constraint booking_slot_pkey primary key (tenant, module, venue_id, day, minute)`.execute(
      kysely,
    );
}

/** Returns the same database for code that forgot to lock the rows that it reads. */
export function withoutRowLocks(db: Queryable): Queryable {
  const strip = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(strip);
    if (typeof node === 'string') return node.replace(/ for update( of \w+)?/g, '');
    if (node === null || typeof node !== 'object' || Object.getPrototypeOf(node) !== Object.prototype) return node;
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => [key, key === 'sqlFragments' || key === 'parameters' ? strip(value) : value]),
    );
  };
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }: PluginTransformQueryArgs) => strip(node) as RootOperationNode,
    transformResult: async ({ result }) => result,
  };
  return { kysely: db.kysely.withPlugin(plugin), pool: db.pool };
}
