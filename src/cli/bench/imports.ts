import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import type { CompiledModule, CompiledPortal } from '../../model/compiled';
import { createRandom } from '../../pictures/random';
import { formatIso } from '../../runtime/time';
import { type Corpus, readCorpus } from './corpus';
import type { Row } from './report';
import { openDefinitions } from './served';
import { listFilledModules } from './sizeCalls';

const megabyte = 1024 * 1024;
/** Milliseconds between two looks at the memory of a program. */
const lookEvery = 200;
/** What is aimed at for a million rows, in seconds. */
const mostSeconds = 120;

/**
 * Measures how long the command takes to check a file of so many rows, and to bring it in, and the memory that it has at most. The rows have a
 * title, a time and a paragraph each, of a module that the site search looks in.
 */
export async function benchImport(root: string, folder: string, rows: number): Promise<Row[]> {
  const definitions = await openDefinitions(root);
  const [tenant = ''] = definitions.tenants;
  const portal = definitions.portal(tenant);
  const filled = listFilledModules(portal).find(({ isSearched, module }) => isSearched && findText(portal?.modules[module]) !== undefined);
  const module = filled && portal?.modules[filled.module];
  if (!portal || !filled || !module) throw new Error('no institution has a module with rich text that is searched');
  await mkdir(folder, { recursive: true });
  const file = join(folder, 'rows.ndjson');
  const names = { title: filled.titleField, column: filled.columnField, text: findText(module) ?? '', time: findTime(module) };
  await pipeline(writeRows(await readCorpus(definitions, root), rows, names, findColumn(portal)), createWriteStream(file));
  const run = (...options: string[]): Promise<Run> =>
    runImport(root, join(folder, 'data'), ['--tenant', tenant, '--module', filled.module, ...options, file]);
  const checked = await run('--dry-run');
  const stored = await run();
  const most = Math.max(5, Math.round((mostSeconds * rows) / 1_000_000));
  const tell = (what: string, { seconds, memory }: Run): Row[] => [
    { what: `${rows} rows ${what}`, figure: `${seconds.toFixed(1)} s`, aim: `at most ${most} s` },
    { what: `${rows} rows ${what}, memory at most`, figure: `${Math.round(memory / megabyte)} MiB` },
  ];
  return [...tell('checked', checked), ...tell('brought in', stored)];
}

const findText = (module: CompiledModule | undefined): string | undefined =>
  Object.entries(module?.definition.item?.properties ?? {}).findLast(([, { contentMediaType }]) => contentMediaType === 'text/html')?.[0];

const findTime = ({ definition }: CompiledModule): string => definition.roles?.time?.slice(1) ?? '';

const findColumn = ({ settings }: CompiledPortal): string => Object.values(settings.menu).find(({ id }) => id !== undefined)?.id ?? '';

function* writeRows(
  { titles, sentences }: Corpus,
  rows: number,
  names: Readonly<Record<'title' | 'column' | 'text' | 'time', string>>,
  column: string,
): Generator<string> {
  const random = createRandom('import');
  for (let number = 1; number <= rows; number += 1) {
    const row = {
      id: `row${number}`,
      [names.column]: column,
      [names.title]: random.pick(titles).slice(0, 8) + random.pick(titles).slice(-6),
      [names.text]: `<p>${random.pick(sentences).trim()}</p>`,
      ...(names.time === '' ? {} : { [names.time]: formatIso(Date.UTC(2020, 0, 1) + random.whole(0, 1e11)) }),
    };
    yield `${JSON.stringify(row)}\n`;
  }
}

/** How long a program says that it took, and its memory at most, in bytes. */
interface Run {
  seconds: number;
  memory: number;
}

/** @throws an Error with its words when it does not end well */
async function runImport(root: string, dataDir: string, words: readonly string[]): Promise<Run> {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' };
  const child = spawn(process.execPath, [join(root, 'dist/server/import.js'), ...words], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  let [said, memory] = ['', 0];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const timer = setInterval(() => {
    const looking = promisify(execFile)('ps', ['-o', 'rss=', '-p', String(child.pid)]);
    looking.then(({ stdout }) => (memory = Math.max(memory, Number(stdout) * 1024))).catch(() => undefined);
  }, lookEvery);
  const [code] = (await once(child, 'close')) as [number | null];
  clearInterval(timer);
  const seconds = Number(/rows in ([\d.]+) s/.exec(said)?.[1]);
  if (code !== 0 || Number.isNaN(seconds)) throw new Error(`The import ended with ${code}: ${said}`);
  return { seconds, memory };
}
