import type { Definitions } from '../../definitions/load';
import type { PortalProcess } from '../running/portalProcess';
import { ask } from '../running/traffic';
import { findMedian, type Row } from './report';
import { findSearchAddress, listAddresses } from './sizeCalls';

/** Institutions that visitors come to. */
const visited = 40;
const rounds = 6;
const megabyte = 1024 * 1024;

/** Two portals with the same definitions, of which one has the items of the first institution alone. */
interface Sizes {
  few: PortalProcess;
  many: PortalProcess;
  definitions: Definitions;
  questions: Readonly<Record<string, string>>;
}

/** Measures lists, the search and memory, the two portals in turn. */
export async function measureSizes({ few, many, definitions, questions }: Sizes): Promise<Row[]> {
  const { tenants } = definitions;
  const step = Math.max(1, Math.floor(tenants.length / visited));
  const chosen = tenants.filter((_tenant, index) => index % step === 0).slice(0, visited);
  const hostOf = (tenant: string): string => definitions.settings(tenant)?.hosts[0] ?? '';
  const visit = async (portal: PortalProcess, tenant: string, path: string): Promise<number> => {
    const { status, took } = await ask(portal.port, { path, headers: { host: hostOf(tenant) } });
    if (status !== 200) throw new Error(`${hostOf(tenant)}${path} answers ${status}`);
    return took;
  };
  // On a busy machine that may take longer than an answer may.
  const comeFirst = async (portal: PortalProcess, tenant: string, path: string): Promise<void> => {
    for (let tries = 0; tries < 5; tries += 1)
      if ((await ask(portal.port, { path, headers: { host: hostOf(tenant) } })).status === 200) return;
    await visit(portal, tenant, path);
  };
  const [alone = ''] = tenants;
  const listsOf = (tenant: string): string[] => listAddresses(definitions.portal(tenant));
  // Whoever comes first waits for the portal to be compiled, which is no matter of data.
  await visit(few, alone, '/healthz');
  for (const tenant of chosen) await comeFirst(many, tenant, listsOf(tenant)[0] ?? '');
  await comeFirst(few, alone, listsOf(alone)[0] ?? '');
  const times = { few: [] as number[], many: [] as number[], first: [] as number[], alike: [] as number[] };
  for (const tenant of chosen) for (const path of listsOf(tenant).slice(1)) times.first.push(await visit(many, tenant, path));
  const own = listsOf(alone);
  for (let round = -2; round < rounds; round += 1) {
    for (const [index, path] of own.entries()) {
      const other = chosen[(index + round + chosen.length) % chosen.length] ?? alone;
      const lists = listsOf(other);
      const took = {
        few: await visit(few, alone, path),
        alike: await visit(many, alone, path),
        many: await visit(many, other, lists[index % lists.length] ?? ''),
      };
      if (round < 0) continue;
      times.few.push(took.few);
      times.alike.push(took.alike);
      times.many.push(took.many);
    }
  }
  const searches: Row[] = [];
  for (const [what, question] of Object.entries(questions)) {
    const asked: number[] = [];
    for (let round = 0; round < 3; round += 1)
      for (const tenant of chosen) {
        const path = findSearchAddress(definitions.portal(tenant), question);
        if (path !== undefined) asked.push(await visit(many, tenant, path));
      }
    searches.push({ what: `site search, ${what}, p50`, figure: format(findMedian(asked)), aim: 'at most 50 ms' });
  }
  const ratio = findMedian(times.many) / findMedian(times.few);
  return [
    { what: 'list call among few items, p50', figure: format(findMedian(times.few)) },
    { what: 'the same list among all, p50', figure: format(findMedian(times.alike)) },
    { what: `list call of ${chosen.length} institutions, p50`, figure: format(findMedian(times.many)) },
    { what: 'the same, each list for the first time, p50', figure: format(findMedian(times.first)) },
    { what: 'list call, all items to few', figure: `${ratio.toFixed(2)} x`, aim: 'at most 2 x' },
    ...searches,
    { what: 'memory of the process', figure: `${Math.round((await many.readMemory()) / megabyte)} MiB`, aim: 'at most 600 MB' },
  ];
}

const format = (milliseconds: number): string => `${milliseconds.toFixed(1)} ms`;
