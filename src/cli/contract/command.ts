import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { loadDefinitions } from '../../definitions/load';
import { createProblem, differentReply } from '../../definitions/problems/messages';
import { formatProblem } from '../../definitions/problems/problemText';
import type { CompiledEndpoint, CompiledPortal } from '../../model/compiled';
import type { Json } from '../../model/json';
import { formatPointer } from '../../model/pointer';
import { compareReply } from '../../runtime/upstreamContract';
import { findOwnBackend } from '../../server/api/ownBackend';
import { explainFailure, Upstream } from '../../server/api/upstream';
import { parseBackendAccess } from '../../server/config/backendAccess';
import { runCommand, UsageError } from '../terminal/command';
import { refuseInstitution } from '../terminal/institution';
import { createSampler } from './samples';
import { maskReply } from './mask';

const usage = `Usage: npm run contract -- <institution> [--record] [--lang zh|en]
Asks the institution's own back ends each declared reading call that anybody may make, with ids from the lists that they answer, and compares
the replies with what the definitions say of them. Each difference is one \`file:line:column\` line at the definition. With --record the replies
are written to tenants/<institution>/recorded, secrets and phone numbers masked, where \`npm run check\` compares them again. The exit code is 1
when something differs or does not answer.`;

/** Runs `npm run contract` over the definitions below a folder. @returns the exit code; see `usage` */
export const runContract = (root: string, load: typeof loadDefinitions): Promise<number> =>
  runCommand(usage, { record: { type: 'boolean' }, lang: { type: 'string' } }, async ([tenant, ...rest], { record, lang }) => {
    if (tenant === undefined || rest.length > 0) throw new UsageError();
    const definitions = await load(root);
    const portal = definitions.portal(tenant);
    if (!portal) return refuseInstitution(tenant, definitions);
    const upstream = new Upstream({ access: parseBackendAccess(process.env['ALLOW_PRIVATE_BACKENDS']) });
    const ask = createSampler(portal, upstream, process.env);
    let faults = 0;
    const tell = (text: string): void => {
      faults += 1;
      print(text);
    };
    const endpoints = listReadingCalls(portal);
    for (const endpoint of endpoints) {
      try {
        const asked = await ask(endpoint);
        if (asked.missing !== undefined) {
          print(`${endpoint.name}: not asked, for no list has a value of "${asked.missing}"`);
          continue;
        }
        const { status, body } = asked;
        const differences = compareReply(endpoint, status, body);
        for (const { path, reference, mismatch } of differences) {
          const at = ['endpoints', endpoint.name.slice(endpoint.module.length + 1), ...path];
          const place = definitions.provenance(tenant, endpoint.module, formatPointer(at));
          const fault = differentReply(reference, mismatch);
          tell(place ? formatProblem(createProblem(place, formatPointer(at), fault), lang === 'zh' ? 'zh' : 'en') : fault.message);
        }
        if (differences.length === 0) print(`${endpoint.name}: as declared`);
        if (record) await writeRecording(root, portal, endpoint, { status, body });
      } catch (error) {
        tell(`${endpoint.name}: ${explainFailure(error)}`);
      }
    }
    upstream.close();
    print(`${endpoints.length} calls, ${faults} differences`);
    return faults > 0 ? 1 : 0;
  });

/** Lists come before the items that are found in them. */
function listReadingCalls(portal: CompiledPortal): CompiledEndpoint[] {
  const calls = Object.values(portal.endpoints).filter(
    (endpoint) =>
      endpoint.method === 'GET' &&
      endpoint.viewer !== true &&
      endpoint.binary !== true &&
      (endpoint.rows !== undefined || endpoint.item !== undefined) &&
      findOwnBackend(portal, endpoint) !== undefined,
  );
  return [...calls.filter(({ rows }) => rows !== undefined), ...calls.filter(({ rows }) => rows === undefined)];
}

async function writeRecording(
  root: string,
  portal: CompiledPortal,
  { name }: CompiledEndpoint,
  reply: { status: number; body: Json },
): Promise<void> {
  const file = join(root, 'tenants', portal.tenant, 'recorded', `${name.replace(':', '/')}.json`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(
    file,
    `${JSON.stringify({ status: reply.status, body: maskReply(reply.body, portal.settings, process.env) }, null, 2)}\n`,
  );
}

const print = (text: string): void => console.log(text);
