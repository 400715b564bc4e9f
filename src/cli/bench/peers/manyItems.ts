import type { Database } from '../../../database/connection';
import { settleItems } from '../../../database/benchmarks/items';
import { startCounters } from '../../../database/content/counters';
import { streamItems } from '../../../database/content/items';
import { putItems } from '../../../database/content/writeItems';
import type { CompiledModule } from '../../../model/compiled';
import { asText, type JsonObject } from '../../../model/json';
import { assign, resolve } from '../../../model/pointer';
import { createRandom } from '../../../pictures/random';
import { formatIso } from '../../../runtime/time';
import { toRecord } from '../../../server/items/record';

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789'.split('');
/** Letters at the end of each title: enough for any two letters to stand in some forty of five thousand titles. */
const tailLength = 12;
const hour = 3_600_000;

/** Where items are multiplied: a column of a module. */
interface Place {
  tenant: string;
  module: CompiledModule;
  column: string;
}

/**
 * Multiplies the items of a column until there are so many, an hour apart, with views and titles of their own that end in letters drawn from a
 * seed; and does what the database would do later on.
 * @throws an Error when the column has no item, or its module no title and time
 */
export async function multiplyItems(db: Database, { tenant, module, column }: Place, count: number): Promise<void> {
  const { title, time } = module.definition.roles ?? {};
  const docs: JsonObject[] = [];
  for await (const item of streamItems(db, tenant, module.name))
    if (item.column === column && item.status === 1) docs.push(item.doc as JsonObject);
  if (title === undefined || time === undefined || docs.length === 0) throw new Error(`${module.name} has nothing to multiply`);
  const random = createRandom('many items');
  const start = Date.now();
  const copies = Array.from({ length: count - docs.length }, (_, index) => {
    const doc = structuredClone(docs[index % docs.length] ?? {});
    const tail = Array.from({ length: tailLength }, () => random.pick(letters)).join('');
    doc['id'] = `many-${index}`;
    assign(title, doc, `${asText(resolve(title, doc))} ${tail}`);
    assign(time, doc, formatIso(start - (index + 1) * hour));
    return toRecord(tenant, module, doc);
  });
  await putItems(db, copies);
  await startCounters(
    db,
    tenant,
    copies.map(({ id }) => ({ column, id, pv: random.whole(1, 5_000) })),
  );
  await settleItems(db);
}

/** Every two letters that titles of multiplied items may have, in an order that is drawn from a seed. */
export function listKeywords(): string[] {
  const random = createRandom('keywords');
  const pairs = letters.flatMap((first) => letters.map((second) => ({ pair: first + second, at: random.next() })));
  return pairs.sort((one, other) => one.at - other.at).map(({ pair }) => pair);
}
