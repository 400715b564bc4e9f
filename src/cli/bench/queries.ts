import { fillItems, settleItems, writeOut } from '../../database/benchmarks/items';
import { openDatabase } from '../../database/connection';
import { listItems, type ItemQuery } from '../../database/content/items';
import { findMedian, type Row } from './report';

const sizes = [10_000, 100_000, 1_000_000];
const warmUp = 50;
const repeats = 400;

/**
 * Measures list queries over growing numbers of items: the first page, and one filter. All items are stored first, and the sizes are
 * asked in turn, so that what else the machine does, such as writing the items out, weighs on each size alike.
 */
export async function benchQueries(dataDir: string, most: number): Promise<Row[]> {
  const database = await openDatabase({ dataDir });
  const asked = sizes.filter((count) => count <= most).map((size) => ({ size, first: [] as number[], filtered: [] as number[] }));
  try {
    for (const { size } of asked) {
      await fillItems(database, 'bench', `items${size}`, size);
      await settleItems(database);
    }
    await writeOut(database);
    for (let run = -warmUp; run < repeats; run += 1) {
      for (const { size, first, filtered } of asked) {
        const query = buildFirstPage(size);
        const unfiltered = await measureTime(() => listItems(database, query));
        const oneFilter = await measureTime(() =>
          listItems(database, { ...query, filters: [{ kind: 'slot', slot: 's1', values: ['t3'] }] }),
        );
        if (run < 0) continue;
        first.push(unfiltered);
        filtered.push(oneFilter);
      }
    }
  } finally {
    await database.close();
  }
  const rows = asked.flatMap(({ size, first, filtered }): Row[] => [
    { what: `list query, first page, ${size} items, p50`, figure: `${findMedian(first).toFixed(2)} ms` },
    { what: `list query, one filter, ${size} items, p50`, figure: `${findMedian(filtered).toFixed(2)} ms` },
  ]);
  const [small, large] = [asked[0], asked.at(-1)];
  if (!small || !large || small === large) return rows;
  return [
    ...rows,
    {
      what: 'list query, largest to smallest',
      figure: `${(findMedian(large.first) / findMedian(small.first)).toFixed(2)} x`,
      aim: 'under 2 x',
    },
  ];
}

function buildFirstPage(size: number): ItemQuery {
  return {
    tenant: 'bench',
    module: `items${size}`,
    columns: ['c1'],
    filters: [],
    order: [{ by: 'pub', direction: 'desc' }],
    limit: 12,
    offset: 0,
  };
}

async function measureTime(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}
