import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { loadDefinitions } from '../../definitions/load';
import type { Row } from './report';

/** Measures loading the definitions of 1, 100 and 1,000 institutions, and the memory that it leaves taken. */
export async function benchStart(root: string, folder: string): Promise<Row[]> {
  const report: Row[] = [];
  const times: number[] = [];
  for (const count of [1, 100, 1000]) {
    const place = join(folder, `root${count}`);
    await cp(join(root, 'schemas'), join(place, 'schemas'), { recursive: true });
    for (let number = 1; number <= count; number += 1) await writeTenant(place, number);
    const begin = performance.now();
    const definitions = await loadDefinitions(place);
    definitions.portal(definitions.tenants[0] ?? '');
    times.push(performance.now() - begin);
    report.push({
      what: `start-up, ${count} tenant${count > 1 ? 's' : ''}`,
      figure: `${Math.round(times.at(-1) ?? 0)} ms`,
      aim: count === 1000 ? 'at most 3,000 ms above one' : undefined,
    });
  }
  report.push({ what: 'memory after loading 1,000 tenants', figure: `${Math.round(process.memoryUsage().rss / 1048576)} MiB` });
  return report;
}

async function writeTenant(place: string, number: number): Promise<void> {
  const folder = join(place, 'tenants', `t${number}`);
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'tenant.json'),
    JSON.stringify({
      hosts: [`t${number}.localhost`],
      code: `C${number}`,
      fid: String(number),
      site: { title: `T ${number}` },
      theme: { color: '#335577' },
      menu: Object.fromEntries(
        Array.from({ length: 9 }, (_, index) => [`entry${index}`, { id: `${number}${index}`, title: `M ${index}`, href: '/' }]),
      ),
    }),
  );
}
