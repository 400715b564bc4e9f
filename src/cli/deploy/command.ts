import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../database/embedded/makeFolder';
import { parseWord, resolveTyped, runCommand, UsageError } from '../terminal/command';
import { readVersion } from '../terminal/readVersion';
import { type Kind, kinds } from './kinds';
import { render, type Values } from './render';
import { listValues } from './values';

const usage = `Usage: npm run deploy -- compose|systemd|kubernetes [--to FOLDER] [--force]
Writes what runs the portal into a folder, with keys and passwords made for it, and says what to do next. It changes nothing else.
  --to FOLDER        where to; deploy/KIND unless told
  --force            writes over what is there, but for files with keys and passwords, which stay
  --image NAME:TAG   what the image is called, where it is pulled from; culture-portal:VERSION unless told
  --host NAME        kubernetes: a host by which visitors come, once for each; portal.example.org unless told
  --replicas N       kubernetes: portals, 2 to 100; 3 unless told
  --app FOLDER       systemd: where the portal lies; /opt/portal unless told`;

const options = {
  to: { type: 'string' },
  force: { type: 'boolean' },
  image: { type: 'string' },
  host: { type: 'string', multiple: true },
  replicas: { type: 'string' },
  app: { type: 'string' },
} as const;

/**
 * Runs `npm run deploy`.
 * @param root the project's folder
 * @returns the exit code; see `usage`
 */
export const runDeploy = (root: string): Promise<number> =>
  runCommand(usage, options, async ([word, ...rest], given) => {
    const kind = parseWord(Object.keys(kinds).filter(isKind), word);
    if (rest.length > 0) throw new UsageError();
    const to = given.to === undefined ? join(root, 'deploy', kind) : resolveTyped(given.to);
    const values = listValues({
      ...{ kind, to, root },
      image: matching(given.image ?? `culture-portal:${await readVersion(root)}`, /^[\w./:-]+:[\w.-]+$/, 'image'),
      hosts: (given.host ?? ['portal.example.org']).map((host) => matching(host, /^[a-z0-9-]+(\.[a-z0-9-]+)+$/, 'host')),
      replicas: Number(matching(given.replicas ?? '3', /^([2-9]|[1-9]\d|100)$/, 'replicas')),
      app: matching(given.app ?? '/opt/portal', /^\/[\w./-]+$/, 'app'),
    });
    await writeOut(kinds[kind], { root, to, force: given.force === true }, values);
    console.log(['Next:', ...kinds[kind].next.map((line) => `  ${render(line, values)}`)].join('\n'));
    return 0;
  });

const isKind = (word: string): word is keyof typeof kinds => Object.hasOwn(kinds, word);

function matching(text: string, pattern: RegExp, option: string): string {
  if (!pattern.test(text)) throw new UsageError(`--${option} cannot be ${JSON.stringify(text)}`);
  return text;
}

/** Writes all files or, when one is there and may not be written over, none. */
async function writeOut({ files, folders = [] }: Kind, { root, to, force }: { root: string; to: string; force: boolean }, values: Values) {
  const present = files.filter(({ name }) => existsSync(join(to, name)));
  if (present.length > 0 && !force)
    throw new Error(`${to} holds ${present.map(({ name }) => name).join(', ')} already; --force writes over what holds no keys`);
  const read = (name: string): Promise<string> => readFile(join(root, 'src/cli/deploy/templates', name), 'utf8');
  const all = { ...values, alerts: await read('alerts.yaml'), hardening: render(await read('systemd/hardening.conf'), values) };
  const texts = await Promise.all(files.map(async ({ template }) => render(await read(template), all)));
  for (const folder of ['', ...folders]) await makeFolder(join(to, folder));
  for (const [index, { name, secret = false }] of files.entries()) {
    const kept = secret && existsSync(join(to, name));
    if (!kept) await writeFile(join(to, name), texts[index] ?? '', secret ? { mode: 0o600 } : {});
    console.log(`${kept ? 'kept ' : 'wrote'} ${join(to, name)}${secret ? ' (keys and passwords)' : ''}`);
  }
}
