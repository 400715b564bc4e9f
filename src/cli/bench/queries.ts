import { sql } from 'kysely';
import { openDatabase, type Database } from '../../database/connection';
import { listItems, type ItemQuery } from '../../database/content';
import type { Row } from '../bench';
import { median } from './median';

const sizes = [10_000, 100_000, 1_000_000];
const repeats = 200;

/** List queries over growing numbers of items: the first page, one filter, and the exact count. */
export async function benchQueries(dataDir: string, most: number): Promise<Row[]> {
  const database = await openDatabase({ dataDir });
  const report: Row[] = [];
  const firsts: number[] = [];
  try {
    for (const size of sizes.filter((count) => count <= most)) {
      await fill(database, size);
      const query: ItemQuery = { tenant: 'bench', module: `items${size}`, columns: ['c1'], filters: [], order: [{ by: 'pub', direction: 'desc' }], limit: 12, offset: 0 };
      const first = await timed(() => listItems(database, query));
      firsts.push(first);
      report.push({ what: `list query, first page, ${size} items, p50`, figure: `${first.toFixed(2)} ms` });
      report.push({ what: `list query, one filter, ${size} items, p50`, figure: `${(await timed(() => listItems(database, { ...query, filters: [{ kind: 'slot', slot: 's1', values: ['t3'] }] }))).toFixed(2)} ms` });
    }
  } finally {
    await database.close();
  }
  const [small, large] = [firsts[0], firsts.at(-1)];
  if (small !== undefined && large !== undefined && firsts.length > 1) report.push({ what: 'list query, largest to smallest', figure: `${(large / small).toFixed(2)} x`, aim: 'under 2 x' });
  return report;
}

async function fill(database: Database, size: number): Promise<void> {
  await sql`insert into item (tenant, module, id, column_id, status, pub, title, doc, s1)
    select 'bench', ${`items${size}`}, 'i' || n, 'c1', 1, timestamptz '2026-01-01' + n * interval '1 second', 'item ' || n, jsonb_build_object('id', 'i' || n, 'title', 'item ' || n), 't' || (n % 20)
    from generate_series(1, ${size}::int) n`.execute(database.kysely);
  await sql`vacuum analyze item`.execute(database.kysely);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < repeats; run += 1) {
    const begin = performance.now();
    await work();
    times.push(performance.now() - begin);
  }
  return median(times);
}
