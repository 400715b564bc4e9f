import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { loadDefinitions } from '../../definitions/load';
import { writeInstitutions } from './madeUp';
import type { Row } from './report';

const count = 1000;
const seed = 20_261_123;

/**
 * Measures the definitions of 1,000 institutions that each changed a few things: loading, compiling all of them, and the memory that it takes.
 * @throws an Error when any of them has a fault
 */
export async function benchInstitutions(root: string, folder: string): Promise<Row[]> {
  const place = join(folder, 'institutions');
  await cp(join(root, 'schemas'), join(place, 'schemas'), { recursive: true });
  await writeInstitutions(place, count, seed);
  const [begin, before] = [performance.now(), process.memoryUsage().rss];
  const definitions = await loadDefinitions(place);
  const loaded = performance.now();
  for (const tenant of definitions.tenants) definitions.portal(tenant);
  const compiled = performance.now();
  const [fault] = definitions.problems;
  if (fault) throw new Error(`${fault.file}:${fault.line} ${fault.message}`);
  return [
    { what: `${count} made-up institutions loaded`, figure: `${Math.round(loaded - begin)} ms`, aim: 'at most 3,000 ms' },
    { what: 'all of them compiled', figure: `${Math.round(compiled - loaded)} ms`, aim: 'at most 60 ms each' },
    { what: 'memory that they take', figure: `${Math.round((process.memoryUsage().rss - before) / 1048576)} MiB` },
  ];
}
