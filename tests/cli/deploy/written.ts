import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { runDeploy } from '../../../src/cli/deploy/command';
import { projectRoot } from '../../server/projectDefinitions';
import { type Run, runTyped } from '../shell';

/** What `npm run deploy` wrote into a folder that goes with it. */
export interface WrittenFolder {
  folder: string;
  names: string[];
  read(name: string): string;
  /** The documents of a YAML file. Throws when it is none. */
  parse(name: string): unknown[];
  remove(): void;
}

/** Runs `npm run deploy`. */
export const deploy = (...words: string[]): Promise<Run> => runTyped(() => runDeploy(projectRoot), ['deploy', ...words], {});

/** Has templates written into a new folder. @throws what the command printed, when it failed */
export async function write(kind: string, ...words: string[]): Promise<WrittenFolder> {
  const folder = mkdtempSync(join(tmpdir(), 'deploy-'));
  const { code, printed } = await deploy(kind, '--to', folder, ...words);
  if (code !== 0) throw new Error(printed);
  const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
  return {
    folder,
    names: readdirSync(folder).sort(),
    read,
    parse: (name) =>
      parseAllDocuments(read(name), { merge: true }).map((document) => {
        if (document.errors[0]) throw document.errors[0];
        return document.toJS() as unknown;
      }),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** Whether a program is there, such as one of Debian's packages. */
export function isInstalled(program: string): boolean {
  try {
    execFileSync('which', [program], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
